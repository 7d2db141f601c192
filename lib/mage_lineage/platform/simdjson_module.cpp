// The module `mage-lineage-simdjson`: simdjson's tape behind one table.
#include <mage_lineage/platform/simdjson_api.hpp>

#include <simdjson.h>

#include <cstring>
#include <new>
#include <vector>

namespace {

struct Parser {
  simdjson::dom::parser parser;
  std::vector<char> padded;  ///< simdjson reads some bytes past the end of a text
};

void* open_parser(std::size_t max_depth) noexcept {
  try {
    auto* out = new Parser;
    // The capacity grows with the texts; the depth stays.
    if (out->parser.allocate(1U << 16U, max_depth) == simdjson::SUCCESS) return out;
    delete out;
  } catch (const std::bad_alloc&) {
  }
  return nullptr;
}

void close_parser(void* parser) noexcept {
  delete static_cast<Parser*>(parser);
}

bool scan(void* parser, const char* text, std::size_t size, const std::uint64_t** words,
          const std::uint8_t** strings) noexcept {
  auto& self = *static_cast<Parser*>(parser);
  try {
    if (self.padded.size() < size + simdjson::SIMDJSON_PADDING) {
      self.padded.resize(2 * size + simdjson::SIMDJSON_PADDING);
    }
  } catch (const std::bad_alloc&) {
    return false;
  }
  std::memcpy(self.padded.data(), text, size);
  if (self.parser.parse(self.padded.data(), size, false).error() != simdjson::SUCCESS) return false;
  *words = self.parser.doc.tape.get();
  *strings = self.parser.doc.string_buf.get();
  return true;
}

}  // namespace

extern "C" {
__attribute__((visibility(
    "default"))) extern const mage_lineage::platform::SimdjsonApi mage_lineage_simdjson_api;

const mage_lineage::platform::SimdjsonApi mage_lineage_simdjson_api{
    mage_lineage::platform::kSimdjsonApiLayout,
    open_parser,
    close_parser,
    scan,
};
}
