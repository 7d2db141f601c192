#include <mage_lineage/redact/finders.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <string>

namespace mage_lineage::redact {
namespace {

std::string_view between(const Scan& scan, std::size_t begin, std::size_t end) {
  return scan.text().substr(begin, end - begin);
}

/// From behind the variable's name to its default: `, 'x'`, `) or 'x'`, `) | default('x')`.
std::size_t skip_to_default(const Scan& scan, std::size_t at) {
  if (scan.at(at) == ',') {
    at = scan.skip(at + 1, kSpace);
    return scan.starts(at, "default=") ? at + 8 : at;
  }
  if (scan.at(at) != ')') return at;
  at = scan.skip(at + 1, kBlank);
  for (const std::string_view word : {"or ", "| default(", "|default(", "| d("}) {
    if (scan.starts(at, word)) return scan.skip(at + word.size(), kBlank);
  }
  return at;
}

}  // namespace

void find_identified_by(Pass& pass, std::size_t, std::size_t end) {
  constexpr std::size_t kNearest = 64;
  Scan& scan = pass.scan;
  // IDENTIFIED BY 'x', IDENTIFIED WITH plugin BY 'x', IDENTIFIED BY PASSWORD 'x', IDENTIFIED BY
  // VALUES 'x'
  const std::size_t stop = std::min(scan.line_end(end), end + kNearest);
  std::size_t at = end;
  while (at < stop) {
    if ((scan.at(at) == 'b' || scan.at(at) == 'B') && kBlank(scan.at(at - 1)) &&
        text::iequals(between(scan, at, std::min(at + 2, stop)), "by")) {
      break;
    }
    ++at;
  }
  if (at >= stop) return;
  at = scan.skip(at + 2, kBlank);
  for (const std::string_view word : {"password ", "values "}) {
    if (text::iequals(between(scan, at, std::min(at + word.size(), scan.size())), word)) {
      at = scan.skip(at + word.size(), kBlank);
    }
  }
  std::size_t begin = at;
  std::size_t last = 0;
  if (const auto value = read_quoted(pass, at)) {
    begin = value->begin;
    last = value->end;
  } else {
    last = scan.bare_end(at);
  }
  const std::string_view text = between(scan, begin, last);
  static constexpr ByteSet kVariable{":&?@"};
  if (text.empty() || kVariable(text.front()) || is_reference(text)) return;
  // Without quotes only where SQL makes a user: `classes are identified by name` is prose.
  const std::string before = text::ascii_lower(between(scan, begin > 160 ? begin - 160 : 0, begin));
  const bool statement = before.find("user ") != std::string::npos ||
                         before.find("grant ") != std::string::npos ||
                         before.find("role ") != std::string::npos;
  if (begin != at || statement) pass.mark(begin, last, RuleId::sql_password);
}

void find_user_option(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kReach = 200;
  Scan& scan = pass.scan;
  if (begin > 0 && !kBlank(scan.at(begin - 1)) && !kQuote(scan.at(begin - 1))) return;
  // `-u` means so only behind curl, wget, http
  const std::size_t from = begin > kReach ? begin - kReach : 0;
  const std::string_view before = between(scan, from, begin);
  if (before.find("curl") == std::string_view::npos &&
      before.find("http") == std::string_view::npos)
    return;
  std::size_t at = scan.skip(end, kBytes<" \t=\"',">, 6);
  std::size_t stop = std::min(scan.word_end(at), scan.line_end(at));
  while (stop > at && kBytes<"\"'`,;)">(scan.at(stop - 1)))
    --stop;
  if (stop - at > Scan::kNear) return;
  const std::string_view pair = between(scan, at, stop);
  const auto colon = pair.find(':');
  if (colon == std::string_view::npos || colon == 0 || pair.substr(colon, 3) == "://") return;
  const std::string_view password = pair.substr(colon + 1);
  if (!is_reference(password)) pass.mark(at + colon + 1, stop, RuleId::command_line);
}

void find_env_default(Pass& pass, std::size_t begin, std::size_t end) {
  Scan& scan = pass.scan;
  const auto name = read_quoted(pass, scan.skip(end, kSpace));
  if (!name || !name->closed) return;
  std::size_t at = skip_to_default(scan, scan.skip(name->after, kSpace));
  const auto value = read_quoted(pass, at);
  if (!value || !value->closed) return;
  const std::string_view variable = between(scan, name->begin, name->end);
  Promise promise = promise_of(variable);
  if (promise == Promise::nothing) {
    // `password: "{{ env_var('X', 'hunter2') }}"`: the key tells what the variable does not
    const std::size_t from = begin > 96 ? begin - 96 : 0;
    std::string_view line = between(scan, from, begin);
    line = line.substr(find_last(line, kLineEnd) + 1);  // npos + 1 is 0
    const auto joint = find_any(line, kBytes<":=">);
    if (joint != std::string_view::npos) promise = promise_of(line.substr(0, joint));
  }
  const std::string_view text = between(scan, value->begin, value->end);
  if (promise == Promise::nothing && variable.size() == 1) promise = Promise::password;
  if (promise == Promise::secret || promise == Promise::token) promise = Promise::password;
  if (keeps(promise, variable, text, Form::plain)) {
    pass.mark(value->begin, value->end, RuleId::default_value);
  }
}

void find_short_option(Pass& pass, std::size_t begin, std::size_t end) {
  struct Tool {
    std::string_view name;
    std::string_view option;
  };
  static constexpr Tool kTools[] = {
      {"snowsql", " -p"},   {"mysql", " -p"},        {"sshpass", " -p"},
      {"redis-cli", " -a"}, {"docker login", " -p"}, {"sqlcmd", " -P"},
      {"bcp", " -P"},       {"mongo", " -p"},        {"podman login", " -p"}};
  constexpr std::size_t kReach = 160;
  Scan& scan = pass.scan;
  if (end <= pass.line_of_tool) return;
  const std::string_view name = between(scan, begin, end);
  const std::size_t stop = std::min(scan.line_end(end), end + kReach);
  for (const Tool& tool : kTools) {
    if (!text::iequals(name, tool.name)) continue;
    std::size_t at = between(scan, 0, stop).find(tool.option, end);
    if (at == std::string_view::npos && tool.name == "mysql") {
      // as a list of arguments: `["mysqldump", "-u", "root", "-psecret"]`
      at = between(scan, 0, stop).find("\"-p", end);
    }
    if (at == std::string_view::npos) {
      pass.line_of_tool = stop;
      return;
    }
    const std::size_t from = scan.skip(at + tool.option.size(), kBlank, 4);
    const bool glued = from == at + tool.option.size();
    // mysql takes its password glued to -p, a word after a blank is the database
    if (tool.name == "mysql" && !glued) return;
    std::size_t first = from;
    std::size_t last = std::min(scan.word_end(from), scan.line_end(from));
    if (const auto value = read_quoted(pass, from)) {
      first = value->begin;
      last = value->end;
    }
    while (last > first && kBytes<"\"'`,;)|">(scan.at(last - 1)))
      --last;
    const std::string_view text = between(scan, first, last);
    if (!is_reference(text) && text.front() != '-') pass.mark(first, last, RuleId::command_line);
    return;
  }
}

void find_kubernetes_secret(Pass& pass, std::size_t begin, std::size_t end) {
  constexpr std::size_t kReach = std::size_t{16} << 10U;
  constexpr std::size_t kShortest = 10;
  Scan& scan = pass.scan;
  if (begin < pass.document_end || (begin > 0 && !kSpace(scan.at(begin - 1)))) return;
  if (kWord(scan.at(end))) return;  // SecretStore and its kin hold references
  const std::size_t from = begin > kReach ? begin - kReach : 0;
  const std::string_view above = between(scan, from, begin);
  const auto dashes = above.rfind("\n---");
  std::size_t at = dashes == std::string_view::npos ? from : from + dashes + 4;
  const std::size_t stop =
      std::min({scan.size(), begin + kReach, scan.text().find("\n---", begin)});
  pass.document_end = stop;
  if (between(scan, at, stop).find("apiVersion") == std::string_view::npos) return;
  bool inside = false;
  std::size_t indent = 0;
  while (at < stop) {
    const std::size_t text = scan.skip(at, kBlank);
    const std::size_t line = std::min(stop, scan.line_end(text));
    if (line > text) {
      if (inside && text - at <= indent) inside = false;
      if (inside) {
        const auto colon = between(scan, text, line).find(": ");
        const std::size_t value = colon == std::string_view::npos ? text : text + colon + 2;
        if (line - value >= kShortest && !is_reference(between(scan, value, line))) {
          const auto quoted = read_quoted(pass, value);
          pass.mark(quoted ? quoted->begin : value, quoted ? quoted->end : line,
                    RuleId::kubernetes_secret);
        }
      } else if (scan.starts(text, "data:") || scan.starts(text, "stringData:")) {
        inside = true;
        indent = text - at;
      }
    }
    at = line + 1;
  }
}

}  // namespace mage_lineage::redact
