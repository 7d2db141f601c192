#include <mage_lineage/settings/values.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/url.hpp>

#include <algorithm>

namespace mage_lineage::settings {
namespace {

Result<std::string> normalize_count(std::string_view given, std::uint64_t least,
                                    std::uint64_t most) {
  const auto value = text::parse_decimal(given);
  if (!value || *value < least || *value > most) {
    return fail(
        ErrorCode::invalid,
        "is not a whole number from " + std::to_string(least) + " to " + std::to_string(most),
        "write digits alone, without a unit, for example 500000");
  }
  return std::to_string(*value);
}

Result<std::string> normalize_url(std::string_view given) {
  given = text::trim(given);
  if (auto url = parse_url(given); !url) {
    auto error = std::move(url).error();
    error.message = "is not usable: " + error.message;
    if (error.hint.empty()) error.hint = "write a URL such as https://host.example/base";
    return fail(std::move(error));
  }
  return std::string(given);
}

/// The milliseconds of the digits behind a decimal point, rounded up; nullopt for other text.
std::optional<std::int64_t> fraction_of_second(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  std::int64_t ms = 0;
  std::int64_t scale = 100;
  bool more = false;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    ms += (c - '0') * scale;
    more = more || (scale == 0 && c != '0');
    scale /= 10;
  }
  return ms + (more ? 1 : 0);
}

}  // namespace

bool is_truthy(std::string_view flag) {
  return flag == "1" || flag == "true" || flag == "yes" || flag == "on";
}

bool is_falsy(std::string_view flag) {
  return flag == "0" || flag == "false" || flag == "no" || flag == "off";
}

Result<std::chrono::milliseconds> parse_seconds(std::string_view given) {
  constexpr std::int64_t kDay = 86'400'000;
  const auto bad = [] {
    return fail(ErrorCode::invalid, "is not a number of seconds above 0 and up to 86400",
                "write digits, with a fraction if needed, for example 2.5");
  };
  const auto dot = given.find('.');
  const auto whole = text::parse_decimal(given.substr(0, std::min(dot, given.size())));
  if (!whole || *whole > 86'400) return bad();
  std::int64_t ms = static_cast<std::int64_t>(*whole) * 1000;
  if (dot != std::string_view::npos) {
    const auto fraction = fraction_of_second(given.substr(dot + 1));
    if (!fraction) return bad();
    ms += *fraction;
  }
  if (ms == 0 || ms > kDay) return bad();
  return std::chrono::milliseconds(ms);
}

Result<std::string> normalize(Type type, std::string_view given, std::uint64_t most) {
  switch (type) {
    case Type::text:
    case Type::secret:
      return std::string(given);
    case Type::flag:
      return text::ascii_lower(text::trim(given));
    case Type::url:
      return normalize_url(given);
    case Type::count:
      return normalize_count(text::trim(given), 1, most);
    case Type::count_or_zero:
      return normalize_count(text::trim(given), 0, most);
    case Type::seconds: {
      const auto trimmed = text::trim(given);
      if (auto parsed = parse_seconds(trimmed); !parsed) return fail(parsed.error());
      return std::string(trimmed);
    }
  }
  return std::string(given);
}

}  // namespace mage_lineage::settings
