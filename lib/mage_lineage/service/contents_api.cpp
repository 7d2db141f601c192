#include <mage_lineage/service/contents_api.hpp>

#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <unordered_set>
#include <utility>

namespace mage_lineage::service {
namespace {

Result<snapshot::ContentRequest> parse_one(const json::Value& entry) {
  const auto* key = entry.find("owner_key");
  if (key == nullptr || key->as_string() == nullptr) {
    return fail(ErrorCode::invalid, "each owner has an owner_key, a string");
  }
  snapshot::ContentRequest request{*key->as_string(), {}};
  if (const auto* hash = entry.find("content_hash")) {
    if (hash->as_string() == nullptr || hash->as_string()->empty()) {
      return fail(ErrorCode::invalid, "a content_hash is a nonempty string");
    }
    request.content_hash = *hash->as_string();
  }
  return request;
}

}  // namespace

Result<std::vector<snapshot::ContentRequest>> parse_contents_request(std::string_view body) {
  constexpr std::size_t kDeepest = 16;
  constexpr std::size_t kMostValues = 100'000;
  const auto document = json::parse(
      body, {.max_bytes = kMostContentsBody, .max_depth = kDeepest, .max_values = kMostValues});
  if (!document) return fail(document.error());
  const auto* owners = document->find("owners");
  if (owners == nullptr || !owners->is(json::Kind::array)) {
    return fail(ErrorCode::invalid, "owners is an array");
  }
  if (owners->items.empty() || owners->items.size() > snapshot::kMostContents) {
    return fail(ErrorCode::invalid,
                "owners has 1 to " + std::to_string(snapshot::kMostContents) + " entries");
  }
  std::vector<snapshot::ContentRequest> requests;
  std::unordered_set<std::string> keys;
  for (const auto& entry : owners->items) {
    auto request = parse_one(entry);
    if (!request) return fail(std::move(request).error());
    if (!keys.insert(request->owner_key).second) {
      return fail(ErrorCode::invalid, "an owner is asked for twice");
    }
    requests.push_back(*std::move(request));
  }
  return requests;
}

std::string contents_body(std::string_view snapshot_id,
                          const std::vector<snapshot::ContentAnswer>& answers) {
  json::Writer out(json::Style::compact);
  out.begin_object().member("snapshot_id", snapshot_id).key("contents").begin_array();
  for (const auto& answer : answers) {
    out.begin_object().member("owner_key", answer.owner_key);
    out.member("status", snapshot::to_string(answer.status));
    if (answer.status == snapshot::ContentStatus::ok) {
      out.member("content", answer.content).member("content_hash", answer.content_hash);
      if (answer.lossy) out.member("encoding", "utf-8-lossy");
    }
    out.end_object();
  }
  out.end_array().end_object();
  return std::move(out).text() + "\n";
}

}  // namespace mage_lineage::service
