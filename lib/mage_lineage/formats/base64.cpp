#include <mage_lineage/formats/base64.hpp>

#include <openssl/evp.h>
#include <algorithm>
#include <array>

namespace mage_lineage {
namespace {

/// The standard digit for each base64url digit, 0 for every other character.
constexpr std::array<char, 256> standard_digits() {
  std::array<char, 256> out{};
  for (const char c :
       std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")) {
    out[static_cast<unsigned char>(c)] = c;
  }
  out['-'] = '+';
  out['_'] = '/';
  return out;
}

}  // namespace

std::string base64_encode(std::string_view bytes) {
  std::string out((bytes.size() + 2) / 3 * 4, '\0');
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                  reinterpret_cast<const unsigned char*>(bytes.data()),
                  static_cast<int>(bytes.size()));
  return out;
}

std::string base64url_encode(std::string_view bytes) {
  std::string out = base64_encode(bytes);
  out.erase(std::min(out.find('='), out.size()));
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

std::optional<std::string> base64url_decode(std::string_view text) {
  constexpr std::size_t kLongest = std::size_t{1} << 30U;  // OpenSSL counts in int
  if (text.size() > kLongest || text.size() % 4 == 1) return std::nullopt;
  constexpr auto kStandard = standard_digits();
  std::string blocks(text);
  bool legal = true;
  for (char& c : blocks) {
    c = kStandard[static_cast<unsigned char>(c)];
    legal = legal && c != 0;
  }
  if (!legal) return std::nullopt;
  const std::size_t padding = (4 - text.size() % 4) % 4;
  blocks.append(padding, '=');
  std::string out(blocks.size() / 4 * 3, '\0');
  if (EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(blocks.data()),
                      static_cast<int>(blocks.size())) < 0) {
    return std::nullopt;
  }
  // OpenSSL decodes the bits behind the last whole byte as well: they must be zero.
  for (std::size_t i = out.size() - padding; i < out.size(); ++i) {
    if (out[i] != '\0') return std::nullopt;
  }
  out.resize(out.size() - padding);
  return out;
}

std::optional<std::string> base64_decode_leniently(std::string_view text) {
  std::string url(text);
  while (url.ends_with('='))
    url.pop_back();
  std::replace(url.begin(), url.end(), '+', '-');
  std::replace(url.begin(), url.end(), '/', '_');
  return base64url_decode(url);
}

}  // namespace mage_lineage
