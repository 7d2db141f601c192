#include <mage_lineage/platform/http_head.hpp>

#include <algorithm>

namespace mage_lineage::platform {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// RFC 9110, section 5.6.2.
bool is_token_character(char c) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         kMarks.find(c) != std::string_view::npos;
}

/// `METHOD TARGET HTTP/D.D`, with single spaces. What the words mean is for others to judge.
bool is_request_line(std::string_view line) {
  const auto first = line.find(' ');
  const auto second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos) return false;
  const auto method = line.substr(0, first);
  const auto version = line.substr(second + 1);
  return std::all_of(method.begin(), method.end(), is_token_character) && second > first + 1 &&
         version.size() == 8 && version.starts_with("HTTP/") && is_digit(version[5]) &&
         version[6] == '.' && is_digit(version[7]);
}

}  // namespace

HeadScanner::State HeadScanner::scan(std::string_view so_far) {
  if (scanned_ == 0 && so_far == "\r") return State::more;
  if (scanned_ == 0 && so_far.starts_with("\r\n")) begin_ = line_ = scanned_ = 2;
  // A client that speaks something else, TLS for example, need not wait for a line of it.
  if (so_far.size() > begin_ && !is_token_character(so_far[begin_])) return State::malformed;
  while (scanned_ < so_far.size()) {
    const auto feed = so_far.find('\n', scanned_);
    if (feed == std::string_view::npos) break;
    const auto state = end_line(so_far, feed);
    if (state != State::more) return state;
  }
  scanned_ = so_far.size();
  if (so_far.size() < most_) return State::more;
  return first_line_ ? State::target_too_long : State::too_large;
}

HeadScanner::State HeadScanner::end_line(std::string_view so_far, std::size_t feed) {
  if (feed == line_ || so_far[feed - 1] != '\r') return State::malformed;
  const auto line = so_far.substr(line_, feed - 1 - line_);
  if (first_line_ ? !is_request_line(line)
                  : !line.empty() && (line.front() == ' ' || line.front() == '\t')) {
    return State::malformed;
  }
  line_ = feed + 1;
  scanned_ = feed + 1;
  if (scanned_ > most_) return first_line_ ? State::target_too_long : State::too_large;
  first_line_ = false;
  return line.empty() ? State::whole : State::more;
}

}  // namespace mage_lineage::platform
