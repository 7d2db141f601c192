#include <mage_lineage/redact/finders.hpp>

#include <algorithm>
#include <array>

namespace mage_lineage::redact {
namespace {

constexpr ByteSet kUrlSafe{"A-Za-z0-9_-"};
constexpr std::size_t kGlance = 512;

std::size_t extend(const Scan& scan, std::size_t at, const ByteSet& set) {
  while (at < scan.size() && set(scan.at(at)))
    ++at;
  return at;
}

}  // namespace

void find_jwt(Pass& pass, std::size_t begin, std::size_t) {
  constexpr std::size_t kHeader = 15;
  constexpr std::size_t kClaims = 8;
  static constexpr ByteSet kBody{"A-Za-z0-9_=+/-"};
  Scan& scan = pass.scan;
  if (!scan.starts(begin, "eyJ")) return;
  if (begin > 0 && kAlnum(scan.at(begin - 1)) && !(begin > 1 && scan.at(begin - 2) == '\\')) return;
  const std::size_t near = scan.skip(begin, kBody, kGlance);
  const std::size_t header = near == begin + kGlance ? extend(scan, near, kBody) : near;
  if (scan.at(header) != '.' || header - begin < kHeader) {
    // Nothing else in this run can be one.
    if (near == begin + kGlance) pass.settle(header);
    return;
  }
  std::size_t end = extend(scan, header + 1, kBody);
  if (end - header - 1 < kClaims && !scan.starts(header, "..")) return;
  int parts = 2;
  while (scan.at(end) == '.' && kUrlSafe(scan.at(end + 1)) && parts < 5) {
    end = extend(scan, end + 1, kBody);
    ++parts;
  }
  if (parts == 2 && scan.at(end) == '.') ++end;  // an unsigned token
  pass.mark(begin, end, RuleId::jwt);
}

void find_wrapped_jwt(Pass& pass, std::size_t begin, std::size_t) {
  constexpr std::size_t kShortest = 40;
  Scan& scan = pass.scan;
  if (!scan.starts(begin, "ZXlK")) return;
  if (begin > 0 && kAlnum(scan.at(begin - 1))) return;
  const std::size_t near = scan.skip(begin, kBase64, kShortest);
  if (near - begin < kShortest) return;
  pass.mark(begin, extend(scan, near, kBase64), RuleId::jwt);
}

void find_password_hash(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kHash{"A-Za-z0-9./$=,+_-"};
  constexpr std::size_t kShortest = 20;
  constexpr std::size_t kHashGlance = 64;
  Scan& scan = pass.scan;
  const std::size_t near = scan.skip(end, kHash, kHashGlance);
  const std::string_view text = scan.text().substr(end, near - end);
  if (text.size() < kShortest || !looks_random(text, kShortest)) return;
  pass.mark(begin, extend(scan, near, kHash), RuleId::password_hash);
}

void find_azure_secret(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kBody{"A-Za-z0-9_~.-"};
  constexpr std::size_t kBefore = 4;
  constexpr std::size_t kLeast = 31;
  constexpr std::size_t kMost = 34;
  Scan& scan = pass.scan;
  if (!scan.starts(begin, "Q~") || begin < kBefore || !kDigit(scan.at(begin - 1))) return;
  const std::size_t from = begin - kBefore;
  if (!kBytes<"A-Za-z0-9_~.-">(scan.at(from)) || (from > 0 && kBody(scan.at(from - 1)))) return;
  const std::size_t stop = scan.skip(end, kBody, kMost + 1);
  if (stop - end < kLeast || stop - end > kMost) return;
  pass.mark(from, stop, RuleId::azure_key);
}

void find_azure_signed_key(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kLongest = 100;
  constexpr std::size_t kShortest = 40;
  Scan& scan = pass.scan;
  const std::size_t from = scan.skip_back(begin, kBase64, kLongest);
  const std::size_t stop = scan.skip(end, kBase64, kLongest);
  if (stop - from < kShortest || stop - from > kLongest) return;
  const std::string_view text = scan.text().substr(from, stop - from);
  if (looks_random(text, kShortest)) pass.mark(from, stop, RuleId::azure_key);
}

void find_bot_token(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kLength = 34;
  static constexpr ByteSet kBody{"A-Za-z0-9_-"};
  Scan& scan = pass.scan;
  if (scan.at(begin + 1) != 'A') return;
  const std::size_t from = scan.skip_back(begin, kDigit, 17);
  const bool in_url = from > 4 && scan.starts(from - 4, "/bot");
  if (begin - from < 5 || (from > 0 && kWord(scan.at(from - 1)) && !in_url)) return;
  const std::size_t stop = scan.skip(end, kBody, kLength + 1);
  if (stop - end != kLength && stop - end != kLength - 1) return;
  if (looks_random(scan.text().substr(end, stop - end), kLength - 1)) {
    pass.mark(from, stop, RuleId::service_token);
  }
}

void find_pgpass(Pass& pass, std::size_t begin, std::size_t end) {
  static constexpr ByteSet kField{"A-Za-z0-9_.*-"};
  Scan& scan = pass.scan;
  const std::size_t from = scan.skip_back(begin, kField);
  if (from == begin || (from > 0 && !kLineEnd(scan.at(from - 1)))) return;
  const std::size_t database = scan.skip(end, kField);
  const std::size_t user = scan.skip(database + 1, kField);
  if (database == end || scan.at(database) != ':' || scan.at(user) != ':') return;
  const std::size_t stop = scan.line_end(user + 1);
  if (stop - user > Scan::kNear) return;
  const std::string_view password = scan.text().substr(user + 1, stop - user - 1);
  if (!is_reference(password)) pass.mark(user + 1, stop, RuleId::password);
}

void find_aws_pair(Pass& pass, std::size_t key_end) {
  static constexpr ByteSet kBody{"A-Za-z0-9/+"};
  constexpr std::size_t kLength = 40;
  constexpr std::size_t kReach = 160;
  Scan& scan = pass.scan;
  const std::size_t stop = std::min(scan.size(), key_end + kReach);
  for (std::size_t i = key_end; i < stop;) {
    if (!kBody(scan.at(i))) {
      ++i;
      continue;
    }
    const std::size_t end = scan.skip(i, kBody, kLength + 1);
    const std::string_view text = scan.text().substr(i, end - i);
    if (text.size() == kLength && scan.at(end) != '=' && looks_random(text, kLength)) {
      pass.mark(i, end, RuleId::aws_key);
      return;
    }
    i = end;
  }
}

}  // namespace mage_lineage::redact
