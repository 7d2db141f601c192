#pragma once

#include <mage_lineage/service/receiver.hpp>

#include <string>

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// Where the receiver listens, in one line.
std::string listening_text(const std::string& url);
/// The same: `{"listening"}`.
std::string listening_json(const std::string& url);

/// One line a request: status, API, what came, and why it was refused.
std::string received_text(const service::Received& received, const Style& style);
/// The same as one line of JSON: `{"status", "api", "accepted", "kind", "subject", "bytes",
/// "nodes"?, "edges"?, "problem"?}`.
std::string received_json(const service::Received& received);

}  // namespace mage_lineage::output
