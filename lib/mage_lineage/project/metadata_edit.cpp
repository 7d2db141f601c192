#include <mage_lineage/project/metadata_edit.hpp>

#include <mage_lineage/formats/yaml.hpp>
#include <mage_lineage/formats/yaml_compare.hpp>
#include <mage_lineage/formats/yaml_resolve.hpp>
#include <mage_lineage/formats/yaml_templates.hpp>
#include <mage_lineage/project/metadata_splice.hpp>

#include <algorithm>
#include <optional>

namespace mage_lineage::project {

namespace {

using yaml::Kind;

constexpr const char* kByHand = "make this edit by hand";

/// One change being made to one text.
class Editor {
 public:
  Editor(std::string_view text, std::string_view name, const MetadataChange& change)
      : text_(text), name_(name), change_(change), path_(change.section + "." + change.key) {
    meant_ = {change.section, change.key, std::nullopt};
    if (change.action != MetadataChange::Action::remove) {
      meant_.value = change.action == MetadataChange::Action::set_true;
    }
  }

  /// The new text; the old one when there is nothing to do.
  Result<std::string> run(AppliedChange& applied) {
    auto document = yaml::parse(text_, name_, yaml::Templates::jinja);
    if (!document) return fail(std::move(document).error());
    old_ = std::move(*document);
    if (auto usable = find_places(); !usable) return fail(std::move(usable).error());
    applied.before = spelling();
    if (value_ != nullptr) applied.line = value_->value->begin.line;
    if (is_done()) return std::string(text_);
    auto proposals = propose();
    if (!proposals) return fail(std::move(proposals).error());
    Result<> agreed;
    for (const Proposal& proposal : *proposals) {
      if (meets_template(proposal)) continue;
      std::string text = apply(text_, proposal);
      if (!means_it(text)) continue;
      agreed = second_opinion(text);
      if (!agreed) continue;
      applied.changed = true;
      if (meant_.value) applied.line = new_line_;
      return text;
    }
    if (!agreed) return fail(std::move(agreed).error());
    return no_way();
  }

 private:
  Failure refuse(const yaml::Mark& where, const std::string& why, const std::string& hint) const {
    Error error{ErrorCode::unsupported, "cannot edit \"" + path_ + "\": " + why, {}, hint, {}};
    return fail(error.at(std::string(name_) + ":" + std::to_string(where.line) + ":" +
                         std::to_string(where.column)));
  }

  static std::string in_line(const yaml::Mark& mark) {
    return "in line " + std::to_string(mark.line);
  }

  static const yaml::Member* member(const yaml::Node* mapping, std::string_view key) {
    const yaml::Node* value = mapping == nullptr ? nullptr : mapping->find(key);
    if (value == nullptr) return nullptr;
    for (const yaml::Member& m : mapping->members) {
      if (m.value == value && m.key->text == key) return &m;
    }
    return nullptr;
  }

  /// Fills root_, section_ and value_, or says why they cannot be edited.
  Result<> find_places() {
    root_ = old_.root;
    if (root_ != nullptr && root_->kind != Kind::mapping &&
        (root_->kind != Kind::null || root_->templated || !root_->text.empty())) {
      return refuse(root_->begin, "the file is not a map of keys and values", kByHand);
    }
    if (root_ != nullptr && root_->set) {
      return refuse(root_->begin, "the file is a set, not a map", kByHand);
    }
    section_ = member(root_, change_.section);
    if (section_ == nullptr) return check_siblings(root_, change_.section, change_.section);
    if (auto usable = check_member(*section_, change_.section); !usable) return usable;
    const yaml::Node& map = *section_->value;
    if (map.set) return refuse(map.begin, "\"" + change_.section + "\" is a set", kByHand);
    if (map.kind != Kind::null && map.kind != Kind::mapping) {
      return refuse(map.begin, "\"" + change_.section + "\" has another value than a map",
                    "make \"" + change_.section + "\" a map, or take the line out");
    }
    value_ = member(&map, change_.key);
    if (value_ == nullptr) return check_siblings(&map, change_.key, path_);
    if (auto usable = check_member(*value_, path_); !usable) return usable;
    const yaml::Node& value = *value_->value;
    const bool block_scalar = value.quoted && starts_with_any(value, "|>");
    if (value.kind == Kind::mapping || value.kind == Kind::sequence || block_scalar) {
      return refuse(value.begin, "its value is not a single word", kByHand);
    }
    return {};
  }

  /// Refuses when a key that a template makes could turn out to be the one that is not there.
  Result<> check_siblings(const yaml::Node* map, std::string_view key,
                          const std::string& what) const {
    if (map == nullptr) return {};
    for (const yaml::Member& m : map->members) {
      if (!m.key->expression || !may_render_to(*m.key, key)) continue;
      return refuse(m.key->begin,
                    "the key " + in_line(m.key->begin) +
                        " comes from a template and may turn out to be \"" + what + "\"",
                    "write the key out, without a template");
    }
    return {};
  }

  /// Whether the text around the template tags of a scalar begins and ends as `word` does.
  bool may_render_to(const yaml::Node& node, std::string_view word) const {
    const std::size_t begin = node.begin.offset + (node.quoted ? 1 : 0);
    std::size_t first = node.end.offset;
    std::size_t last = begin;
    for (const yaml::TemplateTag& tag : old_.tags) {
      if (tag.end.offset <= begin || tag.begin.offset >= node.end.offset) continue;
      first = std::min(first, std::max(tag.begin.offset, begin));
      last = std::max(last, tag.end.offset);
    }
    const std::size_t end = std::max(node.end.offset - (node.quoted ? 1 : 0), last);
    return word.starts_with(text_.substr(begin, first - begin)) &&
           word.ends_with(text_.substr(last, end - last));
  }

  bool starts_with_any(const yaml::Node& node, std::string_view characters) const {
    const std::size_t at = content_begin(text_, node);
    return at < text_.size() && characters.find(text_[at]) != std::string_view::npos;
  }

  Result<> check_member(const yaml::Member& m, const std::string& what) const {
    for (const yaml::Duplicate& duplicate : old_.duplicates) {
      if (duplicate.second.offset != m.key->begin.offset) continue;
      return refuse(m.key->begin,
                    "\"" + what + "\" is written twice, " + in_line(duplicate.first) + " and " +
                        in_line(duplicate.second).substr(3),
                    "keep one of the two");
    }
    if (m.merged) {
      return refuse(m.value->begin,
                    "\"" + what + R"(" comes in through a merge key "<<", from what is written )" +
                        in_line(m.value->begin),
                    "write \"" + what + "\" where it belongs, by hand");
    }
    if (m.key->templated || m.value->templated) {
      const yaml::Mark& where = m.key->templated ? m.key->begin : m.value->begin;
      return refuse(where,
                    "\"" + what + "\" " + in_line(where) +
                        " comes from a template, or stands between template statements",
                    "edit the template by hand");
    }
    if (m.value->begin.offset < m.key->end.offset) {
      return refuse(m.key->begin,
                    "\"" + what + "\" " + in_line(m.key->begin) +
                        " is an alias to what is written " + in_line(m.value->begin),
                    "write \"" + what + "\" out, by hand");
    }
    return {};
  }

  std::string spelling() const {
    if (value_ == nullptr) return "absent";
    const yaml::Node& value = *value_->value;
    const std::size_t begin = content_begin(text_, value);
    if (begin >= value.end.offset) return "null";
    return std::string(text_.substr(begin, value.end.offset - begin));
  }

  bool is_done() const {
    if (!meant_.value) return value_ == nullptr;
    return value_ != nullptr && value_->value->kind == Kind::boolean &&
           value_->value->boolean == *meant_.value;
  }

  Result<std::vector<Proposal>> propose() const {
    if (!meant_.value) {
      const yaml::Node& map = *section_->value;
      const bool alone = map.inner.begin == value_->key->begin.offset &&
                         map.inner.end == value_->value->end.offset;
      if (!alone) return propose_removal(text_, map, *value_);
      return propose_removal(text_, *root_, *section_);
    }
    const std::string word = *meant_.value ? "true" : "false";
    if (value_ != nullptr) return propose_value(text_, *value_, word_like_old(word));
    if (section_ == nullptr)
      return propose_section(text_, root_, change_.section, change_.key, word);
    if (section_->value->kind == Kind::null) {
      return propose_map_for_null(text_, *root_, *section_, change_.key, word);
    }
    return propose_entry(text_, *section_->value, change_.key, word, false);
  }

  /// A boolean keeps the pair of words that it is spelled with, so that setting it back restores
  /// it.
  std::string word_like_old(const std::string& word) const {
    static constexpr std::string_view kPairs[][2] = {
        {"True", "False"}, {"TRUE", "FALSE"}, {"yes", "no"}, {"Yes", "No"},
        {"YES", "NO"},     {"on", "off"},     {"On", "Off"}, {"ON", "OFF"}};
    const yaml::Node& value = *value_->value;
    if (value.kind != Kind::boolean) return word;
    for (const auto& [on, off] : kPairs) {
      if (value.text == on || value.text == off) return std::string(word == "true" ? on : off);
    }
    return word;
  }

  /// Whether a proposal would put text between template statements or into a tag, take a tag away
  /// that does something, or put lines where white-space control of a tag beside would join them
  /// with others.
  bool meets_template(const Proposal& proposal) const {
    const auto between_statements = [&](const Splice& splice) {
      const bool insertion = splice.begin == splice.end;
      return std::any_of(old_.conditional.begin(), old_.conditional.end(),
                         [&](const yaml::Span& span) {
                           if (insertion)
                             return span.begin < splice.begin && splice.begin < span.end;
                           return span.begin < splice.end && splice.begin < span.end;
                         });
    };
    return std::any_of(proposal.begin(), proposal.end(), [&](const Splice& splice) {
      return between_statements(splice) ||
             std::any_of(old_.tags.begin(), old_.tags.end(),
                         [&](const yaml::TemplateTag& tag) { return tag_is_hurt(tag, splice); });
    });
  }

  bool tag_is_hurt(const yaml::TemplateTag& tag, const Splice& splice) const {
    const std::size_t begin = tag.begin.offset;
    const std::size_t end = tag.end.offset;
    if (splice.begin == splice.end) {
      if (splice.begin > begin && splice.begin < end) return true;
      return end <= splice.begin && text_[end - 3] == '-' &&
             text_.substr(end, splice.begin - end).find_first_not_of(" \t\r\n") ==
                 std::string_view::npos;
    }
    if (splice.end <= begin || splice.begin >= end) return false;
    const bool whole = splice.begin <= begin && end <= splice.end;
    return !whole || tag.kind != yaml::TemplateTag::Kind::comment;
  }

  bool means_it(std::string_view text) {
    const auto after = yaml::parse(text, name_, yaml::Templates::jinja);
    if (!after || !yaml::differs_only_by(old_, *after, meant_)) return false;
    if (leaves_templates_alone(*after)) return false;
    if (const auto* m = member(after->root, change_.section)) {
      if (const auto* v = member(m->value, change_.key)) new_line_ = v->key->begin.line;
    }
    if (old_.tags.empty()) return true;
    // Parts of Mage read the file without rendering it first.
    const auto raw_before = yaml::parse(text_, name_, yaml::Templates::none);
    if (!raw_before) return true;
    const auto raw_after = yaml::parse(text, name_, yaml::Templates::none);
    return raw_after && yaml::differs_only_by(*raw_before, *raw_after, meant_);
  }

  /// Whether a removal leaves a section of nothing but what stands between template statements: it
  /// may render to a key without a value, and cannot be edited again.
  bool leaves_templates_alone(const yaml::Document& after) const {
    const auto* m = meant_.value ? nullptr : member(after.root, change_.section);
    return m != nullptr && m->value->templated;
  }

  Result<> second_opinion(std::string_view text) const {
    const auto before = yaml::blank_templates(text_);
    const auto after = yaml::blank_templates(text);
    if (!before || !after)
      return fail(ErrorCode::internal, "a template that was read is not readable");
    auto agreed = yaml::confirm_change(before->text, after->text, meant_);
    if (agreed) return {};
    Error error = std::move(agreed).error();
    return fail(error.at(std::string(name_)));
  }

  Failure no_way() const {
    const yaml::Mark where = value_ != nullptr     ? value_->key->begin
                             : section_ != nullptr ? section_->key->begin
                             : root_ != nullptr    ? root_->begin
                                                   : yaml::Mark{};
    return refuse(
        where,
        "no way was found that changes this value and nothing else (an anchor, a tag or a "
        "template may stand in the way)",
        kByHand);
  }

  std::string_view text_;
  std::string_view name_;
  const MetadataChange& change_;
  std::string path_;
  yaml::ValueChange meant_;
  yaml::Document old_;
  const yaml::Node* root_ = nullptr;
  const yaml::Member* section_ = nullptr;
  const yaml::Member* value_ = nullptr;
  std::size_t new_line_ = 0;
};

}  // namespace

bool valid_feature_key(std::string_view key) {
  constexpr std::string_view kFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  constexpr std::string_view kOther = "0123456789-.";
  if (key.empty() || key.size() > 128 || kFirst.find(key[0]) == std::string_view::npos)
    return false;
  const auto known = [&](char c) {
    return kFirst.find(c) != std::string_view::npos || kOther.find(c) != std::string_view::npos;
  };
  const auto meaning = yaml::resolve_plain(key);
  return std::all_of(key.begin(), key.end(), known) && meaning && meaning->kind == Kind::text;
}

Result<EditedMetadata> edit_metadata(std::string_view bytes, std::string_view name,
                                     const std::vector<MetadataChange>& changes) {
  EditedMetadata out;
  out.bytes = std::string(bytes);
  for (const MetadataChange& change : changes) {
    AppliedChange applied;
    auto text = Editor(out.bytes, name, change).run(applied);
    if (!text) return fail(std::move(text).error());
    out.bytes = *std::move(text);
    out.applied.push_back(std::move(applied));
  }
  return out;
}

}  // namespace mage_lineage::project
