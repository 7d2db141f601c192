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

/// Where the next entry of a dictionary begins: behind commas, and braces that close.
std::size_t skip_to_entry(const Scan& scan, std::size_t at, int& depth) {
  for (at = scan.skip(at, kSpace); scan.at(at) == '}' && depth > 1; --depth)
    at = scan.skip(at + 1, kSpace);
  return scan.at(at) == ',' ? scan.skip(at + 1, kSpace) : scan.size();
}

/// `PASSWORDS = {"dev": "…", "prod": {"db": "…"}}`; `at` is behind the brace. What has a name of
/// its own is taken under `secrets` and `keys` only if a machine made it.
bool find_entries(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  constexpr int kMost = 32;
  constexpr int kDeepest = 4;
  constexpr std::size_t kIssued = 16;
  bool any = false;
  int depth = 1;
  at = scan.skip(at, kSpace);
  for (int i = 0; i < kMost; ++i) {
    const auto name = read_quoted(pass, at);
    if (!name || !name->closed) return any;
    const std::size_t colon = scan.skip(name->after, kBlank);
    if (scan.at(colon) != ':') return any;
    at = scan.skip(colon + 1, kSpace);
    if (scan.at(at) == '{' && depth < kDeepest) {
      ++depth;
      at = scan.skip(at + 1, kSpace);
      continue;
    }
    const auto value = read_quoted(pass, at);
    if (!value || !value->closed) return any;
    const auto entry = scan.text().substr(name->begin, name->end - name->begin);
    const auto text = scan.text().substr(value->begin, value->end - value->begin);
    const bool issued = looks_random(text, kIssued) && text.find('.') == std::string_view::npos;
    const bool like_one = issued || (promise == Promise::password && !is_plain_setting(entry));
    // An entry that speaks of something else is judged by its own name.
    if (like_one && keeps(promise, key.name, text, Form::guess)) {
      pass.mark(value->begin, value->end, rule_of(promise));
      any = true;
    }
    at = skip_to_entry(scan, value->after, depth);
  }
  return any;
}

/// `password = other = "…"`, in Python and R; `at` is behind the other name.
bool find_chained(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  Scan& scan = pass.scan;
  const std::size_t sign = scan.skip(at, kBlank, 4);
  const bool arrow = scan.starts(sign, "<-");
  const bool equals = scan.at(sign) == '=' && scan.at(sign + 1) != '=' && sign > at;
  if (!pass.is_code() && pass.language() != Language::unknown) return false;
  if (pass.language() == Language::sql || (!arrow && !equals)) return false;
  const auto value = read_quoted(pass, scan.skip(sign + (arrow ? 2 : 1), kBlank, 4));
  return value && value->closed && mark_quoted(pass, key, *value, promise);
}

}  // namespace

bool find_expression(Pass& pass, const Key& key, std::size_t at, Promise promise) {
  static constexpr ByteSet kPath{"A-Za-z0-9_.:"};
  Scan& scan = pass.scan;
  if (find_in_tuple(pass, key, at, promise)) return true;
  if (scan.at(at) == '(' || scan.at(at) == '[') {
    return find_members(pass, key, scan.skip(at, kBytes<"([">, 3), promise);
  }
  if (scan.at(at) == '{' && promise != Promise::key && promise != Promise::token) {
    return find_entries(pass, key, at + 1, promise);
  }
  std::size_t end = scan.skip(at, kPath, 96);
  if (end == at) return false;
  if (pass.language() != Language::yaml && kBytes<"([ ">(scan.at(end))) {
    find_fallback(pass, key, end, promise);
  }
  if (find_chained(pass, key, end, promise)) return true;
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
