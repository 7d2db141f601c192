#pragma once

#include <mage_lineage/grant/mint.hpp>
#include <mage_lineage/grant/verify.hpp>

#include <chrono>
#include <optional>
#include <string>

#include "cli/command.hpp"

namespace mage_lineage::commands {

/// What `grant mint` and `grant verify` have in common: whose grant, by which rules, with which
/// key.
struct GrantOptions {
  std::string project;
  std::optional<std::string> cluster;
  std::optional<std::string> workspace;
  std::optional<std::string> project_uuid;
  std::optional<std::string> issuer;
  std::optional<std::string> audience;
  std::optional<std::chrono::milliseconds> snapshot_ttl;
  std::optional<std::string> secret_file;
  std::optional<Timestamp> at;
};

void declare_grant(cli::Declaration& declaration, GrantOptions& options);
/// `--at TIME`, with the same words everywhere.
void declare_at(cli::Declaration& declaration, std::optional<Timestamp>& at);
/// An option whose value is a duration.
void declare_duration(cli::Declaration& declaration, std::string name,
                      std::optional<std::chrono::milliseconds>& target, std::string help);

/// Issuer, audience and snapshot TTL, from the options or else the settings.
Result<grant::Policy> grant_policy(const GrantOptions& options, const settings::Settings& settings);

/// The scope that the options name; parts that they leave out come from the settings and from the
/// project's metadata.yaml. Fails with `invalid` when a part is known from nowhere.
Result<Scope> grant_scope(const GrantOptions& options, const settings::Settings& settings,
                          const cli::Context& context);

/// A grant to make, with all that options and settings say of it: policy, subject, scope, lifetime
/// (5 minutes, or the longest that is allowed), time, and a token id of its own.
Result<grant::MintRequest> draft_grant(const GrantOptions& options, const std::string& subject,
                                       std::optional<std::chrono::milliseconds> ttl,
                                       const settings::Settings& settings,
                                       const cli::Context& context);

/// True for what looks like a token: it must not be shown where it was given for something else.
bool looks_like_token(const std::string& word);

/// Where a token comes from.
struct TokenSource {
  std::optional<std::string> file;   ///< nullopt: standard input
  std::optional<std::string> token;  ///< given as an argument, which is warned about
};
void declare_token(cli::Declaration& declaration, TokenSource& source);
/// Fails with `usage` for two sources, or a token where a file belongs (never showing it).
Result<> check_source(const TokenSource& source);
/// The token's text. Of a text that is far too large, one that is too large as well is returned: it
/// is for the verifier to refuse.
Result<std::string> read_token(const TokenSource& source, const cli::Context& context);

}  // namespace mage_lineage::commands
