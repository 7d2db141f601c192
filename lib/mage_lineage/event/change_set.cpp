#include <mage_lineage/event/change_set.hpp>

#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/lookup.hpp>
#include <mage_lineage/project/layout.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace mage_lineage::event {
namespace {

ObjectType type_of(snapshot::OwnerType type) {
  switch (type) {
    case snapshot::OwnerType::project:
      return ObjectType::project;
    case snapshot::OwnerType::pipeline:
      return ObjectType::pipeline;
    case snapshot::OwnerType::block:
      return ObjectType::block;
    case snapshot::OwnerType::file:
      break;
  }
  return ObjectType::file;
}

/// The object that owns a path at a revision; nullopt for files that belong to none.
std::optional<Object> object_at(const RevisionState& state, const std::string& path) {
  const auto at = state.owners.find(path);
  if (!state.is_project || at == state.owners.end()) return std::nullopt;
  const snapshot::Identity& identity = at->second.identity;
  Object out;
  out.type = type_of(identity.type);
  out.path = path;
  if (out.type == ObjectType::project) {
    out.uuid = state.project.metadata.project_uuid().value_or("");
  } else if (out.type != ObjectType::file) {
    out.uuid = identity.uuid;
  }
  if (out.type == ObjectType::block) {
    out.block_type = identity.block_type;
    out.language = snapshot::language_of(path);
  }
  if (out.type != ObjectType::pipeline) out.pipeline_uuids = at->second.used_by;
  return out;
}

/// What makes two changes speak of the same object.
using ObjectKey = std::pair<ObjectType, std::string>;
ObjectKey identity_of(const Object& object) {
  return {object.type, openlineage_name_of(object)};
}

std::vector<project::Trigger> triggers_of(const RevisionState& state, std::string_view pipeline) {
  std::vector<project::Trigger> out;
  for (const auto& trigger : state.project.triggers) {
    if (trigger.pipeline_uuid == pipeline) out.push_back(trigger);
  }
  return out;
}

const project::Trigger* find_trigger(const std::vector<project::Trigger>& all,
                                     const std::string& name) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [&name](const auto& trigger) { return trigger.name == name; });
  return at == all.end() ? nullptr : &*at;
}

bool look_alike(const project::Trigger& a, const project::Trigger& b) {
  return a.schedule_type == b.schedule_type && a.schedule_interval == b.schedule_interval &&
         a.status == b.status;
}

/// Collects changes, one for each object.
class Mapper {
 public:
  Mapper(const RevisionState& before, const RevisionState& after, const HashOf& hash_of)
      : before_(before), after_(after), hash_of_(hash_of) {}

  void map(const FileChange& file) {
    const auto pipeline = project::pipeline_of_file(file.path, project::kTriggersFile);
    const auto old_pipeline = project::pipeline_of_file(file.old_path, project::kTriggersFile);
    if (!pipeline.empty() || !old_pipeline.empty()) {
      if (!old_pipeline.empty() && old_pipeline != pipeline) map_triggers(old_pipeline);
      if (!pipeline.empty()) map_triggers(pipeline);
      return;
    }
    const auto old_object = file.status == 'A' ? std::nullopt : object_at(before_, file.old_path);
    const auto object = file.status == 'D' ? std::nullopt : object_at(after_, file.path);
    if (!old_object && !object) {
      ++out_.other_files;
    } else if (!object) {
      add(Mutation::deleted, *old_object, std::nullopt, {});
    } else if (!old_object) {
      add(Mutation::created, *object, std::nullopt, hashes_of(*object, file));
    } else if (identity_of(*object) == identity_of(*old_object)) {
      add(Mutation::updated, *object, std::nullopt, hashes_of(*object, file));
    } else if (object->type == old_object->type && file.status == 'R') {
      add(Mutation::renamed, *object, old_object, hashes_of(*object, file));
    } else {
      add(Mutation::deleted, *old_object, std::nullopt, {});
      add(Mutation::created, *object, std::nullopt, hashes_of(*object, file));
    }
  }

  ChangeSet take() {
    std::stable_sort(out_.changes.begin(), out_.changes.end(),
                     [](const Change& a, const Change& b) {
                       return identity_of(a.object) < identity_of(b.object);
                     });
    return std::move(out_);
  }

 private:
  PayloadHashes hashes_of(const Object& object, const FileChange& file) const {
    return payload_hashes(object.type, hash_of_(file));
  }

  // A file may change in what is not looked at (variables): then each of its triggers may have.
  void map_triggers(std::string_view pipeline) {
    const auto old_triggers = triggers_of(before_, pipeline);
    const auto triggers = triggers_of(after_, pipeline);
    bool visible = false;
    std::vector<const project::Trigger*> same;
    for (const auto& trigger : triggers) {
      const auto* old = find_trigger(old_triggers, trigger.name);
      if (old != nullptr && look_alike(*old, trigger)) {
        same.push_back(&trigger);
        continue;
      }
      visible = true;
      add(old == nullptr ? Mutation::created : Mutation::updated, trigger_object(trigger),
          std::nullopt, {});
    }
    for (const auto& old : old_triggers) {
      if (find_trigger(triggers, old.name) != nullptr) continue;
      visible = true;
      add(Mutation::deleted, trigger_object(old), std::nullopt, {});
    }
    if (visible) return;
    for (const auto* trigger : same)
      add(Mutation::updated, trigger_object(*trigger), std::nullopt, {});
  }

  void add(Mutation mutation, const Object& object, std::optional<Object> previous,
           PayloadHashes hashes) {
    const auto [at, is_new] = places_.try_emplace(identity_of(object), out_.changes.size());
    if (!is_new) {
      Change& known = out_.changes[at->second];
      // Gone under one file and there under another: it is still there.
      if (known.mutation != mutation) known.mutation = Mutation::updated;
      if (mutation != Mutation::deleted) {
        known.object = object;
        known.hashes = std::move(hashes);
      }
      return;
    }
    out_.changes.push_back({mutation, object, std::move(previous), std::move(hashes)});
  }

  const RevisionState& before_;
  const RevisionState& after_;
  const HashOf& hash_of_;
  std::map<ObjectKey, std::size_t> places_;  ///< in out_.changes
  ChangeSet out_;
};

}  // namespace

ChangeSet map_changes(const std::vector<FileChange>& files, const RevisionState& before,
                      const RevisionState& after, const HashOf& hash_of) {
  Mapper mapper(before, after, hash_of);
  for (const FileChange& file : files)
    mapper.map(file);
  return mapper.take();
}

}  // namespace mage_lineage::event
