#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/grant/inspect.hpp>
#include <mage_lineage/grant/report.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mage_lineage::grant {
namespace {

/// Collects what is seen.
class Inspector {
 public:
  Inspector(Inspection& out, Timestamp now) : out_(out), now_(now) {}

  void odd(std::string_view code, std::string detail) {
    out_.oddities.push_back({code, std::move(detail)});
  }

  std::string decode(std::string_view part, const std::string& name) {
    if (part.empty()) {
      odd("empty_part", "the " + name + " part is empty");
      return {};
    }
    if (auto strict = base64url_decode(part)) return *std::move(strict);
    auto lenient = base64_decode_leniently(part);
    odd("not_base64url", "the " + name + " part is not base64url without padding" +
                             (lenient ? ": it reads as another base64" : ""));
    return lenient.value_or("");
  }

  std::optional<json::Value> parse(std::string_view bytes, const std::string& name) {
    if (bytes.empty()) return std::nullopt;
    std::vector<std::string> duplicates;
    auto value = json::parse(
        bytes,
        {.max_bytes = kMaxTokenBytes, .max_depth = kMaxTokenDepth, .duplicates = &duplicates});
    if (!value) {
      odd("not_json", "the " + name + " is unreadable: " + value.error().message);
      return std::nullopt;
    }
    for (const std::string& pointer : duplicates) {
      odd("duplicate_member", "the " + name + " has " + pointer + " twice");
    }
    if (!value->is(json::Kind::object))
      odd("not_an_object", "the " + name + " is not a JSON object");
    return *std::move(value);
  }

  void look_at_header() {
    if (!out_.header) return;
    const json::Value* algorithm = out_.header->find("alg");
    if (algorithm == nullptr) {
      odd("alg_missing", "the header has no alg");
    } else if (algorithm->as_string() != nullptr && text::iequals(algorithm->text, "none")) {
      odd("alg_none", "the token claims to need no signature");
    } else if (algorithm->text != "HS256") {
      odd("alg_not_hs256", "alg is not HS256");
    }
    const json::Value* type = out_.header->find("typ");
    if (type != nullptr && type->text != "JWT") odd("typ_not_jwt", "typ is not JWT");
    for (const std::string_view name : kRefusedParameters) {
      if (out_.header->find(name) != nullptr) {
        odd("refused_parameter", "a header with " + std::string(name) + " is never accepted");
      }
    }
    for (const std::string_view name : {"kid", "jku", "jwk", "x5u", "x5c"}) {
      if (out_.header->find(name) != nullptr) {
        odd("key_hint", "the header's " + std::string(name) + " is never followed");
      }
    }
  }

  void look_at_claims() {
    if (!out_.payload || !out_.payload->is(json::Kind::object)) return;
    std::vector<Finding> findings;
    const Claims claims = read_claims(*out_.payload, findings);
    for (const Finding& finding : findings)
      odd(finding.reason, describe_finding(finding));
    const std::array<std::pair<std::string_view, const std::optional<json::Seconds>*>, 3> times{
        {{"iat", &claims.issued_at}, {"nbf", &claims.not_before}, {"exp", &claims.expires_at}}};
    for (const auto& [name, moment] : times) {
      if (*moment) {
        out_.times.push_back({name, show_time(**moment) + ", " + relative_time(**moment, now_)});
      }
    }
  }

 private:
  Inspection& out_;
  Timestamp now_;
};

}  // namespace

Inspection inspect(std::string_view token, Timestamp now) {
  Inspection out;
  out.bytes = token.size();
  Inspector inspector(out, now);
  if (token.size() > kMaxTokenBytes) {
    inspector.odd("too_large", "the token is larger than 8192 bytes; the rest is not looked at");
    token = token.substr(0, kMaxTokenBytes);
  }
  if (token.empty()) {
    inspector.odd("empty", "the token is empty");
    return out;
  }
  const auto parts = text::split(token, '.');
  if (parts.size() != 3) {
    inspector.odd("not_three_parts",
                  "it has " + text::count_of(parts.size(), "part", "parts") + " instead of three");
  }
  out.header = inspector.parse(inspector.decode(parts[0], "header"), "header");
  inspector.look_at_header();
  if (parts.size() > 1) {
    out.payload = inspector.parse(inspector.decode(parts[1], "payload"), "payload");
    inspector.look_at_claims();
  }
  if (parts.size() > 2) {
    out.signature_bytes = inspector.decode(parts[2], "signature").size();
    constexpr std::size_t kHmacBytes = 32;
    if (out.signature_bytes != kHmacBytes) {
      inspector.odd("signature_length", "the signature has " +
                                            text::count_of(out.signature_bytes, "byte", "bytes") +
                                            " instead of 32");
    }
  }
  return out;
}

}  // namespace mage_lineage::grant
