#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/settings/settings.hpp>
#include <mage_lineage/sys/world.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/declaration.hpp"
#include "output/terminal.hpp"

namespace mage_lineage::cli {

/// How a command ends when nothing went wrong; errors have their own (core/error.hpp). Contracts,
/// "Exit codes and output".
enum class ExitCode {
  yes = 0,       ///< done; the answer is yes
  no = 1,        ///< the answer is no
  unusable = 3,  ///< an answer was given, but part of the input could not be used
  delivery = 4,  ///< told in the output: something was not delivered
  interrupted = 130,
  terminated = 143,
};

/// The options that every command takes.
struct GlobalOptions {
  output::ColorWish color = output::ColorWish::automatic;
  bool quiet = false;
  bool verbose = false;
  std::string env_file;
};

/// What a command works with.
struct Context {
  const sys::World& world;
  const GlobalOptions& global;
  output::Terminal& terminal;

  /// Every setting, from the environment and `--env-file`. Fails when that file cannot be used;
  /// a bad value fails only the command that asks for it.
  Result<settings::Settings> load_settings() const;
};

struct Example {
  std::string_view command;  ///< what to type
  std::string_view says;     ///< what it does, a sentence without a full stop
};

/// The sections of the command list, in the order in which help prints them.
enum class Section { project, events, grants, snapshots, help };

/// One use of a command: its options and what to do with them.
class Invocation {
 public:
  virtual ~Invocation() = default;
  virtual void declare(Declaration& declaration) = 0;
  virtual Result<ExitCode> run(Context& context) = 0;
};

/// What exit status 4 means to most commands that talk to a server.
inline constexpr std::string_view kUndelivered = "delivery failed: network, HTTP status or timeout";

/// One command: what help, man pages and completion say of it, and how to make an invocation.
struct Command {
  std::string_view path;  ///< the words that name it: "snapshot build"
  Section section = Section::project;
  std::string_view summary;               ///< a phrase for lists, lower case, no full stop
  std::string_view description;           ///< paragraphs for help and the manual page
  std::vector<Example> examples;          ///< at least one
  std::vector<settings::Id> settings;     ///< the settings it reads: the environment section
  std::string_view yes = "done";          ///< what exit status 0 means
  std::string_view no;                    ///< what exit status 1 means; empty when it never happens
  std::string_view undelivered;           ///< what exit status 4 means; empty when it never happens
  bool passes_status = false;             ///< runs a command, and ends with its exit status
  std::unique_ptr<Invocation> (*make)();  ///< options are declared for the named command alone
};

/// Binds an options struct, its declaration and its run function into an Invocation.
template <class Options, void (*Declare)(Declaration&, Options&),
          Result<ExitCode> (*Run)(const Options&, Context&)>
std::unique_ptr<Invocation> make_invocation() {
  class Bound final : public Invocation {
   public:
    void declare(Declaration& declaration) override { Declare(declaration, options_); }
    Result<ExitCode> run(Context& context) override { return Run(options_, context); }

   private:
    Options options_;
  };
  return std::make_unique<Bound>();
}

}  // namespace mage_lineage::cli
