#pragma once

#include <mage_lineage/core/result.hpp>

#include <string>

namespace mage_lineage::platform {

/// Gives the open file `twin` the owner, group, extended attributes (access control lists among
/// them) and mode of the open file `model`, and makes sure that it has them. `path` names the model
/// in errors. Fails with `permission` when one of them cannot be kept.
Result<> make_twin(int twin, int model, const std::string& path);

}  // namespace mage_lineage::platform
