// The composition root: makes the real world and hands it to the application.
#include <mage_lineage/platform/beast_server.hpp>
#include <mage_lineage/platform/curl_client.hpp>
#include <mage_lineage/platform/descriptors.hpp>
#include <mage_lineage/platform/interrupt.hpp>
#include <mage_lineage/platform/posix_clock.hpp>
#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/platform/posix_process.hpp>
#include <mage_lineage/platform/posix_replacer.hpp>
#include <mage_lineage/platform/simdjson_scanner.hpp>

#include <unistd.h>  // environ

#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>

#include "cli/app.hpp"
#include "commands/all.hpp"
#include "output/fd_sink.hpp"

namespace {

using namespace mage_lineage;

sys::Environment read_environment() {
  sys::Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view line(*entry);
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    environment.emplace(line.substr(0, equals), line.substr(equals + 1));
  }
  return environment;
}

int run(const std::vector<std::string>& words) {
  platform::PosixClock clock;
  platform::PosixRandom random;
  platform::PosixFiles files;
  platform::PosixReplacer replacer(clock);
  platform::PosixProcess process;
  sys::World world{read_environment(), clock, random, files, replacer, process};
  world.open_http = [&world](const sys::HttpClientOptions& options) {
    return platform::open_curl_client(options, world.environment);
  };
  world.open_json_scanner = &platform::open_simdjson_scanner;
  world.open_server = &platform::open_beast_server;
  world.interrupted = &platform::interrupted;
  output::FdSink out(1);
  output::FdSink err(2);
  const int status = cli::run_app(commands::all(), words, world, out, err);
  if (out.failure() != 0) {
    err.write("mage-lineage: error: cannot write to standard output: " +
              std::string(std::strerror(out.failure())) + "\n");
    return status <= 1 ? 3 : status;  // no answer of yes or no was given
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // who ignores it never learns how a child ended
  platform::occupy_standard_streams();
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::exception& problem) {
    std::cerr << "mage-lineage: error: a fault in the program itself: " << problem.what()
              << "\n  hint: please report it with the command line that led here\n";
  } catch (...) {
    std::cerr << "mage-lineage: error: a fault in the program itself\n";
  }
  return 70;
}
