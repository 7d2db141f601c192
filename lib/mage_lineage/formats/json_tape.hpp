#pragma once

#include <mage_lineage/formats/json.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace mage_lineage::json {

/// One value of a JSON text that lies on a tape: 64-bit words beside a buffer of strings, in the
/// layout that simdjson documents (doc/tape.md). A View is three words, owns nothing, and is valid
/// as long as the tape. Its text is what the strings say, without a copy.
class View {
 public:
  View(const std::uint64_t* words, const std::uint8_t* strings, std::size_t at = 1)
      : words_(words), strings_(strings), at_(at) {}

  Kind kind() const;
  bool is(Kind wanted) const { return kind() == wanted; }
  /// The characters of a string; empty for any other kind.
  std::string_view text() const { return tag() == '"' ? string_at(payload()) : std::string_view(); }
  /// The value of `true` and `false`.
  bool truth() const { return tag() == 't'; }
  /// A number's nearest double; 0 for any other kind.
  double number() const;
  /// A number without a fraction, however it was written (JSON Schema 2020-12, 6.1.1).
  bool is_integer() const;
  /// The first member with this key; a View of nothing (`found()` is false) when there is none.
  View find(std::string_view key) const;
  bool found() const { return words_ != nullptr; }

  struct MemberView;
  /// The members of an object, or the items of an array, in order: for range-for.
  class Members;
  class Items;
  Members members() const;
  Items items() const;

 private:
  friend bool has_duplicate_members(View value);
  static constexpr std::uint64_t kPayload = (std::uint64_t{1} << 56U) - 1;

  char tag() const { return static_cast<char>(words_[at_] >> 56U); }
  std::uint64_t payload() const { return words_[at_] & kPayload; }
  std::string_view string_at(std::uint64_t offset) const;
  /// The word just past this value.
  std::size_t next() const;
  View moved_to(std::size_t at) const { return {words_, strings_, at}; }

  const std::uint64_t* words_;
  const std::uint8_t* strings_;
  std::size_t at_;
};

inline std::string_view View::string_at(std::uint64_t offset) const {
  std::uint32_t length = 0;
  std::memcpy(&length, strings_ + offset, sizeof length);
  return {reinterpret_cast<const char*>(strings_ + offset + sizeof length), length};
}

inline Kind View::kind() const {
  switch (tag()) {
    case '{':
      return Kind::object;
    case '[':
      return Kind::array;
    case '"':
      return Kind::string;
    case 't':
    case 'f':
      return Kind::boolean;
    case 'n':
      return Kind::null;
    default:
      return Kind::number;
  }
}

inline std::size_t View::next() const {
  switch (tag()) {
    case '{':
    case '[':
      return static_cast<std::uint32_t>(payload());
    case 'l':
    case 'u':
    case 'd':
      return at_ + 2;
    default:
      return at_ + 1;
  }
}

struct View::MemberView {
  std::string_view key;
  View value;
};

class View::Members {
 public:
  class Iterator {
   public:
    explicit Iterator(View key) : key_(key) {}
    MemberView operator*() const { return {key_.text(), key_.moved_to(key_.at_ + 1)}; }
    Iterator& operator++() {
      key_ = key_.moved_to(key_.moved_to(key_.at_ + 1).next());
      return *this;
    }
    bool operator!=(const Iterator& other) const { return key_.at_ != other.key_.at_; }

   private:
    View key_;
  };

  explicit Members(View object) : object_(object) {}
  Iterator begin() const { return Iterator(object_.moved_to(object_.at_ + 1)); }
  Iterator end() const {
    return Iterator(object_.moved_to(object_.tag() == '{' ? object_.next() - 1 : object_.at_ + 1));
  }

 private:
  View object_;
};

class View::Items {
 public:
  class Iterator {
   public:
    explicit Iterator(View item) : item_(item) {}
    View operator*() const { return item_; }
    Iterator& operator++() {
      item_ = item_.moved_to(item_.next());
      return *this;
    }
    bool operator!=(const Iterator& other) const { return item_.at_ != other.item_.at_; }

   private:
    View item_;
  };

  explicit Items(View array) : array_(array) {}
  Iterator begin() const { return Iterator(array_.moved_to(array_.at_ + 1)); }
  Iterator end() const {
    return Iterator(array_.moved_to(array_.tag() == '[' ? array_.next() - 1 : array_.at_ + 1));
  }

 private:
  View array_;
};

inline View::Members View::members() const {
  return Members(*this);
}
inline View::Items View::items() const {
  return Items(*this);
}

/// A tape of one's own, for values that were read by `parse`.
class Tape {
 public:
  explicit Tape(const Value& value);
  /// Valid as long as the tape lives and stays where it is.
  View root() const { return {words_.data(), strings_.data()}; }

 private:
  void put(const Value& value);
  void put_string(std::string_view text);
  void put_number(const Value& value);

  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> strings_;
};

/// True when some object within this value has a member twice.
bool has_duplicate_members(View value);

}  // namespace mage_lineage::json
