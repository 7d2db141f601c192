#include <mage_lineage/openlineage/checker.hpp>

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/openlineage/facet_table.hpp>
#include <mage_lineage/openlineage/text_formats.hpp>

#include <utility>

namespace mage_lineage::openlineage {
namespace {

/// The place of a member in an object's table, or npos.
std::size_t place_of(const Shape& shape, std::string_view name) {
  for (std::size_t i = 0; i < shape.members.size(); ++i) {
    if (shape.members[i].name == name) return i;
  }
  return std::string_view::npos;
}

/// The bit of a place, or none for npos.
constexpr std::uint64_t bit(std::size_t place) {
  return place < 64 ? std::uint64_t{1} << place : 0;
}

}  // namespace

void Checker::report(Severity severity, std::string_view rule, const Path& path, std::string found,
                     std::string expected) {
  add(out_, {severity, rule, path.pointer(), std::move(found), std::move(expected)});
}

void Checker::value(json::View value, const Shape& shape, const Path& path, Version declared) {
  switch (shape.holds) {
    case Holds::one:
      return one(value, shape, path, declared);
    case Holds::list: {
      if (!value.is(json::Kind::array)) break;
      std::size_t index = 0;
      for (const json::View item : value.items())
        one(item, shape, path.down(index++), declared);
      return;
    }
    case Holds::map: {
      if (!value.is(json::Kind::object)) break;
      for (const json::View::MemberView member : value.members())
        one(member.value, shape, path.down(member.key), declared);
      return;
    }
  }
  report(Severity::error, "type", path, describe(value),
         shape.holds == Holds::list ? "an array" : "an object");
}

void Checker::one(json::View value, const Shape& shape, const Path& path, Version declared) {
  switch (shape.kind) {
    case Kind::any:
      return;
    case Kind::text:
    case Kind::date_time:
    case Kind::uuid:
    case Kind::uri:
    case Kind::hash:
    case Kind::word:
      return text(value, shape, path);
    case Kind::integer:
    case Kind::number:
      return number(value, shape, path);
    case Kind::boolean:
      if (value.is(json::Kind::boolean)) return;
      break;
    case Kind::object:
      return object(value, shape, path, declared);
    case Kind::variant:
      return variant(value, shape, path, declared);
    case Kind::facets:
      return facets(value, shape.slot, path);
  }
  report(Severity::error, "type", path, describe(value), describe(shape));
}

void Checker::text(json::View value, const Shape& shape, const Path& path) {
  if (!value.is(json::Kind::string)) {
    return report(Severity::error, "type", path, describe(value), describe(shape));
  }
  const std::string_view s = value.text();
  bool holds = true;
  switch (shape.kind) {
    case Kind::date_time:
      holds = is_date_time(s);
      break;
    case Kind::uuid:
      holds = is_uuid(s);
      break;
    case Kind::uri:
      holds = is_uri(s);
      break;
    case Kind::hash:
      holds = is_tagged_sha256(s);
      break;
    case Kind::word:
      for (const std::string_view word : shape.words) {
        if (word == s) return;
      }
      return report(Severity::error, "enum", path, describe(value), describe(shape));
    default:
      return;
  }
  if (!holds) report(formats_, "format", path, describe(value), describe(shape));
}

void Checker::number(json::View value, const Shape& shape, const Path& path) {
  const bool fits = shape.kind == Kind::integer ? value.is_integer() : value.is(json::Kind::number);
  if (!fits) return report(Severity::error, "type", path, describe(value), describe(shape));
  if (shape.minimum != INT64_MIN && value.number() < static_cast<double>(shape.minimum)) {
    report(Severity::error, "minimum", path, describe(value), describe(shape));
  }
}

void Checker::variant(json::View value, const Shape& shape, const Path& path, Version declared) {
  if (!value.is(json::Kind::object)) {
    return report(Severity::error, "type", path, describe(value), "an object");
  }
  const json::View type = value.find("type");
  if (type.found() && type.is(json::Kind::string)) {
    for (const Variant& candidate : shape.variants) {
      if (candidate.type == type.text()) return object(value, candidate.shape, path, declared);
    }
  }
  report(Severity::error, "variant", path.down("type"),
         type.found() ? describe(type) : "no member \"type\"", describe(shape));
}

void Checker::object(json::View value, const Shape& shape, const Path& path, Version declared) {
  if (!value.is(json::Kind::object)) {
    return report(Severity::error, "type", path, describe(value), "an object");
  }
  std::uint64_t seen = 0;
  for (const json::View::MemberView member : value.members()) {
    const std::size_t place = place_of(shape, member.key);
    if (place == std::string_view::npos) {
      if (shape.closed) {
        report(Severity::error, "unknown_member", path.down(member.key), "an unknown member",
               "no member of this name");
      }
      continue;
    }
    const Member& row = shape.members[place];
    seen |= bit(place);
    if (row.since <= declared)
      this->value(member.value, row.shape, path.down(member.key), declared);
  }
  missing(shape, seen, path, declared);
}

void Checker::missing(const Shape& shape, std::uint64_t seen, const Path& path, Version declared) {
  for (std::size_t i = 0; i < shape.members.size(); ++i) {
    const Member& row = shape.members[i];
    if (!row.required || (seen & bit(i)) != 0 || declared < row.since) continue;
    report(Severity::error, "required", path, "no member \"" + std::string(row.name) + "\"",
           "\"" + std::string(row.name) + "\": " + describe(row.shape));
  }
  if (!shape.named_together) return;
  const bool has_namespace = (seen & bit(place_of(shape, "namespace"))) != 0;
  const bool has_name = (seen & bit(place_of(shape, "name"))) != 0;
  if (has_namespace != has_name) {
    report(Severity::error, "required", path,
           has_name ? R"("name" without "namespace")" : R"("namespace" without "name")",
           R"(both "namespace" and "name", or neither)");
  }
}

void Checker::facets(json::View map, Slot slot, const Path& path) {
  if (!map.is(json::Kind::object)) {
    return report(Severity::error, "type", path, describe(map), "an object of facets");
  }
  for (const json::View::MemberView member : map.members())
    facet(member.value, member.key, slot, path.down(member.key));
}

void Checker::facet(json::View value, std::string_view key, Slot slot, const Path& path) {
  object(value, base_facet(slot), path);
  if (slot == Slot::none || !value.is(json::Kind::object)) return;
  if (key == kMageFacet) met_mage_facet_ = true;
  const Facet* standard = find_facet(key, slot);
  if (standard == nullptr) return;
  const json::View url = value.find("_schemaURL");
  const std::string_view schema_url = url.found() ? url.text() : std::string_view();
  if (standard->slot != slot) return wrong_slot(*standard, schema_url, slot, path);
  const Version declared =
      declared_version(schema_url, standard->schema).value_or(standard->latest);
  // A newer model may mean anything; newer additions leave in place what was there.
  if (declared.model <= standard->latest.model) object(value, standard->body, path, declared);
}

void Checker::wrong_slot(const Facet& standard, std::string_view schema_url, Slot slot,
                         const Path& path) {
  const bool itself = declared_version(schema_url, standard.schema).has_value();
  report(itself && standard.also_seen != slot ? Severity::error : Severity::lint, "facet_slot",
         path,
         "the standard facet \"" + std::string(standard.key) + "\" among the " +
             std::string(to_string(slot)) + " facets",
         "a " + std::string(to_string(standard.slot)) + " facet (" + std::string(standard.schema) +
             "), or another key");
}

}  // namespace mage_lineage::openlineage
