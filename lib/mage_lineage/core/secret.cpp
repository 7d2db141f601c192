#include <mage_lineage/core/secret.hpp>

#include <openssl/crypto.h>

#include <ostream>
#include <utility>

namespace mage_lineage {

Secret::Secret(std::string value) : value_(value) {
  OPENSSL_cleanse(value.data(), value.size());
}

// A moved-from short string keeps its bytes: it is copied, and wiped.
Secret::Secret(Secret&& other) noexcept
    : value_(other.value_) {  // NOLINT(performance-move-constructor-init)
  other.wipe();
}

Secret& Secret::operator=(const Secret& other) {
  if (this != &other) {
    wipe();
    value_ = other.value_;
  }
  return *this;
}

Secret& Secret::operator=(Secret&& other) noexcept {
  if (this != &other) {
    wipe();
    value_ = other.value_;
    other.wipe();
  }
  return *this;
}

Secret::~Secret() {
  wipe();
}

void Secret::wipe() {
  OPENSSL_cleanse(value_.data(), value_.size());
  value_.clear();
}

bool operator==(const Secret& a, const Secret& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.reveal().data(), b.reveal().data(), a.size()) == 0;
}

std::ostream& operator<<(std::ostream& out, const Secret&) {
  return out << "***";
}

}  // namespace mage_lineage
