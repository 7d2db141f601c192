#include <mage_lineage/project/metadata_splice.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace mage_lineage::project {

namespace {

constexpr std::size_t kDefaultStep = 2;

/// The line breaks of YAML 1.1 (section 4.2): CR LF, LF, CR, NEL, LS and PS.
constexpr std::array<std::string_view, 6> kBreaks{"\r\n",     "\n",           "\r",
                                                  "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};

/// The line break that begins at `at`; empty when none does.
std::string_view break_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const std::string_view mark : kBreaks) {
    if (rest.starts_with(mark)) return rest.substr(0, mark.size());
  }
  return {};
}

/// The line break that ends just before `at`; empty when none does.
std::string_view break_before(std::string_view text, std::size_t at) {
  const std::string_view head = text.substr(0, at);
  for (const std::string_view mark : kBreaks) {
    if (head.ends_with(mark)) return head.substr(at - mark.size());
  }
  return {};
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Where the text itself begins: past a byte order mark.
std::size_t text_begin(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  while (at > text_begin(text) && break_before(text, at).empty()) {
    --at;
  }
  return at;
}

/// The beginning of the line below the one that `at` is in, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at) {
  while (at < text.size() && break_at(text, at).empty()) {
    ++at;
  }
  return at + break_at(text, at).size();
}

/// The line break that this part of the text uses.
std::string line_break(std::string_view text, std::size_t at) {
  const auto before = break_before(text, line_begin(text, at));
  if (!before.empty()) return std::string(before);
  const auto first = break_before(text, next_line(text, text_begin(text)));
  return first.empty() ? "\n" : std::string(first);
}

/// The beginning of the line below a node's end. A block scalar ends on the line below already,
/// where nothing but indentation is before its end.
std::size_t below(std::string_view text, std::size_t end) {
  const std::size_t begin = line_begin(text, end);
  const bool only_blanks = std::all_of(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                       text.begin() + static_cast<std::ptrdiff_t>(end), is_blank);
  return only_blanks && begin > text_begin(text) ? begin : next_line(text, end);
}

/// The column of an offset, counted in characters from 0.
std::size_t column_of(std::string_view text, std::size_t at) {
  const std::string_view line = text.substr(line_begin(text, at), at - line_begin(text, at));
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

/// How far the `?` in front of a key is from it; nullopt for a key without one.
std::optional<std::size_t> question_mark(std::string_view text, std::size_t key) {
  std::size_t at = key;
  while (at > 0 && is_blank(text[at - 1])) {
    --at;
  }
  if (at == key || at == 0 || text[at - 1] != '?') return std::nullopt;
  return key - at + 1;
}

/// The column at which the entries of a block mapping begin.
std::size_t entry_column(std::string_view text, const yaml::Node& mapping) {
  const std::size_t back = question_mark(text, mapping.inner.begin).value_or(0);
  return mapping.inner_column - std::min(back, mapping.inner_column);
}

/// Whole lines put in at the beginning of a line, or at the end of a text without a final newline.
Splice insert_lines(std::string_view text, std::size_t at, const std::vector<std::string>& lines) {
  const std::string eol = line_break(text, at);
  const bool open_end =
      at == text.size() && at > text_begin(text) && break_before(text, at).empty();
  std::string inserted;
  for (const std::string& line : lines) {
    inserted += open_end ? eol + line : line + eol;
  }
  return {at, at, inserted};
}

/// How far the file indents: the first block mapping inside a block mapping tells.
std::size_t indentation_step(std::string_view text, const yaml::Node& root) {
  const std::size_t outer = entry_column(text, root);
  for (const yaml::Member& member : root.members) {
    const yaml::Node& value = *member.value;
    if (value.kind != yaml::Kind::mapping || value.flow || value.members.empty()) continue;
    const std::size_t inner = entry_column(text, value);
    if (inner > outer) return inner - outer;
  }
  return kDefaultStep;
}

/// Whether the key in front of a value is in double quotes.
bool follows_quoted_key(std::string_view text, const yaml::Node& value) {
  const std::size_t colon = text.substr(0, value.begin.offset).find_last_not_of(" \t\r\n");
  if (colon == std::string_view::npos || text[colon] != ':') return false;
  return colon > 0 && text[colon - 1] == '"';
}

/// A key spelled as its neighbours in a flow mapping are: in double quotes where they are, or where
/// the key of an empty mapping is.
std::string flow_key(std::string_view text, const yaml::Node& mapping, const std::string& key) {
  if (mapping.kind != yaml::Kind::mapping || !mapping.flow) return key;
  const bool quoted = mapping.members.empty() ? follows_quoted_key(text, mapping)
                                              : text[mapping.inner.begin] == '"';
  return quoted ? '"' + key + '"' : key;
}

std::string flow_map(std::string_view text, const yaml::Node& like, const std::string& key,
                     const std::string& value) {
  return "{" + flow_key(text, like, key) + ": " + value + "}";
}

Proposal insert_in_flow(std::string_view text, const yaml::Node& mapping,
                        const std::string& entry) {
  if (mapping.inner.end != 0) return {{mapping.inner.end, mapping.inner.end, ", " + entry}};
  const std::size_t brace = std::min(text.find('{', mapping.begin.offset), mapping.end.offset);
  return {{brace + 1, brace + 1, entry}};
}

/// Ways to take [begin, end) out of a flow mapping together with one comma.
std::vector<Proposal> remove_from_flow(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Proposal> out;
  const auto last = text.substr(0, begin).find_last_not_of(" \t\r\n");
  const std::size_t before = last == std::string_view::npos ? 0 : last + 1;
  if (before > 0 && text[before - 1] == ',') out.push_back({{before - 1, end, ""}});
  std::size_t after = std::min(text.find_first_not_of(" \t\r\n", end), text.size());
  if (after < text.size() && text[after] == ',') {
    after = std::min(text.find_first_not_of(" \t", after + 1), text.size());
    out.push_back({{begin, after, ""}});
  }
  out.push_back({{begin, end, ""}});
  return out;
}

/// What becomes of the line break before lines taken out at the end of a text.
enum class FinalBreak { goes, stays };

/// Whole lines taken out. At the end of a text without a final newline the line break before goes
/// too, so that the text still has none; it stays where it belongs to a value, a literal's.
void remove_lines(std::string_view text, Proposal& out, std::size_t begin, std::size_t end,
                  FinalBreak last) {
  if (!out.empty() && out.back().end == begin) {
    begin = out.back().begin;
    out.pop_back();
  }
  const bool open_end = end == text.size() && end > begin && break_before(text, end).empty();
  if (open_end && last == FinalBreak::goes) {
    begin -= break_before(text, begin).size();
  }
  out.push_back({begin, end, ""});
}

}  // namespace

std::string apply(std::string_view text, const Proposal& proposal) {
  std::string out;
  std::size_t at = 0;
  for (const Splice& splice : proposal) {
    out += text.substr(at, splice.begin - at);
    out += splice.text;
    at = splice.end;
  }
  return out += text.substr(at);
}

std::vector<Proposal> propose_entry(std::string_view text, const yaml::Node& mapping,
                                    const std::string& key, const std::string& value,
                                    bool at_end_of_text) {
  if (mapping.flow) {
    return {insert_in_flow(text, mapping, flow_key(text, mapping, key) + ": " + value)};
  }
  const std::string line = std::string(entry_column(text, mapping), ' ') + key + ": " + value;
  std::vector<Proposal> out;
  if (at_end_of_text) out.push_back({insert_lines(text, text.size(), {line})});
  out.push_back({insert_lines(text, below(text, mapping.inner.end), {line})});
  out.push_back({insert_lines(text, line_begin(text, mapping.inner.begin), {line})});
  return out;
}

std::vector<Proposal> propose_section(std::string_view text, const yaml::Node* root,
                                      const std::string& section, const std::string& key,
                                      const std::string& value) {
  const bool nothing = root == nullptr || root->kind == yaml::Kind::null;
  if (!nothing && root->flow) {
    const std::string entry =
        flow_key(text, *root, section) + ": " + flow_map(text, *root, key, value);
    return {insert_in_flow(text, *root, entry)};
  }
  const std::size_t outer = nothing ? 0 : entry_column(text, *root);
  const std::size_t inner = outer + (nothing ? kDefaultStep : indentation_step(text, *root));
  const std::vector<std::string> lines = {std::string(outer, ' ') + section + ":",
                                          std::string(inner, ' ') + key + ": " + value};
  std::vector<Proposal> out = {{insert_lines(text, text.size(), lines)}};
  if (nothing) {
    // Before an end marker `...`, the only thing that can follow a document without content.
    if (root != nullptr) out.push_back({insert_lines(text, below(text, root->end.offset), lines)});
    return out;
  }
  out.push_back({insert_lines(text, below(text, root->inner.end), lines)});
  out.push_back({insert_lines(text, line_begin(text, root->inner.begin), lines)});
  return out;
}

std::vector<Proposal> propose_map_for_null(std::string_view text, const yaml::Node& parent,
                                           const yaml::Member& member, const std::string& key,
                                           const std::string& value) {
  const std::string map = flow_map(text, parent.flow ? parent : *member.key, key, value);
  std::vector<Proposal> out;
  if (member.value->text.empty() && !member.value->quoted && !parent.flow) {
    const std::size_t column = entry_column(text, parent);
    const std::string line =
        std::string(column + indentation_step(text, parent), ' ') + key + ": " + value;
    out.push_back({insert_lines(text, next_line(text, member.value->end.offset), {line})});
  }
  for (const Proposal& proposal : propose_value(text, member, map)) {
    out.push_back(proposal);
  }
  return out;
}

std::vector<Proposal> propose_value(std::string_view text, const yaml::Member& member,
                                    const std::string& word) {
  const yaml::Node& value = *member.value;
  const std::size_t begin = content_begin(text, value);
  const std::size_t end = value.end.offset;
  std::vector<Proposal> out;
  if (begin < end) out.push_back({{begin, end, word}});
  // A tag that makes something else of the word goes as well.
  if (begin > value.begin.offset && !value.anchored)
    out.push_back({{value.begin.offset, end, word}});
  if (begin < end) return out;
  std::size_t colon = end;
  while (colon > 0 && is_blank(text[colon - 1])) {
    --colon;
  }
  if (colon > 0 && text[colon - 1] == ':') {
    out.push_back({{colon, colon, " " + word}});
    return out;
  }
  const std::size_t key = member.key->begin.offset;
  if (const auto back = question_mark(text, key)) {
    const std::string line = std::string(column_of(text, key - *back), ' ') + ": " + word;
    out.push_back({insert_lines(text, next_line(text, member.key->end.offset), {line})});
  }
  out.push_back({{end, end, " " + word}});
  out.push_back({{end, end, ": " + word}});
  return out;
}

std::vector<Proposal> propose_removal(std::string_view text, const yaml::Node& mapping,
                                      const yaml::Member& member) {
  const std::size_t begin = member.key->begin.offset;
  const yaml::Node& value = *member.value;
  if (mapping.flow) return remove_from_flow(text, begin, value.end.offset);
  const std::size_t first = line_begin(text, begin);
  const std::size_t last = below(text, std::max(value.end.offset, member.key->end.offset));
  std::vector<Proposal> out;
  for (const FinalBreak final_break : {FinalBreak::goes, FinalBreak::stays}) {
    if (value.kind == yaml::Kind::mapping && !value.flow) {
      const std::size_t entry = line_begin(text, value.inner.begin);
      if (entry >= next_line(text, begin)) {
        Proposal lines;
        remove_lines(text, lines, first, next_line(text, begin), final_break);
        remove_lines(text, lines, entry, last, final_break);
        out.push_back(lines);
      }
    }
    Proposal whole;
    remove_lines(text, whole, first, last, final_break);
    out.push_back(whole);
  }
  return out;
}

std::size_t content_begin(std::string_view text, const yaml::Node& node) {
  std::size_t at = node.begin.offset;
  const std::size_t end = node.end.offset;
  while (at < end && (text[at] == '&' || text[at] == '!')) {
    at = std::min(text.find_first_of(" \t\r\n", at), end);
    at = std::min(text.find_first_not_of(" \t\r\n", at), end);
  }
  return at;
}

}  // namespace mage_lineage::project
