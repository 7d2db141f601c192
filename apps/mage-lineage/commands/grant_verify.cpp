#include <mage_lineage/grant/diagnose.hpp>
#include <mage_lineage/grant/input.hpp>
#include <mage_lineage/grant/report.hpp>

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
  TokenSource source;
  std::optional<std::string> action;
  std::optional<std::string> snapshot_id;
  std::optional<std::chrono::milliseconds> leeway;
  std::optional<std::string> previous_secret_file;
  bool exact = false;
  bool explain = false;
  bool json = false;
};

void declare(Declaration& declaration, Options& options) {
  declare_token(declaration, options.source);
  declaration.option("--action", "ACTION", options.action,
                     "the action to ask for: create, read, or any other name (default: either of "
                     "the two)");
  declaration.option("--snapshot-id", "ID", options.snapshot_id, "the snapshot to ask for");
  declare_grant(declaration, options.grant);
  declare_previous_secret_file(declaration, options.previous_secret_file);
  declare_duration(declaration, "--leeway", options.leeway,
                   "how far iat and nbf may lie ahead (default: 60s)");
  declaration.flag("--exact", options.exact, "judge the input byte for byte, as it is");
  declaration.flag("--explain", options.explain, "say what each claim is for");
  cli::declare_json(declaration, options.json);
}

/// One token, and standard input can be read once.
Result<> check_inputs(const Options& options) {
  if (auto good = check_source(options.source); !good) return good;
  const bool token = !options.source.token && options.source.file.value_or("-") == "-";
  if (token && (options.grant.secret_file == "-" || options.previous_secret_file == "-")) {
    return asked_twice();
  }
  return {};
}

Result<ExitCode> run(const Options& options, Context& context) {
  if (auto good = check_inputs(options); !good) return fail(std::move(good).error());
  const auto settings = context.load_settings();
  if (!settings) return fail(settings.error());
  auto policy = grant_policy(options.grant, *settings);
  if (!policy) return fail(std::move(policy).error());
  policy->leeway = options.leeway.value_or(policy->leeway);
  const auto keys =
      read_keys({options.grant.secret_file, options.previous_secret_file}, *settings, context);
  if (!keys) return fail(keys.error());
  auto input = read_token(options.source, context);
  if (!input) return fail(std::move(input).error());

  output::GrantJudgement judgement;
  std::string token = *std::move(input);
  if (!options.exact) {
    auto cleaned = grant::clean_token(token);
    token = std::move(cleaned.token);
    judgement.notes = std::move(cleaned.notes);
  }
  grant::Demand demand;
  if (options.action) demand.action = grant::expand_action(*options.action);
  demand.snapshot_id = options.snapshot_id;
  auto scope = grant_scope(options.grant, *settings, context);
  if (scope) demand.scope = *scope;

  const Timestamp now = options.grant.at.value_or(context.world.clock.now());
  judgement.verification = grant::verify(token, *keys, *policy, demand, now);
  judgement.rows = grant::report(judgement.verification, *policy, demand, now);
  if (judgement.verification.status(grant::CheckId::token_form) == grant::Status::fail) {
    judgement.diagnosis = grant::diagnose_form(token);
  } else if (judgement.verification.status(grant::CheckId::signature) == grant::Status::fail) {
    judgement.diagnosis = grant::diagnose_signature(token, *keys);
  }
  judgement.explain = options.explain;
  for (const std::string& note : judgement.notes)
    context.terminal.note("note: " + note);
  context.terminal.out(options.json ? output::verify_json(judgement)
                                    : output::verify_text(judgement, context.terminal.out_style()));
  if (judgement.verification.accepted()) return ExitCode::yes;
  // Nothing is wrong with the grant, but whose it should be is not known: that is not a yes.
  if (judgement.verification.findings.empty() && !scope) {
    auto error = std::move(scope).error();
    error.while_doing("the grant's scope was not compared with anything");
    return fail(std::move(error));
  }
  return ExitCode::no;
}

}  // namespace

cli::Command grant_verify() {
  return {
      .path = "grant verify",
      .section = cli::Section::grants,
      .summary = "judge a grant: every check, what was found and what was expected",
      .description =
          "Reads a token from a file or standard input and judges it as the snapshot API does. "
          "One\n"
          "trailing line break and a \"Bearer \" or \"Authorization: Bearer \" prefix are "
          "removed,\n"
          "and that is said; --exact judges the input as it is.\n"
          "\n"
          "When the signature does not hold, that is the only reason given, with the usual "
          "mistake\n"
          "behind it if there is one. Otherwise all checks are made, so that everything wrong is\n"
          "seen at once.",
      .examples =
          {{"echo \"$TOKEN\" | mage-lineage grant verify --action create",
            "judge a grant for the project around the current folder"},
           {"mage-lineage grant verify token.txt --action read --snapshot-id snap_0f3c --explain",
            "judge a read grant, and say what each claim is for"},
           {"mage-lineage grant verify token.txt --json | jq -r '.checks[] | "
            "select(.status==\"fail\") | .reason'",
            "list what is wrong with it"}},
      .settings = {Id::grant_secret, Id::grant_secret_previous, Id::grant_issuer,
                   Id::grant_audience, Id::snapshot_ttl, Id::customer_cluster_uuid,
                   Id::workspace_uuid},
      .yes = "the grant is accepted",
      .no = "the grant is rejected",
      .make = &cli::make_invocation<Options, declare, run>,
  };
}

}  // namespace mage_lineage::commands
