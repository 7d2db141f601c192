#pragma once

#include <mage_lineage/openlineage/model.hpp>

#include <optional>
#include <string>

namespace mage_lineage::openlineage {

/// What a run is part of: the facet `parent`. Without a root of its own the parent is the root.
struct Parent {
  std::string run_id;
  Name job;
  std::string root_run_id;
  Name root_job;
};
FacetValue parent_facet(const Parent& parent);

/// Reads `OPENLINEAGE_CONTEXT`: `{"parent": {"run": {"runId"}, "job": {"namespace", "name"},
/// "root"?: …}}`. Fails with `malformed` or `invalid`; a caller may go on without a parent.
Result<Parent> parent_from_context(std::string_view json_text);
/// Reads `OPENLINEAGE_PARENT_ID` or `OPENLINEAGE_ROOT_PARENT_ID`, `NAMESPACE/NAME/RUN_ID`; the
/// namespace may hold slashes, the name none. Fails with `invalid`.
Result<Parent> parent_from_id(std::string_view id);
/// The forms in which a parent is told to child processes: the values of `OPENLINEAGE_CONTEXT`,
/// `OPENLINEAGE_PARENT_ID` and `OPENLINEAGE_ROOT_PARENT_ID`.
std::string context_of(const Parent& parent);
std::string id_of(const Parent& parent);
std::string root_id_of(const Parent& parent);

/// The facet `errorMessage`: what went wrong, in a sentence that holds no log and no argument.
FacetValue error_facet(std::string message);

/// The facet `jobType`: BATCH, integration MAGE, and what kind of thing of Mage it is.
FacetValue job_type_facet(std::string_view kind);

}  // namespace mage_lineage::openlineage
