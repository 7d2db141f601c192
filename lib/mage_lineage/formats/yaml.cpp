#include <mage_lineage/formats/yaml.hpp>

#include <mage_lineage/formats/yaml_events.hpp>
#include <mage_lineage/formats/yaml_mapping.hpp>
#include <mage_lineage/formats/yaml_resolve.hpp>
#include <mage_lineage/formats/yaml_templates.hpp>
#include <mage_lineage/formats/yaml_text.hpp>

#include <algorithm>
#include <unordered_map>

namespace mage_lineage::yaml {

namespace {

/// libyaml looks every `%TAG` line up among all earlier ones.
constexpr std::size_t kMaxTagDirectives = 64;
/// How many nodes are made room for at once.
constexpr std::size_t kFewNodes = 16;
constexpr std::size_t kManyNodes = 1024;

/// Size and depth of a node as a walk that follows aliases would find them.
struct Extent {
  std::size_t nodes = 1;
  std::size_t depth = 1;
};

struct Anchor {
  Node* node = nullptr;
  Extent extent;
  bool complete = false;
};

/// A collection whose end has not come yet.
struct Open {
  Node* node = nullptr;
  Anchor* anchor = nullptr;
  Extent extent;
  WrittenMapping written;
  const Node* key = nullptr;
};

class Builder {
 public:
  Builder(std::string_view text, std::size_t shift, std::string_view name, const Limits& limits,
          const Blanked& blanked)
      : text_(text),
        shift_(shift),
        name_(name),
        limits_(limits),
        blanked_(blanked),
        offsets_(text) {}

  Result<Document> run() {
    Parser parser(text_);
    Event event;
    std::size_t documents = 0;
    while (parser.next(event)) {
      if (event->type == YAML_STREAM_END_EVENT) return std::move(document_);
      if (event->type == YAML_DOCUMENT_START_EVENT && ++documents > 1) {
        return refuse(ErrorCode::malformed, "a second document begins here, and only one is read",
                      mark(event->start_mark));
      }
      if (auto taken = take(event); !taken) return fail(std::move(taken).error());
    }
    return syntax_error(parser.raw());
  }

 private:
  Failure refuse(ErrorCode code, std::string message, const Mark& where) const {
    Error error{code, std::move(message), {}, {}, {}};
    std::string position(name_);
    position += ':' + std::to_string(where.line) + ':' + std::to_string(where.column);
    return fail(error.at(std::move(position)));
  }

  Failure syntax_error(const yaml_parser_t& parser) const {
    std::string message = "not valid YAML";
    if (parser.problem != nullptr) message += ": " + std::string(parser.problem);
    const bool reader = parser.error == YAML_READER_ERROR;
    const Mark where = reader ? mark_at(text_, parser.problem_offset) : mark(parser.problem_mark);
    return refuse(ErrorCode::malformed, std::move(message), where);
  }

  Mark mark(const yaml_mark_t& m) const {
    Mark out{offsets_.byte_of(m.index) + shift_, m.line + 1, m.column + 1};
    out.line += count_before(blanked_.swallowed_breaks, out.offset);
    out.line -= std::min(count_before(blanked_.added_breaks, out.offset), m.line);
    if (blanked_.margins.empty()) return out;
    const std::size_t line_begin = offsets_.byte_of(m.index - m.column) + shift_;
    const auto margin =
        std::lower_bound(blanked_.margins.begin(), blanked_.margins.end(), line_begin,
                         [](const Margin& a, std::size_t b) { return a.line_begin < b; });
    if (margin == blanked_.margins.end() || margin->line_begin != line_begin) return out;
    out.margin = margin->columns;
    out.column += out.margin;
    return out;
  }

  Result<> take(const Event& event) {
    switch (event->type) {
      case YAML_SCALAR_EVENT:
        return scalar(event);
      case YAML_ALIAS_EVENT:
        return alias(event);
      case YAML_SEQUENCE_START_EVENT: {
        const auto& start = event->data.sequence_start;
        return open(Kind::sequence, event, tag_of(start.tag), view(start.anchor),
                    start.style == YAML_FLOW_SEQUENCE_STYLE);
      }
      case YAML_MAPPING_START_EVENT: {
        const auto& start = event->data.mapping_start;
        return open(Kind::mapping, event, tag_of(start.tag), view(start.anchor),
                    start.style == YAML_FLOW_MAPPING_STYLE);
      }
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close(event);
      default:
        return {};
    }
  }

  Node& add_node() {
    auto& owners = document_.nodes;
    if (owners.empty() || owners.back().size() == owners.back().capacity()) {
      owners.emplace_back().reserve(std::clamp<std::size_t>(made_, kFewNodes, kManyNodes));
    }
    ++made_;
    return owners.back().emplace_back();
  }

  Result<Node*> make(const Event& event, std::string_view tag, std::string_view anchor,
                     Anchor*& entry) {
    const Mark begin = mark(event->start_mark);
    if (made_ >= limits_.nodes) {
      return refuse(ErrorCode::too_large, "more than " + std::to_string(limits_.nodes) + " values",
                    begin);
    }
    Node& node = add_node();
    node.begin = begin;
    node.end = mark(event->end_mark);
    node.tagged = !tag.empty();
    node.anchored = !anchor.empty();
    entry = nullptr;
    if (!anchor.empty()) {
      const auto [at, fresh] = anchors_.try_emplace(std::string(anchor));
      if (!fresh) return refuse(ErrorCode::malformed, "an anchor that was used before", begin);
      entry = &at->second;
      entry->node = &node;
    }
    return &node;
  }

  Result<> scalar(const Event& event) {
    const auto& data = event->data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(data.value), data.length);
    const std::string_view tag = tag_of(data.tag);
    Anchor* anchor = nullptr;
    auto made = make(event, tag, view(data.anchor), anchor);
    if (!made) return fail(std::move(made).error());
    Node& node = **made;
    node.quoted = data.style != YAML_PLAIN_SCALAR_STYLE;
    node.text = std::string(text);
    node.templated = touches_template(node);
    node.expression = meets(blanked_.expressions, node.begin.offset, node.end.offset);
    std::optional<Meaning> meaning = Meaning{};
    if (!tag.empty()) {
      meaning = resolve_tagged(tag, text);
    } else if (data.plain_implicit != 0) {
      meaning = resolve_plain(text);
    }
    if (!meaning) {
      return refuse(ErrorCode::malformed, "a value that Mage's YAML reader does not take",
                    node.begin);
    }
    node.kind = meaning->kind;
    node.boolean = meaning->boolean;
    if (anchor != nullptr) anchor->complete = true;
    if (meaning->role != Meaning::Role::value) special_.emplace(&node, meaning->role);
    return attach(node, {}, node.begin, node.end);
  }

  Result<> alias(const Event& event) {
    const Mark begin = mark(event->start_mark);
    const auto at = anchors_.find(std::string(view(event->data.alias.anchor)));
    if (at == anchors_.end()) {
      return refuse(ErrorCode::malformed, "an alias without an anchor", begin);
    }
    if (!at->second.complete) {
      return refuse(ErrorCode::malformed, "an alias to a value that it is part of (a cycle)",
                    begin);
    }
    const Node* node = at->second.node;
    if (in_conditional(begin)) {
      copies_ += node->members.size() + node->items.size();
      if (copies_ > limits_.expanded_nodes) return too_many(begin);
      Node& copy = add_node();
      copy = *node;
      copy.templated = true;
      node = &copy;
    }
    return attach(*node, at->second.extent, begin, mark(event->end_mark));
  }

  Result<> open(Kind kind, const Event& event, std::string_view tag, std::string_view anchor,
                bool flow) {
    if (stack_.size() >= limits_.depth) return too_deep(mark(event->start_mark));
    Open next;
    auto made = make(event, tag, anchor, next.anchor);
    if (!made) return fail(std::move(made).error());
    next.node = *made;
    next.node->kind = kind;
    next.node->flow = flow;
    next.node->set = kind == Kind::mapping && tag.ends_with(":set");
    next.node->templated = in_conditional(next.node->begin);
    const bool known = kind == Kind::mapping ? takes_mapping(tag) : takes_sequence(tag);
    if (!tag.empty() && !known) {
      return refuse(ErrorCode::malformed, "a tag that Mage's YAML reader does not take",
                    next.node->begin);
    }
    stack_.push_back(std::move(next));
    return {};
  }

  Result<> close(const Event& event) {
    Open done = std::move(stack_.back());
    stack_.pop_back();
    Node& node = *done.node;
    if (node.flow) node.end = mark(event->end_mark);
    if (node.kind == Kind::mapping) {
      node.members = make_members(done.written, document_.duplicates, copies_);
      if (copies_ > limits_.expanded_nodes) return too_many(node.begin);
    }
    ++done.extent.depth;
    if (done.anchor != nullptr) {
      done.anchor->extent = done.extent;
      done.anchor->complete = true;
    }
    return attach(node, done.extent, node.begin, node.end);
  }

  /// Puts a finished node where it belongs in the innermost open collection.
  Result<> attach(const Node& node, const Extent& extent, const Mark& begin, const Mark& end) {
    if (stack_.empty()) {
      document_.root = &node;
      return check_role(node, false);
    }
    Open& parent = stack_.back();
    parent.extent.nodes += extent.nodes;
    parent.extent.depth = std::max(parent.extent.depth, extent.depth);
    Node& collection = *parent.node;
    collection.end = end;
    if (collection.inner.end == 0) {
      collection.inner.begin = begin.offset;
      collection.inner_column = begin.column - 1 - begin.margin;
    }
    collection.inner.end = end.offset;
    if (parent.extent.nodes > limits_.expanded_nodes) return too_many(begin);
    if (stack_.size() + extent.depth > limits_.depth + 1) return too_deep(begin);
    if (collection.kind == Kind::sequence) {
      collection.items.push_back(&node);
      return check_role(node, false);
    }
    if (parent.key == nullptr) {
      parent.key = &node;
      if (node.kind == Kind::mapping || node.kind == Kind::sequence) {
        return refuse(ErrorCode::malformed, "a key that is not a single value", node.begin);
      }
      return check_role(node, true);
    }
    const Node* key = std::exchange(parent.key, nullptr);
    if (role(*key) == Meaning::Role::merge) {
      parent.written.merges.push_back(&node);
      // What such a merge brings, and what it leaves alone, is not known before rendering.
      if (in_conditional(begin)) collection.templated = true;
      return check_merge(node);
    }
    parent.written.own.emplace_back(key, &node);
    return check_role(node, false);
  }

  Meaning::Role role(const Node& node) const {
    if (special_.empty()) return Meaning::Role::value;
    const auto at = special_.find(&node);
    return at == special_.end() ? Meaning::Role::value : at->second;
  }

  Result<> check_role(const Node& node, bool is_key) const {
    if (is_key || role(node) == Meaning::Role::value) return {};
    return refuse(ErrorCode::malformed,
                  "a plain \"" + node.text + "\", which has to be put in quotes to be a value",
                  node.begin);
  }

  Result<> check_merge(const Node& source) const {
    const auto mapping = [](const Node* n) { return n->kind == Kind::mapping; };
    const bool list = source.kind == Kind::sequence &&
                      std::all_of(source.items.begin(), source.items.end(), mapping);
    if (mapping(&source) || list) return {};
    return refuse(ErrorCode::malformed, "a merge key \"<<\" whose value is no mapping",
                  source.begin);
  }

  Result<> too_deep(const Mark& where) const {
    return refuse(ErrorCode::too_large,
                  "nested deeper than " + std::to_string(limits_.depth) + " levels", where);
  }

  Result<> too_many(const Mark& where) const {
    return refuse(
        ErrorCode::too_large,
        "aliases that unfold to more than " + std::to_string(limits_.expanded_nodes) + " values",
        where);
  }

  bool in_conditional(const Mark& where) const {
    return meets(blanked_.conditional, where.offset, where.offset + 1);
  }

  /// Whether rendering may change a scalar: it, or the blanks around it on its line, meet a place
  /// where a template puts text.
  bool touches_template(const Node& node) const {
    if (blanked_.live.empty()) return false;
    std::size_t begin = node.begin.offset - shift_;
    std::size_t end = node.end.offset - shift_;
    while (begin > 0 && text_[begin - 1] == ' ') {
      --begin;
    }
    while (end < text_.size() && text_[end] == ' ') {
      ++end;
    }
    return meets(blanked_.live, begin + shift_, end + shift_);
  }

  std::string_view text_;
  std::size_t shift_;
  std::string_view name_;
  const Limits& limits_;
  const Blanked& blanked_;
  CharacterOffsets offsets_;
  Document document_;
  std::vector<Open> stack_;
  std::unordered_map<std::string, Anchor> anchors_;
  std::unordered_map<const Node*, Meaning::Role> special_;
  std::size_t made_ = 0;
  std::size_t copies_ = 0;
};

Failure refuse_text(std::string_view text, std::string_view name, const TextProblem& problem) {
  const Mark where = mark_at(text, problem.offset);
  Error error{ErrorCode::malformed, problem.message, {}, {}, {}};
  return fail(error.at(std::string(name) + ":" + std::to_string(where.line) + ":" +
                       std::to_string(where.column)));
}

}  // namespace

Result<Document> parse(std::string_view text, std::string_view name, Templates templates,
                       const Limits& limits) {
  if (text.size() > limits.bytes) {
    return fail(ErrorCode::too_large, "\"" + std::string(name) + "\" is larger than " +
                                          std::to_string(limits.bytes) + " bytes");
  }
  if (const auto problem = unreadable(text)) return refuse_text(text, name, *problem);
  if (tag_directives(text) > kMaxTagDirectives) {
    return fail(ErrorCode::too_large, "\"" + std::string(name) + "\" has more than " +
                                          std::to_string(kMaxTagDirectives) + " %TAG lines");
  }
  Blanked blanked;
  if (templates == Templates::jinja) {
    auto made = blank_templates(text);
    if (!made) {
      Error error = std::move(made).error();
      return fail(error.at(std::string(name) + ":" + error.position));
    }
    blanked = *std::move(made);
  }
  const std::string_view whole = templates == Templates::jinja ? blanked.text : text;
  const std::size_t shift = byte_order_mark(whole);
  auto document = Builder(whole.substr(shift), shift, name, limits, blanked).run();
  if (!document) return document;
  document->tags = std::move(blanked.tags);
  document->conditional = std::move(blanked.conditional);
  return document;
}

}  // namespace mage_lineage::yaml
