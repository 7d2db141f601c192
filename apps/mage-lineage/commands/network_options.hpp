#pragma once

#include <mage_lineage/delivery/route.hpp>
#include <mage_lineage/sys/http_client.hpp>

#include <memory>
#include <string>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// What every command that talks to a server takes.
struct NetworkOptions {
  std::string ca_file;
  bool allow_insecure_http = false;

  delivery::InsecureHttp insecure() const;
};

/// `--cacert FILE` and `--allow-insecure-http`, with the same words everywhere.
void declare_network(cli::Declaration& declaration, NetworkOptions& options);

/// A client for this command; loads the HTTP library.
Result<std::unique_ptr<sys::HttpClient>> open_http(const NetworkOptions& options,
                                                   const cli::Context& context,
                                                   int max_connections);

}  // namespace mage_lineage::commands
