#include <mage_lineage/redact/assignment.hpp>

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace mage_lineage::redact {
namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_wrapper(std::string_view function) {
  return is_one_of(function, {"SecretStr", "SecretBytes", "Secret", "str", "bytes", "b64decode",
                              "b64encode", "quote_plus", "quote", "unquote", "Password", "encode",
                              "charToRaw", "base64_decode", "String", "strip", "Field", "Fernet"});
}

bool is_getter(std::string_view function) {
  return is_one_of(function, {"getenv", "get", "env_var", "env", "fetch", "pop", "getProperty",
                              "config", "get_env", "getOption", "get_variable", "getattr"});
}

/// `dbutils.secrets.get("scope", "name")`: what stands in the brackets tells where the secret is.
bool reads_a_store(std::string_view path) {
  for (const std::string_view store :
       {"secret", "Secret", "vault", "Vault", "keyring", "kms", "ssm"}) {
    if (path.find(store) != std::string_view::npos) return true;
  }
  return false;
}

/// The default of `getenv("X", "value")` and `getenv("X") or "value"`; `at` is behind the bracket.
void find_default(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  static constexpr ByteSet kArgument{"A-Za-z0-9_.'\"[] "};
  Scan& scan = pass.scan;
  std::size_t i = scan.skip(at, kArgument, 96);
  if (scan.at(i) == ',') {
    i = scan.skip(i + 1, kSpace);
    for (const std::string_view name : {"default_var", "default", "fallback", "unset"}) {
      if (!scan.starts(i, name)) continue;
      const std::size_t equals = scan.skip(i + name.size(), kBlank);
      if (scan.at(equals) == '=') i = scan.skip(equals + 1, kBlank);
    }
  } else if (scan.at(i) == ')') {
    i = scan.skip(i + 1, kBlank);
    for (const std::string_view word : {"or ", "||", "??"}) {
      if (!scan.starts(i, word)) continue;
      i = scan.skip(i + word.size(), kBlank);
      break;
    }
    if (scan.at(i - 1) == ')') return;
  } else {
    return;
  }
  const auto value = read_quoted(pass, i);
  if (!value || !value->closed) return;
  const auto text = scan.text().substr(value->begin, value->end - value->begin);
  if (keeps(promise, key.name, text, Form::quoted)) {
    pass.mark(value->begin, value->end, RuleId::default_value);
  }
}

/// `("…" "…")`, `["…", "…"]`; `at` is behind the bracket.
bool find_members(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  bool any = false;
  bool joined = false;  // halves of one value: the second need not look like a secret of its own
  while (true) {
    at = scan.skip(at, kSpace);
    const auto value = read_quoted(pass, at);
    if (!value || !value->closed) return any;
    any = true;
    const auto text = scan.text().substr(value->begin, value->end - value->begin);
    const bool kept = joined || keeps(promise, key.name, text, Form::quoted);
    if (kept) pass.mark(value->begin, value->end, rule_of(promise));
    at = scan.skip(value->after, kSpace);
    joined = kept && scan.at(at) != ',';
    if (scan.at(at) == ',' || scan.at(at) == '+') ++at;
  }
}

/// `PASSWORDS = {"dev": "…", "prod": "…"}`; `at` is behind the brace.
bool find_entries(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  constexpr int kMost = 32;
  bool any = false;
  for (int i = 0; i < kMost; ++i) {
    const auto name = read_quoted(pass, scan.skip(at, kSpace));
    if (!name || !name->closed) return any;
    const std::size_t colon = scan.skip(name->after, kBlank);
    if (scan.at(colon) != ':') return any;
    const auto value = read_quoted(pass, scan.skip(colon + 1, kSpace));
    if (!value || !value->closed) return any;
    const auto entry = scan.text().substr(name->begin, name->end - name->begin);
    const auto text = scan.text().substr(value->begin, value->end - value->begin);
    // An entry that speaks of something else is judged by its own name.
    if (!is_plain_setting(entry) && keeps(promise, key.name, text, Form::guess)) {
      pass.mark(value->begin, value->end, rule_of(promise));
      any = true;
    }
    at = scan.skip(value->after, kSpace);
    if (scan.at(at) != ',') return any;
    ++at;
  }
  return any;
}

/// `… or "value"`, `… else "value"`, behind an expression on its line.
void find_fallback(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  constexpr std::size_t kReach = 160;
  Scan& scan = pass.scan;
  const std::size_t stop = std::min(scan.line_end(at), at + kReach);
  const std::string_view line = scan.text().substr(0, stop);
  for (const std::string_view word : {" else ", " or "}) {
    const std::size_t place = line.find(word, at);
    if (place == std::string_view::npos) continue;
    const auto value = read_quoted(pass, place + word.size());
    if (!value || !value->closed) continue;
    const auto text = scan.text().substr(value->begin, value->end - value->begin);
    if (keeps(promise, key.name, text, Form::quoted)) {
      pass.mark(value->begin, value->end, RuleId::default_value);
    }
    return;
  }
}

}  // namespace

bool find_in_tuple(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  constexpr std::size_t kMost = 8;
  Scan& scan = pass.scan;
  const std::size_t blank = scan.skip_back(key.begin, kBlank, 4);
  if (blank == 0 || scan.at(blank - 1) != ',') return false;
  const std::string_view before = before_key(scan, key);
  const auto commas = static_cast<std::size_t>(std::count(before.begin(), before.end(), ','));
  if (commas == 0 || commas > kMost ||
      !std::all_of(before.begin(), before.end(), kBytes<"A-Za-z0-9_., ">)) {
    return false;
  }
  at = scan.skip(at, kBytes<"( ">, 4);
  for (std::size_t i = 0;; ++i) {
    const auto value = read_quoted(pass, at);
    if (!value || !value->closed) return false;
    if (i == commas) return mark_quoted(pass, key, *value, promise);
    at = scan.skip(value->after, kBlank);
    if (scan.at(at) != ',') return false;
    at = scan.skip(at + 1, kBlank);
  }
}

bool find_expression(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  static constexpr ByteSet kPath{"A-Za-z0-9_.:"};
  Scan& scan = pass.scan;
  if (find_in_tuple(pass, key, at, promise)) return true;
  if (scan.at(at) == '(' || scan.at(at) == '[') {
    return find_members(pass, key, scan.skip(at, kBytes<"([">, 3), promise);
  }
  if (scan.at(at) == '{' && promise == Promise::password) {
    return find_entries(pass, key, at + 1, promise);
  }
  std::size_t end = scan.skip(at, kPath, 96);
  if (end == at) return false;
  if (pass.language() != Language::yaml && kBytes<"([ ">(scan.at(end))) {
    find_fallback(pass, key, end, promise);
  }
  if (scan.at(end) != '(' && scan.at(end) != '[') return false;
  std::string_view path = scan.text().substr(at, end - at);
  const auto dot = find_last(path, kBytes<".:">);
  const std::string_view function = dot == std::string_view::npos ? path : path.substr(dot + 1);
  if (scan.at(end) == '[') return false;
  const std::size_t inside = end + 1;
  if (is_wrapper(function)) {
    std::size_t first = scan.skip(inside, kSpace);
    if (scan.starts(first, "default=")) first += 8;
    if (const auto value = read_quoted(pass, first)) {
      mark_quoted(pass, key, *value, promise);
    } else {
      find_expression(pass, key, scan.skip(inside, kSpace), promise);
    }
    return true;
  }
  if (reads_a_store(path)) return true;
  if (is_getter(function)) {
    find_default(pass, key, inside, promise);
    return true;
  }
  return false;
}

}  // namespace mage_lineage::redact
