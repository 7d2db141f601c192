#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/scan.hpp>
#include <mage_lineage/snapshot/diff.hpp>

#include <map>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

/// A thing's members by name, as text that is equal when they are.
using Members = std::map<std::string, std::string>;
/// The things of one section by name; those of the same name are numbered from 1.
using Things = std::map<std::pair<std::string, std::size_t>, Members>;

void add(Things& things, const std::string& name, Members members) {
  std::size_t number = 1;
  auto next = things.upper_bound({name, static_cast<std::size_t>(-1)});
  if (next != things.begin() && (--next)->first.first == name) number = next->first.second + 1;
  things.emplace(std::pair(name, number), std::move(members));
}

std::string shown(const std::pair<std::string, std::size_t>& name) {
  return name.second == 1 ? name.first : name.first + " #" + std::to_string(name.second);
}

Things project_of(const Manifest& manifest) {
  Members members = {{"uuid", manifest.project.uuid},
                     {"name", manifest.project.name},
                     {"type", manifest.project.type}};
  for (const auto& [name, on] : manifest.project.features) {
    members["features." + name] = on ? "true" : "false";
  }
  Things things;
  add(things, "project", std::move(members));
  return things;
}

std::string name_of(const Owner& owner) {
  const auto& identity = owner.identity;
  switch (identity.type) {
    case OwnerType::project:
      return "project";
    case OwnerType::block:
      return "block " + identity.block_type + "/" + identity.uuid;
    case OwnerType::pipeline:
      return "pipeline " + identity.uuid;
    case OwnerType::file:
      break;
  }
  return "file " + identity.uuid;
}

Things owners_of(const Manifest& manifest) {
  Things things;
  for (const auto& owner : manifest.owners) {
    add(things, name_of(owner),
        {{"path", owner.path},
         {"content", owner.content_hash},
         {"owner_key", owner.key},
         {"used_by", text::join(owner.used_by, "\n")}});
  }
  return things;
}

Things pipelines_of(const Manifest& manifest) {
  Things things;
  for (const auto& pipeline : manifest.pipelines) {
    add(things, pipeline.uuid, {{"name", pipeline.name}, {"type", pipeline.type}});
  }
  return things;
}

Things blocks_of(const Manifest& manifest) {
  Things things;
  for (const auto& pipeline : manifest.pipelines) {
    for (const auto& block : pipeline.blocks) {
      add(things, pipeline.uuid + ": " + block.uuid,
          {{"name", block.name},
           {"type", block.type},
           {"language", block.language},
           {"role", block.role},
           {"replicated_block", block.replicated_block},
           {"owner_key", block.owner_key}});
    }
  }
  return things;
}

/// An edge is there when either side names it; which sides do is its member.
Things edges_of(const Manifest& manifest) {
  Things things;
  for (const auto& pipeline : manifest.pipelines) {
    const auto name = [&pipeline](const std::string& from, const std::string& to) {
      return std::pair(pipeline.uuid + ": " + from + " -> " + to, std::size_t{1});
    };
    for (const auto& block : pipeline.blocks) {
      for (const auto& to : block.downstream_blocks)
        things[name(block.uuid, to)]["upstream"] = "names it";
      for (const auto& from : block.upstream_blocks) {
        things[name(from, block.uuid)]["downstream"] = "names it";
      }
    }
  }
  return things;
}

Things integrations_of(const Manifest& manifest) {
  Things things;
  for (const auto& integration : manifest.integrations) {
    add(things, integration.pipeline_uuid,
        {{"source", integration.source},
         {"destination", integration.destination},
         {"streams", text::join(integration.streams, "\n")}});
  }
  return things;
}

Things triggers_of(const Manifest& manifest) {
  Things things;
  for (const auto& trigger : manifest.triggers) {
    add(things, trigger.pipeline_uuid + ": " + trigger.name,
        {{"schedule_type", trigger.schedule_type},
         {"schedule_interval", trigger.schedule_interval},
         {"status", trigger.status}});
  }
  return things;
}

Things omissions_of(const Manifest& manifest) {
  Things things;
  for (const auto& omission : manifest.omissions) {
    add(things, omission.path, {{"reason", project::to_string(omission.reason)}});
  }
  return things;
}

/// The names of the members that differ.
std::string differing(const Members& before, const Members& after) {
  std::vector<std::string> names;
  for (const auto& [name, value] : before) {
    const auto other = after.find(name);
    if (other == after.end() || other->second != value) names.push_back(name);
  }
  for (const auto& [name, value] : after) {
    if (!before.contains(name)) names.push_back(name);
  }
  return text::join(names, ", ");
}

void compare(const char* section, const Things& before, const Things& after,
             std::vector<Change>& changes) {
  auto a = before.begin();
  auto b = after.begin();
  while (a != before.end() || b != after.end()) {
    if (b == after.end() || (a != before.end() && a->first < b->first)) {
      changes.push_back({section, ChangeKind::removed, shown((a++)->first), {}});
    } else if (a == before.end() || b->first < a->first) {
      changes.push_back({section, ChangeKind::added, shown((b++)->first), {}});
    } else {
      auto detail = differing(a->second, b->second);
      if (!detail.empty()) {
        changes.push_back({section, ChangeKind::changed, shown(a->first), std::move(detail)});
      }
      ++a;
      ++b;
    }
  }
}

}  // namespace

const char* to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::added:
      return "added";
    case ChangeKind::removed:
      return "removed";
    case ChangeKind::changed:
      return "changed";
  }
  return "changed";
}

std::vector<Change> diff(const Manifest& before, const Manifest& after) {
  using Reader = Things (*)(const Manifest&);
  constexpr std::pair<const char*, Reader> kSections[] = {
      {"project", project_of},  {"owner", owners_of},       {"pipeline", pipelines_of},
      {"block", blocks_of},     {"edge", edges_of},         {"integration", integrations_of},
      {"trigger", triggers_of}, {"omission", omissions_of},
  };
  std::vector<Change> changes;
  for (const auto& [section, read] : kSections) {
    compare(section, read(before), read(after), changes);
  }
  return changes;
}

}  // namespace mage_lineage::snapshot
