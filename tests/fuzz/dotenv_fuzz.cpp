// The reader of environment files under any bytes.
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/dotenv.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "require.hpp"

using namespace mage_lineage;

namespace {

bool is_name(std::string_view key) {
  constexpr std::string_view kFirst = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
  return !key.empty() && kFirst.find(key[0]) != std::string_view::npos &&
         std::all_of(key.begin(), key.end(), [&](char c) {
           return kFirst.find(c) != std::string_view::npos || (c >= '0' && c <= '9');
         });
}

/// An assignment that says exactly this value: everything in double quotes, with escapes.
std::string assignment(const dotenv::Entry& entry) {
  std::string out = "export " + entry.key + "=\"";
  for (const char c : entry.value) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '"':
      case '\\':
        out += '\\';
        out += c;
        break;
      default:
        out += c;
    }
  }
  return out + "\" # comment\r\n";
}

/// Every line is one of: an entry, a problem, blank or a comment.
void check_lines(std::string_view text, const dotenv::File& file) {
  std::set<std::size_t> told;
  for (const auto& entry : file.entries)
    require(told.insert(entry.line).second, "a line is one entry");
  for (const auto& problem : file.problems) {
    const auto parts = text::split(problem.position, ':');
    require(parts.size() == 3 && parts[0] == "f", "a problem has its place");
    require(told.insert(std::stoul(std::string(parts[1]))).second, "a line is told once");
  }
  std::size_t number = 0;
  for (auto line : text::split(text, '\n')) {
    if (++number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    line = text::trim(line);
    const bool silent = line.empty() || line.front() == '#';
    require(told.contains(number) == !silent, "no line is passed over");
  }
  require(told.empty() || *told.rbegin() <= number, "no line is made up");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto file = dotenv::parse(text, "f");
  check_lines(text, file);
  std::string written;
  for (const auto& entry : file.entries) {
    require(is_name(entry.key), "a key is a variable's name");
    require(entry.value.find('\0') == std::string::npos, "a value has no NUL");
    written += assignment(entry);
  }
  const auto again = dotenv::parse(written, "f");
  require(again.problems.empty(), "what is written can be read");
  require(std::equal(
              file.entries.begin(), file.entries.end(), again.entries.begin(), again.entries.end(),
              [](const auto& a, const auto& b) { return a.key == b.key && a.value == b.value; }),
          "what is written reads as what was read");
  return 0;
}
