// Scans a project and opens every file that was found with two threads, as the snapshot builder
// does before it reads: scan_bench FOLDER
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/scan.hpp>

#include <atomic>
#include <cstdio>
#include <thread>

int main(int argc, char** argv) {
  using namespace mage_lineage;
  if (argc != 2) return 2;
  platform::PosixFiles files;
  const auto tree = files.open_tree(argv[1]);
  if (!tree) return 1;
  const auto scan = project::scan(**tree, {1'000'000});
  if (!scan) return 1;
  std::atomic<std::size_t> next = 0, opened = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < scan->files.size(); i = next++) {
      // No file is empty: each is opened, looked at and found too large.
      const auto read = (*tree)->read(scan->files[i], 0);
      if (!read && read.error().code == ErrorCode::too_large) ++opened;
    }
  };
  std::thread helper(work);
  work();
  helper.join();
  std::printf("%zu files\n", opened.load());
  return opened == scan->files.size() ? 0 : 1;
}
