#include <mage_lineage/event/event.hpp>

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/project/allowlist.hpp>

#include <utility>

namespace mage_lineage::event {

Event make_event(const Origin& origin, Change change, Timestamp occurred_at,
                 const std::array<std::uint8_t, 10>& random) {
  return {make_uuid_v7(occurred_at, random),
          event_type_of(change),
          occurred_at,
          origin.routine_id,
          origin.scope,
          std::move(change)};
}

Event make_test_event(const Origin& origin, Timestamp occurred_at,
                      const std::array<std::uint8_t, 10>& random) {
  Change change;
  change.object.uuid = origin.scope.project_uuid;
  Event out = make_event(origin, std::move(change), occurred_at, random);
  out.type = kTestType;
  return out;
}

std::string content_hash(std::string_view text, std::string_view path,
                         const redact::Redactor& redactor) {
  const auto language = redact::language_of(path);
  if (language != redact::Language::yaml) {
    return tagged_sha256(redactor.redact(text, language).text);
  }
  const auto slash = path.find('/');
  const bool pipeline = path.starts_with("pipelines/") && path.ends_with("/metadata.yaml");
  const bool block = slash != std::string_view::npos &&
                     !project::block_type_of_folder(path.substr(0, slash)).empty();
  const auto role = pipeline ? redact::YamlRole::pipeline
                    : block  ? redact::YamlRole::block
                             : redact::YamlRole::plain;
  return tagged_sha256(redactor.redact_yaml(text, role).text);
}

}  // namespace mage_lineage::event
