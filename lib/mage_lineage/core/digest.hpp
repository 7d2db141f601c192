#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace mage_lineage {

class Secret;

/// The 32 bytes of a SHA-256 (FIPS 180-4).
using Sha256Digest = std::array<std::uint8_t, 32>;

/// SHA-256 fed in pieces.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();
  Sha256& update(std::string_view bytes);
  /// Ends the digest; the object takes no more input afterwards.
  Sha256Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Sha256Digest sha256(std::string_view bytes);
/// HMAC-SHA-256 (RFC 2104).
Sha256Digest hmac_sha256(const Secret& key, std::string_view message);
/// Equal, found in time that depends on the lengths alone.
bool constant_time_equal(std::string_view a, std::string_view b);

/// Two lower-case hexadecimal digits a byte.
std::string to_hex(std::span<const std::uint8_t> bytes);
/// `sha256:` and the lower-case hexadecimal digits: the form of every hash in manifests and events.
std::string tagged_sha256(std::string_view bytes);
bool is_tagged_sha256(std::string_view s);

}  // namespace mage_lineage
