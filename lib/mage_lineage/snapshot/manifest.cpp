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

constexpr std::string_view kHex = "0123456789abcdef";

/// The byte of a text that begins with `\xHH`, if it is one that manifest_path writes so: no part
/// of ASCII, or the backslash.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 4 || text[0] != '\\' || text[1] != 'x') return std::nullopt;
  const auto high = kHex.find(text[2]);
  const auto low = kHex.find(text[3]);
  if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
  const auto byte = static_cast<char>(high * 16 + low);
  return high >= 8 || byte == '\\' ? std::optional(byte) : std::nullopt;
}

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
  auto bad = text::first_invalid_utf8(path);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool invalid = bad && i == *bad;
    if (invalid || escaped_byte(path.substr(i))) {
      const auto byte = static_cast<unsigned char>(path[i]);
      shown += "\\x" + to_hex({&byte, 1});
    } else {
      shown += path[i];
    }
    if (invalid) {
      bad = text::first_invalid_utf8(path.substr(i + 1));
      if (bad) *bad += i + 1;
    }
  }
  return shown;
}

std::string disk_path(std::string_view path) {
  std::string raw;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto byte = escaped_byte(path.substr(i));
    raw += byte.value_or(path[i]);
    if (byte) i += 3;
  }
  return raw;
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
