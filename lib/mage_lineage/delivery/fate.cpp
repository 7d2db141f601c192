#include <mage_lineage/delivery/fate.hpp>

namespace mage_lineage::delivery {

const char* to_string(Fate fate) {
  switch (fate) {
    case Fate::delivered:
      return "delivered";
    case Fate::rejected:
      return "rejected";
    case Fate::unknown:
      return "unknown";
    case Fate::not_sent:
      return "not_sent";
  }
  return "not_sent";
}

}  // namespace mage_lineage::delivery
