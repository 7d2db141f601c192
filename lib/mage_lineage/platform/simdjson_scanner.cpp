#include <mage_lineage/platform/simdjson_scanner.hpp>

#include <mage_lineage/platform/module.hpp>
#include <mage_lineage/platform/simdjson_api.hpp>

namespace mage_lineage::platform {
namespace {

constexpr std::size_t kMaxDepth = 512;

class SimdjsonScanner : public sys::JsonScanner {
 public:
  SimdjsonScanner(const SimdjsonApi& api, void* parser) : api_(api), parser_(parser) {}
  SimdjsonScanner(const SimdjsonScanner&) = delete;
  SimdjsonScanner& operator=(const SimdjsonScanner&) = delete;
  ~SimdjsonScanner() override { api_.close(parser_); }

  std::optional<sys::JsonTape> scan(std::string_view text) override {
    sys::JsonTape tape;
    if (!api_.scan(parser_, text.data(), text.size(), &tape.words, &tape.strings)) {
      return std::nullopt;
    }
    return tape;
  }

 private:
  const SimdjsonApi& api_;
  void* parser_;
};

}  // namespace

Result<std::unique_ptr<sys::JsonScanner>> open_simdjson_scanner() {
  const auto symbol = open_module("mage-lineage-simdjson", kSimdjsonApiSymbol, kSimdjsonApiLayout);
  if (!symbol) return fail(symbol.error());
  const auto* api = static_cast<const SimdjsonApi*>(*symbol);
  void* parser = api->open(kMaxDepth);
  if (parser == nullptr) return fail(ErrorCode::internal, "no memory for reading events");
  return std::make_unique<SimdjsonScanner>(*api, parser);
}

}  // namespace mage_lineage::platform
