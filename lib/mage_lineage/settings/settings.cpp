#include <mage_lineage/settings/settings.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/settings/values.hpp>

namespace mage_lineage::settings {
namespace {

Failure wrong_type(const Spec& spec) {
  return fail(ErrorCode::internal,
              "setting " + std::string(spec.variable) + " was asked for by another type");
}

}  // namespace

Result<std::optional<std::string>> Settings::text(Id id) const {
  const Row& found = row(id);
  const Type type = found.spec->type;
  if (type != Type::text && type != Type::flag && type != Type::url) return wrong_type(*found.spec);
  if (found.problem) return fail(*found.problem);
  return found.value;
}

Result<std::optional<Secret>> Settings::secret(Id id) const {
  const Row& found = row(id);
  if (found.spec->type != Type::secret) return wrong_type(*found.spec);
  if (found.problem) return fail(*found.problem);
  if (!found.is_set()) return std::optional<Secret>();
  return std::optional<Secret>(found.secret);
}

Result<std::uint64_t> Settings::count(Id id) const {
  const Row& found = row(id);
  const Type type = found.spec->type;
  if (type != Type::count && type != Type::count_or_zero) return wrong_type(*found.spec);
  if (found.problem) return fail(*found.problem);
  return text::parse_decimal(found.value.value_or("")).value_or(0);
}

Result<std::chrono::milliseconds> Settings::seconds(Id id) const {
  const Row& found = row(id);
  if (found.spec->type != Type::seconds) return wrong_type(*found.spec);
  if (found.problem) return fail(*found.problem);
  return parse_seconds(found.value.value_or(""));
}

std::vector<Error> Settings::problems() const {
  std::vector<Error> found;
  for (const auto& row : rows_) {
    if (row.problem) found.push_back(*row.problem);
  }
  return found;
}

}  // namespace mage_lineage::settings
