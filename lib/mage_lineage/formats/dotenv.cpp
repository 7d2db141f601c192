#include <mage_lineage/formats/dotenv.hpp>

#include <mage_lineage/core/text.hpp>

#include <optional>

namespace mage_lineage::dotenv {
namespace {

bool is_key_char(char c, bool first) {
  const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  return letter || (!first && c >= '0' && c <= '9');
}

bool is_key(std::string_view s) {
  if (s.empty()) return false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_key_char(s[i], i == 0)) return false;
  }
  return true;
}

bool is_blank_or_comment(std::string_view s) {
  s = text::trim(s);
  return s.empty() || s.front() == '#';
}

/// The text between double quotes at the front of `s`; `s` moves behind the closing quote.
std::optional<std::string> take_double_quoted(std::string_view& s) {
  std::string out;
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (s[i] == '"') {
      s.remove_prefix(i + 1);
      return out;
    }
    if (s[i] != '\\' || i + 1 == s.size()) {
      out += s[i];
      continue;
    }
    const char escaped = s[++i];
    switch (escaped) {
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case '"':
      case '\\':
      case '$':
        out += escaped;
        break;
      default:
        out += {'\\', escaped};
    }
  }
  return std::nullopt;
}

std::string_view bare_value(std::string_view s) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '#' && (i == 0 || s[i - 1] == ' ' || s[i - 1] == '\t')) {
      return text::trim(s.substr(0, i));
    }
  }
  return text::trim(s);
}

/// Reads one line into `file`; the reason when it is not an assignment.
std::optional<std::string> read_line(std::string_view line, std::size_t number, File& file) {
  line = text::trim(line);
  if (line.substr(0, 7) == "export " || line.substr(0, 7) == "export\t") {
    line = text::trim(line.substr(7));
  }
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return "there is no = in this line";
  const auto key = text::trim(line.substr(0, equals));
  if (!is_key(key)) return "the part before = is not a variable's name";
  auto rest = text::trim(line.substr(equals + 1));
  std::string value;
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    if (rest.front() == '"') {
      auto quoted = take_double_quoted(rest);
      if (!quoted) return "the closing \" is missing";
      value = std::move(*quoted);
    } else {
      const auto close = rest.find('\'', 1);
      if (close == std::string_view::npos) return "the closing ' is missing";
      value = std::string(rest.substr(1, close - 1));
      rest.remove_prefix(close + 1);
    }
    if (!is_blank_or_comment(rest)) return "there is text after the closing quote";
  } else {
    value = std::string(bare_value(rest));
  }
  file.entries.push_back({std::string(key), std::move(value), number});
  return std::nullopt;
}

}  // namespace

File parse(std::string_view text, std::string_view name) {
  File file;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  std::size_t number = 0;
  for (const auto line : text::split(text, '\n')) {
    ++number;
    if (is_blank_or_comment(line)) continue;
    std::optional<std::string> problem;
    if (line.find('\0') != std::string_view::npos) {
      problem = "there is a NUL byte in this line";
    } else {
      problem = read_line(line, number, file);
    }
    if (problem) {
      file.problems.push_back(Error{ErrorCode::malformed,
                                    *problem,
                                    std::string(name) + ":" + std::to_string(number) + ":1",
                                    "write KEY=value, one a line",
                                    {}});
    }
  }
  return file;
}

}  // namespace mage_lineage::dotenv
