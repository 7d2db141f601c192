#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/grant/claims.hpp>
#include <mage_lineage/service/snapshot_client.hpp>

#include <array>
#include <utility>

#include "cli/command.hpp"
#include "commands/delivery_options.hpp"
#include "commands/fetch_grant.hpp"
#include "commands/network_options.hpp"
#include "commands/snapshot_fetch_answers.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using settings::Id;

enum class What { create, owners, contents };

struct Options {
  What what = What::create;
  FetchWish wish;
  std::string url;
  FetchGrantOptions grant;
  NetworkOptions network;
  std::optional<std::chrono::milliseconds> max_time;
};

void declare(Declaration& declaration, Options& options) {
  auto& what = declaration.choice(
      "WHAT", "WHAT", options.what,
      {{"create", What::create}, {"owners", What::owners}, {"contents", What::contents}},
      "what to ask for");
  what.argument = true;
  what.required = true;
  declaration.argument("ID", options.wish.snapshot_id, "the snapshot, for owners and contents");
  declaration.option("--url", "URL", options.url, "the address of the service, as serve prints it")
      .required = true;
  auto& output = declaration.option("--output", "FILE", options.wish.output,
                                    "create: where the manifest goes (default: standard output)");
  output.short_name = "-o";
  output.offers = cli::Offers::files;
  auto& type =
      declaration.option("--type", "TYPE", options.wish.types, "owners: those of this type alone");
  type.choices = {snapshot::kOwnerTypes.begin(), snapshot::kOwnerTypes.end()};
  type.offers = cli::Offers::choices;
  declaration.option("--path", "GLOB", options.wish.choice.globs,
                     "owners, contents: those whose path fits, \"*\" standing for any text");
  declaration.option("--owner", "KEY", options.wish.choice.keys,
                     "contents: the owner with this key");
  declaration.flag("--all", options.wish.choice.all,
                   "contents: every owner; owners: all pages, from --cursor on");
  declaration.whole_number("--cursor", options.wish.cursor, 0, kLargestPosition,
                           "owners: one page, with so many passed over (default: all pages)");
  declaration.whole_number(
      "--limit", options.wish.limit, 1, kLargestPosition,
      "owners: one page of so many, 500 at most; with --all, so many a request");
  declare_fetch_grant(declaration, options.grant);
  declare_network(declaration, options.network);
  declaration.parsed("--max-time", "DURATION", options.max_time, &parse_max_time,
                     "give up after this long, all requests together (default: 2m)");
  cli::declare_json(declaration, options.wish.json);
}

/// Fails with `usage` for an option that what is asked for does not take.
Result<> check_options(const Options& options) {
  struct Rule {
    bool given;
    std::array<bool, 3> takes;  ///< create, owners, contents
    const char* name;
  };
  const std::array<Rule, 7> rules{{
      {options.wish.output != "-", {true, false, false}, "--output"},
      {!options.wish.types.empty(), {false, true, false}, "--type"},
      {!options.wish.choice.globs.empty(), {false, true, true}, "--path"},
      {!options.wish.choice.keys.empty(), {false, false, true}, "--owner"},
      {options.wish.choice.all, {false, true, true}, "--all"},
      {options.wish.cursor || options.wish.limit, {false, true, false}, "--cursor and --limit"},
      {options.wish.snapshot_id.has_value(), {false, true, true}, "a snapshot's ID"},
  }};
  constexpr std::array<const char*, 3> kWhat{"create", "owners", "contents"};
  const auto at = static_cast<std::size_t>(options.what);
  for (const auto& rule : rules) {
    if (!rule.given || rule.takes[at]) continue;
    return fail(ErrorCode::usage, std::string(kWhat[at]) + " does not take " + rule.name);
  }
  if (options.what == What::create) return {};
  if (!options.wish.snapshot_id) {
    return fail(ErrorCode::usage, std::string(kWhat[at]) + " needs the ID of a snapshot",
                "\"mage-lineage snapshot fetch create\" makes one and shows its ID");
  }
  if (!grant::is_snapshot_id(*options.wish.snapshot_id)) {
    return fail(ErrorCode::usage,
                "\"" + text::escape_untrusted(*options.wish.snapshot_id, 100) +
                    "\" is not the ID of a snapshot",
                "IDs have 1 to 128 letters, digits, \"_\", \".\" and \"-\"");
  }
  if (options.what == What::contents && options.wish.choice.empty()) return no_owner_asked_for();
  return {};
}

Result<Url> service_url(const Options& options) {
  auto url = parse_url(options.url);
  if (!url) {
    auto error = std::move(url).error();
    error.while_doing("reading --url");
    return fail(std::move(error));
  }
  auto secure =
      delivery::refuse_insecure(*url, options.network.insecure(), "the grant and the source");
  if (!secure) return fail(std::move(secure).error());
  return url;
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (auto good = check_options(options); !good) return fail(std::move(good).error());
  service::ClientOptions service;
  auto url = service_url(options);
  if (!url) return fail(std::move(url).error());
  service.base = *std::move(url);
  if (options.max_time) service.max_time = *options.max_time;
  service.told = [&context](const service::Exchanged& exchanged) {
    context.terminal.detail(std::string(exchanged.method) + " " + std::string(exchanged.target) +
                            ": " + std::to_string(exchanged.status) + ", " +
                            text::count_of(exchanged.bytes, "byte", "bytes") + " in " +
                            format_duration(exchanged.took));
  };
  const bool creates = options.what == What::create;
  const auto grant = fetch_grant(options.grant, creates ? "create" : "read",
                                 options.wish.snapshot_id.value_or(""), context);
  if (!grant) return fail(grant.error());
  const auto http = open_http(options.network, context, 1);
  if (!http) return fail(http.error());
  service::SnapshotClient client(std::move(service), grant->token, **http, context.world.clock);
  if (creates) return show_manifest(options.wish, grant->scope, client, context);
  return options.what == What::owners ? show_owners(options.wish, client, context)
                                      : show_contents(options.wish, client, context);
}

}  // namespace

cli::Command snapshot_fetch() {
  return {
      .path = "snapshot fetch",
      .section = cli::Section::snapshots,
      .summary = "ask a snapshot service, as Autopilot would",
      .description =
          "Asks a running snapshot service, to see from the shell what it answers:\n"
          "\n"
          "  create       makes a snapshot and shows its manifest, as \"snapshot show\" does\n"
          "  owners ID    lists the snapshot's owners, following the pages\n"
          "  contents ID  shows redacted content or a marker, as \"snapshot contents\" does\n"
          "\n"
          "It mints the grant that each needs from the secret, which comes from the environment, "
          "a\n"
          "file or standard input, never from an argument; or it uses the grant in --token-file. "
          "What\n"
          "the service answers is checked: the manifest's hash, its scope, each content's hash. A\n"
          "refusal is told with what it means and what to do.",
      .examples =
          {{"mage-lineage snapshot fetch create --url http://127.0.0.1:8080 -o manifest.json",
            "make a snapshot of the project around the current folder"},
           {"mage-lineage snapshot fetch owners snap_0f3c --url http://127.0.0.1:8080 --json",
            "all owner descriptors for a script"},
           {"pass grant | mage-lineage snapshot fetch contents snap_0f3c --path 'utils/*' "
            "--token-file - --url https://mage.example.com",
            "read some content with a grant that somebody else made"}},
      .settings = {Id::grant_secret, Id::grant_issuer, Id::grant_audience, Id::snapshot_ttl,
                   Id::customer_cluster_uuid, Id::workspace_uuid},
      .yes = "done; of contents: the source of every owner asked for is as described",
      .no = "the source of an owner changed, or the snapshot does not have it",
      .undelivered = cli::kUndelivered,
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
