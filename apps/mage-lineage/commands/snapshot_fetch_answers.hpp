#pragma once

#include <mage_lineage/core/scope.hpp>
#include <mage_lineage/service/snapshot_client.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "commands/owner_choice.hpp"

namespace mage_lineage::commands {

/// What `snapshot fetch` asks for, and how it is shown.
struct FetchWish {
  std::optional<std::string> snapshot_id;  ///< set for owners and contents
  std::string output = "-";                ///< where a manifest goes
  std::vector<std::string> types;
  ContentChoice choice;
  std::optional<std::size_t> cursor;
  std::optional<std::size_t> limit;
  bool json = false;
};

/// Makes a snapshot, and shows its manifest. Fails with `rejected` when it is of another scope than
/// the grant, as far as that is known.
Result<cli::ExitCode> show_manifest(const FetchWish& wish, const std::optional<Scope>& scope,
                                    service::SnapshotClient& client, cli::Context& context);
/// Lists owners: all pages, or the one that cursor and limit cut.
Result<cli::ExitCode> show_owners(const FetchWish& wish, service::SnapshotClient& client,
                                  cli::Context& context);
/// Shows contents; the answer is no when one of them is a marker.
Result<cli::ExitCode> show_contents(const FetchWish& wish, service::SnapshotClient& client,
                                    cli::Context& context);

}  // namespace mage_lineage::commands
