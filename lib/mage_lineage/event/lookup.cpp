#include <mage_lineage/event/lookup.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/snapshot/owners.hpp>

#include <algorithm>
#include <vector>

namespace mage_lineage::event {
namespace {

/// An object with the two names by which a person may mean it.
struct Candidate {
  std::string name;
  std::string full_name;
  Object object;
};

std::vector<Candidate> owned(const project::Project& project, snapshot::OwnerType wanted) {
  std::vector<Candidate> out;
  for (const auto& [path, assignment] : snapshot::assign_owners(project)) {
    const auto& identity = assignment.identity;
    if (identity.type != wanted) continue;
    Candidate candidate;
    candidate.object.path = path;
    switch (wanted) {
      case snapshot::OwnerType::pipeline:
        candidate.object.type = ObjectType::pipeline;
        candidate.object.uuid = candidate.name = candidate.full_name = identity.uuid;
        break;
      case snapshot::OwnerType::block:
        candidate.object.type = ObjectType::block;
        candidate.object.uuid = candidate.name = identity.uuid;
        candidate.object.block_type = identity.block_type;
        candidate.object.language = snapshot::language_of(path);
        candidate.object.pipeline_uuids = assignment.used_by;
        candidate.full_name = identity.block_type + "/" + identity.uuid;
        break;
      case snapshot::OwnerType::file:
      case snapshot::OwnerType::project:
        candidate.object.type = ObjectType::file;
        candidate.object.pipeline_uuids = assignment.used_by;
        candidate.name = candidate.full_name = path;
        break;
    }
    out.push_back(std::move(candidate));
  }
  return out;
}

std::vector<Candidate> triggers(const project::Project& project, ObjectType type) {
  std::vector<Candidate> out;
  for (const auto& trigger : project.triggers) {
    if (type == ObjectType::schedule && trigger.schedule_type != "time") continue;
    Candidate candidate;
    candidate.name = trigger.name;
    candidate.full_name = trigger.pipeline_uuid + "/" + trigger.name;
    candidate.object = trigger_object(trigger);
    candidate.object.type = type;  // a schedule is a trigger as well, if it is called one
    out.push_back(std::move(candidate));
  }
  return out;
}

Result<Object> choose(const std::vector<Candidate>& candidates, ObjectType type,
                      const std::string& id) {
  std::vector<const Candidate*> meant;
  for (const auto& candidate : candidates) {
    if (candidate.full_name == id) return candidate.object;
    if (candidate.name == id) meant.push_back(&candidate);
  }
  const std::string shown = "\"" + text::escape_untrusted(id, 200) + "\"";
  if (meant.size() == 1) return meant.front()->object;
  if (meant.empty()) {
    std::vector<std::string> names;
    for (const auto& candidate : candidates) {
      names.push_back(candidate.name);
      if (candidate.full_name != candidate.name) names.push_back(candidate.full_name);
    }
    const auto near = text::nearest(id, names);
    return fail(ErrorCode::not_found,
                "the project has no " + std::string(to_string(type)) + " " + shown,
                near ? "did you mean \"" + text::escape_untrusted(*near, 200) + "\"?" : "");
  }
  std::string names;
  for (const auto* candidate : meant) {
    names += (names.empty() ? "" : ", ") + text::escape_untrusted(candidate->full_name, 200);
  }
  return fail(ErrorCode::invalid, "several objects are called " + shown, "name one of " + names);
}

/// The path of a file from the project's root, without `./` before it. Fails for what no snapshot
/// and so no event knows, with the reason.
Result<std::string> file_path(std::string_view id) {
  while (id.starts_with("./"))
    id.remove_prefix(2);
  const auto verdict = project::judge_file(id);
  if (verdict.allowed) return std::string(id);
  const std::string shown = text::escape_untrusted(id, 200);
  return fail(
      ErrorCode::invalid,
      "\"" + shown + "\" is no file that lineage tells of: " + std::string(verdict.reason),
      "\"mage-lineage snapshot allowlist\" lists those that are, as paths from the project");
}

/// One part of a path: what pipelines and blocks are called.
Result<> check_plain(const std::string& name, const char* what) {
  const bool plain =
      !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
  if (plain) return {};
  return fail(ErrorCode::invalid,
              "\"" + text::escape_untrusted(name, 200) + "\" cannot be " + std::string(what),
              "it is the name of a folder or file, without a slash");
}

}  // namespace

Object trigger_object(const project::Trigger& trigger) {
  Object out;
  out.type = trigger.schedule_type == "time" ? ObjectType::schedule : ObjectType::trigger;
  out.name = trigger.name;
  out.pipeline_uuids = {trigger.pipeline_uuid};
  out.path = project::pipeline_file(trigger.pipeline_uuid, project::kTriggersFile);
  out.schedule_type = trigger.schedule_type;
  return out;
}

Result<Object> find_object(const project::Project& project, ObjectType type,
                           const std::string& id) {
  switch (type) {
    case ObjectType::project: {
      Object object;
      object.uuid = project.metadata.project_uuid().value_or("");
      object.path = project::kMetadataFile;
      return object;
    }
    case ObjectType::pipeline:
      return choose(owned(project, snapshot::OwnerType::pipeline), type, id);
    case ObjectType::block:
      return choose(owned(project, snapshot::OwnerType::block), type, id);
    case ObjectType::file: {
      const auto path = file_path(id);
      if (!path) return fail(path.error());
      auto file = choose(owned(project, snapshot::OwnerType::file), type, *path);
      if (file) return file;
      // A block's or pipeline's file is a file as well, by its path.
      const auto owners = snapshot::assign_owners(project);
      const auto at = owners.find(*path);
      if (at == owners.end()) return file;
      Object object;
      object.type = ObjectType::file;
      object.path = *path;
      object.pipeline_uuids = at->second.used_by;
      return object;
    }
    case ObjectType::trigger:
    case ObjectType::schedule:
      return choose(triggers(project, type), type, id);
    case ObjectType::resource:
    case ObjectType::deployment:
      break;
  }
  return describe_gone(type, id);
}

Result<Object> describe_gone(ObjectType type, const std::string& id) {
  Object object;
  object.type = type;
  const auto slash = id.find('/');
  const bool two_parts = slash != std::string::npos && slash > 0 && slash + 1 < id.size();
  switch (type) {
    case ObjectType::block:
      if (!two_parts) {
        return fail(ErrorCode::invalid, "the block's type is not known any more",
                    "write TYPE/UUID, for example data_loader/load_orders");
      }
      object.block_type = id.substr(0, slash);
      object.uuid = id.substr(slash + 1);
      if (auto good = check_plain(object.block_type, "a block's type"); !good) {
        return fail(std::move(good).error());
      }
      for (const auto part : text::split(object.uuid, '/')) {
        if (auto good = check_plain(std::string(part), "part of a block's uuid"); !good) {
          return fail(std::move(good).error());
        }
      }
      break;
    case ObjectType::trigger:
    case ObjectType::schedule:
      if (!two_parts) {
        return fail(ErrorCode::invalid, "the trigger's pipeline is not known any more",
                    "write PIPELINE/NAME");
      }
      object.pipeline_uuids = {id.substr(0, slash)};
      object.name = id.substr(slash + 1);
      if (type == ObjectType::schedule) object.schedule_type = "time";
      break;
    case ObjectType::file: {
      auto path = file_path(id);
      if (!path) return fail(std::move(path).error());
      object.path = *std::move(path);
      break;
    }
    case ObjectType::pipeline:
      if (auto good = check_plain(id, "a pipeline's uuid"); !good) {
        return fail(std::move(good).error());
      }
      object.uuid = id;
      break;
    default:
      object.uuid = id;
      break;
  }
  return object;
}

}  // namespace mage_lineage::event
