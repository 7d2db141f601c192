#pragma once

// The one place that sees libyaml: include it in source files of this folder alone.

#include <yaml.h>

#include <new>
#include <string_view>

namespace mage_lineage::yaml {

inline std::string_view view(const yaml_char_t* s) {
  return s == nullptr ? std::string_view{} : reinterpret_cast<const char*>(s);
}

/// An explicit tag; the non-specific `!` means the same to PyYAML as none.
inline std::string_view tag_of(const yaml_char_t* s) {
  const std::string_view tag = view(s);
  return tag == "!" ? std::string_view{} : tag;
}

/// One event of libyaml, freed when it ends.
class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&raw_); }
  /// Frees what it holds and makes room for the next event.
  yaml_event_t* fresh() {
    yaml_event_delete(&raw_);
    raw_ = {};
    return &raw_;
  }
  const yaml_event_t* operator->() const { return &raw_; }

 private:
  yaml_event_t raw_{};
};

/// The parser of libyaml over a text in UTF-8, which has to outlive it.
class Parser {
 public:
  explicit Parser(std::string_view text) {
    if (yaml_parser_initialize(&raw_) == 0) throw std::bad_alloc();
    yaml_parser_set_encoding(&raw_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&raw_, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() { yaml_parser_delete(&raw_); }
  /// The next event; false at a fault in the text, which `raw()` describes.
  bool next(Event& event) { return yaml_parser_parse(&raw_, event.fresh()) != 0; }
  const yaml_parser_t& raw() const { return raw_; }

 private:
  yaml_parser_t raw_{};
};

}  // namespace mage_lineage::yaml
