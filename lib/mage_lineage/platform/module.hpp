#pragma once

#include <mage_lineage/core/result.hpp>

#include <string>

namespace mage_lineage::platform {

/// Opens one of the program's own modules, `NAME.so`, and returns the address of `symbol` in it: a
/// table that begins with its layout, an unsigned number.
/// The module lies relative to the executable: in `../lib/mage-lineage/` of an installation, or in
/// `../../lib/mage-lineage/` of a build tree. It stays open until the program ends, because what it
/// brought along (libcurl, libcrypto) does not bear being unloaded. Fails with `not_found` where
/// there is no such file, with `io` when the loader cannot use it, and with `unsupported` when the
/// layout is another one: the module belongs to another version of the program.
Result<void*> open_module(const std::string& name, const char* symbol, unsigned layout);

}  // namespace mage_lineage::platform
