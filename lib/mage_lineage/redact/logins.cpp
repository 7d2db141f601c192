#include <mage_lineage/redact/finders.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace mage_lineage::redact {
namespace {

std::string_view between(const Scan& scan, std::size_t begin, std::size_t end) {
  return scan.text().substr(begin, end - begin);
}

/// `abcd efgh ijkl mnop`: how Google shows the passwords of programs.
bool is_app_password(std::string_view v) {
  constexpr std::size_t kLength = 19;
  if (v.size() != kLength) return false;
  for (std::size_t i = 0; i < kLength; ++i) {
    if (i % 5 == 4 ? v[i] != ' ' : !kLower(v[i])) return false;
  }
  return true;
}

bool is_human_secret(std::string_view v) {
  if (v.find(' ') != std::string_view::npos) return is_app_password(v);
  return keeps(Promise::password, "", v, Form::quoted);
}

/// A call whose secret is not the second argument, or was made by a machine.
struct Call {
  std::string_view name;
  int place;  ///< of the secret among the arguments, counted from 1
  Promise promise;
};

constexpr std::array<Call, 18> kCalls = {{
    {"pymysql.connect(", 3, Promise::password},
    {"pymssql.connect(", 3, Promise::password},
    {"mysqldb.connect(", 3, Promise::password},
    {"url.create(", 3, Promise::password},
    {"ssh.connect(", 4, Promise::password},
    {"ssh_client.connect(", 4, Promise::password},
    {"sshclient.connect(", 4, Promise::password},
    {"ftp(", 3, Promise::password},
    {"ftp_tls(", 3, Promise::password},
    {"minio(", 3, Promise::password},
    {"set_password(", 3, Promise::password},
    {"set_with_value(", 3, Promise::password},
    {"clientsecretcredential(", 3, Promise::password},
    {"postgresql(", 5, Promise::password},
    {"fernet(", 1, Promise::secret},
    {"hmac.new(", 1, Promise::secret},
    {"jwt.encode(", 2, Promise::secret},
    {"jwt.decode(", 2, Promise::secret},
}};

/// Past blanks, line ends and comments.
std::size_t skip_comments(Scan& scan, std::size_t at) {
  constexpr int kMost = 8;
  at = scan.skip(at, kSpace);
  for (int i = 0; i < kMost && scan.at(at) == '#'; ++i)
    at = scan.skip(scan.line_end(at), kSpace);
  return at;
}

/// Where the argument that begins at `at` ends: its comma, or the bracket that closes the call;
/// nullopt when neither is near. Commas in texts, brackets and comments are part of the argument.
/// Every call opens a bracket, so that the bound on open ones also bounds how often one byte is
/// walked.
std::optional<std::size_t> argument_end(Pass& pass, std::size_t at) {
  static constexpr ByteSet kPlain{"A-Za-z0-9_. \t\r\n=:+*/%|&<>!?@;^~$-"};
  constexpr std::size_t kReach = 2048;
  constexpr int kDeepest = 8;
  Scan& scan = pass.scan;
  const std::size_t stop = std::min(scan.size(), at + kReach);
  int open = 0;
  while (at < stop) {
    const char c = scan.at(at);
    if (open == 0 && (c == ',' || c == ')')) return at;
    if (kBytes<"([{">(c) && ++open > kDeepest) return std::nullopt;
    if (kBytes<")]}">(c) && --open < 0) return std::nullopt;
    if (c == '#') {
      at = scan.line_end(at);
    } else if (kQuote(c)) {
      const auto text = read_quoted(pass, at);
      if (!text || !text->closed) return std::nullopt;
      at = text->after;
    } else {
      at = kPlain(c) ? scan.skip(at, kPlain) : at + 1;
    }
  }
  return std::nullopt;
}

}  // namespace

void find_login_call(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  const char before = begin > 0 ? scan.at(begin - 1) : '\0';
  // `auth=(` is that of `basic_auth=(` too, and no other word's end.
  if (scan.at(begin) == 'a' && before != '_' && kWord(before)) return;
  Call call{{}, 2, Promise::password};
  for (const Call& known : kCalls) {
    const std::size_t from = end > known.name.size() ? end - known.name.size() : 0;
    if (text::iequals(between(scan, from, end), known.name)) call = known;
  }
  std::size_t at = skip_comments(scan, end);
  for (int place = 1; place < call.place; ++place) {
    const auto after = argument_end(pass, at);
    if (!after || scan.at(*after) != ',') return;
    at = skip_comments(scan, *after + 1);
  }
  const auto value = read_quoted(pass, at);
  if (!value || !value->closed) return;
  const std::string_view text = between(scan, value->begin, value->end);
  const bool kept = call.promise == Promise::password
                        ? is_human_secret(text)
                        : keeps(call.promise, "", text, Form::quoted) &&
                              text.find('\\') == std::string_view::npos;
  if (kept) pass.mark(value->begin, value->end, RuleId::login_call);
}

void find_encoded_pair(Pass& pass, std::size_t, std::size_t end) {
  Scan& scan = pass.scan;
  const auto value = read_quoted(pass, scan.skip(end, kBytes<" \t\n(">));
  if (!value || !value->closed) return;
  const std::string_view pair = between(scan, value->begin, value->end).substr(0, Scan::kNear);
  const auto colon = pair.find(':');
  if (colon == std::string_view::npos || colon == 0 || pair[colon - 1] == '}') return;
  const std::string_view password = pair.substr(colon + 1);
  if (find_any(pair, kSpace) != std::string_view::npos || !is_human_secret(password)) return;
  pass.mark(value->begin + colon + 1, value->end, RuleId::authorization);
}

void find_cookie(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kShortest = 16;
  Scan& scan = pass.scan;
  if (begin > 0 && kWord(scan.at(begin - 1))) return;
  std::size_t at = scan.skip(end, kBytes<"\"'\\ \t:=">, 8);
  const bool told = find_any(between(scan, end, at), kBytes<":=">) != std::string_view::npos;
  while (told && at > end && kQuote(scan.at(at - 1)))
    --at;
  const auto value = told ? read_quoted(pass, at) : std::nullopt;
  if (!value || !value->closed) return;
  const std::string_view text = between(scan, value->begin, value->end);
  const auto equals = text.substr(0, Scan::kNear).find('=');
  if (equals == std::string_view::npos) return;
  std::string_view first = text.substr(equals + 1);
  first = first.substr(0, first.find(';'));
  if (looks_random(first, kShortest)) {
    pass.mark(value->begin, value->end, RuleId::authorization);
  }
}

void find_trigger_url(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kReach = 80;
  constexpr std::size_t kLength = 32;
  Scan& scan = pass.scan;
  const std::size_t from = begin > kReach ? begin - kReach : 0;
  if (between(scan, from, begin).find("pipeline_schedules/") == std::string_view::npos) return;
  const std::size_t stop = scan.skip(end, kHex, kLength + 1);
  if (stop - end != kLength || kWord(scan.at(stop))) return;
  if (looks_random(between(scan, end, stop), kLength)) pass.mark(end, stop, RuleId::webhook_url);
}

}  // namespace mage_lineage::redact
