#pragma once

#include <string>
#include <string_view>

namespace mage_lineage::project {

/// Why a path is let into a snapshot or not; `code` is stable, `reason` one sentence for a person.
struct Verdict {
  bool allowed = false;
  std::string code;
  std::string reason;
};

/// Judges a file by its path alone, relative to the project's root with `/`, without looking at the
/// disk (contracts, section 8). What is denied by name is denied in any letter case and in any
/// folder.
Verdict judge_file(std::string_view path);

/// True when a folder can hold files that are let in; "" is the root. The scan enters no other.
bool may_enter(std::string_view folder);

/// The lists as people read them, for `snapshot allowlist`: one sentence a rule.
struct Rule {
  bool allows = false;
  std::string_view what;
  std::string_view why;
};
const Rule* allowlist_rules(std::size_t& count);

/// The type of the blocks whose files lie in this folder of the root (`data_loaders` ->
/// `data_loader`); empty for other folders.
std::string_view block_type_of_folder(std::string_view folder);
/// The folder of a block type's files (`data_loader` -> `data_loaders`, `custom` -> `custom`).
std::string folder_of_block_type(std::string_view block_type);

}  // namespace mage_lineage::project
