#include <mage_lineage/openlineage/problem.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/openlineage/checker.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::openlineage {
namespace {

std::string describe_one(const Shape& shape) {
  switch (shape.kind) {
    case Kind::any:
      return "any value";
    case Kind::text:
      return "a string";
    case Kind::date_time:
      return "a date-time of RFC 3339 with an offset, such as 2026-08-03T19:40:00.000Z";
    case Kind::uuid:
      return "a UUID, such as 019fc923-e280-7cc0-8a5e-2b8f3a0e7d11";
    case Kind::uri:
      return "an absolute URI, such as https://example.com/tool/1.0";
    case Kind::hash:
      return "\"sha256:\" and 64 hexadecimal digits in lower case";
    case Kind::word: {
      const std::vector<std::string> words(shape.words.begin(), shape.words.end());
      return (words.size() == 1 ? "" : "one of ") + text::join(words, ", ");
    }
    case Kind::integer:
      return shape.minimum == INT64_MIN
                 ? "a whole number"
                 : "a whole number of at least " + std::to_string(shape.minimum);
    case Kind::number:
      return "a number";
    case Kind::boolean:
      return "true or false";
    case Kind::object:
      return "an object";
    case Kind::facets:
      return "an object of facets";
    case Kind::variant: {
      std::vector<std::string> types;
      for (const Variant& variant : shape.variants)
        types.emplace_back(variant.type);
      return "an object whose \"type\" is one of " + text::join(types, ", ");
    }
  }
  return "";
}

}  // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::lint:
      break;
  }
  return "lint";
}

void add(Problems& out, Problem problem) {
  if (out.size() < kMostProblems) {
    out.push_back(std::move(problem));
  } else if (out.size() == kMostProblems) {
    out.push_back({problem.severity,
                   "more_problems",
                   {},
                   "more than " + std::to_string(kMostProblems) + " problems",
                   "an event without them"});
  } else {
    out.back().severity = std::min(out.back().severity, problem.severity);
  }
}

bool has_errors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& p) { return p.severity == Severity::error; });
}

std::string to_line(const Problem& problem) {
  constexpr std::size_t kShown = 512;
  std::string line;
  if (!problem.pointer.empty()) line = text::escape_untrusted(problem.pointer, kShown) + ": ";
  line += problem.found;
  return problem.expected.empty() ? line : line + "; expected " + problem.expected;
}

std::string first_error(const Problems& problems) {
  const auto at = std::find_if(problems.begin(), problems.end(),
                               [](const Problem& p) { return p.severity == Severity::error; });
  return at == problems.end() ? std::string() : to_line(*at);
}

std::string Path::pointer() const {
  if (up == nullptr) return {};
  return up->pointer() + (index == kKey ? json::pointer_step(key) : "/" + std::to_string(index));
}

std::string describe(json::View value) {
  constexpr std::size_t kShown = 80;
  if (value.is(json::Kind::string))
    return "\"" + text::escape_untrusted(value.text(), kShown) + "\"";
  if (value.is(json::Kind::boolean)) return value.truth() ? "true" : "false";
  if (value.is_integer() && value.number() > -1e15 && value.number() < 1e15) {
    return "the number " + std::to_string(static_cast<long long>(value.number()));
  }
  return std::string(json::describe(value.kind()));
}

std::string describe(const Shape& shape) {
  switch (shape.holds) {
    case Holds::list:
      return "an array";
    case Holds::map:
      return "an object";
    case Holds::one:
      break;
  }
  return describe_one(shape);
}

}  // namespace mage_lineage::openlineage
