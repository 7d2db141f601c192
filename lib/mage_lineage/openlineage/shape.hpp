#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

namespace mage_lineage::openlineage {

/// A version of one schema of the spec: MODEL-REVISION-ADDITION (SchemaVer).
struct Version {
  std::uint16_t model = 0;
  std::uint16_t revision = 0;
  std::uint16_t addition = 0;
  constexpr auto operator<=>(const Version&) const = default;
};

/// Where a facet hangs: the map of facets it stands in.
enum class Slot : std::uint8_t { none, run, job, dataset, input, output };

/// `run`, `job`, `dataset`, `input`, `output`.
std::string_view to_string(Slot slot);

/// What a value must be.
enum class Kind : std::uint8_t {
  any,
  text,
  date_time,  ///< text: RFC 3339, with an offset
  uuid,       ///< text: RFC 9562, section 4
  uri,        ///< text: RFC 3986, absolute
  hash,       ///< text: `sha256:` and 64 hexadecimal digits
  word,       ///< text: one of a closed set
  integer,
  number,
  boolean,
  object,
  variant,  ///< an object whose `type` says which
  facets,   ///< a map of facets
};

/// How many of them: one value, an array of such values, or an object whose members are such
/// values.
enum class Holds : std::uint8_t { one, list, map };

struct Member;
struct Variant;

/// What is expected of a value. The tables below are made of these; they say what the published
/// schemas say, in this project's words.
struct Shape {
  Kind kind = Kind::any;
  Holds holds = Holds::one;
  Slot slot = Slot::none;                     ///< of Kind::facets
  bool closed = false;                        ///< of Kind::object: it has no other members
  bool named_together = false;                ///< `namespace` and `name`: both or neither
  std::span<const Member> members{};          ///< of Kind::object
  std::span<const std::string_view> words{};  ///< of Kind::word
  std::span<const Variant> variants{};        ///< of Kind::variant
  std::int64_t minimum = INT64_MIN;           ///< of Kind::integer
};

/// A member of an object, required or not. An event that declares a version of a facet older than
/// `since` may use the name for anything.
struct Member {
  std::string_view name;
  bool required = false;
  Shape shape{};
  Version since{};
};

/// One shape that a value may have, and the value of its member `type` that says so.
struct Variant {
  std::string_view type;
  Shape shape{};
};

inline constexpr Shape kAny{};
inline constexpr Shape kText{Kind::text};
inline constexpr Shape kDateTime{Kind::date_time};
inline constexpr Shape kUuid{Kind::uuid};
inline constexpr Shape kUri{Kind::uri};
inline constexpr Shape kHash{Kind::hash};
inline constexpr Shape kInteger{Kind::integer};
inline constexpr Shape kNumber{Kind::number};
inline constexpr Shape kBoolean{Kind::boolean};
inline constexpr Shape kObject{Kind::object};

/// The members that the spec knows of an object; others are allowed unless it is closed.
template <class... Rows>
constexpr std::array<Member, sizeof...(Rows)> members(Rows... rows) {
  return {{rows...}};
}
constexpr Shape object(std::span<const Member> of) {
  return {.kind = Kind::object, .members = of};
}
constexpr Shape closed(std::span<const Member> of) {
  return {.kind = Kind::object, .closed = true, .members = of};
}
constexpr Shape named_together(std::span<const Member> of) {
  return {.kind = Kind::object, .named_together = true, .members = of};
}
constexpr Shape one_of(std::span<const std::string_view> words) {
  return {.kind = Kind::word, .words = words};
}
constexpr Shape either(std::span<const Variant> variants) {
  return {.kind = Kind::variant, .variants = variants};
}
constexpr Shape at_least(std::int64_t minimum) {
  return {.kind = Kind::integer, .minimum = minimum};
}
constexpr Shape facets(Slot slot) {
  return {.kind = Kind::facets, .slot = slot};
}
constexpr Shape list(Shape of) {
  of.holds = Holds::list;
  return of;
}
constexpr Shape map(Shape of) {
  of.holds = Holds::map;
  return of;
}
constexpr Member need(std::string_view name, Shape shape, Version since = {}) {
  return {name, true, shape, since};
}
constexpr Member may(std::string_view name, Shape shape, Version since = {}) {
  return {name, false, shape, since};
}

}  // namespace mage_lineage::openlineage
