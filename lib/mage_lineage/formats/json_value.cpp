#include <mage_lineage/formats/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace mage_lineage::json {
namespace {

constexpr std::int64_t kLargestSeconds = std::int64_t{1} << 53U;
constexpr int kNanoDigits = 9;

/// A number's text as decimal digits without leading zeros and the place of the point in them.
struct Decimal {
  bool negative = false;
  std::string digits;      ///< empty for zero
  std::int64_t point = 0;  ///< value = 0.digits * 10^point
};

Decimal to_decimal(std::string_view number) {
  Decimal out;
  if (number.starts_with('-')) {
    out.negative = true;
    number.remove_prefix(1);
  }
  const auto e = number.find_first_of("eE");
  std::int64_t exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view shift = number.substr(e + 1);
    const bool down = shift.starts_with('-');
    if (down || shift.starts_with('+')) shift.remove_prefix(1);
    constexpr std::int64_t kBeyondAnyText = std::int64_t{1} << 40U;
    const auto read = std::from_chars(shift.data(), shift.data() + shift.size(), exponent);
    if (read.ec != std::errc{} || exponent > kBeyondAnyText) exponent = kBeyondAnyText;
    if (down) exponent = -exponent;
    number = number.substr(0, e);
  }
  const auto dot = std::min(number.find('.'), number.size());
  out.digits = number.substr(0, dot);
  if (dot < number.size()) out.digits += number.substr(dot + 1);
  out.point = static_cast<std::int64_t>(dot) + exponent;
  const auto zeros = std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, zeros);
  out.point -= static_cast<std::int64_t>(zeros);
  return out;
}

}  // namespace

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "a boolean";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "an array";
    case Kind::object:
      return "an object";
  }
  return "null";
}

Value Value::of_bool(bool value) {
  Value out;
  out.kind = Kind::boolean;
  out.boolean = value;
  return out;
}

Value Value::of_string(std::string value) {
  Value out;
  out.kind = Kind::string;
  out.text = std::move(value);
  return out;
}

Value Value::of_number(std::int64_t value) {
  Value out;
  out.kind = Kind::number;
  out.text = std::to_string(value);
  return out;
}

Value Value::of_array() {
  return of_array({});
}

Value Value::of_array(std::vector<Value> values) {
  Value out;
  out.kind = Kind::array;
  out.items = std::move(values);
  return out;
}

Value Value::of_object() {
  Value out;
  out.kind = Kind::object;
  return out;
}

const Value* Value::find(std::string_view key) const {
  const auto at = std::find_if(members.begin(), members.end(),
                               [&](const Member& member) { return member.key == key; });
  return at == members.end() ? nullptr : &at->value;
}

Value& Value::add(std::string key, Value value) {
  return members.emplace_back(Member{std::move(key), std::move(value)}).value;
}

std::optional<std::int64_t> Value::as_int64() const {
  if (kind != Kind::number) return std::nullopt;
  std::int64_t out = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return out;
}

std::optional<double> Value::as_double() const {
  if (kind != Kind::number) return std::nullopt;
  double out = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  // Underflow is reported as out of range too; the nearest double is then zero.
  if (read.ec == std::errc::result_out_of_range) return text.starts_with('-') ? -0.0 : 0.0;
  return out;
}

std::optional<Seconds> Value::as_seconds() const {
  if (kind != Kind::number) return std::nullopt;
  const Decimal decimal = to_decimal(text);
  if (decimal.digits.empty()) return Seconds{};
  constexpr std::int64_t kMostWholeDigits = 16;  // 2^53 has 16
  if (decimal.point > kMostWholeDigits) return std::nullopt;
  const auto digit = [&](std::int64_t i) {
    const bool written = i >= 0 && i < static_cast<std::int64_t>(decimal.digits.size());
    return written ? decimal.digits[static_cast<std::size_t>(i)] - '0' : 0;
  };
  Seconds out;
  for (std::int64_t i = 0; i < decimal.point; ++i)
    out.whole = out.whole * 10 + digit(i);
  for (int i = 0; i < kNanoDigits; ++i)
    out.nanos = out.nanos * 10 + digit(decimal.point + i);
  const auto tail = std::max<std::int64_t>(decimal.point + kNanoDigits, 0);
  const bool finer =
      tail < static_cast<std::int64_t>(decimal.digits.size()) &&
      decimal.digits.find_first_not_of('0', static_cast<std::size_t>(tail)) != std::string::npos;
  if (out.whole > kLargestSeconds) return std::nullopt;
  if (out.whole == kLargestSeconds && (out.nanos > 0 || finer)) return std::nullopt;
  if (decimal.negative) {
    constexpr std::int32_t kNanosPerSecond = 1'000'000'000;
    out.nanos = -out.nanos - (finer ? 1 : 0);
    out.whole = -out.whole;
    if (out.nanos < 0) {
      out.whole -= 1;
      out.nanos += kNanosPerSecond;
    }
  }
  return out;
}

}  // namespace mage_lineage::json
