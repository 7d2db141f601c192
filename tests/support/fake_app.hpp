#pragma once

#include <mage_lineage/sys/world.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/app.hpp"
#include "commands/all.hpp"
#include "support/fake_clock.hpp"
#include "support/fake_http.hpp"
#include "support/fake_input.hpp"

namespace test_support {

class TextSink final : public mage_lineage::output::Sink {
 public:
  explicit TextSink(std::string& text, bool terminal = false) : text_(text), terminal_(terminal) {
    text_.clear();
  }
  void write(std::string_view text) override { text_ += text; }
  bool is_terminal() const override { return terminal_; }

 private:
  std::string& text_;
  bool terminal_;
};

/// Files in memory, by the path that a command line names. There are no folders.
class FakeFiles final : public mage_lineage::sys::Files {
 public:
  using Failure = mage_lineage::Failure;
  template <class T>
  using Result = mage_lineage::Result<T>;

  Result<std::unique_ptr<mage_lineage::sys::Tree>> open_tree(const std::string& path) override {
    return missing(path);
  }
  Result<mage_lineage::sys::FileContent> read(const std::string& path, std::uint64_t) override {
    const auto at = files.find(path);
    if (at == files.end()) return missing(path);
    return mage_lineage::sys::FileContent{at->second, 0644};
  }
  Result<std::unique_ptr<mage_lineage::sys::Input>> open(const std::string& path) override {
    if (const auto pipe = pipes.find(path); pipe != pipes.end()) return pipe->second();
    const auto at = files.find(path);
    if (at == files.end()) return missing(path);
    return std::make_unique<TextInput>(at->second);
  }
  Result<std::unique_ptr<mage_lineage::sys::Output>> open_output(const std::string& path,
                                                                 std::uint32_t) override {
    return std::make_unique<TextOutput>(files[path], room);
  }
  Result<void> write(const std::string& path, std::string_view bytes, std::uint32_t) override {
    files[path] = bytes;
    return {};
  }
  Result<std::string> canonical(const std::string& path) override {
    if (files.count(path) == 0) return missing(path);
    return path;
  }

  std::map<std::string, std::string> files;
  /// What is no text from the beginning to the end, but comes when it comes.
  std::map<std::string, std::function<std::unique_ptr<mage_lineage::sys::Input>()>> pipes;
  std::size_t room = std::string::npos;  ///< what a file that grows may come to

 private:
  static Failure missing(const std::string& path) {
    return mage_lineage::fail(mage_lineage::ErrorCode::not_found, "there is no \"" + path + "\"");
  }

  class TextOutput final : public mage_lineage::sys::Output {
   public:
    TextOutput(std::string& text, std::size_t room) : text_(text), room_(room) {}
    Result<void> append(std::string_view bytes) override {
      if (text_.size() + bytes.size() > room_) {
        return mage_lineage::fail(mage_lineage::ErrorCode::io, "no space left on device");
      }
      text_ += bytes;
      return {};
    }

   private:
    std::string& text_;
    std::size_t room_;
  };
};

/// Commands in the foreground end as `program` says; there are no others.
class FakeProcess final : public mage_lineage::sys::Process {
 public:
  using Program = std::function<mage_lineage::Result<mage_lineage::sys::ProcessEnd>(
      const mage_lineage::sys::ForegroundCommand&)>;

  mage_lineage::Result<mage_lineage::sys::CommandResult> run(
      const mage_lineage::sys::Command&) override {
    return mage_lineage::fail(mage_lineage::ErrorCode::not_found, "command not found");
  }
  mage_lineage::Result<mage_lineage::sys::ProcessEnd> run_foreground(
      const mage_lineage::sys::ForegroundCommand& command) override {
    return program(command);
  }

  Program program;
};

class FakeReplacer final : public mage_lineage::sys::Replacer {
 public:
  mage_lineage::Result<mage_lineage::sys::ReplaceOutcome> replace(const std::string&,
                                                                  const std::string&, std::uint64_t,
                                                                  mage_lineage::sys::ReplaceMode,
                                                                  const Edit&) override {
    return mage_lineage::fail(mage_lineage::ErrorCode::io, "there is nothing to replace");
  }
};

/// The whole program in this process, with a world of fakes around it.
class FakeApp {
 public:
  /// Runs one command line; `out` and `err` hold what it printed.
  int run(const std::vector<std::string>& words) {
    namespace sys = mage_lineage::sys;
    sys::World world{environment, clock, random, files, replacer, process};
    world.open_http = [this](const sys::HttpClientOptions&) {
      return mage_lineage::Result<std::unique_ptr<sys::HttpClient>>(
          std::make_unique<FakeHttp>(clock, [this](const sys::HttpRequest& request) {
            requests.push_back(request);
            return server(request);
          }));
    };
    world.interrupted = [this] { return interrupted ? interrupted() : 0; };
    TextSink out_sink(out, on_terminal);
    TextSink err_sink(err);
    return mage_lineage::cli::run_app(mage_lineage::commands::all(), words, world, out_sink,
                                      err_sink);
  }

  mage_lineage::sys::Environment environment;
  FakeClock clock;
  FakeRandom random;
  FakeFiles files;
  FakeReplacer replacer;
  FakeProcess process;
  FakeHttp::Server server = [](const mage_lineage::sys::HttpRequest&) { return answered(201); };
  std::function<int()> interrupted;
  std::vector<mage_lineage::sys::HttpRequest> requests;
  bool on_terminal = false;  ///< whether standard output is one
  std::string out;
  std::string err;
};

}  // namespace test_support
