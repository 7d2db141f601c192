#include <mage_lineage/event/event.hpp>

#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/snapshot/source.hpp>

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
  const std::string name(path);
  yaml::Reading reading(text, name);
  return snapshot::make_source(redactor, name, reading).content_hash;
}

}  // namespace mage_lineage::event
