#include "cli/app.hpp"

#include "cli/completion.hpp"
#include "cli/help.hpp"
#include "cli/parse.hpp"

namespace mage_lineage::cli {
namespace {

bool color_allowed(const sys::Environment& environment) {
  const auto no_color = sys::get(environment, "NO_COLOR");
  const auto term = sys::get(environment, "TERM");
  return !(no_color && !no_color->empty()) && !(term && *term == "dumb");
}

int report(const Error& error, bool json, output::Terminal& terminal) {
  terminal.err(json ? output::error_json(error) : output::error_text(error, terminal.err_style()));
  return exit_status(error);
}

}  // namespace

Result<settings::Settings> Context::load_settings() const {
  std::optional<settings::EnvFile> file;
  if (!global.env_file.empty()) {
    constexpr std::uint64_t kLargestEnvFile = std::uint64_t{1} << 20U;
    auto content = world.files.read(global.env_file, kLargestEnvFile);
    if (!content) {
      auto error = std::move(content).error();
      error.while_doing("while reading --env-file");
      return fail(std::move(error));
    }
    file = settings::EnvFile{global.env_file, std::move(content->bytes)};
  }
  auto settings = settings::load(world.environment, file);
  if (settings) {
    for (const auto& doubt : settings->doubts())
      terminal.warn(doubt);
  }
  return settings;
}

int run_app(const std::vector<Command>& commands, const std::vector<std::string>& words,
            const sys::World& world, output::Sink& out, output::Sink& err) {
  const bool color = color_allowed(world.environment);
  if (!words.empty() && words.front() == kCompletionWord) {
    output::Terminal terminal(out, err, output::ColorWish::never, false, true, false);
    terminal.out(complete(commands, {words.begin() + 1, words.end()}, world));
    return 0;
  }
  bool json = false;
  auto request = parse(commands, words, json);
  if (!request) {
    output::Terminal terminal(out, err, output::ColorWish::automatic, color, false, false);
    return report(request.error(), json, terminal);
  }
  const GlobalOptions& global = request->global;
  output::Terminal terminal(out, err, global.color, color, global.quiet, global.verbose);
  switch (request->kind) {
    case Request::Kind::version:
      terminal.out("mage-lineage " MAGE_LINEAGE_VERSION "\n");
      return 0;
    case Request::Kind::help:
      terminal.out(request->command != nullptr
                       ? command_text(commands, *request->command, terminal.out_style())
                       : overview_text(commands, request->group, terminal.out_style()));
      return 0;
    case Request::Kind::run:
      break;
  }
  Context context{world, global, terminal};
  const auto status = request->invocation->run(context);
  if (!status) return report(status.error(), request->json, terminal);
  return static_cast<int>(*status);
}

}  // namespace mage_lineage::cli
