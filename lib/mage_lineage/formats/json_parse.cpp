#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace mage_lineage::json {
namespace {

using nlohmann::json;

/// Builds a Value from nlohmann's SAX events. Returning false ends the parse; `error` says why.
class Builder {
 public:
  Builder(std::string_view source, const ParseOptions& options)
      : source_(source), options_(options) {}

  bool null() { return put(Value{}); }
  bool boolean(bool value) { return put(Value::of_bool(value)); }
  // A negative sign makes an integer, all others are unsigned: a zero here was written "-0".
  bool number_integer(json::number_integer_t value) {
    return put_number(value == 0 ? "-0" : std::to_string(value));
  }
  bool number_unsigned(json::number_unsigned_t value) { return put_number(std::to_string(value)); }
  bool number_float(json::number_float_t, const std::string& written) {
    return put_number(written);
  }
  bool string(std::string& value) { return put(Value::of_string(std::move(value))); }
  bool binary(json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Kind::object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Kind::array); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    Level& level = open_.back();
    if (level.has_member(name)) {
      if (options_.duplicates == nullptr) {
        return stop(Error{ErrorCode::malformed, "the JSON has a member twice", {}, {}, {}}.at(
            text::escape_untrusted(here() + pointer_step(name), 256)));
      }
      list_duplicate(name);
    }
    level.add_member(std::move(name));
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) {
    const auto offset = position == 0 ? 0 : position - 1;
    constexpr int kNumberOverflow = 406;
    return stop(Error{ErrorCode::malformed,
                      e.id == kNumberOverflow    ? "the JSON has a number that is out of range"
                      : offset >= source_.size() ? "the JSON ends too early"
                                                 : "the JSON is malformed",
                      line_and_column(source_, offset),
                      {},
                      {}});
  }

  Value take() { return std::move(root_); }
  Error take_error() { return std::move(error_); }

 private:
  /// An object or array that has not ended, and the names seen in it.
  struct Level {
    Value value;
    std::set<std::string> names;  ///< filled only once an object has many members

    bool has_member(const std::string& name) const {
      return names.empty() ? value.find(name) != nullptr : names.contains(name);
    }
    void add_member(std::string name) {
      constexpr std::size_t kFew = 24;
      if (value.members.size() == kFew) {
        for (const Member& member : value.members)
          names.insert(member.key);
      }
      if (value.members.size() >= kFew) names.insert(name);
      value.add(std::move(name), Value{});
    }
  };

  void list_duplicate(const std::string& name) {
    if (options_.duplicates->size() >= kMostDuplicates) return;
    constexpr std::size_t kLongest = 1024;
    std::string pointer = here() + pointer_step(name);
    if (pointer.size() > kLongest) pointer = text::to_valid_utf8(pointer.substr(0, kLongest)) + "…";
    options_.duplicates->push_back(std::move(pointer));
  }

  bool stop(Error error) {
    error_ = std::move(error);
    return false;
  }

  bool put_number(std::string written) {
    Value value;
    value.kind = Kind::number;
    value.text = std::move(written);
    return put(std::move(value));
  }

  bool put(Value value) {
    if (++values_ > options_.max_values) {
      return stop(Error{ErrorCode::too_large,
                        "the JSON has more than " + std::to_string(options_.max_values) + " values",
                        {},
                        {},
                        {}});
    }
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.kind == Kind::array) {
      open_.back().value.items.push_back(std::move(value));
    } else {
      open_.back().value.members.back().value = std::move(value);
    }
    return true;
  }

  bool open(Kind kind) {
    if (open_.size() >= options_.max_depth) {
      return stop(
          Error{ErrorCode::too_large,
                "the JSON is nested deeper than " + std::to_string(options_.max_depth) + " levels",
                {},
                {},
                {}});
    }
    open_.emplace_back().value.kind = kind;
    return true;
  }

  bool close() {
    Value done = std::move(open_.back().value);
    open_.pop_back();
    return put(std::move(done));
  }

  /// The pointer of the innermost open container.
  std::string here() const {
    std::string out;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Value& value = open_[i].value;
      out += value.kind == Kind::array ? "/" + std::to_string(value.items.size())
                                       : pointer_step(value.members.back().key);
    }
    return out;
  }

  std::string_view source_;
  const ParseOptions& options_;
  std::vector<Level> open_;
  std::size_t values_ = 0;
  Value root_;
  Error error_;
};

Failure malformed_at(std::string message, std::string_view text, std::size_t offset) {
  return fail(
      Error{ErrorCode::malformed, std::move(message), line_and_column(text, offset), {}, {}});
}

}  // namespace

Result<Value> parse(std::string_view text, const ParseOptions& options) {
  if (text.size() > options.max_bytes) {
    return fail(ErrorCode::too_large,
                "the JSON is larger than " + std::to_string(options.max_bytes) + " bytes");
  }
  // What nlohmann lets pass: a byte order mark, and a NUL, which it takes for the end of the text.
  if (text.starts_with("\xEF\xBB\xBF")) {
    return malformed_at("the JSON begins with a byte order mark", text, 0);
  }
  if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
    return malformed_at("the JSON has a NUL byte", text, nul);
  }
  Builder builder(text, options);
  if (json::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
  if (const auto bad = text::first_invalid_utf8(text)) {
    return malformed_at("the JSON is not UTF-8", text, *bad);
  }
  return fail(builder.take_error());
}

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) {
      ++column;
    }
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace mage_lineage::json
