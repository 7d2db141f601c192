#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/root.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>
#include <sys/stat.h>

using namespace mage_lineage;
using project::find_root;

namespace {

std::string root_of(const test::TempFolder& folder, const std::string& start) {
  platform::PosixFiles files;
  const auto root = find_root(files, (folder / start).string());
  if (!root) return "error: " + root.error().message;
  const auto prefix = folder.str().size();
  return root->path.size() == prefix ? "." : root->path.substr(prefix + 1);
}

/// The real files, but for one folder that may not be looked into.
class Guarded final : public sys::Files {
 public:
  explicit Guarded(std::string closed) : closed_(std::move(closed)) {}
  Result<std::unique_ptr<sys::Tree>> open_tree(const std::string& path) override {
    if (path == closed_) return fail(ErrorCode::permission, "cannot open it: permission denied");
    return files_.open_tree(path);
  }
  Result<sys::FileContent> read(const std::string& path, std::uint64_t most) override {
    return files_.read(path, most);
  }
  Result<std::unique_ptr<sys::Input>> open(const std::string& path) override {
    return files_.open(path);
  }
  Result<std::unique_ptr<sys::Output>> open_output(const std::string& path,
                                                   std::uint32_t mode) override {
    return files_.open_output(path, mode);
  }
  Result<> write(const std::string& path, std::string_view bytes, std::uint32_t mode) override {
    return files_.write(path, bytes, mode);
  }
  Result<std::string> canonical(const std::string& path) override { return files_.canonical(path); }

 private:
  platform::PosixFiles files_;
  std::string closed_;
};

}  // namespace

TEST_CASE("find_root") {
  const test::TempFolder folder;
  platform::PosixFiles files;
  folder.write("shop/metadata.yaml", "project_uuid: x\n");
  folder.write("shop/pipelines/daily/metadata.yaml", "blocks: []\n");
  folder.write("shop/pipelines/daily/triggers.yaml", "");
  folder.write("shop/custom_templates/pipelines/t/metadata.yaml", "blocks: []\n");
  folder.write("shop/data_loaders/sub/load.py", "");
  folder.write("shop/.file_versions/metadata.yaml/1", "");

  SUBCASE("is the folder itself, or the nearest one above") {
    CHECK(root_of(folder, "shop") == "shop");
    CHECK(root_of(folder, "shop/data_loaders/sub") == "shop");
    CHECK(root_of(folder, "shop/.file_versions") == "shop");
  }
  SUBCASE("is found from a file of the project") {
    CHECK(root_of(folder, "shop/metadata.yaml") == "shop");
    CHECK(root_of(folder, "shop/data_loaders/sub/load.py") == "shop");
  }
  SUBCASE("is not a pipeline or a template") {
    CHECK(root_of(folder, "shop/pipelines/daily") == "shop");
    CHECK(root_of(folder, "shop/custom_templates/pipelines/t") == "shop");
  }
  SUBCASE("may lie in a folder that happens to be called pipelines") {
    folder.write("pipelines/shop/metadata.yaml", "project_uuid: x\n");
    CHECK(root_of(folder, "pipelines/shop") == "pipelines/shop");
  }
  SUBCASE("is the inner one of two nested projects") {
    folder.write("shop/inner/metadata.yaml", "");
    CHECK(root_of(folder, "shop/inner") == "shop/inner");
  }
  SUBCASE("is not the outer one when it cannot be known whether there is an inner one") {
    folder.write("shop/inner/utils/a.py", "");
    Guarded guarded((folder / "shop/inner").string());
    for (const char* start : {"shop/inner", "shop/inner/utils"}) {
      const auto root = find_root(guarded, (folder / start).string());
      REQUIRE_FALSE(root.has_value());
      CHECK(root.error().code == ErrorCode::permission);
    }
    CHECK(find_root(guarded, (folder / "shop/data_loaders").string()).has_value());
  }
  SUBCASE("is reached through a link, and told without it") {
    std::filesystem::create_symlink("shop", folder / "link");
    CHECK(root_of(folder, "link/data_loaders") == "shop");
  }
  SUBCASE("counts a metadata.yaml that cannot be read, which is told when it is read") {
    std::filesystem::create_directory(folder / "fifo");
    REQUIRE(mkfifo((folder / "fifo/metadata.yaml").c_str(), 0600) == 0);
    CHECK(root_of(folder, "fifo") == "fifo");
  }
  SUBCASE("says what was looked for where there is none") {
    folder.write("bare/pipelines/daily/metadata.yaml", "blocks: []\n");
    const auto none = find_root(files, (folder / "bare/pipelines/daily").string());
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == ErrorCode::not_found);
    CHECK(none.error().message == "\"" + (folder / "bare/pipelines/daily").string() +
                                      "\" is not in a Mage project: there is no metadata.yaml of a "
                                      "project in it or in any folder above");
    REQUIRE(none.error().context.size() == 1);
    CHECK(none.error().context[0].find("describes a pipeline or a template") != std::string::npos);
    CHECK(find_root(files, (folder / "nowhere").string()).error().code == ErrorCode::not_found);
  }
  SUBCASE("lists a platform's projects") {
    folder.write("all/settings.yaml",
                 "projects:\n  one:\n    path: nested/one\n  gone:\n    active: true\n");
    folder.write("all/nested/one/metadata.yaml", "");
    folder.write("all/two/metadata.yaml", "");
    const auto none = find_root(files, (folder / "all").string());
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().hint ==
          "this folder is a platform (settings.yaml) of 2 projects: choose one with --project "
          "(nested/one, two)");
    CHECK(find_root(files, (folder / "all/two").string())->platform == (folder / "all").string());
    CHECK(find_root(files, (folder / "shop").string())->platform.empty());
  }
}
