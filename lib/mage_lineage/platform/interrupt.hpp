#pragma once

namespace mage_lineage::platform {

/// Lets commands end in order: from here on the first SIGINT or SIGTERM is remembered, and a second
/// one ends the program as usual.
void watch_interrupts();

/// The signal that came, or 0.
int interrupted();

}  // namespace mage_lineage::platform
