#include <mage_lineage/redact/assignment.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <cstdint>

namespace mage_lineage::redact {
namespace {

constexpr ByteSet kCredential{"A-Za-z0-9_.~+/=:%!@#$^*?|-"};

constexpr std::size_t kGlance = 96;

/// Where the credential that is believed already ends.
std::size_t credential_end(const Scan& scan, std::size_t at) {
  while (at < scan.size() && kCredential(scan.at(at)))
    ++at;
  return at;
}

/// The credential behind a scheme's name. In prose `bearer of this letter` follows.
void mark_credential(Pass& pass, std::size_t at, std::size_t shortest) {
  Scan& scan = pass.scan;
  std::size_t end = scan.skip(at, kCredential);
  while (end > at && (scan.at(end - 1) == '.' || scan.at(end - 1) == ':'))
    --end;
  const std::string_view text = scan.text().substr(at, end - at);
  if (text.size() < shortest || is_reference(text)) return;
  if (std::none_of(text.begin(), text.end(), kDigit) && !looks_random(text, shortest)) return;
  pass.mark(at, end == at + Scan::kNear ? credential_end(scan, end) : end, RuleId::authorization);
}

/// Base64 of `user:password`, as RFC 7617 has it.
bool is_basic(std::string_view v) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint32_t bits = 0;
  int held = 0;
  bool colon = false;
  for (const char c : v) {
    if (c == '=') break;
    const auto value = kAlphabet.find(c);
    if (value == std::string_view::npos) return false;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const auto byte = static_cast<unsigned char>((bits >> static_cast<unsigned>(held)) & 0xFFU);
    if (byte == ':') colon = true;
    if (byte < 0x20) return false;
  }
  return colon;
}

}  // namespace

void find_bearer(Pass& pass, std::size_t, std::size_t end) {
  constexpr std::size_t kShortest = 8;
  Scan& scan = pass.scan;
  const std::size_t at = scan.skip(end, kBlank, 4);
  if (at == end) return;
  // `"Bearer " + "…"`
  const std::size_t joined = scan.skip(at, kBytes<"\"'+ ">, 8);
  const bool literal = joined > at + 1 && kQuote(scan.at(joined - 1));
  mark_credential(pass, literal ? joined : at, kShortest);
}

void find_basic(Pass& pass, std::size_t, std::size_t end) {
  constexpr std::size_t kShortest = 6;
  static constexpr ByteSet kBasic{"A-Za-z0-9+/="};
  Scan& scan = pass.scan;
  const std::size_t stop = scan.skip(end, kBasic, 1024);
  const std::string_view text = scan.text().substr(end, stop - end);
  if (text.size() >= kShortest && is_basic(text)) pass.mark(end, stop, RuleId::authorization);
}

void find_authorization(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  const Key key = read_key(scan, begin, end);
  pass.name_end = key.end;
  std::size_t at = scan.skip(key.after, kBytes<" \t:=>,">, 8);
  if (at == key.after) return;
  std::size_t stop = 0;
  const auto quoted = read_quoted(pass, at);
  if (quoted) {
    at = quoted->begin;
    stop = quoted->end;
  } else {
    if (pass.is_code()) return;
    stop = std::min(scan.line_end(at), at + Scan::kNear * 4);
  }
  const std::size_t scheme = scan.skip(at, kBytes<"A-Za-z-">, 32);
  std::size_t value = scan.skip(scheme, kBlank, 8);
  if (scheme == at || value == scheme || value >= stop) value = at;
  const std::size_t credential = std::min(stop, scan.skip(value, kCredential, kGlance));
  const std::string_view text = scan.text().substr(value, credential - value);
  constexpr std::size_t kShortest = 8;
  if (text.size() < kShortest || is_reference(text) || text.find('(') != std::string_view::npos)
    return;
  if (!looks_random(text, kShortest) && !is_basic(text) &&
      std::none_of(text.begin(), text.end(), kDigit)) {
    return;
  }
  pass.mark(value, std::min(stop, credential_end(scan, credential)), RuleId::authorization);
}

}  // namespace mage_lineage::redact
