// Scans a project and opens every file that was found, as the snapshot builder does before it
// reads: scan_bench FOLDER
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/scan.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  using namespace mage_lineage;
  if (argc != 2) return 2;
  platform::PosixFiles files;
  const auto tree = files.open_tree(argv[1]);
  if (!tree) return 1;
  const auto scan = project::scan(**tree, {1'000'000});
  if (!scan) return 1;
  std::size_t opened = 0;
  for (const auto& path : scan->files) {
    // No file is empty: each is opened, looked at and found too large.
    const auto read = (*tree)->read(path, 0);
    if (!read && read.error().code == ErrorCode::too_large) ++opened;
  }
  std::printf("%zu files\n", opened);
  return opened == scan->files.size() ? 0 : 1;
}
