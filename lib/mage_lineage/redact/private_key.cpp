#include <mage_lineage/redact/finders.hpp>

#include <algorithm>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLongestKey = std::size_t{64} << 10U;

/// What lines of an armored key are made of, with the quotes, escapes and indentation that a
/// program that holds one puts around them.
constexpr ByteSet kArmor{"A-Za-z0-9+/= \t\r\n\\\"',:.-"};

/// Where a key without its END line stops: at the first line that cannot be its own.
std::size_t cut_end(Scan& scan, std::size_t at) {
  constexpr std::size_t kShortLine = 16;
  std::size_t end = at;
  std::size_t i = at;
  while (i < scan.size()) {
    const std::size_t line = std::min(scan.line_end(i), i + kLongestKey);
    std::size_t begin = scan.skip(i, kBytes<" \t\"'">);
    std::size_t stop = begin;
    while (stop < line && kBytes<"A-Za-z0-9+/=\\">(scan.at(stop)))
      ++stop;
    const bool header = scan.starts(begin, "Proc-Type") || scan.starts(begin, "DEK-Info") ||
                        scan.starts(begin, "Version") || scan.starts(begin, "Comment");
    const bool rest = scan.skip(stop, kBytes<" \t\"',;)">) >= line;
    if (i > at && begin < line && !header && (!rest || stop - begin < kShortLine)) {
      if (rest && stop > begin && scan.at(stop - 1) == '=') end = stop;
      break;
    }
    if (header) stop = line;
    if (stop > begin) end = stop;
    if (!rest && !header) break;
    i = line;
    if (scan.at(i) == '\r') ++i;
    if (scan.at(i) == '\n') ++i;
    if (i == line) break;
  }
  return end;
}

/// A run of base64 as long as the shortest line of a key; looks at the first 4 KiB.
bool holds_key_material(std::string_view body) {
  constexpr std::size_t kShortest = 20;
  constexpr std::size_t kLookedAt = 4096;
  std::size_t run = 0;
  for (const char c : body.substr(0, kLookedAt)) {
    run = kBytes<"A-Za-z0-9+/=">(c) ? run + 1 : 0;
    if (run >= kShortest) return true;
  }
  return false;
}

/// True for base64 that "PRIVATE KEY" stands in, at whichever of the three places in a group.
bool names_private_key(std::string_view base64) {
  const auto has = [&](std::string_view part) {
    return base64.find(part) != std::string_view::npos;
  };
  return has("UFJJVkFURSBLRV") || has("BSSVZBVEUgS0VZ") || has("QUklWQVRFIEtFW");
}

}  // namespace

void find_private_key(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kLabel{"A-Za-z0-9 _"};
  Scan& scan = pass.scan;
  const std::size_t label_end = scan.skip(end, kLabel, 64);
  const std::string_view label = scan.text().substr(end, label_end - end);
  if (label.find("PRIVATE") == std::string_view::npos) {
    pass.name_end = std::max(pass.name_end, label_end);
    return;
  }
  const std::size_t body = scan.skip(label_end, kBytes<"-">, 5);
  const std::size_t close = scan.armor_end(body);
  if (close < scan.size() && close - body <= kLongestKey) {
    std::size_t i = body;
    while (i < close && kArmor(scan.at(i)) && !scan.starts(i, "-----"))
      ++i;
    if (i == close) {
      // `-----BEGIN … KEY-----\n…\n-----END …`: a template, as in the code of a library
      if (!holds_key_material(scan.text().substr(body, close - body))) return pass.settle(close);
      std::size_t stop = scan.skip(close + 5, kBytes<"A-Za-z0-9 _">, 64);
      stop = scan.skip(stop, kBytes<"-">, 5);
      pass.mark(begin, stop, RuleId::private_key);
      return;
    }
  }
  const std::size_t end_of_cut = cut_end(scan, body);
  if (end_of_cut <= body || !holds_key_material(scan.text().substr(body, end_of_cut - body)))
    return;
  pass.mark(begin, end_of_cut, RuleId::private_key);
}

void find_encoded_key(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  constexpr std::size_t kShortest = 20;
  std::size_t stop = end;
  while (stop < scan.size() && kBase64(scan.at(stop)))
    ++stop;
  // base64 of "-----BEGIN CERT", "-----BEGIN PUBL": nothing to hide, if no private key follows
  const bool is_public = scan.starts(end, "BDRV") || scan.starts(end, "BQVU");
  if (is_public && !names_private_key(scan.text().substr(begin, stop - begin))) {
    pass.settle(stop);
  } else if (stop - begin >= kShortest) {
    pass.mark(begin, stop, RuleId::private_key);
  }
}

void find_putty_key(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  const std::size_t mac = scan.putty_end(end);
  const bool whole = mac < scan.size() && mac - end <= kLongestKey;
  pass.mark(begin, scan.line_end(whole ? mac : end), RuleId::private_key);
}

}  // namespace mage_lineage::redact
