// The JSON reader and writer under any bytes. simdjson, which shares no code with them, is asked
// which texts are JSON.
#include <mage_lineage/formats/json_tape.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <simdjson.h>

#include <cstdint>
#include <string>

#include "require.hpp"

using namespace mage_lineage;

namespace {

/// Equal in every kind, order and text. Depth is bounded by the parser.
bool same(const json::Value& a, const json::Value& b) {
  if (a.kind != b.kind || a.boolean != b.boolean || a.text != b.text) return false;
  if (a.items.size() != b.items.size() || a.members.size() != b.members.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(a.items[i], b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (a.members[i].key != b.members[i].key) return false;
    if (!same(a.members[i].value, b.members[i].value)) return false;
  }
  return true;
}

void check_writing(const json::Value& value) {
  for (const auto style : {json::Style::compact, json::Style::pretty}) {
    const auto again = json::parse(json::write(value, style));
    require(again && same(*again, value), "what is written reads as what was read");
  }
  const std::string canonical = json::write(value, json::Style::canonical);
  const auto again = json::parse(canonical);
  require(again.has_value(), "canonical JSON can be read");
  require(json::write(*again, json::Style::canonical) == canonical, "canonical JSON is stable");
}

/// The first byte of a value says its kind.
bool begins(std::string_view text, const json::Value& value) {
  if (text.empty()) return false;
  switch (value.kind) {
    case json::Kind::null:
      return text[0] == 'n';
    case json::Kind::boolean:
      return text[0] == (value.boolean ? 't' : 'f');
    case json::Kind::number:
      return text[0] == value.text[0];
    case json::Kind::string:
      return text[0] == '"';
    case json::Kind::array:
      return text[0] == '[';
    case json::Kind::object:
      return text[0] == '{';
  }
  return false;
}

void check_places(std::string_view text, const json::Value& value) {
  for (const json::Member& member : value.members) {
    const auto at = json::locate(text, json::pointer_step(member.key));
    require(at && *at < text.size() && begins(text.substr(*at), member.value),
            "every member has its place");
  }
}

void check_numbers(const json::Value& value) {
  if (!value.is(json::Kind::number)) return;
  const auto number = value.as_double();
  require(number.has_value(), "a number has a nearest double");
  if (const auto whole = value.as_int64()) {
    require(static_cast<double>(*whole) == *number, "a whole number is the same as a double");
  }
  if (const auto seconds = value.as_seconds()) {
    require(seconds->nanos >= 0 && seconds->nanos < 1'000'000'000, "nanoseconds are a fraction");
    require(static_cast<double>(seconds->whole) <= *number, "a time is never moved up");
    require(static_cast<double>(seconds->whole) + 1 >= *number, "a time keeps its whole seconds");
  }
}

/// Whether simdjson takes the text, and whether it is one that simdjson has an opinion about.
struct Opinion {
  bool takes = false;
  bool counts = true;
};

Opinion ask_simdjson(std::string_view text) {
  simdjson::dom::parser parser;
  const auto error = parser.parse(simdjson::padded_string(text)).error();
  // What its own number types cannot hold says nothing about the text; nor does its depth.
  const bool own_limit = error == simdjson::NUMBER_ERROR || error == simdjson::DEPTH_ERROR;
  return {error == simdjson::SUCCESS, !own_limit};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> duplicates;
  const auto lenient = json::parse(text, {.duplicates = &duplicates});
  const auto strict = json::parse(text);
  require(strict.has_value() == (lenient && duplicates.empty()),
          "duplicates are all that the option lets pass");
  const Opinion opinion = ask_simdjson(text);
  if (!lenient) {
    const bool bound = lenient.error().code == ErrorCode::too_large;
    require(bound || !opinion.counts || !opinion.takes, "simdjson refuses it too");
    require(!lenient.error().message.empty(), "a refusal has a reason");
    return 0;
  }
  require(opinion.takes || !opinion.counts, "simdjson takes it too");
  check_numbers(*lenient);
  const json::Tape tape(*lenient);
  require(json::has_duplicate_members(tape.root()) == !duplicates.empty(),
          "both checks see the same duplicates");
  if (!strict) return 0;
  require(same(*strict, *lenient), "the option changes nothing else");
  check_writing(*strict);
  check_places(text, *strict);
  return 0;
}
