// The reader of manifests under any bytes: what it takes is written and read again without a
// change.
#include <mage_lineage/snapshot/diff.hpp>
#include <mage_lineage/snapshot/manifest_json.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>

using namespace mage_lineage;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto loaded = snapshot::read_manifest({reinterpret_cast<const char*>(data), size});
  if (!loaded) {
    require(!loaded.error().message.empty(), "a refusal has a reason");
    return 0;
  }
  const auto before = loaded->manifest;
  const auto text = snapshot::write_manifest(loaded->manifest);
  const auto again = snapshot::read_manifest(text);
  require(again.has_value() && again->hash_matches(), "what is written can be read");
  require(snapshot::diff(before, again->manifest).empty(), "and says the same");
  return 0;
}
