// SHA-256 by the low-level functions: EVP would load providers, which costs more than a short
// command.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <mage_lineage/core/digest.hpp>

#include <mage_lineage/core/secret.hpp>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <new>

namespace mage_lineage {

struct Sha256::State {
  SHA256_CTX context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  SHA256_Init(&state_->context);
}

Sha256::~Sha256() = default;

Sha256& Sha256::update(std::string_view bytes) {
  SHA256_Update(&state_->context, bytes.data(), bytes.size());
  return *this;
}

Sha256Digest Sha256::finish() {
  Sha256Digest out{};
  SHA256_Final(out.data(), &state_->context);
  return out;
}

Sha256Digest sha256(std::string_view bytes) {
  Sha256Digest out{};
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), out.data());
  return out;
}

Sha256Digest hmac_sha256(const Secret& key, std::string_view message) {
  // Before anything can make libcrypto read openssl.cnf: it would cost more than the HMAC.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  Sha256Digest out{};
  unsigned int written = 0;
  const auto bytes = key.reveal();
  const unsigned char* done = HMAC(EVP_sha256(), bytes.data(), static_cast<int>(bytes.size()),
                                   reinterpret_cast<const unsigned char*>(message.data()),
                                   message.size(), out.data(), &written);
  // An all-zero answer would be a signature that anybody can make.
  if (done == nullptr || written != out.size()) throw std::bad_alloc();
  return out;
}

bool constant_time_equal(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string to_hex(const Sha256Digest& digest) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  for (const auto byte : digest) {
    out += kHex[byte >> 4U];
    out += kHex[byte & 0x0FU];
  }
  return out;
}

std::string tagged_sha256(std::string_view bytes) {
  return "sha256:" + to_hex(sha256(bytes));
}

}  // namespace mage_lineage
