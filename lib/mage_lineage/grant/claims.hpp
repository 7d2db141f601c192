#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/checks.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::grant {

inline constexpr std::string_view kCreateAction = "lineage:source_snapshot:create";
inline constexpr std::string_view kReadAction = "lineage:source_snapshot:read";

/// `create` and `read` stand for the two actions of the snapshot API; any other text is itself.
std::string expand_action(std::string_view name);

/// True for an action that reads one snapshot, and so needs its id: `read`, or a name that ends in
/// `:read` (this project's choice for names other than the API's own).
bool reads_snapshot(std::string_view action);

/// True for 1 to 128 ASCII letters, digits, `.`, `_` and `-` that are not all dots: what can stand
/// as one step of a request's path.
bool is_snapshot_id(std::string_view text);

/// Something wrong with a grant.
struct Finding {
  CheckId check = CheckId::token_form;
  std::string_view reason;  ///< stable snake_case code
  std::string member;       ///< the claim, header parameter or part it is about; may be empty
};

/// The claims of a grant that are there with the right type.
struct Claims {
  std::optional<std::string> issuer;
  std::optional<std::vector<std::string>> audience;
  std::optional<std::string> subject;
  std::optional<json::Seconds> issued_at;
  std::optional<json::Seconds> not_before;
  std::optional<json::Seconds> expires_at;
  std::optional<std::vector<std::string>> actions;  ///< of `actions`, or of `permissions`
  std::optional<Scope> scope;
  std::optional<std::string> snapshot_id;
};

/// Takes the claims out of a payload, which is an object. What is missing or of a wrong type is
/// added to `findings` under CheckId::claims; unknown claims are ignored.
Claims read_claims(const json::Value& payload, std::vector<Finding>& findings);

}  // namespace mage_lineage::grant
