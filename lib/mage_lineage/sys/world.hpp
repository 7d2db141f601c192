#pragma once

#include <mage_lineage/sys/clock.hpp>
#include <mage_lineage/sys/environment.hpp>
#include <mage_lineage/sys/files.hpp>
#include <mage_lineage/sys/http_client.hpp>
#include <mage_lineage/sys/http_server.hpp>
#include <mage_lineage/sys/json_scanner.hpp>
#include <mage_lineage/sys/process.hpp>
#include <mage_lineage/sys/random.hpp>

#include <functional>
#include <memory>

namespace mage_lineage::sys {

/// How a client for this run has to be made; the same for every request of a command.
struct HttpClientOptions {
  std::string ca_file;      ///< a PEM file that replaces the system's store; empty: the system's
  int max_connections = 8;  ///< requests under way at once
};

/// Everything the product asks of the world. The program's root makes the real one, a test its own.
struct World {
  Environment environment;
  Clock& clock;
  Random& random;
  Files& files;
  Replacer& replacer;
  Process& process;
  /// Makes a client at first use: loading the HTTP library is paid for only by who talks to
  /// somebody.
  std::function<Result<std::unique_ptr<HttpClient>>(const HttpClientOptions&)> open_http;
  /// Makes a fast reader of JSON for whoever has many texts to read; null or failing where there is
  /// none, which costs time and nothing else.
  std::function<Result<std::unique_ptr<JsonScanner>>()> open_json_scanner;
  /// Binds a server; `handler` must outlive it.
  std::function<Result<std::unique_ptr<HttpServer>>(const ServerOptions&, HttpHandler&)>
      open_server;
  /// The signal (SIGINT, SIGTERM) with which the person asked to end, or 0. From the first call on,
  /// the first such signal does not end the program by itself.
  std::function<int()> interrupted;
};

}  // namespace mage_lineage::sys
