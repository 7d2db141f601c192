#include "commands/fetch_grant.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/grant/input.hpp>
#include <mage_lineage/grant/mint.hpp>

#include <algorithm>
#include <utility>

#include "commands/grant_keys.hpp"
#include "output/grant_view.hpp"

namespace mage_lineage::commands {
namespace {

Result<FetchGrant> take_grant(const std::string& file, const cli::Context& context) {
  if (looks_like_token(file)) {
    return fail(ErrorCode::usage, "a token was given where a file belongs",
                "pipe it to standard input, and say --token-file -");
  }
  const auto given = read_token({file, std::nullopt}, context);
  if (!given) return fail(given.error());
  auto cleaned = grant::clean_token(*given);
  for (const auto& note : cleaned.notes)
    context.terminal.detail(note);
  const auto& token = cleaned.token;
  const bool carried =
      !token.empty() && token.size() <= grant::kMaxTokenBytes &&
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!carried) {
    return fail(ErrorCode::invalid, "what was given is no token: a header cannot carry it",
                "a token is one line of at most " + std::to_string(grant::kMaxTokenBytes) +
                    " letters, digits, dots, \"-\" and \"_\"");
  }
  return FetchGrant{Secret(token), std::nullopt};
}

}  // namespace

void declare_fetch_grant(cli::Declaration& declaration, FetchGrantOptions& options) {
  declare_grant(declaration, options.grant);
  declaration.option("--subject", "TEXT", options.subject,
                     "who uses the grant (default: mage-lineage)");
  declare_duration(declaration, "--ttl", options.ttl,
                   "how long the grant lives, at most twice the snapshot TTL (default: 5m)");
  declaration.flag("--allow-short-secret", options.allow_short_secret,
                   "sign with a secret under 32 bytes");
  declaration
      .option("--token-file", "FILE", options.token_file,
              "use the grant in FILE, or of standard input (-), and mint none")
      .offers = cli::Offers::files;
}

Result<FetchGrant> fetch_grant(const FetchGrantOptions& options, std::string_view action,
                               const std::string& snapshot_id, const cli::Context& context) {
  if (options.token_file) {
    if (options.grant.secret_file) {
      return fail(ErrorCode::usage, "both --token-file and --secret-file were given",
                  "a grant that was given needs no secret");
    }
    return take_grant(*options.token_file, context);
  }
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  auto secret = read_secret(options.grant.secret_file, *settings, context);
  if (!secret) {
    auto error = std::move(secret).error();
    if (!options.grant.secret_file) error.hint += ", or a grant with --token-file";
    return fail(std::move(error));
  }
  auto request = draft_grant(options.grant, options.subject, options.ttl, *settings, context);
  if (!request) return fail(std::move(request).error());
  request->actions = {grant::expand_action(action)};
  if (!snapshot_id.empty()) request->snapshot_id = snapshot_id;
  request->allow_short_secret = options.allow_short_secret;
  auto minted = grant::mint(*request, *secret);
  if (!minted) return fail(std::move(minted).error());
  context.terminal.detail(output::mint_summary(*request, minted->claims));
  return FetchGrant{std::move(minted->token), request->scope};
}

}  // namespace mage_lineage::commands
