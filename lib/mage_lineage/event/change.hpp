#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::event {

/// What happened to an object. `applied` is for deployments alone.
enum class Mutation { created, updated, deleted, renamed, applied };

inline constexpr std::array<std::string_view, 5> kMutations{"created", "updated", "deleted",
                                                            "renamed", "applied"};

/// `created`, `updated`, …
std::string_view to_string(Mutation mutation);
std::optional<Mutation> mutation_of(std::string_view word);

/// The things of a project that events speak of (contracts, section 4).
enum class ObjectType { project, pipeline, block, resource, trigger, schedule, deployment, file };
inline constexpr std::array<std::string_view, 8> kObjectTypes{
    "project", "pipeline", "block", "resource", "trigger", "schedule", "deployment", "file"};

std::string_view to_string(ObjectType type);
std::optional<ObjectType> object_type_of(std::string_view word);

/// The identity of an object: names and places. There is no member that could hold source,
/// variables, outputs, environment or credentials; what does not apply is empty.
struct Object {
  ObjectType type = ObjectType::project;
  std::string uuid;        ///< of a project, pipeline, block, resource; a deployment's id
  std::string name;        ///< of a trigger
  std::string block_type;  ///< of a block: `data_loader`
  std::string language;    ///< of a block: `python`
  std::vector<std::string> pipeline_uuids;  ///< the pipelines of a block, the one of a trigger
  std::string path;                         ///< from the project's root, with `/`
  std::string schedule_type;                ///< of a trigger: `time`, `event`, `api`
  bool operator==(const Object&) const = default;
};

/// SHA-256 of redacted content, `sha256:…`; empty where there is none.
struct PayloadHashes {
  std::string content;
  std::string config;
  bool operator==(const PayloadHashes&) const = default;
};

/// One successful mutation.
struct Change {
  Mutation mutation = Mutation::updated;
  Object object;
  std::optional<Object> previous;  ///< of `renamed`: who it was
  PayloadHashes hashes;
};

/// The hash of an object's file under the name that fits: the description of a project or pipeline
/// is its `config`.
PayloadHashes payload_hashes(ObjectType type, std::string hash);

/// `block.updated`.
std::string event_type_of(const Change& change);

}  // namespace mage_lineage::event
