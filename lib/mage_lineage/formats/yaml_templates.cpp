#include <mage_lineage/formats/yaml_templates.hpp>

#include <mage_lineage/formats/yaml_text.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace mage_lineage::yaml {

namespace {

constexpr auto npos = std::string_view::npos;

/// Statements that open a block, and those that stand alone. `set` may be either.
constexpr std::array<std::string_view, 8> kBlocks = {"if",     "for",   "macro", "call",
                                                     "filter", "block", "with",  "autoescape"};
constexpr std::array<std::string_view, 2> kMiddles = {"else", "elif"};
constexpr std::array<std::string_view, 3> kSilent = {"import", "from", "extends"};
constexpr std::array<std::string_view, 2> kPrinting = {"include", "print"};

template <std::size_t N>
bool in(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/// The offset past the string that begins at `at`, or npos.
std::size_t past_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    }
  }
  return npos;
}

/// The offset past the closing delimiter of the tag whose inside begins at `at`, or npos. As in
/// Jinja's lexer a delimiter does not close inside a string or an open bracket.
std::size_t past_tag(std::string_view text, std::size_t at, std::string_view closing) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (depth == 0 && text.substr(at, closing.size()) == closing) return at + closing.size();
    if (c == '\'' || c == '"') {
      at = past_string(text, at);
      if (at == npos) return npos;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    ++at;
  }
  return npos;
}

/// What a statement says, without delimiters and white-space control.
std::string_view inside(std::string_view tag) {
  tag.remove_prefix(2);
  tag.remove_suffix(2);
  if (!tag.empty() && (tag.front() == '-' || tag.front() == '+')) tag.remove_prefix(1);
  if (!tag.empty() && (tag.back() == '-' || tag.back() == '+')) tag.remove_suffix(1);
  while (!tag.empty() && space(tag.front())) {
    tag.remove_prefix(1);
  }
  while (!tag.empty() && space(tag.back())) {
    tag.remove_suffix(1);
  }
  return tag;
}

std::string_view first_word(std::string_view s) {
  std::size_t n = 0;
  while (n < s.size() && ((s[n] >= 'a' && s[n] <= 'z') || s[n] == '_')) {
    ++n;
  }
  return s.substr(0, n);
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { out_.text = std::string(text); }

  Result<Blanked> run() {
    for (std::size_t at = text_.find('{'); at < text_.size(); at = text_.find('{', at)) {
      const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
      if (next == '{') {
        at = expression(at);
      } else if (next == '#') {
        at = comment(at);
      } else if (next == '%') {
        at = statement(at);
      } else {
        ++at;
      }
      if (!problem_.empty()) return refuse();
    }
    if (!open_.empty()) {
      problem_ = "the template block \"" + std::string(open_.back().word) + "\" never ends";
      problem_at_ = open_.back().begin;
      return refuse();
    }
    return std::move(out_);
  }

 private:
  struct Open {
    std::string_view word;
    std::size_t begin;
  };

  Result<Blanked> refuse() const {
    const Mark mark = mark_at(text_, problem_at_);
    Error error{ErrorCode::malformed, problem_, {}, {}, {}};
    return fail(error.at(std::to_string(mark.line) + ":" + std::to_string(mark.column)));
  }

  std::size_t stop(std::size_t at, std::string problem) {
    problem_ = std::move(problem);
    problem_at_ = at;
    return text_.size();
  }

  void add_tag(TemplateTag::Kind kind, std::size_t begin, std::size_t end) {
    const Mark from = marks_.at(begin);
    out_.tags.push_back({kind, from, marks_.at(end)});
  }

  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (out_.text[i] != '\n' && out_.text[i] != '\r') out_.text[i] = ' ';
    }
  }

  /// The indentation of a tag that nothing but blanks stand before on its line; nullopt for others.
  std::optional<std::size_t> indentation(std::size_t begin) const {
    const std::size_t bom = byte_order_mark(text_);
    std::size_t at = begin;
    while (at > bom && out_.text[at - 1] == ' ') {
      --at;
    }
    const bool at_line_begin = at <= bom || out_.text[at - 1] == '\n' || out_.text[at - 1] == '\r';
    if (!at_line_begin) return std::nullopt;
    return begin - at;
  }

  /// Takes away a tag that prints nothing.
  void take_away(TemplateTag::Kind kind, std::size_t begin, std::size_t end) {
    const auto indent = indentation(begin);
    blank(begin, end);
    add_tag(kind, begin, end);
    if (!indent || *indent + 2 > end - begin) return;
    std::size_t line_begin = 0;
    for (std::size_t i = begin; i < end - *indent; ++i) {
      // After a CR it would be one line break with it.
      if (out_.text[i] != ' ' || (i > 0 && out_.text[i - 1] == '\r')) continue;
      out_.text[i] = '\n';
      out_.added_breaks.push_back(i);
      line_begin = i + 1;
    }
    if (line_begin + *indent != end) return;
    out_.margins.push_back({line_begin, out_.tags.back().end.column - 1 - *indent});
  }

  void live(std::size_t begin, std::size_t end) {
    if (open_.empty()) out_.live.push_back({begin, end});
  }

  std::size_t expression(std::size_t at) {
    const std::size_t end = past_tag(text_, at + 2, "}}");
    if (end == npos) return stop(at, "a template expression never ends");
    for (std::size_t i = at; i < end; ++i) {
      if (text_[i] == '\n') out_.swallowed_breaks.push_back(i);
      out_.text[i] = 'x';
    }
    add_tag(TemplateTag::Kind::expression, at, end);
    out_.expressions.push_back({at, end});
    live(at, end);
    return end;
  }

  std::size_t comment(std::size_t at) {
    const std::size_t found = text_.find("#}", at + 2);
    if (found == npos) return stop(at, "a template comment never ends");
    take_away(TemplateTag::Kind::comment, at, found + 2);
    return found + 2;
  }

  std::size_t statement(std::size_t at) {
    const std::size_t end = past_tag(text_, at + 2, "%}");
    if (end == npos) return stop(at, "a template statement never ends");
    const std::string_view body = inside(text_.substr(at, end - at));
    const std::string_view word = first_word(body);
    if (in(kPrinting, word)) {
      blank(at, end);
      add_tag(TemplateTag::Kind::statement, at, end);
      live(at, end);
      return end;
    }
    take_away(TemplateTag::Kind::statement, at, end);
    if (word == "raw" && word == body) return raw(at, end);
    if (in(kBlocks, word) || (word == "set" && body.find('=') == npos)) {
      open_.push_back({word, at});
    } else if (word.starts_with("end") && !open_.empty() && word.substr(3) == open_.back().word) {
      const std::size_t begin = open_.back().begin;
      open_.pop_back();
      close(begin, end);
    } else if (in(kMiddles, word) ? open_.empty() : word != "set" && !in(kSilent, word)) {
      return stop(at, "a template statement that does not belong here");
    }
    return end;
  }

  void close(std::size_t begin, std::size_t end) {
    if (!open_.empty()) return;
    out_.conditional.push_back({begin, end});
    out_.live.push_back({begin, end});
  }

  /// The text of a raw block stays as it is: `{% endraw %}` alone means something in it.
  std::size_t raw(std::size_t at, std::size_t end) {
    for (std::size_t i = text_.find("{%", end); i != npos; i = text_.find("{%", i + 2)) {
      std::size_t word = i + 2;
      if (word < text_.size() && (text_[word] == '-' || text_[word] == '+')) ++word;
      while (word < text_.size() && space(text_[word])) {
        ++word;
      }
      if (text_.substr(word, 6) != "endraw") continue;
      word += 6;
      while (word < text_.size() && space(text_[word])) {
        ++word;
      }
      if (word < text_.size() && (text_[word] == '-' || text_[word] == '+')) ++word;
      if (text_.substr(word, 2) != "%}") continue;
      take_away(TemplateTag::Kind::statement, i, word + 2);
      close(at, word + 2);
      return word + 2;
    }
    return stop(at, "the template block \"raw\" never ends");
  }

  std::string_view text_;
  MarkCounter marks_{text_};
  Blanked out_;
  std::vector<Open> open_;
  std::string problem_;
  std::size_t problem_at_ = 0;
};

}  // namespace

Result<Blanked> blank_templates(std::string_view text) {
  return Scanner(text).run();
}

}  // namespace mage_lineage::yaml
