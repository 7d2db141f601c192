#pragma once

#include <mage_lineage/openlineage/path.hpp>
#include <mage_lineage/openlineage/problem.hpp>

#include <string_view>

namespace mage_lineage::openlineage {

/// What the naming page of the spec has against a dataset's namespace and name: aliases of schemes,
/// missing ports, databases in the namespace, names with too few parts, credentials. `path` is the
/// dataset's. All are lints: consumers take any text, but link nothing that is called otherwise.
void lint_dataset_name(std::string_view name_space, std::string_view name, const Path& path,
                       Problems& out);

/// The same for a job: empty parts and credentials.
void lint_job_name(std::string_view name_space, std::string_view name, const Path& path,
                   Problems& out);

}  // namespace mage_lineage::openlineage
