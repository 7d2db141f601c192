#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/scan.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mage_lineage;
namespace fs = std::filesystem;

namespace {

project::Scan scan(const test::TempFolder& folder, const project::ScanLimits& limits = {}) {
  platform::PosixFiles files;
  const auto tree = files.open_tree(folder.str());
  auto found = project::scan(**tree, limits);
  REQUIRE(found.has_value());
  return *std::move(found);
}

std::string told(const std::vector<project::Omission>& omissions) {
  std::string all;
  for (const auto& omission : omissions) {
    all += omission.path + " " + project::to_string(omission.reason) + "|";
  }
  return all;
}

}  // namespace

TEST_CASE("scan") {
  const test::TempFolder folder;
  folder.write("metadata.yaml", "");
  folder.write("pipelines/b/metadata.yaml", "");
  folder.write("pipelines/b/triggers.yaml", "");
  folder.write("pipelines/a/metadata.yaml", "");
  folder.write("utils/dates.py", "");

  SUBCASE("finds allowlisted files, sorted, and counts every name it looked at") {
    folder.write("utils/.git/config", "");
    folder.write("data/1.csv", "");
    folder.write("data/2.csv", "");
    const auto found = scan(folder);
    CHECK(text::join(found.files, "|") ==
          "metadata.yaml|pipelines/a/metadata.yaml|pipelines/b/metadata.yaml|utils/dates.py");
    CHECK(text::join(found.references, "|") == "pipelines/b/triggers.yaml");
    CHECK(text::join(found.pipelines, "|") == "a|b");
    CHECK(found.omissions.empty());
    // Four names in the root, a and b, their three files, dates.py and .git: below data and .git
    // nothing.
    CHECK(found.entries == 11);
  }
  SUBCASE("leaves out a folder whole when it holds more names than the budget has left") {
    for (int i = 0; i < 5; ++i)
      folder.write("dbt/" + std::to_string(i) + ".sql", "");
    // Root: dbt, metadata.yaml, pipelines, utils. Then dbt (5), pipelines (2), utils (1), a (1), b
    // (2).
    CHECK(told(scan(folder, {15, 64}).omissions).empty());
    CHECK(scan(folder, {15, 64}).entries == 15);
    CHECK(told(scan(folder, {14, 64}).omissions) == "pipelines/b scan_limit|");
    CHECK(told(scan(folder, {8, 64}).omissions) == "dbt scan_limit|pipelines/b scan_limit|");
    CHECK(scan(folder, {8, 64}).entries == 8);
    CHECK(told(scan(folder, {3, 64}).omissions) == ". scan_limit|");
  }
  SUBCASE("enters no link and opens no device, and tells those that could be source") {
    fs::create_symlink("dates.py", folder / "utils/link.py");
    fs::create_symlink("/", folder / "utils/everything");
    fs::create_symlink("/", folder / "data");
    REQUIRE(mkfifo((folder / "utils/fifo.py").c_str(), 0600) == 0);
    const auto found = scan(folder);
    CHECK(told(found.omissions) ==
          "utils/everything not_regular|utils/fifo.py not_regular|utils/link.py not_regular|");
    CHECK(found.files.back() == "utils/dates.py");
  }
  SUBCASE("takes a folder that is called like a file for the folder it is") {
    folder.write("utils/a.py/b.py", "");
    CHECK(scan(folder).files[3] == "utils/a.py/b.py");
  }
  SUBCASE("goes into no virtual environment, whatever its name") {
    folder.write("utils/mine/pyvenv.cfg", "");
    folder.write("utils/mine/a.py", "");
    CHECK(scan(folder).files.back() == "utils/dates.py");
  }
  SUBCASE("stops at a depth and says so") {
    std::string deep = "utils";
    for (int i = 0; i < 80; ++i)
      deep += "/d";
    folder.write(deep + "/f.py", "");
    const auto found = scan(folder);
    REQUIRE(found.omissions.size() == 1);
    CHECK(found.omissions[0].reason == project::OmissionReason::scan_limit);
    CHECK(text::split(found.omissions[0].path, '/').size() == 65);
  }
  SUBCASE("survives five thousand levels") {
    const fs::path start = fs::current_path();
    fs::create_directories(folder / "utils");
    fs::current_path(folder / "utils");
    for (int i = 0; i < 5000; ++i) {
      REQUIRE(mkdir("d", 0700) == 0);
      REQUIRE(chdir("d") == 0);
    }
    REQUIRE(chdir(start.c_str()) == 0);
    CHECK(scan(folder).omissions.size() == 1);
    // remove_all of the library recurses: take the levels away from below.
    const std::string name = (folder / "utils").string();
    CHECK(std::system(("rm -rf '" + name + "'").c_str()) == 0);
  }
  SUBCASE("keeps names as they are, whatever their bytes") {
    folder.write("utils/a\nb\x1B[2J\xFF.py", "");
    CHECK(scan(folder).files[3] == "utils/a\nb\x1B[2J\xFF.py");
  }
}
