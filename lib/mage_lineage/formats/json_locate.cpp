#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>

namespace mage_lineage::json {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// Walks over a text that is known to be good JSON; on any other it ends with kNone, somewhere.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  std::size_t past_space(std::size_t at) const { return text_.find_first_not_of(" \t\r\n", at); }

  /// Past a string that begins at `at`.
  std::size_t past_string(std::size_t at) const {
    for (++at; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == '"') {
        return at + 1;
      }
    }
    return kNone;
  }

  /// Past the value that begins at `at`.
  std::size_t past_value(std::size_t at) const {
    std::size_t depth = 0;
    while (at < text_.size()) {
      const char c = text_[at];
      if (c == '"') {
        at = past_string(at);
        if (at == kNone) return kNone;
      } else if (c == '{' || c == '[') {
        ++depth;
        ++at;
      } else if (c == '}' || c == ']') {
        --depth;
        ++at;
      } else if (depth > 0) {
        ++at;
        continue;
      } else {
        return text_.find_first_of(",]} \t\r\n", at) == kNone
                   ? text_.size()
                   : text_.find_first_of(",]} \t\r\n", at);
      }
      if (depth == 0) return at;
    }
    return kNone;
  }

  /// The place of a member or item one step below the container at `at`.
  std::size_t step(std::size_t at, std::string_view key) const {
    if (at >= text_.size() || (text_[at] != '{' && text_[at] != '[')) return kNone;
    const bool object = text_[at] == '{';
    const auto wanted = object ? std::nullopt : text::parse_decimal(key);
    at = past_space(at + 1);
    for (std::size_t index = 0; at < text_.size() && text_[at] != '}' && text_[at] != ']';
         ++index) {
      bool here = wanted && *wanted == index;
      if (object) {
        const auto end = past_string(at);
        if (end == kNone) return kNone;
        here = is_key(text_.substr(at, end - at), key);
        at = past_space(end);
        if (at == kNone) return kNone;
        at = past_space(at + 1);
      }
      if (here || at == kNone) return at;
      at = past_value(at);
      if (at == kNone) return kNone;
      at = past_space(at);
      if (at != kNone && text_[at] == ',') at = past_space(at + 1);
    }
    return kNone;
  }

 private:
  static bool is_key(std::string_view quoted, std::string_view key) {
    if (quoted.find('\\') == kNone) return quoted.substr(1, quoted.size() - 2) == key;
    const auto value = parse(quoted);
    return value && value->text == key;
  }

  std::string_view text_;
};

std::string unescape(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    if (step[i] == '~' && i + 1 < step.size()) {
      out += step[++i] == '1' ? '/' : '~';
    } else {
      out += step[i];
    }
  }
  return out;
}

}  // namespace

std::optional<std::size_t> locate(std::string_view text, std::string_view pointer) {
  const Walker walker(text);
  std::size_t at = walker.past_space(0);
  while (!pointer.empty() && at != kNone) {
    const auto slash = pointer.find('/', 1);
    const std::string_view step = pointer.substr(1, slash == kNone ? kNone : slash - 1);
    at = walker.step(at, unescape(step));
    pointer = slash == kNone ? std::string_view() : pointer.substr(slash);
  }
  if (at == kNone) return std::nullopt;
  return at;
}

}  // namespace mage_lineage::json
