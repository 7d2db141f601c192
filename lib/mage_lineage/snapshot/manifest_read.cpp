#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <algorithm>

namespace mage_lineage::snapshot {
namespace {

using json::Kind;
using json::Value;

/// Walks a document with the place it stands at. The first problem is kept, later reads give
/// defaults: so that each member is one line.
class Reader {
 public:
  explicit Reader(std::string_view refusal) : refusal_(refusal) {}
  std::optional<Error> problem;

  /// The member, of this kind.
  const Value& member(const Value& object, const char* key, Kind kind, const std::string& at) {
    const Value* found = present(object, key, at);
    if (found == nullptr) return kNothing;
    if (found->kind == kind) return *found;
    refuse_member(at, key, json::describe(kind));
    return kNothing;
  }

  std::string text(const Value& object, const char* key, const std::string& at) {
    return member(object, key, Kind::string, at).text;
  }
  /// A text or null, which has to be there.
  std::string text_or_null(const Value& object, const char* key, const std::string& at) {
    const Value* found = present(object, key, at);
    return found == nullptr || found->kind == Kind::null ? "" : text(object, key, at);
  }
  std::string optional_text(const Value& object, const char* key, const std::string& at) {
    return object.find(key) == nullptr ? "" : text_or_null(object, key, at);
  }
  std::uint64_t count(const Value& object, const char* key, const std::string& at) {
    const auto number = member(object, key, Kind::number, at).as_int64();
    if (number && *number >= 0) return static_cast<std::uint64_t>(*number);
    refuse_member(at, key, "a whole number, zero or more");
    return 0;
  }
  std::optional<std::uint64_t> optional_count(const Value& object, const char* key,
                                              const std::string& at) {
    if (object.find(key) == nullptr) return std::nullopt;
    return count(object, key, at);
  }
  std::vector<std::string> texts(const Value& object, const char* key, const std::string& at) {
    std::vector<std::string> all;
    for (const auto& item : member(object, key, Kind::array, at).items) {
      if (item.kind != Kind::string) refuse(at + "/" + key, "an entry is not a string");
      all.push_back(item.text);
    }
    return all;
  }
  std::string hash(const Value& object, const char* key, const std::string& at) {
    auto found = text(object, key, at);
    if (!is_tagged_sha256(found)) refuse_member(at, key, "sha256: and 64 hex digits");
    return found;
  }
  Timestamp time(const Value& object, const char* key, const std::string& at) {
    const auto parsed = parse_rfc3339(text(object, key, at));
    if (parsed) return *parsed;
    refuse_member(at, key, "a date and time in UTC");
    return {};
  }
  /// Each object of a list.
  template <class One>
  void each(const Value& object, const char* key, const std::string& at, One one) {
    const auto& list = member(object, key, Kind::array, at).items;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string place = at + "/" + key + "/" + std::to_string(i);
      if (list[i].kind != Kind::object) refuse(place, "an entry has to be an object");
      one(list[i], place);
    }
  }

  void refuse(const std::string& at, const std::string& message) {
    if (problem) return;
    problem = Error{ErrorCode::invalid, refusal_ + ": " + message, {}, {}, {}};
    problem->position = at;
  }

 private:
  inline static const Value kNothing;

  const Value* present(const Value& object, const char* key, const std::string& at) {
    const Value* found = object.find(key);
    if (found == nullptr) refuse(at + "/" + key, "\"" + std::string(key) + "\" is missing");
    return found;
  }
  void refuse_member(const std::string& at, const char* key, std::string_view form) {
    refuse(at + "/" + key, "\"" + std::string(key) + "\" has to be " + std::string(form));
  }

  std::string refusal_;
};

Owner read_owner(Reader& reader, const Value& value, const std::string& at) {
  Owner owner;
  owner.key = reader.text(value, "owner_key", at);
  const auto type = owner_type(reader.text(value, "owner_type", at));
  if (!type)
    reader.refuse(
        at + "/owner_type",
        "\"owner_type\" is none of " + text::join({kOwnerTypes.begin(), kOwnerTypes.end()}, ", "));
  owner.identity.type = type.value_or(OwnerType::file);
  const auto& identity = reader.member(value, "identity", Kind::object, at);
  const std::string inside = at + "/identity";
  switch (owner.identity.type) {
    case OwnerType::project:
      break;
    case OwnerType::block:
      owner.identity.block_type = reader.text(identity, "block_type", inside);
      owner.identity.uuid = reader.text(identity, "uuid", inside);
      break;
    case OwnerType::pipeline:
      owner.identity.uuid = reader.text(identity, "uuid", inside);
      break;
    case OwnerType::file:
      owner.identity.uuid = reader.text(identity, "path", inside);
      break;
  }
  owner.path = reader.text(value, "path", at);
  owner.language = reader.text(value, "language", at);
  owner.used_by = reader.texts(value, "used_by", at);
  owner.source_bytes = reader.optional_count(value, "source_bytes", at);
  owner.content_bytes = reader.count(value, "content_bytes", at);
  owner.content_hash = reader.hash(value, "content_hash", at);
  owner.redactions = reader.count(value, "redactions", at);
  return owner;
}

void read_owners(Reader& reader, const Value& root, std::vector<Owner>& owners) {
  reader.each(root, "owners", "", [&](const Value& value, const std::string& at) {
    owners.push_back(read_owner(reader, value, at));
  });
}

BlockEntry read_block(Reader& reader, const Value& value, const std::string& at) {
  BlockEntry block;
  block.uuid = reader.text(value, "uuid", at);
  block.name = reader.text(value, "name", at);
  block.type = reader.text(value, "type", at);
  block.language = reader.text(value, "language", at);
  block.role = reader.text(value, "role", at);
  block.upstream_blocks = reader.texts(value, "upstream_blocks", at);
  block.downstream_blocks = reader.texts(value, "downstream_blocks", at);
  block.replicated_block = reader.optional_text(value, "replicated_block", at);
  block.owner_key = reader.text_or_null(value, "owner_key", at);
  return block;
}

PipelineEntry read_pipeline(Reader& reader, const Value& value, const std::string& at) {
  PipelineEntry pipeline;
  pipeline.uuid = reader.text(value, "uuid", at);
  pipeline.name = reader.text(value, "name", at);
  pipeline.type = reader.text(value, "type", at);
  pipeline.path = reader.text(value, "path", at);
  reader.each(value, "blocks", at, [&](const Value& block, const std::string& place) {
    pipeline.blocks.push_back(read_block(reader, block, place));
  });
  return pipeline;
}

void read_topology(Reader& reader, const Value& root, Manifest& manifest) {
  reader.each(root, "pipelines", "", [&](const Value& value, const std::string& at) {
    manifest.pipelines.push_back(read_pipeline(reader, value, at));
  });
  reader.each(root, "integrations", "", [&](const Value& value, const std::string& at) {
    manifest.integrations.push_back(
        {reader.text(value, "pipeline_uuid", at), reader.optional_text(value, "source", at),
         reader.optional_text(value, "destination", at), reader.texts(value, "streams", at)});
  });
  reader.each(root, "triggers", "", [&](const Value& value, const std::string& at) {
    manifest.triggers.push_back(
        {reader.text(value, "pipeline_uuid", at), reader.text(value, "name", at),
         reader.text(value, "schedule_type", at),
         reader.optional_text(value, "schedule_interval", at), reader.text(value, "status", at)});
  });
}

void read_scope_and_project(Reader& reader, const Value& root, Manifest& manifest) {
  const auto& scope = reader.member(root, "scope", Kind::object, "");
  manifest.scope.customer_cluster_uuid =
      reader.text_or_null(scope, "customer_cluster_uuid", "/scope");
  manifest.scope.workspace_uuid = reader.text_or_null(scope, "workspace_uuid", "/scope");
  manifest.scope.project_uuid = reader.text_or_null(scope, "project_uuid", "/scope");
  const auto& project = reader.member(root, "project", Kind::object, "");
  manifest.project.uuid = reader.text_or_null(project, "uuid", "/project");
  manifest.project.name = reader.text(project, "name", "/project");
  manifest.project.type = reader.text(project, "type", "/project");
  for (const auto& feature : reader.member(project, "features", Kind::object, "/project").members) {
    if (feature.value.kind != Kind::boolean)
      reader.refuse("/project/features", "a feature is not a boolean");
    manifest.project.features[feature.key] = feature.value.boolean;
  }
}

void read_told(Reader& reader, const Value& root, Manifest& manifest) {
  reader.each(root, "findings", "", [&](const Value& value, const std::string& at) {
    manifest.findings.push_back({reader.text(value, "path", at),
                                 reader.optional_count(value, "line", at).value_or(0),
                                 reader.text(value, "code", at), reader.text(value, "detail", at)});
  });
  reader.each(root, "omissions", "", [&](const Value& value, const std::string& at) {
    const auto reason = project::omission_reason(reader.text(value, "reason", at));
    if (!reason) reader.refuse(at + "/reason", "\"reason\" is not one that this program knows");
    manifest.omissions.push_back({reader.text(value, "path", at),
                                  reason.value_or(project::OmissionReason::unreadable),
                                  reader.optional_count(value, "bytes", at)});
  });
  const auto& totals = reader.member(root, "totals", Kind::object, "");
  manifest.totals = {reader.count(totals, "owners", "/totals"),
                     reader.count(totals, "content_bytes", "/totals"),
                     reader.count(totals, "redactions", "/totals"),
                     reader.count(totals, "entries_scanned", "/totals")};
}

/// The hash of the document as if it had no hash; the document is as before afterwards.
std::string hash_without_hash(Value& root) {
  auto& members = root.members;
  const auto hash = std::find_if(members.begin(), members.end(),
                                 [](const json::Member& m) { return m.key == "manifest_hash"; });
  const auto place = hash - members.begin();
  json::Member kept = std::move(*hash);
  members.erase(hash);
  auto digest = tagged_sha256(json::write(root, json::Style::canonical));
  members.insert(members.begin() + place, std::move(kept));
  return digest;
}

}  // namespace

Result<std::vector<Owner>> read_owners(const Value& document) {
  Reader reader("not a list of owners");
  std::vector<Owner> owners;
  read_owners(reader, document, owners);
  if (reader.problem) return fail(*std::move(reader.problem));
  return owners;
}

Result<LoadedManifest> read_manifest(std::string_view text) {
  json::ParseOptions options;
  options.max_bytes = kMaxManifestBytes;
  options.max_values = kMaxManifestValues;
  auto root = json::parse(text, options);
  if (!root) return fail(std::move(root).error());
  if (!root->is(Kind::object))
    return fail(ErrorCode::invalid, "not a manifest: it is not an object");

  Reader reader("not a manifest");
  LoadedManifest loaded;
  Manifest& manifest = loaded.manifest;
  const auto version = reader.text(*root, "schema_version", "");
  if (!reader.problem && version.rfind("1.", 0) != 0) {
    reader.refuse("/schema_version", "\"schema_version\" is not one that this program knows");
  }
  manifest.snapshot_id = reader.text(*root, "snapshot_id", "");
  manifest.generation = reader.hash(*root, "generation", "");
  manifest.created_at = reader.time(*root, "created_at", "");
  manifest.expires_at = reader.time(*root, "expires_at", "");
  read_scope_and_project(reader, *root, manifest);
  read_topology(reader, *root, manifest);
  read_owners(reader, *root, manifest.owners);
  read_told(reader, *root, manifest);
  manifest.complete = reader.member(*root, "complete", Kind::boolean, "").boolean;
  manifest.manifest_hash = reader.hash(*root, "manifest_hash", "");
  if (reader.problem) return fail(*std::move(reader.problem));
  loaded.computed_hash = hash_without_hash(*root);
  loaded.document = *std::move(root);
  return loaded;
}

}  // namespace mage_lineage::snapshot
