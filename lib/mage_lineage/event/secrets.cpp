#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/event.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::event {
namespace {

/// Members whose values are typed: ids, hashes, scope, times, the program's own URLs.
constexpr std::array<std::string_view, 14> kTyped{
    "schema_version", "event_id",   "event_type", "occurred_at", "scope",
    "payload_hashes", "eventTime",  "eventType",  "producer",    "schemaURL",
    "_producer",      "_schemaURL", "runId",      "mutation"};

bool is_typed(std::string_view key) {
  return std::find(kTyped.begin(), kTyped.end(), key) != kTyped.end();
}

// As deep as the event, which its reader bounds.
void visit(const json::Value& value, const std::string& pointer, const redact::Redactor& redactor,
           std::vector<std::string>& out) {
  if (const std::string* text = value.as_string()) {
    if (redactor.looks_secret(*text)) out.push_back(pointer);
    return;
  }
  for (std::size_t i = 0; i < value.items.size(); ++i)
    visit(value.items[i], pointer + "/" + std::to_string(i), redactor, out);
  for (const json::Member& member : value.members) {
    if (is_typed(member.key)) continue;
    const std::string at = pointer + json::pointer_step(member.key);
    // A rule may need the name to know the value: `password: hunter2`.
    const std::string* text = member.value.as_string();
    if (text != nullptr && redactor.looks_secret(member.key + ": \"" + *text + "\"")) {
      out.push_back(at);
      continue;
    }
    visit(member.value, at, redactor, out);
  }
}

}  // namespace

std::vector<std::string> secret_leaves(const json::Value& event, const redact::Redactor& redactor) {
  std::vector<std::string> out;
  visit(event, "", redactor, out);
  return out;
}

Result<> refuse_secrets(const json::Value& event, const redact::Redactor& redactor) {
  const auto leaves = secret_leaves(event, redactor);
  if (leaves.empty()) return {};
  return fail(Error{ErrorCode::invalid,
                    "a text of the event looks like a secret; the event is not sent",
                    text::escape_untrusted(leaves.front(), 512),
                    leaves.front() == "/routine_id"
                        ? "set AUTOPILOT_LINEAGE_ROUTINE_ID to a name"
                        : "rename the object, or take the secret out of its name or path",
                    {}});
}

}  // namespace mage_lineage::event
