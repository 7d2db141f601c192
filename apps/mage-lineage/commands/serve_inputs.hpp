#pragma once

#include <mage_lineage/service/authorize.hpp>
#include <mage_lineage/service/snapshot_api.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "commands/grant_keys.hpp"

namespace mage_lineage::commands {

/// Which projects are served, and with which secrets.
struct ServeOptions {
  std::vector<std::string> projects;
  KeyFiles keys;
};
void declare_serve(cli::Declaration& declaration, ServeOptions& options);

/// What a service needs to start.
struct PreparedService {
  settings::Settings settings;
  service::SnapshotApiOptions api;
  grant::Keys keys;
};

/// Reads settings, secrets and projects. Fails with `invalid` without a secret, for a project
/// without a whole scope, and for two projects of one scope.
Result<PreparedService> prepare_service(const ServeOptions& options, const cli::Context& context);

/// Fails with `usage` for an address beyond this machine that no TLS proxy stands in front of.
Result<> check_listen(const std::string& listen, bool behind_tls_proxy);

}  // namespace mage_lineage::commands
