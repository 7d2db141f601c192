#pragma once

#include <mage_lineage/formats/json_tape.hpp>
#include <mage_lineage/openlineage/path.hpp>
#include <mage_lineage/openlineage/problem.hpp>
#include <mage_lineage/openlineage/shape.hpp>

#include <cstdint>

namespace mage_lineage::openlineage {

struct Facet;

/// The key of the facet that a Mage event carries on its job or dataset.
inline constexpr std::string_view kMageFacet = "mage_lineage";

/// Compares values with shapes and tells every difference. It stops going deeper, never early.
class Checker {
 public:
  /// `formats`: how much a date-time, UUID or URI counts that is none.
  Checker(Severity formats, Problems& out) : formats_(formats), out_(out) {}

  /// An object and its members. Members newer than `declared` are not looked at.
  void object(json::View value, const Shape& shape, const Path& path, Version declared = kNewest);
  /// A value of any shape.
  void value(json::View value, const Shape& shape, const Path& path, Version declared = kNewest);

  /// True once a facet with the key `mage_lineage` was met.
  bool met_mage_facet() const { return met_mage_facet_; }

  void report(Severity severity, std::string_view rule, const Path& path, std::string found,
              std::string expected);

 private:
  static constexpr Version kNewest{UINT16_MAX, UINT16_MAX, UINT16_MAX};

  void one(json::View value, const Shape& shape, const Path& path, Version declared);
  void text(json::View value, const Shape& shape, const Path& path);
  void number(json::View value, const Shape& shape, const Path& path);
  void variant(json::View value, const Shape& shape, const Path& path, Version declared);
  void facets(json::View map, Slot slot, const Path& path);
  void facet(json::View value, std::string_view key, Slot slot, const Path& path);
  void wrong_slot(const Facet& standard, std::string_view schema_url, Slot slot, const Path& path);
  void missing(const Shape& shape, std::uint64_t seen, const Path& path, Version declared);

  Severity formats_;
  Problems& out_;
  bool met_mage_facet_ = false;
};

/// What a value is, for a problem's `found`: `"Complete"`, `the number 3`, `an array`, `null`.
std::string describe(json::View value);

/// What a shape wants, for a problem's `expected`: `a UUID, such as …`, `one of START, RUNNING`.
std::string describe(const Shape& shape);

}  // namespace mage_lineage::openlineage
