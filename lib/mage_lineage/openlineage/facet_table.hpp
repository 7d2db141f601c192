#pragma once

#include <mage_lineage/openlineage/shape.hpp>

#include <optional>
#include <string_view>

namespace mage_lineage::openlineage {

/// A facet of the standard: its key, the one slot it belongs to, the schema that describes it, and
/// the members beyond those that every facet has.
struct Facet {
  std::string_view key;
  Slot slot = Slot::none;
  std::string_view schema;  ///< `ParentRunFacet`: the published file's name
  Version latest{};
  Shape body{};
  Slot also_seen = Slot::none;  ///< where producers of note put it as well
};

/// The facets of one subject, as the tables below list them.
std::span<const Facet> run_facets();
std::span<const Facet> job_facets();
std::span<const Facet> dataset_facets();

/// The standard facet of a key in a slot. When the key is standard in other slots alone, one of
/// those; nullptr when the standard does not know the key.
const Facet* find_facet(std::string_view key, Slot slot);

/// The members that every facet in a slot has (core schema, BaseFacet, JobFacet, DatasetFacet).
const Shape& base_facet(Slot slot);

/// The version that a facet's `_schemaURL` declares of the published schema `schema`:
/// `…/spec/facets/1-0-1/ParentRunFacet.json…`. Nullopt when the URL names anything else.
std::optional<Version> declared_version(std::string_view schema_url, std::string_view schema);

}  // namespace mage_lineage::openlineage
