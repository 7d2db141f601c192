#include "commands/all.hpp"

namespace mage_lineage::commands {

// One line a command: commands/NAME.cpp defines it.
cli::Command check();
cli::Command completion();
cli::Command config();
cli::Command config_template();
cli::Command grant_inspect();
cli::Command grant_mint();
cli::Command grant_verify();
cli::Command manual();
cli::Command status();

const std::vector<cli::Command>& all() {
  // clang-format off
  static const std::vector<cli::Command> kAll{
      check(),
      completion(),
      config(),
      config_template(),
      grant_inspect(),
      grant_mint(),
      grant_verify(),
      manual(),
      status(),
  };
  // clang-format on
  return kAll;
}

}  // namespace mage_lineage::commands
