#include "commands/all.hpp"

#include <mage_lineage/event/change.hpp>

namespace mage_lineage::commands {

// One line a command: commands/NAME.cpp defines it.
cli::Command check();
cli::Command completion();
cli::Command config();
cli::Command config_template();
cli::Command emit();
cli::Command emit_deploy();
cli::Command emit_object(event::ObjectType type);
cli::Command emit_run();
cli::Command emit_test();
cli::Command disable();
cli::Command enable();
cli::Command grant_inspect();
cli::Command grant_mint();
cli::Command grant_verify();
cli::Command manual();
cli::Command receive();
cli::Command run_command();
cli::Command redact_text();
cli::Command schema();
cli::Command serve();
cli::Command snapshot_allowlist();
cli::Command snapshot_build();
cli::Command snapshot_contents();
cli::Command snapshot_diff();
cli::Command snapshot_dump();
cli::Command snapshot_fetch();
cli::Command snapshot_show();
cli::Command snapshot_verify();
cli::Command status();
cli::Command validate();

const std::vector<cli::Command>& all() {
  using event::ObjectType;
  // clang-format off
  static const std::vector<cli::Command> kAll{
      check(),
      completion(),
      config(),
      config_template(),
      disable(),
      emit(),
      emit_object(ObjectType::block),
      emit_deploy(),
      emit_object(ObjectType::file),
      emit_object(ObjectType::pipeline),
      emit_object(ObjectType::project),
      emit_object(ObjectType::resource),
      emit_run(),
      emit_object(ObjectType::schedule),
      emit_test(),
      emit_object(ObjectType::trigger),
      enable(),
      grant_inspect(),
      grant_mint(),
      grant_verify(),
      manual(),
      receive(),
      redact_text(),
      run_command(),
      schema(),
      serve(),
      snapshot_allowlist(),
      snapshot_build(),
      snapshot_contents(),
      snapshot_diff(),
      snapshot_dump(),
      snapshot_fetch(),
      snapshot_show(),
      snapshot_verify(),
      status(),
      validate(),
  };
  // clang-format on
  return kAll;
}

}  // namespace mage_lineage::commands
