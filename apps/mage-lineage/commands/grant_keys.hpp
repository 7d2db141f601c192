#pragma once

#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/grant/verify.hpp>

#include <optional>
#include <string>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// `--secret-file` and `--previous-secret-file`, with the same words everywhere.
void declare_secret_file(cli::Declaration& declaration, std::optional<std::string>& file);
void declare_previous_secret_file(cli::Declaration& declaration, std::optional<std::string>& file);

/// The secret that `grant mint` and its like sign with: of `file` (`-` is standard input), or else
/// of the setting. Says what it removed, and warns of a file that others can read. Fails with
/// `invalid` when there is none, and as Files::read.
Result<Secret> read_secret(const std::optional<std::string>& file,
                           const settings::Settings& settings, const cli::Context& context);

/// Where the secrets of a verifier come from; `-` is standard input, nullopt the setting.
struct KeyFiles {
  std::optional<std::string> secret;
  std::optional<std::string> previous;  ///< an empty file is no secret: a rotation is over
};

/// Both secrets as they are now; warns of what can be guessed (RFC 7518, section 3.2). Fails as
/// read_secret, and with `usage` when both are to come from standard input.
Result<grant::Keys> read_keys(const KeyFiles& files, const settings::Settings& settings,
                              const cli::Context& context);

/// Fails with `usage`: standard input can be read once.
Failure asked_twice();

}  // namespace mage_lineage::commands
