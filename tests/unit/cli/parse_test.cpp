#include "cli/parse.hpp"

#include <doctest/doctest.h>
#include <support/fake_app.hpp>

using namespace mage_lineage;
using cli::Request;

namespace {

struct Options {
  std::string file;
  std::vector<std::string> rest;
  std::vector<std::string> tags;
  std::optional<std::string> name;
  bool dry_run = false;
};
Options last;

void declare(cli::Declaration& declaration, Options& options) {
  declaration.flag("-n, --dry-run", options.dry_run, "change nothing");
  declaration.option("--name", "NAME", options.name, "a name");
  declaration.option("--tag", "TAG", options.tags, "a tag");
  declaration.argument("FILE", options.file, "a file");
  declaration.argument("REST", options.rest, "more");
}

Result<cli::ExitCode> run(const Options& options, cli::Context&) {
  last = options;
  return cli::ExitCode::yes;
}

cli::Command command(std::string_view path) {
  return {.path = path,
          .summary = "does a thing",
          .description = "",
          .examples = {},
          .settings = {},
          .make = &cli::make_invocation<Options, declare, run>};
}

const std::vector<cli::Command> kCommands{command("config"), command("config template"),
                                          command("snapshot build"), command("snapshot show")};

Result<Request> parse(const std::vector<std::string>& words) {
  bool json = false;
  return cli::parse(kCommands, words, json);
}

/// The options that a command line sets.
Options options_of(const std::vector<std::string>& words) {
  auto request = parse(words);
  REQUIRE_MESSAGE(request.has_value(), request.error().message);
  REQUIRE(request->kind == Request::Kind::run);
  test_support::FakeApp fakes;
  const sys::World world{fakes.environment, fakes.clock,    fakes.random,
                         fakes.files,       fakes.replacer, fakes.process};
  test_support::TextSink sink(fakes.out);
  output::Terminal terminal(sink, sink, output::ColorWish::never, false, false, false);
  cli::Context context{world, request->global, terminal};
  REQUIRE(request->invocation->run(context).has_value());
  return last;
}

}  // namespace

TEST_CASE("cli::parse finds the command") {
  SUBCASE("the longest name counts") {
    CHECK(parse({"config", "f"})->command->path == "config");
    CHECK(parse({"config", "template", "f"})->command->path == "config template");
    CHECK(parse({"snapshot", "build", "f"})->command->path == "snapshot build");
  }
  SUBCASE("options of every command may come first") {
    const auto request = parse({"--color", "never", "-q", "snapshot", "show", "f"});
    REQUIRE(request.has_value());
    CHECK(request->command->path == "snapshot show");
    CHECK(request->global.quiet);
    CHECK(request->global.color == output::ColorWish::never);
  }
  SUBCASE("help is asked for in every way people do") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"help", "snapshot", "build"},
          {"snapshot", "build", "--help"},
          {"snapshot", "build", "f", "-h"},
          {"--help", "snapshot", "build"}}) {
      const auto request = parse(words);
      REQUIRE(request.has_value());
      CHECK(request->kind == Request::Kind::help);
      CHECK(request->command->path == "snapshot build");
    }
    CHECK(parse({"help", "snapshot"})->group == "snapshot");
  }
  SUBCASE("--help behind -- is an argument") {
    CHECK(options_of({"config", "f", "--", "--help"}).rest == std::vector<std::string>{"--help"});
  }
  SUBCASE("a group needs one of its commands") {
    CHECK(parse({"snapshot"}).error().hint == "\"mage-lineage help snapshot\" lists them");
    CHECK(parse({"snapshot", "biuld"}).error().hint ==
          "did you mean \"mage-lineage snapshot build\"?");
  }
}

TEST_CASE("cli::parse reads the words of a command") {
  SUBCASE("options in every form") {
    const auto o =
        options_of({"config", "--name=a=b", "-n", "--tag", "x", "f", "--tag=y", "r1", "-"});
    CHECK(o.name == "a=b");
    CHECK(o.dry_run);
    CHECK(o.tags == std::vector<std::string>{"x", "y"});
    CHECK(o.file == "f");
    CHECK(o.rest == std::vector<std::string>{"r1", "-"});
  }
  SUBCASE("values are taken as they are") {
    for (const char* value : {"", " ", "[a,b]", "{a}", "a,b", "'q'", "\"q\"", "%%", "@file", "-"}) {
      CHECK_MESSAGE(options_of({"config", "f", std::string("--name=") + value}).name == value,
                    value);
      CHECK_MESSAGE(options_of({"config", value}).file == value, value);
    }
  }
  SUBCASE("what does not fit is a usage error") {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"config"},
                                                  {"config", "f", "--nme", "x"},
                                                  {"config", "f", "--name"},
                                                  {"config", "f", "--name", "a", "--name", "b"},
                                                  {"config", "f", "--dry-run=yes"}}) {
      const auto request = parse(words);
      REQUIRE(!request.has_value());
      CHECK(request.error().code == ErrorCode::usage);
      CHECK(!request.error().message.empty());
    }
  }
}
