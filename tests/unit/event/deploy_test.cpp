#include <mage_lineage/event/deploy.hpp>

#include <mage_lineage/event/event.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/platform/posix_process.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "support/temp_folder.hpp"

using namespace mage_lineage;
using namespace mage_lineage::event;
using test::TempFolder;

namespace {

using Told = std::vector<std::string>;

/// A clone with a project in its folder `shop`.
class Repository {
 public:
  explicit Repository(const std::string& object_format = "sha1") {
    git("init --quiet --initial-branch=main --object-format=" + object_format + " .");
    folder_.write("shop/metadata.yaml", "project_uuid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\n");
    write_pipeline("orders", {"load", "clean"});
    write_pipeline("report", {"load"});
    folder_.write("shop/data_loaders/load.py", "import pandas\n\ndef load():\n    return 1\n");
    folder_.write("shop/transformers/clean.sql", "select 1\n");
    folder_.write("shop/utils/dates.py", "def today(): ...\n");
    folder_.write(
        "shop/pipelines/orders/triggers.yaml",
        "triggers:\n- name: nightly\n  schedule_type: time\n  schedule_interval: '@daily'\n"
        "  status: active\n- name: hook\n  schedule_type: api\n  status: active\n");
    commit("first");
  }

  void write(const std::string& path, const std::string& text) { folder_.write(path, text); }
  void remove(const std::string& path) { std::filesystem::remove(folder_ / path); }
  void link(const std::string& target, const std::string& path) {
    std::filesystem::create_symlink(target, folder_ / path);
  }
  void rename(const std::string& from, const std::string& to) {
    std::filesystem::create_directories((folder_ / to).parent_path());
    std::filesystem::rename(folder_ / from, folder_ / to);
  }

  void write_pipeline(const std::string& uuid, const std::vector<std::string>& blocks) {
    std::string text = "name: " + uuid + "\ntype: python\nuuid: " + uuid + "\nblocks:\n";
    for (const std::string& block : blocks) {
      const bool loader = block == "load";
      text += "- uuid: " + block + "\n  name: " + block +
              "\n  type: " + (loader ? "data_loader" : "transformer") +
              "\n  language: " + (loader ? "python" : "sql") +
              "\n  upstream_blocks: []\n  downstream_blocks: []\n";
    }
    folder_.write("shop/pipelines/" + uuid + "/metadata.yaml", text);
  }

  void commit(const std::string& message) {
    git("add --all .");
    git("-c user.name=t -c user.email=t@example.com commit --quiet --allow-empty -m " + message);
  }

  void git(const std::string& words) const {
    const std::string line = "cd '" + folder_.str() + "' && HOME=/ GIT_CONFIG_NOSYSTEM=1 git " +
                             words + " >/dev/null 2>&1";
    REQUIRE(std::system(line.c_str()) == 0);
  }

  Result<Deploy> deploy(const DeployRequest& request, sys::Environment more = {}) const {
    more.insert({{"PATH", std::getenv("PATH")}, {"HOME", "/"}});
    platform::PosixProcess process;
    platform::PosixFiles files;
    const redact::Redactor redactor;
    return read_deploy(request, {(folder_ / "shop").string(), {}}, process, more, files, redactor);
  }

  std::string folder() const { return folder_.str(); }

 private:
  TempFolder folder_;
};

/// `TYPE.MUTATION NAME [pipelines]`, one a change, the deployment left out.
Told told(const Result<Deploy>& deploy) {
  REQUIRE(deploy.has_value());
  Told out;
  for (const Change& change : deploy->changes) {
    if (change.object.type == ObjectType::deployment) continue;
    std::string line = event_type_of(change) + " " + openlineage_name_of(change.object);
    if (change.previous) line += " was " + openlineage_name_of(*change.previous);
    for (const std::string& pipeline : change.object.pipeline_uuids)
      line += " " + pipeline;
    out.push_back(line);
  }
  return out;
}

}  // namespace

TEST_CASE("parse_raw_diff") {
  const std::string blob(40, 'a');
  const std::string zero(40, '0');
  const auto entry = [](const std::string& from, const std::string& to, const std::string& status) {
    return ":100644 100644 " + from + " " + to + " " + status + std::string(1, '\0');
  };
  const std::string nul(1, '\0');
  SUBCASE("paths are taken as they are, renames have two") {
    const auto files =
        parse_raw_diff(entry(zero, blob, "A") + "a\nb \xFF" + nul + entry(blob, blob, "R087") +
                       "old" + nul + "new" + nul + entry(blob, zero, "D") + "gone" + nul);
    REQUIRE(files.has_value());
    REQUIRE(files->size() == 3);
    CHECK((*files)[0].path == "a\nb \xFF");
    CHECK((*files)[1].status == 'R');
    CHECK((*files)[1].old_path == "old");
    CHECK((*files)[1].path == "new");
    CHECK((*files)[2].blob.empty());
  }
  SUBCASE("anything else is refused") {
    for (const std::string& bad :
         {std::string("x"), entry(blob, blob, "M"), entry("short", "short", "M") + "p" + nul,
          entry(blob, blob, "") + "p" + nul, entry(blob, blob, "R100") + "old" + nul}) {
      CHECK_FALSE(parse_raw_diff(bad).has_value());
    }
  }
}

TEST_CASE("read_deploy") {
  Repository repository;
  SUBCASE("a block that two pipelines use is one change with both") {
    repository.write("shop/data_loaders/load.py", "import pandas\n\ndef load():\n    return 2\n");
    repository.commit("second");
    const auto deploy = repository.deploy({});
    CHECK(told(deploy) == Told{"block.updated block/data_loader/load orders report"});
    const Change& change = deploy->changes.front();
    CHECK(change.object.language == "python");
    CHECK(change.object.path == "data_loaders/load.py");
    // sha256sum of the new text
    CHECK(change.hashes.content ==
          "sha256:66591a1e3552623f23103924d17a1faa3f7c8fb9afcff246f42df926c32b5ec5");
    CHECK(deploy->changes.back().object.uuid == deploy->to);
  }
  SUBCASE("renames, deletions, pipelines, the project and files are told as such") {
    repository.rename("shop/data_loaders/load.py", "shop/data_loaders/fetch.py");
    repository.remove("shop/transformers/clean.sql");
    repository.rename("shop/utils/dates.py", "shop/utils/days.py");
    repository.write_pipeline("orders", {});
    repository.write_pipeline("report", {});
    repository.write_pipeline("fresh", {});
    repository.write(
        "shop/metadata.yaml",
        "project_uuid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\nlineage:\n  enabled: true\n");
    repository.write("README.md", "outside of the project\n");
    repository.write("shop/notes.txt", "not allowlisted\n");
    repository.commit("second");
    const auto deploy = repository.deploy({});
    CHECK(told(deploy) == Told{"project.updated project", "pipeline.created pipeline/fresh",
                               "pipeline.updated pipeline/orders",
                               "pipeline.updated pipeline/report",
                               "block.renamed block/data_loader/fetch was block/data_loader/load",
                               "block.deleted block/transformer/clean orders",
                               "file.renamed file/utils/days.py was file/utils/dates.py"});
    CHECK(deploy->other_files == 1);
  }
  SUBCASE("triggers are told one by one") {
    repository.write("shop/pipelines/orders/triggers.yaml",
                     "triggers:\n- name: nightly\n  schedule_type: time\n  schedule_interval: "
                     "'@hourly'\n  status: active\n- name: other\n  schedule_type: event\n"
                     "  status: active\n");
    repository.commit("second");
    CHECK(told(repository.deploy({})) == Told{"trigger.deleted trigger/orders/hook orders",
                                              "trigger.created trigger/orders/other orders",
                                              "schedule.updated trigger/orders/nightly orders"});
  }
  SUBCASE("what CI says is compared with, an all-zero name or an unknown commit is not") {
    repository.write("shop/utils/dates.py", "x = 1\n");
    repository.commit("second");
    repository.write("shop/utils/more.py", "y = 1\n");
    repository.commit("third");
    CHECK(told(repository.deploy({}, {{"CI_COMMIT_BEFORE_SHA", "HEAD~2"}})).size() == 2);
    const auto zero = repository.deploy({}, {{"CI_COMMIT_BEFORE_SHA", std::string(40, '0')}});
    CHECK(told(zero).size() == 1);
    CHECK(zero->notes.size() == 1);
    const auto unknown = repository.deploy({}, {{"CI_COMMIT_BEFORE_SHA", std::string(40, 'b')}});
    CHECK(told(unknown).size() == 1);
    CHECK(unknown->notes.size() == 2);
  }
  SUBCASE("the first commit creates everything") {
    CHECK(told(repository.deploy({})).size() == 8);
  }
  SUBCASE("the first commit of a repository with SHA-256 names does as well") {
    CHECK(told(Repository("sha256").deploy({})).size() == 8);
  }
  SUBCASE("an older metadata.yaml that cannot be used is told, and nothing is lost for it") {
    for (const std::string& unusable :
         {std::string("project_uuid: [\n"), "x: " + std::string(std::size_t{2} << 20U, 'x'),
          std::string("- a list\n")}) {
      repository.write("shop/metadata.yaml", unusable);
      repository.commit("broken");
      repository.write("shop/metadata.yaml",
                       "project_uuid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\n");
      repository.write("shop/data_loaders/load.py", "x = " + std::to_string(unusable.size()));
      repository.write("shop/utils/more.py", std::string(40, unusable.back()) + unusable);
      repository.remove("shop/utils/dates.py");
      repository.commit("mended");
      const auto deploy = repository.deploy({"HEAD~1", {}, {}});
      CHECK(told(deploy) ==
            Told{"project.updated project", "block.updated block/data_loader/load orders report",
                 "file.deleted file/utils/dates.py", "file.created file/utils/more.py"});
      CHECK(deploy->other_files == 0);
      REQUIRE(deploy->notes.size() == 1);
      CHECK(deploy->notes.front().find("metadata.yaml") != std::string::npos);
      repository.remove("shop/utils/more.py");
      repository.write("shop/utils/dates.py", "def today(): ...\n");
    }
  }
  SUBCASE("a newer metadata.yaml that cannot be used is an error that says so") {
    repository.write("shop/metadata.yaml", "project_uuid: [\n");
    repository.commit("broken");
    const auto broken = repository.deploy({});
    REQUIRE_FALSE(broken.has_value());
    CHECK(broken.error().code == ErrorCode::malformed);
    CHECK(broken.error().position.starts_with("metadata.yaml:"));
    REQUIRE(broken.error().context.size() == 1);
    repository.remove("shop/metadata.yaml");
    repository.commit("gone");
    const auto gone = repository.deploy({});
    REQUIRE_FALSE(gone.has_value());
    CHECK(gone.error().code == ErrorCode::not_found);
    CHECK(gone.error().message.ends_with("has no Mage project in this folder"));
  }
  SUBCASE("a file that is too large to be hashed, or a link, costs no other file its hash") {
    repository.write("shop/utils/large.sql", std::string(std::size_t{65} << 20U, 'x'));
    repository.write("shop/utils/most.sql", std::string(kMostHashedBytes, ' '));
    repository.write("shop/utils/more.sql", std::string(kMostHashedBytes + 1, ' '));
    repository.write("shop/data_loaders/load.py", "import pandas\n\ndef load():\n    return 2\n");
    repository.link("dates.py", "shop/utils/link.py");
    repository.commit("second");
    const auto deploy = repository.deploy({});
    REQUIRE(deploy.has_value());
    std::map<std::string, std::string> hashes;
    for (const Change& change : deploy->changes)
      hashes.emplace(change.object.path, change.hashes.content);
    CHECK(hashes.at("data_loaders/load.py") ==
          "sha256:66591a1e3552623f23103924d17a1faa3f7c8fb9afcff246f42df926c32b5ec5");
    // head -c 4194304 /dev/zero | tr '\0' ' ' | sha256sum
    CHECK(hashes.at("utils/most.sql") ==
          "sha256:b7a6434d497ad38396f731f01623496e52cefa88063bcb80cb802c2827c31f8a");
    CHECK(hashes.at("utils/more.sql").empty());
    CHECK(hashes.at("utils/large.sql").empty());
    CHECK_FALSE(hashes.contains("utils/link.py"));
  }
  SUBCASE("an unknown revision, or one that looks like an option, is an error") {
    CHECK(repository.deploy({"nowhere", {}, {}}).error().code == ErrorCode::not_found);
    CHECK(repository.deploy({{}, "--output=/tmp/x", {}}).error().code == ErrorCode::not_found);
  }
  SUBCASE("a shallow clone that ends here says how to go on") {
    repository.write("shop/utils/dates.py", "x = 1\n");
    repository.commit("second");
    TempFolder other;
    const std::string line = "git clone --quiet --depth 1 'file://" + repository.folder() + "' '" +
                             (other / "c").string() + "' 2>/dev/null";
    REQUIRE(std::system(line.c_str()) == 0);
    platform::PosixProcess process;
    platform::PosixFiles files;
    const auto deploy =
        read_deploy({}, {(other / "c/shop").string(), {}}, process,
                    {{"PATH", std::getenv("PATH")}, {"HOME", "/"}}, files, redact::Redactor());
    REQUIRE_FALSE(deploy.has_value());
    CHECK(deploy.error().hint.find("fetch-depth: 0") != std::string::npos);
  }
  SUBCASE("settings and attributes of the repository run nothing") {
    const std::string trap = repository.folder() + "/trap";
    repository.write("trap.sh", "#!/bin/sh\ntouch '" + trap + "'\n");
    repository.git("config core.fsmonitor " + repository.folder() + "/trap.sh");
    repository.git("config diff.external " + repository.folder() + "/trap.sh");
    repository.git("config diff.py.textconv " + repository.folder() + "/trap.sh");
    repository.git("config filter.evil.smudge " + repository.folder() + "/trap.sh");
    std::filesystem::permissions(repository.folder() + "/trap.sh",
                                 std::filesystem::perms::owner_all);
    repository.write(".gitattributes", "*.py diff=py\n");
    repository.write("shop/utils/dates.py", "x = 2\n");
    repository.git("-c core.fsmonitor=false add --all .");
    repository.git(
        "-c core.fsmonitor=false -c user.name=t -c user.email=t@e.com commit --quiet -m x");
    std::filesystem::remove(trap);
    const auto deploy = repository.deploy(
        {}, {{"GIT_EXTERNAL_DIFF", repository.folder() + "/trap.sh"}, {"GIT_DIR", "/nonexistent"}});
    CHECK(told(deploy) == Told{"file.updated file/utils/dates.py"});
    CHECK_FALSE(std::filesystem::exists(trap));
  }
}
