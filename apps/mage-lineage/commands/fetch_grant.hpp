#pragma once

#include <mage_lineage/core/secret.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "commands/grant_inputs.hpp"

namespace mage_lineage::commands {

/// How a command that asks a snapshot service gets its grant: it mints one, or takes one.
struct FetchGrantOptions {
  GrantOptions grant;
  std::string subject = "mage-lineage";
  std::optional<std::chrono::milliseconds> ttl;
  bool allow_short_secret = false;
  std::optional<std::string> token_file;
};
void declare_fetch_grant(cli::Declaration& declaration, FetchGrantOptions& options);

/// A grant to use, and the scope that it is for when it was minted here.
struct FetchGrant {
  Secret token;
  std::optional<Scope> scope;
};

/// The grant for an action (`create`, `read`) and a snapshot (empty: none). A token that was given
/// is taken as it is, for the service to judge.
Result<FetchGrant> fetch_grant(const FetchGrantOptions& options, std::string_view action,
                               const std::string& snapshot_id, const cli::Context& context);

}  // namespace mage_lineage::commands
