// The router of the snapshot service under any request. An input is lines: method, target, then
// headers (`name: value`) up to an empty line, then the body. `@create` and `@read` stand for good
// grants, `@id` for the id of a live snapshot.
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/mint.hpp>
#include <mage_lineage/service/admin.hpp>
#include <mage_lineage/service/snapshot_api.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

#include "../support/fake_clock.hpp"

using namespace mage_lineage;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}

/// A project in memory.
class MemoryTree final : public sys::Tree {
 public:
  Result<sys::FileContent> read(const std::string& path, std::uint64_t max_bytes) override {
    const auto at = kFiles.find(path);
    if (at == kFiles.end()) return fail(ErrorCode::not_found, "no such file");
    if (at->second.size() > max_bytes) return fail(ErrorCode::too_large, "too large");
    return sys::FileContent{at->second, 0644};
  }
  Result<std::vector<sys::Entry>> list(const std::string& path, std::size_t) override {
    if (path.empty()) {
      return std::vector<sys::Entry>{{"metadata.yaml", sys::EntryKind::file},
                                     {"utils", sys::EntryKind::folder}};
    }
    if (path == "utils") return std::vector<sys::Entry>{{"a.py", sys::EntryKind::file}};
    return fail(ErrorCode::not_found, "no such folder");
  }
  Result<Stat> stat(const std::string& path) override {
    const auto at = kFiles.find(path);
    if (at == kFiles.end()) return fail(ErrorCode::not_found, "no such file");
    return Stat{sys::EntryKind::file, at->second.size()};
  }

 private:
  inline static const std::map<std::string, std::string> kFiles = {
      {"metadata.yaml", "project_uuid: p\nlineage:\n  enabled: true\n"}, {"utils/a.py", "x = 1\n"}};
};

class MemoryFiles final : public sys::Files {
 public:
  Result<std::unique_ptr<sys::Tree>> open_tree(const std::string&) override {
    return std::unique_ptr<sys::Tree>(std::make_unique<MemoryTree>());
  }
  Result<sys::FileContent> read(const std::string&, std::uint64_t) override { return none(); }
  Result<std::unique_ptr<sys::Input>> open(const std::string&) override { return none(); }
  Result<std::unique_ptr<sys::Output>> open_output(const std::string&, std::uint32_t) override {
    return none();
  }
  Result<> write(const std::string&, std::string_view, std::uint32_t) override { return none(); }
  Result<std::string> canonical(const std::string&) override { return none(); }

 private:
  static Failure none() { return fail(ErrorCode::not_found, "no such file"); }
};

/// A service with one live snapshot.
struct Service {
  test_support::FakeClock clock;
  test_support::FakeRandom random;
  MemoryFiles files;
  service::Metrics metrics;
  service::Keyring keyring{grant::Keys{Secret(std::string(32, 'k')), {}}};
  service::SnapshotApi api{
      {{{{"/project", ""}, {"c", "w", "p"}}},
       settings::load({{"AUTOPILOT_LINEAGE_ENABLED", "1"}}, std::nullopt).value(),
       {},
       {},
       {.live = 2}},
      {clock, random, files, keyring, metrics, nullptr}};
  service::AdminApi admin{metrics, api};
  std::string create = grant("create");
  std::string id = json::parse(*answer({"POST",
                                        "/api/v1/lineage/source-snapshots",
                                        {{"authorization", "Bearer " + create}},
                                        "",
                                        nullptr},
                                       "")
                                    .body)
                       ->find("snapshot_id")
                       ->text;
  std::string read = grant("read");

  std::string grant(std::string_view action) {
    grant::MintRequest request;
    request.actions = {grant::expand_action(action)};
    request.scope = {"c", "w", "p"};
    if (action == "read") request.snapshot_id = id;
    request.now = clock.now();
    request.token_id = "1";
    return std::string(grant::mint(request, keyring.keys()->current).value().token.reveal());
  }

  sys::ServedResponse answer(sys::ServedRequest request, std::string body) {
    auto verdict = api.judge_head(request);
    sys::ServedResponse response;
    if (verdict.answer) {
      response = *std::move(verdict.answer);
    } else {
      require(verdict.max_body <= 1U << 20U, "a body is bounded");
      request.body = std::move(body);
      request.body.resize(std::min(request.body.size(), verdict.max_body));
      auto handling = api.handle(request);
      response = handling.later ? handling.later() : std::move(handling.now);
    }
    api.answered(request, {response.status, response.body ? response.body->size() : 0, {}});
    return response;
  }
};

void replace_all(std::string& text, std::string_view name, std::string_view value) {
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Service service;
  std::string text(reinterpret_cast<const char*>(data), size);
  const bool has_grant = text.find('@') != std::string::npos;
  replace_all(text, "@create", service.create);
  replace_all(text, "@read", service.read);
  replace_all(text, "@id", service.id);
  sys::ServedRequest request;
  std::string_view rest = text;
  const auto line = [&rest] {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto found = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return std::string(found);
  };
  request.method = line();
  request.target = line();
  while (!rest.empty()) {
    const auto header = line();
    if (header.empty()) break;
    const auto colon = header.find(": ");
    if (colon == std::string::npos) continue;
    request.headers.emplace_back(header.substr(0, colon), header.substr(colon + 2));
  }
  const auto target = request.target;
  const auto response = service.answer(request, std::string(rest));
  const bool open = target == "/healthz" || target.starts_with("/healthz?");
  require(response.status < 500, "no request is a fault");
  require(response.status >= 400 || open || has_grant, "without a grant nothing is shown");
  const auto body = json::parse(*response.body);
  require(body.has_value(), "every answer is JSON");
  const auto* error = body->find("error");
  require((error != nullptr) == (response.status >= 400), "what is refused says why");
  for (const auto& [name, value] : response.headers)
    require(value.find_first_of("\r\n") == std::string::npos, "a header is one line");
  auto verdict = service.admin.judge_head(request);
  if (!verdict.answer) service.admin.handle(request);
  return 0;
}
