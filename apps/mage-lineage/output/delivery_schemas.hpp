#pragma once

#include <string_view>

namespace mage_lineage::output {

/// JSON Schemas (2020-12) of what the commands that send and take events print; published by
/// `schema NAME`.

/// Of `emit test`, `emit deploy` and the objects' commands under --json.
std::string_view emit_schema();
/// Of one line of `emit --from-file`.
std::string_view emit_line_schema();
/// Of `emit run` under --json.
std::string_view emit_run_schema();
/// Of one line of `receive` under --json.
std::string_view receive_line_schema();

}  // namespace mage_lineage::output
