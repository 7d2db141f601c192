#include <mage_lineage/redact/names.hpp>

#include <mage_lineage/redact/bytes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>

namespace mage_lineage::redact {
namespace {

/// A name's last words, in lower case, without an allocation.
class Words {
 public:
  explicit Words(std::string_view name) {
    name = name.substr(name.size() - std::min(name.size(), kBytes));
    for (std::size_t i = 0; i < name.size(); ++i) {
      const char c = name[i];
      const bool starts = i == 0 || !kAlnum(name[i - 1]) || (kUpper(c) && kLower(name[i - 1])) ||
                          (kUpper(c) && i + 1 < name.size() && kLower(name[i + 1]) &&
                           kUpper(name[i - 1]) && i + 2 < name.size() && kLower(name[i + 2])) ||
                          (kDigit(c) != kDigit(name[i - 1]) && kAlnum(c));
      bytes_[i] = kUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
      if (!kAlnum(c)) continue;
      if (starts) push(i);
      last_end_ = i + 1;
      if (count_ > 0) lengths_[count_ - 1] = last_end_ - begins_[count_ - 1];
    }
  }

  std::size_t size() const { return count_; }
  std::string_view operator[](std::size_t i) const {
    return std::string_view(bytes_.data() + begins_[i], lengths_[i]);
  }

 private:
  static constexpr std::size_t kBytes = 96;
  static constexpr std::size_t kMost = 12;

  void push(std::size_t begin) {
    if (count_ == kMost) {
      std::copy(begins_.begin() + 1, begins_.end(), begins_.begin());
      std::copy(lengths_.begin() + 1, lengths_.end(), lengths_.begin());
      --count_;
    }
    begins_[count_++] = begin;
  }

  std::array<char, kBytes> bytes_{};
  std::array<std::size_t, kMost> begins_{};
  std::array<std::size_t, kMost> lengths_{};
  std::size_t count_ = 0;
  std::size_t last_end_ = 0;
};

bool one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool ends(std::string_view word, std::string_view tail) {
  return word.size() >= tail.size() && word.substr(word.size() - tail.size()) == tail;
}

bool has(std::string_view word, std::string_view part) {
  return word.find(part) != std::string_view::npos;
}

bool is_password_word(std::string_view w) {
  for (const auto part : {"password", "passwd", "passphrase", "passcode", "passwrd", "passwort",
                          "paswd", "pasword", "pswd", "psword", "passwor", "pssword", "paswrd",
                          "senha", "contrase", "motdepasse", "kennwort", "wachtwoord"}) {
    if (has(w, part)) return !ends(w, "less") && !ends(w, "field");
  }
  if (w == "passe") return true;  // mot_de_passe
  if (ends(w, "pass")) {
    return !one_of(w, {"bypass", "compass", "trespass", "surpass", "overpass", "underpass",
                       "encompass", "lowpass", "highpass", "bandpass", "multipass"});
  }
  constexpr std::size_t kLongestGlued = 8;
  return one_of(w, {"pw", "psw", "pwd", "passw", "pword"}) || ends(w, "pwd") ||
         (ends(w, "pw") && w.size() <= kLongestGlued && w.size() > 3);
}

/// The words that make a secret of a `key` behind them.
bool opens_something(std::string_view w) {
  static constexpr std::string_view kOpening[] = {
      "access", "account",   "admin",        "aes",      "api",        "app",       "application",
      "auth",   "cipher",    "client",       "consumer", "cookie",     "crypto",    "decryption",
      "deploy", "dev",       "developer",    "encrypt",  "encryption", "fernet",    "hmac",
      "ingest", "ingestion", "integration",  "jwt",      "license",    "master",    "private",
      "sas",    "secret",    "service",      "session",  "shared",     "signature", "signing",
      "ssh",    "storage",   "subscription", "webhook",  "write"};
  return std::binary_search(std::begin(kOpening), std::end(kOpening), w);
}

/// The words before `token` that tell it from a lexer's.
bool opens_a_door(std::string_view w) {
  static constexpr std::string_view kDoors[] = {
      "airflow",   "app",        "aws",     "azure",    "bearer",     "bot",      "ci",
      "confluent", "databricks", "datadog", "dbt",      "deployment", "discord",  "docker",
      "gateway",   "gcp",        "gh",      "github",   "gitlab",     "google",   "grafana",
      "hf",        "hubspot",    "id",      "influx",   "influxdb",   "jira",     "jwt",
      "kafka",     "lineage",    "looker",  "mage",     "mapbox",     "metabase", "motherduck",
      "notion",    "npm",        "oauth",   "okta",     "openai",     "personal", "portal",
      "pypi",      "redash",     "refresh", "registry", "security",   "sentry",   "shopify",
      "slack",     "snowflake",  "stripe",  "telegram", "twilio",     "user",     "vault",
      "webhook"};
  return opens_something(w) || std::binary_search(std::begin(kDoors), std::end(kDoors), w);
}

/// `pass_value`, `passThrough`: the verb, which goes on with what is passed.
bool is_verb(const Words& words, std::size_t i) {
  if (words[i] != "pass" || i + 1 == words.size()) return false;
  const std::string_view next = words[i + 1];
  return !kDigit(next[0]) && !one_of(next, {"db", "dev", "prod", "admin", "root", "user", "phrase",
                                            "word", "test", "new", "old"});
}

Promise promise_of_word(const Words& words, std::size_t i) {
  const std::string_view w = words[i];
  if (is_verb(words, i)) return Promise::nothing;
  if (is_password_word(w)) return Promise::password;
  if (has(w, "secret") && !has(w, "secretar") && !has(w, "manager") && !has(w, "store")) {
    return Promise::secret;
  }
  if (w == "token") return i > 0 && opens_a_door(words[i - 1]) ? Promise::secret : Promise::token;
  if (ends(w, "token")) return Promise::secret;
  if (one_of(w, {"apikey", "accesskey", "secretkey", "privatekey", "accountkey", "authkey",
                 "signingkey", "encryptionkey", "masterkey", "appkey", "apisecret"}) ||
      ends(w, "apikey")) {
    return Promise::secret;
  }
  if (w == "key" || ends(w, "key")) {
    if (i > 0 && w == "key" && opens_something(words[i - 1])) return Promise::secret;
    return Promise::key;
  }
  if (one_of(w,
             {"credential", "credentials", "creds", "cred", "auth", "pat", "sas", "jwt", "bearer",
              "authorization", "tokens", "keys", "dsn", "sig", "appid", "sessionid"})) {
    return Promise::credential;
  }
  return Promise::nothing;
}

/// What a name speaks of when it goes on like this is no secret: `password_min_length`,
/// `token_url`.
bool is_about(std::string_view w) {
  static constexpr std::string_view kAspects[] = {
      "action",    "age",       "alg",       "algorithm",   "arn",         "at",
      "attr",      "attribute", "audience",  "backend",     "bucket",      "budget",
      "button",    "callback",  "changed",   "char",        "chars",       "checker",
      "class",     "col",       "column",    "columns",     "config",      "count",
      "counts",    "date",      "days",      "desc",        "description", "dir",
      "directory", "disabled",  "email",     "enabled",     "endpoint",    "engine",
      "env",       "error",     "errors",    "event",       "exists",      "expiration",
      "expire",    "expired",   "expires",   "expiry",      "factory",     "field",
      "fields",    "file",      "filename",  "filepath",    "files",       "flag",
      "folder",    "format",    "func",      "function",    "generator",   "handler",
      "hashers",   "header",    "headers",   "help",        "hint",        "hints",
      "host",      "hours",     "icon",      "id",          "identifier",  "identity",
      "ids",       "index",     "info",      "input",       "invalid",     "issuer",
      "kind",      "label",     "len",       "length",      "lifetime",    "limit",
      "limits",    "link",      "list",      "location",    "manager",     "map",
      "max",       "message",   "method",    "min",         "minutes",     "mode",
      "model",     "module",    "msg",       "name",        "names",       "num",
      "number",    "object",    "on",        "option",      "options",     "order",
      "owner",     "page",      "param",     "parameter",   "params",      "parser",
      "path",      "paths",     "pattern",   "placeholder", "plugin",      "policy",
      "port",      "pos",       "position",  "prefix",      "prompt",      "provider",
      "query",     "ref",       "reference", "regex",       "region",      "required",
      "reset",     "resource",  "rotation",  "row",         "rows",        "schema",
      "scheme",    "scope",     "scopes",    "seconds",     "secs",        "selector",
      "separator", "service",   "set",       "settings",    "size",        "sizes",
      "state",     "status",    "stdin",     "store",       "stream",      "strength",
      "style",     "suffix",    "table",     "tag",         "tags",        "template",
      "time",      "timeout",   "title",     "ttl",         "type",        "types",
      "uri",       "url",       "urls",      "usage",       "used",        "user",
      "username",  "valid",     "validator", "validators",  "var",         "variable",
      "vault",     "version",   "width"};
  return std::binary_search(std::begin(kAspects), std::end(kAspects), w);
}

/// What is random by nature, and no secret.
bool is_address(std::string_view w) {
  return one_of(w, {"id", "ids", "url", "urls", "uri", "arn", "name", "names", "identifier", "ref",
                    "reference", "version", "endpoint", "file", "path", "link"});
}

/// `max_tokens`, `is_secret`, `get_password`: a count, a question or an act, and not the thing.
bool asks(std::string_view w) {
  static constexpr std::string_view kQuestions[] = {"allow",
                                                    "ask",
                                                    "authenticity",
                                                    "bad",
                                                    "bos",
                                                    "change",
                                                    "check",
                                                    "cls",
                                                    "confirm",
                                                    "continuation",
                                                    "count",
                                                    "csrf",
                                                    "csrfmiddleware",
                                                    "delete",
                                                    "enter",
                                                    "eos",
                                                    "error",
                                                    "expired",
                                                    "fetch",
                                                    "forget",
                                                    "forgot",
                                                    "generate",
                                                    "get",
                                                    "has",
                                                    "hide",
                                                    "idempotency",
                                                    "invalid",
                                                    "is",
                                                    "load",
                                                    "lookup",
                                                    "mask",
                                                    "max",
                                                    "min",
                                                    "missing",
                                                    "next",
                                                    "no",
                                                    "num",
                                                    "pad",
                                                    "page",
                                                    "pagination",
                                                    "public",
                                                    "publishable",
                                                    "require",
                                                    "required",
                                                    "requires",
                                                    "revoke",
                                                    "sep",
                                                    "should",
                                                    "show",
                                                    "special",
                                                    "stop",
                                                    "total",
                                                    "unk",
                                                    "use",
                                                    "uses",
                                                    "using",
                                                    "validate",
                                                    "verify",
                                                    "wrong",
                                                    "xsrf"};
  return std::binary_search(std::begin(kQuestions), std::end(kQuestions), w);
}

bool is_digits(std::string_view w) {
  return std::all_of(w.begin(), w.end(), kDigit);
}

}  // namespace

Promise promise_of(std::string_view name) {
  const Words words(name);
  std::size_t i = words.size();
  bool about = false;
  bool names_an_address = false;
  while (i > 0) {
    const Promise promise = promise_of_word(words, i - 1);
    if (promise != Promise::nothing) {
      bool stronger = false;
      for (std::size_t k = 0; k + 1 < i; ++k) {
        if (asks(words[k])) return Promise::nothing;
        const Promise before = promise_of_word(words, k);
        stronger = stronger || before == Promise::secret || before == Promise::password;
      }
      if (about) return names_an_address ? Promise::nothing : Promise::key;
      return promise == Promise::key && stronger ? Promise::secret : promise;
    }
    if (!is_digits(words[i - 1]) && is_about(words[i - 1])) {
      about = true;
      names_an_address = names_an_address || is_address(words[i - 1]);
    }
    --i;
  }
  return Promise::nothing;
}

bool is_plain_setting(std::string_view name) {
  const Words words(name);
  if (words.size() == 0) return false;
  return one_of(words[words.size() - 1],
                {"host", "port", "user", "username", "schema", "database", "db", "name", "role"});
}

}  // namespace mage_lineage::redact
