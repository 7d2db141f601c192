#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/snapshot/manifest.hpp>

#include <array>
#include <utility>

namespace mage_lineage::snapshot {
namespace {

constexpr std::array<std::pair<std::string_view, const char*>, 6> kLanguages = {{
    {".md", "markdown"},
    {".py", "python"},
    {".r", "r"},
    {".sql", "sql"},
    {".yaml", "yaml"},
    {".yml", "yaml"},
}};

}  // namespace

const char* to_string(OwnerType type) {
  return kOwnerTypes[static_cast<std::size_t>(type)];
}

std::optional<OwnerType> owner_type(std::string_view name) {
  for (std::size_t i = 0; i < kOwnerTypes.size(); ++i) {
    if (kOwnerTypes[i] == name) return static_cast<OwnerType>(i);
  }
  return std::nullopt;
}

std::string owner_key(std::string_view project_uuid, const Identity& identity) {
  constexpr std::size_t kDigits = 32;
  std::string named(project_uuid);
  named.append(1, '\0').append(to_string(identity.type));
  if (identity.type == OwnerType::block) named.append(1, '\0').append(identity.block_type);
  if (identity.type != OwnerType::project) named.append(1, '\0').append(identity.uuid);
  return "own_" + to_hex(sha256(named)).substr(0, kDigits);
}

std::string manifest_path(std::string_view path) {
  std::string shown;
  while (true) {
    const auto bad = text::first_invalid_utf8(path);
    shown += path.substr(0, bad.value_or(path.size()));
    if (!bad) return shown;
    const auto byte = static_cast<unsigned char>(path[*bad]);
    shown += "\\x" + to_hex({&byte, 1});
    path.remove_prefix(*bad + 1);
  }
}

std::string language_of(std::string_view path) {
  const auto dot = path.rfind('.');
  if (dot == std::string_view::npos) return "text";
  const std::string ending = text::ascii_lower(path.substr(dot));
  for (const auto& [known, language] : kLanguages) {
    if (known == ending) return language;
  }
  return "text";
}

}  // namespace mage_lineage::snapshot
