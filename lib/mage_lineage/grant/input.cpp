#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/input.hpp>

#include <utility>

namespace mage_lineage::grant {
namespace {

bool remove_line_break(std::string_view& text) {
  if (!text.ends_with('\n')) return false;
  text.remove_suffix(text.ends_with("\r\n") ? 2 : 1);
  return true;
}

bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!text::iequals(text.substr(0, prefix.size()), prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

}  // namespace

CleanedToken clean_token(std::string_view input) {
  CleanedToken out;
  if (remove_line_break(input)) out.notes.emplace_back("removed one trailing line break");
  if (remove_prefix(input, "Authorization: Bearer ")) {
    out.notes.emplace_back("removed the prefix \"Authorization: Bearer \"");
  } else if (remove_prefix(input, "Bearer ")) {
    out.notes.emplace_back("removed the prefix \"Bearer \"");
  }
  out.token = input;
  return out;
}

Result<CleanedSecret> clean_secret(std::string bytes) {
  const Secret whole(std::move(bytes));
  std::string_view rest = whole.reveal();
  CleanedSecret out;
  out.line_break_removed = remove_line_break(rest);
  if (rest.empty()) return fail(ErrorCode::invalid, "the secret is empty");
  out.secret = Secret(std::string(rest));
  return out;
}

Result<Timestamp> parse_moment(std::string_view text) {
  if (auto time = parse_rfc3339(text)) return time;
  const std::string_view digits = text.starts_with('@') ? text.substr(1) : text;
  constexpr std::int64_t kLastSecond =
      std::chrono::floor<std::chrono::seconds>(kLastTimestamp).time_since_epoch().count();
  const auto number = json::parse(digits);
  const auto seconds = number ? number->as_seconds() : std::nullopt;
  if (!seconds || digits != number->text || seconds->whole < 0 || seconds->whole > kLastSecond) {
    return fail(ErrorCode::malformed, "\"" + text::escape_untrusted(text, 64) + "\" is not a time",
                "write it as 2026-08-03T19:40:00Z, or as seconds since 1970");
  }
  constexpr std::int32_t kNanosPerMs = 1'000'000;
  return Timestamp(std::chrono::seconds(seconds->whole) +
                   std::chrono::milliseconds(seconds->nanos / kNanosPerMs));
}

}  // namespace mage_lineage::grant
