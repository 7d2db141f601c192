#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/event/change.hpp>
#include <mage_lineage/project/project.hpp>

#include <string>

namespace mage_lineage::event {

/// The object that a trigger is: a schedule when it runs by time.
Object trigger_object(const project::Trigger& trigger);

/// The object of a project that a person names:
///   pipeline  UUID
///   block     UUID, or TYPE/UUID where several types have one
///   file      its path from the project's root
///   trigger, schedule  NAME, or PIPELINE/NAME where several pipelines have one
///   resource  UUID, taken as given: the project's files do not tell of resources
/// `id` is not looked at for a project. Fails with `not_found` (the hint holds near names) or
/// `invalid` when several objects are meant.
Result<Object> find_object(const project::Project& project, ObjectType type, const std::string& id);

/// An object that is gone, described by its name alone: a block as TYPE/UUID, a trigger as
/// PIPELINE/NAME. Fails with `invalid` when the name does not tell enough.
Result<Object> describe_gone(ObjectType type, const std::string& id);

}  // namespace mage_lineage::event
