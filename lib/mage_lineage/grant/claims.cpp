#include <mage_lineage/core/text.hpp>
#include <mage_lineage/grant/claims.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace mage_lineage::grant {
namespace {

using json::Kind;

/// Reads claims of one payload; every failure goes into the same list.
class Reader {
 public:
  Reader(const json::Value& payload, std::vector<Finding>& findings)
      : payload_(payload), findings_(findings) {}

  std::optional<std::string> text(std::string_view name) {
    const json::Value* value = required(name);
    if (value == nullptr) return std::nullopt;
    const std::string* text = value->as_string();
    if (text == nullptr) return wrong(name, "wrong_type");
    if (text::trim(*text).empty()) return wrong(name, "blank");
    return *text;
  }

  std::optional<json::Seconds> time(std::string_view name, bool optional = false) {
    const json::Value* value = optional ? payload_.find(name) : required(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is(Kind::number)) return wrong(name, "wrong_type");
    const auto seconds = value->as_seconds();
    if (!seconds) return wrong(name, "out_of_range");
    if (seconds->whole < 0) return wrong(name, "negative");
    return seconds;
  }

  std::optional<std::vector<std::string>> texts(std::string_view name) {
    const json::Value* value = payload_.find(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is(Kind::array)) return wrong(name, "wrong_type");
    if (value->items.empty()) return wrong(name, "empty");
    std::vector<std::string> out;
    for (const json::Value& item : value->items) {
      if (!item.is(Kind::string)) return wrong(name, "wrong_type");
      if (text::trim(item.text).empty()) return wrong(name, "blank");
      out.push_back(item.text);
    }
    return out;
  }

  std::optional<std::vector<std::string>> audience() {
    const json::Value* value = required("aud");
    if (value == nullptr) return std::nullopt;
    if (value->is(Kind::array)) return texts("aud");
    const std::string* text = value->as_string();
    if (text == nullptr) return wrong("aud", "wrong_type");
    if (text::trim(*text).empty()) return wrong("aud", "blank");
    return std::vector<std::string>{*text};
  }

  std::optional<std::vector<std::string>> actions() {
    const bool has_actions = payload_.find("actions") != nullptr;
    const bool has_permissions = payload_.find("permissions") != nullptr;
    if (!has_actions && !has_permissions) return wrong("actions", "missing");
    auto actions = texts("actions");
    auto permissions = texts("permissions");
    if ((has_actions && !actions) || (has_permissions && !permissions)) return std::nullopt;
    if (actions && permissions) {
      const std::set<std::string_view> a(actions->begin(), actions->end());
      const std::set<std::string_view> b(permissions->begin(), permissions->end());
      if (a != b) return wrong("permissions", "differs_from_actions");
    }
    return actions ? std::move(actions) : std::move(permissions);
  }

  std::optional<Scope> scope() {
    const json::Value* value = required("lineage_scope");
    if (value == nullptr) return std::nullopt;
    if (!value->is(Kind::object)) return wrong("lineage_scope", "wrong_type");
    Scope scope;
    const std::array<std::pair<std::string_view, std::string*>, 3> parts{
        {{"customer_cluster_uuid", &scope.customer_cluster_uuid},
         {"workspace_uuid", &scope.workspace_uuid},
         {"project_uuid", &scope.project_uuid}}};
    for (const auto& [name, target] : parts) {
      const json::Value* part = value->find(name);
      const std::string member = "lineage_scope." + std::string(name);
      if (part == nullptr) return wrong(member, "missing");
      if (!part->is(Kind::string)) return wrong(member, "wrong_type");
      if (text::trim(part->text).empty()) return wrong(member, "blank");
      *target = part->text;
    }
    if (value->members.size() != parts.size()) return wrong("lineage_scope", "unknown_member");
    return scope;
  }

  std::optional<std::string> snapshot_id() {
    const json::Value* value = payload_.find("snapshot_id");
    if (value == nullptr) return std::nullopt;
    if (!value->is(Kind::string)) return wrong("snapshot_id", "wrong_type");
    if (!is_snapshot_id(value->text)) return wrong("snapshot_id", "not_an_id");
    return value->text;
  }

 private:
  const json::Value* required(std::string_view name) {
    const json::Value* value = payload_.find(name);
    if (value == nullptr) wrong(name, "missing");
    return value;
  }

  std::nullopt_t wrong(std::string_view name, std::string_view reason) {
    findings_.push_back({CheckId::claims, reason, std::string(name)});
    return std::nullopt;
  }

  const json::Value& payload_;
  std::vector<Finding>& findings_;
};

}  // namespace

std::string expand_action(std::string_view name) {
  if (name == "create") return std::string(kCreateAction);
  if (name == "read") return std::string(kReadAction);
  return std::string(name);
}

bool reads_snapshot(std::string_view action) {
  return action == "read" || action.ends_with(":read");
}

bool is_snapshot_id(std::string_view text) {
  constexpr std::size_t kLongest = 128;
  const auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  };
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), allowed) &&
         text.find_first_not_of('.') != std::string_view::npos;
}

Claims read_claims(const json::Value& payload, std::vector<Finding>& findings) {
  Reader reader(payload, findings);
  Claims claims;
  claims.issuer = reader.text("iss");
  claims.audience = reader.audience();
  claims.subject = reader.text("sub");
  claims.issued_at = reader.time("iat");
  claims.not_before = reader.time("nbf", true);
  claims.expires_at = reader.time("exp");
  claims.actions = reader.actions();
  claims.scope = reader.scope();
  claims.snapshot_id = reader.snapshot_id();
  return claims;
}

}  // namespace mage_lineage::grant
