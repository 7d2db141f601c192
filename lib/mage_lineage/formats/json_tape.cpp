#include <mage_lineage/formats/json_tape.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace mage_lineage::json {
namespace {

constexpr std::uint64_t word(char tag, std::uint64_t payload) {
  return static_cast<std::uint64_t>(static_cast<unsigned char>(tag)) << 56U | payload;
}

/// Keys that differ mostly differ here: the length and the first seven bytes.
std::uint64_t fingerprint(std::string_view key) {
  std::uint64_t out = 0;
  std::memcpy(&out, key.data(), std::min<std::size_t>(key.size(), 7));
  return out << 8U | (key.size() & 0xffU);
}

/// Whether a key stands twice in an object of many members.
bool has_twins(View object) {
  std::vector<std::string_view> keys;
  for (const View::MemberView member : object.members())
    keys.push_back(member.key);
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

}  // namespace

double View::number() const {
  switch (tag()) {
    case 'l':
      return static_cast<double>(std::bit_cast<std::int64_t>(words_[at_ + 1]));
    case 'u':
      return static_cast<double>(words_[at_ + 1]);
    case 'd':
      return std::bit_cast<double>(words_[at_ + 1]);
    default:
      return 0;
  }
}

bool View::is_integer() const {
  if (tag() != 'd') return tag() == 'l' || tag() == 'u';
  const double value = number();
  return std::trunc(value) == value;
}

View View::find(std::string_view key) const {
  for (const MemberView member : members()) {
    if (member.key == key) return member.value;
  }
  return {nullptr, nullptr};
}

Tape::Tape(const Value& value) {
  words_.push_back(word('r', 0));
  put(value);
  words_.push_back(word('r', 0));
}

// As deep as the value, which `parse` bounds.
void Tape::put(const Value& value) {
  switch (value.kind) {
    case Kind::null:
      words_.push_back(word('n', 0));
      return;
    case Kind::boolean:
      words_.push_back(word(value.boolean ? 't' : 'f', 0));
      return;
    case Kind::number:
      put_number(value);
      return;
    case Kind::string:
      put_string(value.text);
      return;
    case Kind::array:
    case Kind::object:
      break;
  }
  const bool object = value.kind == Kind::object;
  const std::size_t begin = words_.size();
  words_.push_back(0);
  for (const Value& item : value.items)
    put(item);
  for (const Member& member : value.members) {
    put_string(member.key);
    put(member.value);
  }
  words_.push_back(word(object ? '}' : ']', begin));
  words_[begin] = word(object ? '{' : '[', words_.size());
}

void Tape::put_string(std::string_view text) {
  words_.push_back(word('"', strings_.size()));
  const auto length = static_cast<std::uint32_t>(text.size());
  const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof length>>(length);
  strings_.insert(strings_.end(), bytes.begin(), bytes.end());
  strings_.insert(strings_.end(), text.begin(), text.end());
  strings_.push_back(0);
}

void Tape::put_number(const Value& value) {
  if (const auto whole = value.as_int64()) {
    words_.push_back(word('l', 0));
    words_.push_back(std::bit_cast<std::uint64_t>(*whole));
    return;
  }
  words_.push_back(word('d', 0));
  words_.push_back(std::bit_cast<std::uint64_t>(value.as_double().value_or(0)));
}

// Recursion as deep as the tape, which its reader bounds.
bool has_duplicate_members(View value) {
  if (value.is(Kind::array)) {
    for (const View item : value.items()) {
      if (has_duplicate_members(item)) return true;
    }
    return false;
  }
  if (!value.is(Kind::object)) return false;
  // Small objects, which nearly all are, cost neither an allocation nor a look at whole keys.
  constexpr std::size_t kFew = 16;
  std::array<std::uint64_t, kFew> prints;
  std::size_t count = 0;
  bool alike = false;
  for (const View::MemberView member : value.members()) {
    const std::uint64_t print = fingerprint(member.key);
    const std::size_t known = std::min(count, kFew);
    for (std::size_t i = 0; i < known; ++i)
      alike = alike || prints[i] == print;
    if (count < kFew) prints[count] = print;
    ++count;
    const char tag = member.value.tag();
    if ((tag == '{' || tag == '[') && has_duplicate_members(member.value)) return true;
  }
  return (alike || count > kFew) && has_twins(value);
}

}  // namespace mage_lineage::json
