#include <mage_lineage/redact/redactor.hpp>

#include <optional>
#include <string>

#include "cli/command.hpp"
#include "output/redact_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using redact::Language;
using redact::YamlRole;

/// How a text is to be read.
struct Reading {
  Language language = Language::unknown;
  YamlRole role = YamlRole::plain;
};

struct Options {
  std::optional<std::string> file;
  std::optional<Reading> reading;
  bool report = false;
  bool rules = false;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declaration.argument("FILE", options.file, "the text to redact (default: standard input)")
      .offers = cli::Offers::files;
  declaration.choice("--as", "KIND", options.reading,
                     {{"python", Reading{Language::python, YamlRole::plain}},
                      {"sql", Reading{Language::sql, YamlRole::plain}},
                      {"r", Reading{Language::r, YamlRole::plain}},
                      {"yaml", Reading{Language::yaml, YamlRole::plain}},
                      {"json", Reading{Language::json, YamlRole::plain}},
                      {"dotenv", Reading{Language::dotenv, YamlRole::plain}},
                      {"markdown", Reading{Language::markdown, YamlRole::plain}},
                      {"pipeline", Reading{Language::yaml, YamlRole::pipeline}},
                      {"block", Reading{Language::yaml, YamlRole::block}}},
                     "what the text is, where neither the file's name nor the text tells");
  declaration.flag(
      "--report", options.report,
      "list where secrets stand and by which rule, instead of the text; never what they are");
  declaration.flag("--rules", options.rules, "list the rules, and what they leave by choice");
  cli::declare_json(declaration, options.json);
}

/// What a file's name tells: pipelines keep theirs in metadata.yaml, blocks in other YAML files.
Reading reading_of(const std::string& path) {
  const Language language = redact::language_of(path);
  if (language != Language::yaml) return {language, YamlRole::plain};
  const auto slash = path.find_last_of('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  return {language, name == "metadata.yaml" ? YamlRole::pipeline : YamlRole::block};
}

Result<ExitCode> run(const Options& options, Context& context) {
  const auto style = context.terminal.out_style();
  if (options.rules) {
    if (options.file || options.report) {
      return fail(ErrorCode::usage, "--rules takes no text to redact",
                  "leave FILE and --report out");
    }
    context.terminal.out(options.json ? output::rules_json() : output::rules_text(style));
    return ExitCode::yes;
  }
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 30U;
  const std::string path = options.file.value_or("-");
  auto content = context.world.files.read(path, kLargest);
  if (!content) {
    auto error = content.error();
    error.while_doing("while reading the text to redact");
    return fail(std::move(error));
  }
  const Reading reading = options.reading.value_or(reading_of(path));
  const redact::Redactor redactor;
  const auto redaction = reading.role == YamlRole::plain
                             ? redactor.redact_owned(std::move(content->bytes), reading.language)
                             : redactor.redact_yaml(content->bytes, reading.role);
  const std::string name = path == "-" ? "standard input" : path;
  if (options.json) {
    context.terminal.out(output::redaction_json(redaction, name));
  } else if (options.report) {
    context.terminal.out(output::redaction_report(redaction, name, style));
    context.terminal.note(output::redaction_summary(redaction, name));
  } else {
    context.terminal.out(redaction.text);
    if (!redaction.marks.empty())
      context.terminal.detail(output::redaction_summary(redaction, name));
  }
  return ExitCode::yes;
}

}  // namespace

cli::Command redact_text() {
  return {
      .path = "redact",
      .section = cli::Section::snapshots,
      .summary = "replace the secrets in a text by visible marks, as snapshots do",
      .description =
          "A filter: reads a file or standard input and writes the text with every secret "
          "replaced\n"
          "by [REDACTED:rule]. Lines keep their numbers, and redacting twice changes nothing "
          "more.\n"
          "References stay: env_var('X') (but not its default), os.environ, mage_secret_var,\n"
          "get_secret_value, {{ … }}, ${X}, and obvious placeholders.\n"
          "\n"
          "In a pipeline's metadata.yaml every value under variables is redacted, in other YAML "
          "files\n"
          "every value under config, and beside a connector_type: Mage keeps credentials there. "
          "--as\n"
          "yaml turns that off.\n"
          "\n"
          "--rules lists the rules, why each exists, and what is left by choice. No redactor "
          "finds\n"
          "every secret: what must not get out does not belong into source.",
      .examples = {{"mage-lineage redact data_loaders/load_orders.py",
                    "show a block without its secrets"},
                   {"git diff | mage-lineage redact | less", "look at a change on a shared screen"},
                   {"mage-lineage redact --report io_config.yaml", "list where its secrets stand"}},
      .settings = {},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
