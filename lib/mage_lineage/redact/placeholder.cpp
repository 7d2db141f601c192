#include <mage_lineage/redact/placeholder.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/redact/bytes.hpp>
#include <mage_lineage/redact/chunks.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace mage_lineage::redact {
namespace {

constexpr std::size_t kLongest = 64;

/// Words of placeholders that say nothing alone: `password` may be one.
constexpr std::string_view kVocabulary[] = {
    "a",           "access",       "account",    "actual",      "admin",
    "airflow",     "amazon",       "an",         "and",         "anthropic",
    "api",         "apikey",       "app",        "application", "at",
    "auth",        "aws",          "azure",      "base",        "bearer",
    "bigquery",    "bot",          "bucket",     "by",          "cert",
    "change",      "char",         "clickhouse", "client",      "code",
    "company",     "connection",   "cookie",     "credential",  "credentials",
    "database",    "databricks",   "datadog",    "db",          "dbt",
    "default",     "demo",         "dev",        "discord",     "docker",
    "domain",      "email",        "encryption", "encoded",     "env",
    "environment", "file",         "first",      "for",         "from",
    "gcp",         "generated",    "github",     "gitlab",      "goes",
    "google",      "hash",         "hook",       "host",        "hostname",
    "hubspot",     "id",           "in",         "instance",    "is",
    "it",          "json",         "jwt",        "kafka",       "key",
    "keys",        "license",      "local",      "login",       "long",
    "mage",        "master",       "me",         "mongo",       "mongodb",
    "mysql",       "name",         "new",        "notion",      "now",
    "oauth",       "of",           "old",        "openai",      "or",
    "org",         "organization", "own",        "pass",        "passphrase",
    "passwd",      "password",     "pat",        "pg",          "postgres",
    "postgresql",  "private",      "prod",       "production",  "project",
    "proper",      "public",       "pw",         "pwd",         "random",
    "real",        "redis",        "redshift",   "refresh",     "region",
    "root",        "s3",           "salesforce", "secret",      "secrets",
    "secure",      "sendgrid",     "server",     "service",     "session",
    "set",         "sha256",       "shared",     "shopify",     "signing",
    "slack",       "smtp",         "snowflake",  "some",        "staging",
    "storage",     "string",       "stripe",     "strong",      "super",
    "team",        "telegram",     "tenant",     "test",        "text",
    "that",        "the",          "this",       "to",          "token",
    "trino",       "twilio",       "unique",     "uri",         "url",
    "us",          "use",          "user",       "username",    "valid",
    "value",       "vault",        "very",       "warehouse",   "webhook",
    "with",        "workspace"};

/// Words that make a placeholder of the others.
constexpr std::string_view kMarkers[] = {
    "add",     "changeme",  "changethis", "enter",       "example", "fill", "fixme",    "here",
    "hidden",  "insert",    "masked",     "placeholder", "provide", "put",  "redacted", "removed",
    "replace", "replaceme", "tbd",        "todo",        "your",    "yours"};

// What is known of the bytes of a chunk up to a place.
constexpr unsigned kNone = 0;
constexpr unsigned kWords = 1;   ///< they are words of the vocabulary
constexpr unsigned kMarked = 2;  ///< and one makes a placeholder of them
constexpr unsigned kSure = 4;    ///< of plain words beside it, too
constexpr unsigned kMask = 8;    ///< and of what a mask leaves open

/// Bytes from `i` on that repeat the first, or go on in the alphabet, if they show that nothing
/// stands there: `xxx`, `0000`, `abcdefghij123`.
std::size_t filler_at(std::string_view v, std::size_t i) {
  constexpr std::size_t kShortest = 3;
  constexpr std::size_t kAlphabet = 10;
  std::size_t same = i + 1;
  while (same < v.size() && v[same] == v[i])
    ++same;
  if (same - i >= kShortest && kBytes<"x-z0">(v[i])) return same - i;
  const auto run_end = [&](std::size_t from, const ByteSet& set) {
    std::size_t end = from;
    while (end < v.size() && set(v[end]) && (end == from || v[end] == v[end - 1] + 1))
      ++end;
    return end;
  };
  const std::size_t letters = run_end(i, kLower);
  return letters - i >= kAlphabet ? run_end(letters, kDigit) - i : 0;
}

/// Carries what is known at `from` to `to`, with what the bytes between them are.
void carry(std::array<std::uint8_t, kLongest + 1>& reach, std::size_t from, std::size_t to,
           unsigned adds) {
  reach[to] = static_cast<std::uint8_t>(reach[to] | reach[from] | adds);
}

/// What a chunk in small letters is made of; kNone when it is not made of known words alone.
unsigned judge_chunk(std::string_view chunk, bool first) {
  if (chunk == "my" && first) return kWords | kMarked;
  if (chunk == "your" || chunk == "here") return kWords | kMarked | kSure;
  constexpr std::size_t kHiding = 6;
  std::array<std::uint8_t, kLongest + 1> reach{};
  reach[0] = kWords;
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (reach[i] == kNone) continue;
    for (const std::string_view word : kVocabulary) {
      if (word[0] == chunk[i] && chunk.substr(i, word.size()) == word) {
        carry(reach, i, i + word.size(), kNone);
      }
    }
    for (const std::string_view word : kMarkers) {
      if (word[0] == chunk[i] && chunk.substr(i, word.size()) == word) {
        const bool sure = word == "your" || word == "placeholder" || word == "redacted";
        carry(reach, i, i + word.size(), sure ? kMarked | kSure : kMarked);
      }
    }
    if (const std::size_t filler = filler_at(chunk, i); filler > 0) {
      const unsigned mask = filler >= kHiding ? kMask : kNone;
      carry(reach, i, i + filler, chunk[i] == '0' ? kNone : kMarked | kSure | mask);
    }
    // `oauth2`; but `changeme1` is somebody's password
    const bool last_digit = i > 0 && i + 1 == chunk.size() && kDigit(chunk[i]);
    if (last_digit && (reach[i] & kMarked) == 0) carry(reach, i, i + 1, kNone);
  }
  return reach[chunk.size()];
}

/// A word as people write it, or a short number: what a placeholder may speak of.
bool is_plain_chunk(std::string_view chunk) {
  constexpr std::size_t kLongestWord = 22;
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kShort = 3;
  if (std::all_of(chunk.begin(), chunk.end(), kDigit)) return chunk.size() <= kYear;
  if (chunk.size() <= kShort) return true;
  if (chunk.size() > kLongestWord) return false;
  const std::string_view tail = chunk.substr(1);
  return std::all_of(chunk.begin(), chunk.end(), kUpper) ||
         (kLetter(chunk[0]) && std::all_of(tail.begin(), tail.end(), kLower));
}

/// `****`, `####`: so many that they hide what was there.
bool is_masked(std::string_view v) {
  return holds_any(v, {"****", "####"});
}

/// What may stand beside a mask: the ends that a service shows of its keys, numbers of accounts.
bool is_beside_mask(std::string_view chunk) {
  constexpr std::size_t kShown = 4;
  return chunk.size() <= kShown || is_plain_chunk(chunk) ||
         std::all_of(chunk.begin(), chunk.end(), kDigit) ||
         (digit_changes(chunk) == 1 && kDigit(chunk.back()) && !kDigit(chunk[chunk.size() - 2]));
}

/// One word that stands for any value.
bool is_stand_in(std::string_view lower) {
  return is_one_of(
      lower,
      {"none",    "null",     "nil",      "true",     "false",     "undefined", "nan",
       "string",  "str",      "text",     "bytes",    "int",       "integer",   "object",
       "any",     "required", "optional", "n/a",      "tbd",       "todo",      "fixme",
       "unset",   "empty",    "hidden",   "redacted", "masked",    "removed",   "secretstr",
       "varchar", "not",      "unknown",  "changeme", "change_me", "change-me", "placeholder",
       "example", "~",        "yes",      "no",       "on",        "off",       "dummy",
       "foo",     "bar",      "foobar",   "..."});
}

}  // namespace

bool is_placeholder(std::string_view value) {
  static constexpr ByteSet kJoint{"A-Za-z0-9_. :/<>{}()[]*#,'\"~-"};
  if (value.empty() || value.size() > kLongest) return false;
  const std::string lower = text::ascii_lower(value);
  if (is_stand_in(lower)) return true;
  if (!std::all_of(value.begin(), value.end(), kJoint)) return false;
  unsigned all = is_masked(value) ? kMarked | kMask : kNone;
  bool first = true;
  bool known = true;   // of the vocabulary
  bool plain = true;   // or words
  bool beside = true;  // or what stands beside a mask
  each_chunk(value, [&](std::string_view chunk) {
    if (!known && !plain && !beside) return;
    const auto at = static_cast<std::size_t>(chunk.data() - value.data());
    const unsigned judged = judge_chunk(std::string_view(lower).substr(at, chunk.size()), first);
    first = false;
    all |= judged;
    if (judged != kNone) return;
    known = false;
    plain = plain && is_plain_chunk(chunk);
    beside = beside && is_beside_mask(chunk);
  });
  if ((all & kMarked) == 0) return false;
  if (known) return true;
  return ((all & kSure) != 0 && plain) || ((all & kMask) != 0 && beside);
}

}  // namespace mage_lineage::redact
