#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/lookup.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "commands/emit_events.hpp"

namespace mage_lineage::commands {
namespace {

using cli::Context;
using cli::Declaration;
using cli::ExitCode;
using event::Mutation;
using event::ObjectType;

struct Options {
  std::string id;
  Mutation mutation = Mutation::updated;
  std::string previous;
  EmitOptions emit;
};

constexpr cli::Offers offers_of(ObjectType type) {
  switch (type) {
    case ObjectType::pipeline:
      return cli::Offers::pipelines;
    case ObjectType::block:
      return cli::Offers::blocks;
    case ObjectType::trigger:
    case ObjectType::schedule:
      return cli::Offers::triggers;
    case ObjectType::file:
      return cli::Offers::files;
    default:
      return cli::Offers::nothing;
  }
}

template <ObjectType kType>
void declare(Declaration& declaration, Options& options) {
  if (kType != ObjectType::project) {
    auto& id = declaration.argument("ID", options.id, "the object's name");
    id.required = true;
    id.offers = offers_of(kType);
  }
  declaration
      .choice("--mutation", "MUTATION", options.mutation,
              {{"created", Mutation::created},
               {"updated", Mutation::updated},
               {"deleted", Mutation::deleted},
               {"renamed", Mutation::renamed}},
              "what happened to it")
      .required = true;
  if (kType != ObjectType::project) {
    declaration.option("--previous", "ID", options.previous, "its name before, for renamed");
  }
  declare_strict(declaration, options.emit);
  declare_emit(declaration, options.emit);
}

Result<project::Project> read_whole_project(const OpenProject& opened) {
  if (!opened.metadata) return fail(opened.metadata.error());
  return project::read_project(*opened.tree, *opened.root);
}

/// The hash of the object's file.
event::PayloadHashes hashes_of(const event::Object& object, sys::Tree& tree) {
  // A trigger's file holds values that never leave it, not even as a hash.
  if (object.path.empty() || object.type == ObjectType::trigger ||
      object.type == ObjectType::schedule) {
    return {};
  }
  const auto content = tree.read(object.path, event::kMostHashedBytes);
  if (!content) return {};
  return event::payload_hashes(
      object.type, event::content_hash(content->bytes, object.path, redact::Redactor()));
}

Result<event::Change> make_change(ObjectType type, const Options& options,
                                  const OpenProject& opened) {
  const bool renamed = options.mutation == Mutation::renamed;
  if (renamed != !options.previous.empty()) {
    return fail(ErrorCode::usage,
                renamed ? "a renamed object needs its name before"
                        : "--previous goes with --mutation renamed",
                renamed ? "add --previous ID" : "");
  }
  auto project = read_whole_project(opened);
  if (!project) return fail(std::move(project).error());
  auto object = event::find_object(*project, type, options.id);
  // What was deleted may be gone already, or still be there.
  if (!object && options.mutation == Mutation::deleted) {
    object = event::describe_gone(type, options.id);
  }
  if (!object) return fail(std::move(object).error());
  event::Change change;
  change.mutation = options.mutation;
  change.object = std::move(*object);
  if (options.mutation != Mutation::deleted) change.hashes = hashes_of(change.object, *opened.tree);
  if (!renamed) return change;
  auto previous = event::describe_gone(
      type, type == ObjectType::block && options.previous.find('/') == std::string::npos
                ? change.object.block_type + "/" + options.previous
            : type == ObjectType::trigger || type == ObjectType::schedule
                ? change.object.pipeline_uuids.front() + "/" + options.previous
                : options.previous);
  if (!previous) return fail(std::move(previous).error());
  change.previous = std::move(*previous);
  return change;
}

template <ObjectType kType>
Result<ExitCode> run(const Options& options, Context& context) {
  auto settings = context.load_settings();
  if (!settings) return fail(std::move(settings).error());
  const auto opened = open_project(options.emit.project, context);
  auto change = make_change(kType, options, opened);
  if (!change) return fail(std::move(change).error());
  return emit_events(options.emit, *settings, opened, {std::move(*change)}, context);
}

template <ObjectType kType>
constexpr auto kMake = &cli::make_invocation<Options, declare<kType>, run<kType>>;

struct Row {
  ObjectType type;
  std::string_view path;
  std::string_view summary;
  std::string_view id_is;
  cli::Example example;
  decltype(cli::Command::make) make;
};

constexpr Row kRows[] = {
    {ObjectType::block,
     "emit block",
     "tell that a block changed",
     "ID is the block's uuid, or TYPE/UUID where several types have one.",
     {"mage-lineage emit block load_orders --mutation updated", "after an edit"},
     kMake<ObjectType::block>},
    {ObjectType::file,
     "emit file",
     "tell that a file changed",
     "ID is the file's path from the project's root.",
     {"mage-lineage emit file utils/dates.py --mutation created", "after it was added"},
     kMake<ObjectType::file>},
    {ObjectType::pipeline,
     "emit pipeline",
     "tell that a pipeline changed",
     "ID is the pipeline's uuid, the name of its folder.",
     {"mage-lineage emit pipeline orders_daily --mutation renamed --previous orders",
      "after it was renamed"},
     kMake<ObjectType::pipeline>},
    {ObjectType::project,
     "emit project",
     "tell that the project's own settings changed",
     "The project is the one around the current folder, or of -C.",
     {"mage-lineage emit project --mutation updated", "after an edit of metadata.yaml"},
     kMake<ObjectType::project>},
    {ObjectType::resource,
     "emit resource",
     "tell that an execution-framework resource changed",
     "ID is the resource's uuid. It is taken as given: a project's files do not tell of resources.",
     {"mage-lineage emit resource spark_cluster --mutation created", "after it was set up"},
     kMake<ObjectType::resource>},
    {ObjectType::schedule,
     "emit schedule",
     "tell that a schedule changed",
     "ID is the name of a trigger that runs by time, or PIPELINE/NAME.",
     {"mage-lineage emit schedule nightly --mutation deleted", "after it was removed"},
     kMake<ObjectType::schedule>},
    {ObjectType::trigger,
     "emit trigger",
     "tell that a trigger changed",
     "ID is the trigger's name, or PIPELINE/NAME where several pipelines have one.",
     {"mage-lineage emit trigger orders_daily/nightly --mutation updated", "after an edit"},
     kMake<ObjectType::trigger>},
};

constexpr std::string_view kForAll =
    "\n\nIdentity, type, path and hashes are looked up in the project; its source is never sent. "
    "A\n"
    "closed gate or a failed delivery is told on standard error and ends with 0, so that lineage\n"
    "breaks no pipeline; --strict changes that.";

}  // namespace

cli::Command emit_object(ObjectType type) {
  const Row& row = *std::find_if(std::begin(kRows), std::end(kRows),
                                 [type](const Row& r) { return r.type == type; });
  static std::map<ObjectType, std::string> descriptions;  // a Command holds views
  std::string& description = descriptions[type];
  description = std::string(row.id_is) + std::string(kForAll);
  return {
      .path = row.path,
      .section = cli::Section::events,
      .summary = row.summary,
      .description = description,
      .examples = {row.example},
      .settings = emit_settings(),
      .yes = "done, whatever became of the event; with --strict: it was delivered",
      .no = "with --strict: a gate is closed, and nothing was sent",
      .undelivered = "with --strict: delivery failed: network, HTTP status or timeout",
      .make = row.make,
  };
}

}  // namespace mage_lineage::commands
