#include <mage_lineage/core/uuid.hpp>

#include <mage_lineage/core/digest.hpp>

namespace mage_lineage {

std::string make_uuid_v7(Timestamp t, const std::array<std::uint8_t, 10>& random) {
  const auto ms = static_cast<std::uint64_t>(t.time_since_epoch().count());
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < 6; ++i) {
    bytes[i] = static_cast<std::uint8_t>(ms >> (40 - 8 * i));
  }
  for (std::size_t i = 0; i < 10; ++i)
    bytes[6 + i] = random[i];
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0FU) | 0x70U);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3FU) | 0x80U);
  std::string out = to_hex(bytes);
  for (const std::size_t at : {20U, 16U, 12U, 8U})
    out.insert(at, 1, '-');
  return out;
}

bool is_uuid(std::string_view s) {
  if (s.size() != 36) return false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (dash ? c != '-' : !hex) return false;
  }
  return true;
}

}  // namespace mage_lineage
