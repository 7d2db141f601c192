#include "commands/grant_keys.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/grant/input.hpp>

#include <utility>

namespace mage_lineage::commands {
namespace {

using settings::Id;

enum class EmptyFile { refused, no_secret };

/// Empty when neither the file nor the setting gives one.
Result<Secret> read_one(const std::optional<std::string>& file, Id id, EmptyFile empty,
                        const settings::Settings& settings, const cli::Context& context) {
  if (!file) {
    const settings::Row& row = settings.row(id);
    for (const std::string& warning : row.warnings)
      context.terminal.warn(warning);
    auto secret = settings.secret(id);
    if (!secret) return fail(std::move(secret).error());
    return secret->value_or(Secret());
  }
  constexpr std::uint64_t kLargestSecret = std::uint64_t{64} << 10U;
  auto content = context.world.files.read(*file, kLargestSecret);
  if (!content) {
    auto error = std::move(content).error();
    error.while_doing("while reading the secret");
    return fail(std::move(error));
  }
  if (content->bytes.empty() && empty == EmptyFile::no_secret) return Secret();
  const std::string name = *file == "-" ? "standard input" : text::escape_untrusted(*file);
  constexpr std::uint32_t kGroupOrWorldCanRead = 0044;
  if (*file != "-" && (content->mode & kGroupOrWorldCanRead) != 0) {
    context.terminal.warn("others can read the secret in " + name + ": chmod 600 protects it");
  }
  auto cleaned = grant::clean_secret(std::move(content->bytes));
  if (!cleaned) {
    auto error = std::move(cleaned).error();
    error.at(name);
    return fail(std::move(error));
  }
  if (cleaned->line_break_removed) {
    context.terminal.note("note: the line break at the end of " + name +
                          " is not part of the secret");
  }
  return std::move(cleaned->secret);
}

}  // namespace

void declare_secret_file(cli::Declaration& declaration, std::optional<std::string>& file) {
  declaration
      .option("--secret-file", "FILE", file,
              "read the grant secret from a file, or from standard input (-), instead of the "
              "environment")
      .offers = cli::Offers::files;
}

void declare_previous_secret_file(cli::Declaration& declaration, std::optional<std::string>& file) {
  declaration
      .option(
          "--previous-secret-file", "FILE", file,
          "a secret that is accepted as well, while secrets are rotated; empty when there is none")
      .offers = cli::Offers::files;
}

Result<Secret> read_secret(const std::optional<std::string>& file,
                           const settings::Settings& settings, const cli::Context& context) {
  auto secret = read_one(file, Id::grant_secret, EmptyFile::refused, settings, context);
  if (secret && secret->empty()) {
    return fail(ErrorCode::invalid, "no grant secret is set",
                "set AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET, or give --secret-file");
  }
  return secret;
}

Result<grant::Keys> read_keys(const KeyFiles& files, const settings::Settings& settings,
                              const cli::Context& context) {
  if (files.secret == "-" && files.previous == "-") return asked_twice();
  auto current = read_secret(files.secret, settings, context);
  if (!current) return fail(std::move(current).error());
  auto previous =
      read_one(files.previous, Id::grant_secret_previous, EmptyFile::no_secret, settings, context);
  if (!previous) return fail(std::move(previous).error());
  for (const auto* secret : {&*current, &*previous}) {
    if (secret->empty() || secret->size() >= grant::kShortestSecret) continue;
    context.terminal.warn("a grant secret has fewer than " +
                          std::to_string(grant::kShortestSecret) +
                          " bytes: it can be guessed (RFC 7518, section 3.2)");
  }
  return grant::Keys{*std::move(current), *std::move(previous)};
}

Failure asked_twice() {
  return fail(ErrorCode::usage, "standard input is asked for twice",
              "give one of the two by a file");
}

}  // namespace mage_lineage::commands
