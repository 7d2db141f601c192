#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace mage_lineage {

/// A credential. It has no conversion to text: streams print `***`, `reveal()` is the one way in,
/// and its uses are few enough to review. The memory is wiped when the value ends.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value);
  Secret(const Secret&) = default;
  Secret(Secret&& other) noexcept;
  Secret& operator=(const Secret& other);
  Secret& operator=(Secret&& other) noexcept;
  ~Secret();

  /// The secret itself, for the code that signs or sends it. The view dies with the Secret.
  std::string_view reveal() const { return value_; }
  bool empty() const { return value_.empty(); }
  std::size_t size() const { return value_.size(); }

 private:
  void wipe();
  std::string value_;
};

/// Compares in time that depends on the lengths alone.
bool operator==(const Secret& a, const Secret& b);

std::ostream& operator<<(std::ostream& out, const Secret&);

}  // namespace mage_lineage
