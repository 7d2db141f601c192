#include "commands/grant_inputs.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/grant/input.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include "commands/grant_keys.hpp"
#include "commands/project_option.hpp"

namespace mage_lineage::commands {
namespace {

using settings::Id;

template <class T, Result<T> (*Parse)(std::string_view)>
Result<std::optional<T>> parse_optional(std::string_view given) {
  auto value = Parse(given);
  if (!value) return fail(std::move(value).error());
  return std::optional<T>(*std::move(value));
}

/// The first of an option and a setting that gives a text.
Result<std::string> text_of(const std::optional<std::string>& option, Id id,
                            const settings::Settings& settings) {
  if (option) return *option;
  auto value = settings.text(id);
  if (!value) return fail(std::move(value).error());
  return value->value_or("");
}

}  // namespace

void declare_grant(cli::Declaration& declaration, GrantOptions& options) {
  cli::declare_project(declaration, options.project);
  declaration.option("--cluster", "UUID", options.cluster,
                     "the customer cluster of the scope (default: from the environment)");
  declaration.option("--workspace", "UUID", options.workspace,
                     "the workspace of the scope (default: from the environment)");
  declaration.option("--project-uuid", "UUID", options.project_uuid,
                     "the project of the scope (default: project_uuid of metadata.yaml)");
  declaration.option("--issuer", "TEXT", options.issuer,
                     "the issuer (default: from the environment, or autopilot-lineage)");
  declaration.option("--audience", "TEXT", options.audience,
                     "the audience (default: from the environment, or mage-pro-lineage-snapshot)");
  declare_duration(declaration, "--snapshot-ttl", options.snapshot_ttl,
                   "the snapshot TTL; a grant may live twice as long (default: from the "
                   "environment, or 15m)");
  declare_secret_file(declaration, options.secret_file);
  declare_at(declaration, options.at);
}

void declare_at(cli::Declaration& declaration, std::optional<Timestamp>& at) {
  declaration.parsed("--at", "TIME", at, &parse_optional<Timestamp, grant::parse_moment>,
                     "the time to take for now, as 2026-08-03T19:40:00Z or seconds since 1970");
}

void declare_duration(cli::Declaration& declaration, std::string name,
                      std::optional<std::chrono::milliseconds>& target, std::string help) {
  declaration.parsed(std::move(name), "DURATION", target,
                     &parse_optional<std::chrono::milliseconds, parse_duration>, std::move(help));
}

Result<grant::Policy> grant_policy(const GrantOptions& options,
                                   const settings::Settings& settings) {
  grant::Policy policy;
  auto issuer = text_of(options.issuer, Id::grant_issuer, settings);
  if (!issuer) return fail(std::move(issuer).error());
  auto audience = text_of(options.audience, Id::grant_audience, settings);
  if (!audience) return fail(std::move(audience).error());
  policy.issuer = *std::move(issuer);
  policy.audience = *std::move(audience);
  if (options.snapshot_ttl) {
    policy.snapshot_ttl = *options.snapshot_ttl;
    return policy;
  }
  const auto seconds = settings.count(Id::snapshot_ttl);
  if (!seconds) return fail(seconds.error());
  policy.snapshot_ttl = std::chrono::seconds(*seconds);
  return policy;
}

Result<Scope> grant_scope(const GrantOptions& options, const settings::Settings& settings,
                          const cli::Context& context) {
  auto cluster = text_of(options.cluster, Id::customer_cluster_uuid, settings);
  if (!cluster) return fail(std::move(cluster).error());
  auto workspace = text_of(options.workspace, Id::workspace_uuid, settings);
  if (!workspace) return fail(std::move(workspace).error());
  Scope scope{*std::move(cluster), *std::move(workspace), {}};
  std::string why;
  if (options.project_uuid) {
    scope.project_uuid = *options.project_uuid;
  } else {
    const auto opened = open_project(options.project, context);
    if (!opened.metadata) {
      why = ": " + opened.metadata.error().message;
    } else {
      scope.project_uuid = opened.metadata->project_uuid().value_or("");
    }
  }
  const std::array<std::pair<const std::string*, const char*>, 3> parts{
      {{&scope.customer_cluster_uuid, "the customer cluster is not known"},
       {&scope.workspace_uuid, "the workspace is not known"},
       {&scope.project_uuid, "the project's UUID is not known"}}};
  constexpr std::array<const char*, 3> kHints{
      "give --cluster, or set MAGE_CLUSTER_UUID",
      "give --workspace, or set AUTOPILOT_LINEAGE_WORKSPACE_UUID",
      "give --project-uuid, or --project for one whose metadata.yaml has a project_uuid"};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!text::trim(*parts[i].first).empty()) continue;
    return fail(ErrorCode::invalid, parts[i].second + (i == 2 ? why : std::string()), kHints[i]);
  }
  return scope;
}

Result<grant::MintRequest> draft_grant(const GrantOptions& options, const std::string& subject,
                                       std::optional<std::chrono::milliseconds> ttl,
                                       const settings::Settings& settings,
                                       const cli::Context& context) {
  auto policy = grant_policy(options, settings);
  if (!policy) return fail(std::move(policy).error());
  auto scope = grant_scope(options, settings, context);
  if (!scope) return fail(std::move(scope).error());
  grant::MintRequest request;
  request.policy = *std::move(policy);
  request.scope = *std::move(scope);
  request.subject = subject;
  request.ttl = ttl.value_or(
      std::min<std::chrono::milliseconds>(request.ttl, request.policy.longest_lifetime()));
  request.now = options.at.value_or(context.world.clock.now());
  std::array<std::uint8_t, 10> random{};
  context.world.random.fill(random.data(), random.size());
  request.token_id = make_uuid_v7(request.now, random);
  return request;
}

bool looks_like_token(const std::string& word) {
  constexpr std::size_t kShortestToken = 60;
  constexpr std::string_view kTokenCharacters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.";
  if (word.starts_with("eyJ") || text::iequals(word.substr(0, 7), "Bearer ")) return true;
  return word.size() >= kShortestToken && std::count(word.begin(), word.end(), '.') == 2 &&
         word.find_first_not_of(kTokenCharacters) == std::string::npos;
}

void declare_token(cli::Declaration& declaration, TokenSource& source) {
  declaration
      .argument("FILE", source.file, "the file that holds the token (default: standard input)")
      .offers = cli::Offers::files;
  declaration.option("--token", "TOKEN", source.token,
                     "the token itself; other users of the machine can see it while this runs");
}

Result<> check_source(const TokenSource& source) {
  if (source.token && source.file) {
    return fail(ErrorCode::usage, "both FILE and --token were given", "one of them is enough");
  }
  if (source.file && looks_like_token(*source.file)) {
    return fail(ErrorCode::usage, "a token was given where a file belongs",
                "pipe it to standard input, or give it with --token");
  }
  return {};
}

Result<std::string> read_token(const TokenSource& source, const cli::Context& context) {
  if (auto good = check_source(source); !good) return fail(std::move(good).error());
  if (source.token) {
    context.terminal.warn("a token on the command line is visible to other users: pipe it instead");
    return *source.token;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20U;
  auto content = context.world.files.read(source.file.value_or("-"), kMost);
  if (content) return std::move(content->bytes);
  // A text of any size is a bad token, not a file that cannot be used.
  if (content.error().code == ErrorCode::too_large) return std::string(kMost, '.');
  auto error = std::move(content).error();
  error.while_doing("while reading the token");
  return fail(std::move(error));
}

}  // namespace mage_lineage::commands
