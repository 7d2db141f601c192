#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace mage_lineage::cli {

/// The page of `mage-lineage help`, or of a group of commands ("snapshot").
std::string overview_text(const std::vector<Command>& commands, const std::string& group,
                          const output::Style& style);

/// The page of one command: summary, usage, examples, options, environment, exit status.
std::string command_text(const std::vector<Command>& commands, const Command& command,
                         const output::Style& style);

/// The manual page of one command, or of the program for nullptr, in man(7) macros.
std::string manual_page(const std::vector<Command>& commands, const Command* command);

/// The whole tree as JSON: what help, man pages and completion are made of.
std::string tree_json(const std::vector<Command>& commands);

/// `mage-lineage check [OPTIONS]`, with required options and arguments spelled out.
std::string usage_line(const Command& command, const std::vector<Parameter>& parameters);

/// The title of a section of the command list.
std::string_view title(Section section);

/// What each exit status of a command means, in order.
std::vector<std::pair<std::string, std::string>> exit_statuses(const Command& command);

/// "-C, --project DIR"
std::string parameter_label(const Parameter& parameter);

}  // namespace mage_lineage::cli
