#include <mage_lineage/core/text.hpp>
#include <mage_lineage/grant/mint.hpp>

#include <utility>

#include "commands/grant_inputs.hpp"
#include "commands/grant_keys.hpp"
#include "output/grant_view.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

struct Options {
  GrantOptions grant;
  std::vector<std::string> actions;
  std::optional<std::string> snapshot_id;
  std::string subject = "mage-lineage";
  std::optional<std::chrono::milliseconds> ttl;
  std::optional<std::string> claims_json;
  bool unchecked = false;
  bool allow_short_secret = false;
};

void declare(Declaration& declaration, Options& options) {
  auto& action = declaration.option("--action", "ACTION", options.actions,
                                    "what the grant allows: create, read, or any other name");
  action.required = true;
  declaration.option("--snapshot-id", "ID", options.snapshot_id, "the snapshot a read grant opens");
  declaration.option("--subject", "TEXT", options.subject,
                     "who uses the grant (default: mage-lineage)");
  declare_duration(declaration, "--ttl", options.ttl,
                   "how long the grant lives, at most twice the snapshot TTL (default: 5m)");
  declare_grant(declaration, options.grant);
  declaration
      .option("--claims-json", "FILE", options.claims_json,
              "a JSON object of further claims; with --unchecked a merge patch for all of them "
              "(RFC 7396: null removes a claim)")
      .offers = cli::Offers::files;
  declaration.flag("--unchecked", options.unchecked,
                   "make the grant even if no service would accept it, for testing one");
  declaration.flag("--allow-short-secret", options.allow_short_secret,
                   "sign with a secret under 32 bytes");
}

Result<json::Value> read_claims_file(const std::string& file, const Context& context) {
  auto content = context.world.files.read(file, grant::kMaxTokenBytes);
  if (!content) {
    auto error = std::move(content).error();
    error.while_doing("while reading --claims-json");
    return fail(std::move(error));
  }
  auto value = json::parse(
      content->bytes, {.max_bytes = grant::kMaxTokenBytes, .max_depth = grant::kMaxTokenDepth});
  const std::string name = text::escape_untrusted(file);
  if (!value) {
    auto error = std::move(value).error();
    error.at(name + ":" + error.position);
    return fail(std::move(error));
  }
  if (!value->is(json::Kind::object)) {
    return fail(Error{ErrorCode::malformed, "the claims are not a JSON object", name, {}, {}});
  }
  return *std::move(value);
}

Result<ExitCode> run(const Options& options, Context& context) {
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  auto secret = read_secret(options.grant.secret_file, *settings, context);
  if (!secret) return fail(std::move(secret).error());
  auto drafted = draft_grant(options.grant, options.subject, options.ttl, *settings, context);
  if (!drafted) return fail(std::move(drafted).error());
  auto& request = *drafted;
  for (const std::string& action : options.actions)
    request.actions.push_back(grant::expand_action(action));
  request.snapshot_id = options.snapshot_id;
  request.unchecked = options.unchecked;
  request.allow_short_secret = options.allow_short_secret;
  if (options.claims_json) {
    auto changes = read_claims_file(*options.claims_json, context);
    if (!changes) return fail(std::move(changes).error());
    request.changes = *std::move(changes);
  }

  const auto minted = grant::mint(request, *secret);
  if (!minted) return fail(minted.error());
  context.terminal.note(output::mint_summary(request, minted->claims));
  if (request.unchecked) context.terminal.warn("the grant was not checked: services may refuse it");
  context.terminal.out(std::string(minted->token.reveal()) + "\n");
  return ExitCode::yes;
}

}  // namespace

cli::Command grant_mint() {
  return {
      .path = "grant mint",
      .section = cli::Section::grants,
      .summary = "make a short-lived grant for the snapshot API",
      .description =
          "Prints the token alone on standard output, and what it allows on standard error. The\n"
          "grant is for one scope; a read grant is for one snapshot. What the verifier would "
          "refuse\n"
          "is not made, unless --unchecked asks for it.\n"
          "\n"
          "The secret comes from the environment, a file or standard input, never from an "
          "argument.",
      .examples =
          {{"TOKEN=$(mage-lineage grant mint --action create)",
            "make a grant that creates a snapshot of the project around the current folder"},
           {"mage-lineage grant mint --action read --snapshot-id snap_0f3c --ttl 90s",
            "make a grant that reads one snapshot for a minute and a half"},
           {"pass lineage/grant | mage-lineage grant mint --action create --secret-file -",
            "sign with a secret from a password store"}},
      .settings = {Id::grant_secret, Id::grant_issuer, Id::grant_audience, Id::snapshot_ttl,
                   Id::customer_cluster_uuid, Id::workspace_uuid},
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
