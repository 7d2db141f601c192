#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/source.hpp>

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

/// The path from its project's root of a file that a snapshot would hold; nullopt for others.
std::optional<std::string> path_in_project(const std::string& path, sys::Files& files) {
  const auto whole = files.canonical(path);
  if (!whole) return std::nullopt;
  const auto root = project::find_root(files, *whole);
  if (!root || !whole->starts_with(root->path + "/")) return std::nullopt;
  auto inner = whole->substr(root->path.size() + 1);
  if (!project::judge_file(inner).allowed) return std::nullopt;
  return inner;
}

/// What a file's place in its project tells, as snapshots take it. Where that is not sure the file
/// is taken for what redacts most: every metadata.yaml for a pipeline's, because one without its
/// project looks like a project's, and YAML outside of projects for a block's.
Reading reading_of(const std::string& path, sys::Files& files) {
  const Language language = redact::language_of(path);
  if (language != Language::yaml) return {language, YamlRole::plain};
  if (path.substr(path.rfind('/') + 1) == project::kMetadataFile) {
    return {language, YamlRole::pipeline};
  }
  const auto inner = path_in_project(path, files);
  return {language, inner ? snapshot::role_of(*inner) : YamlRole::block};
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
  const Reading reading =
      options.reading ? *options.reading : reading_of(path, context.world.files);
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
    context.terminal.out(context.terminal.out_is_terminal() ? text::escape_lines(redaction.text)
                                                            : redaction.text);
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
          "On a terminal control characters are shown as \\xHH; a pipe gets the bytes as they "
          "are.\n"
          "References stay: env_var('X') (but not its default), os.environ, mage_secret_var,\n"
          "get_secret_value, {{ … }}, ${X}, and obvious placeholders.\n"
          "\n"
          "In a metadata.yaml every value under variables is redacted, in a block's YAML file "
          "every\n"
          "value under config, and beside a connector_type: Mage keeps credentials there. Outside "
          "of a\n"
          "project every other YAML file is taken for a block's. --as yaml turns that off.\n"
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
