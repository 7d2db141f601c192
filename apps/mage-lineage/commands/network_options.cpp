#include "commands/network_options.hpp"

namespace mage_lineage::commands {

delivery::InsecureHttp NetworkOptions::insecure() const {
  return allow_insecure_http ? delivery::InsecureHttp::allowed : delivery::InsecureHttp::refused;
}

void declare_network(cli::Declaration& declaration, NetworkOptions& options) {
  declaration
      .option("--cacert", "FILE", options.ca_file,
              "trust the certificates in FILE (PEM) instead of the system's; SSL_CERT_FILE and "
              "CURL_CA_BUNDLE do the same")
      .offers = cli::Offers::files;
  declaration.flag("--allow-insecure-http", options.allow_insecure_http,
                   "let plain http leave this machine, keys included");
}

Result<std::unique_ptr<sys::HttpClient>> open_http(const NetworkOptions& options,
                                                   const cli::Context& context,
                                                   int max_connections) {
  if (!context.world.open_http) {
    return fail(ErrorCode::internal, "this build has no HTTP client");
  }
  return context.world.open_http({options.ca_file, max_connections});
}

}  // namespace mage_lineage::commands
