#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/environment.hpp>

#include <sys/types.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

namespace mage_lineage::platform {

/// What a child starts with.
struct SpawnPlan {
  const std::vector<std::string>& argv;
  const sys::Environment& environment;
  std::string folder;                      ///< empty: here
  std::array<int, 3> streams{-1, -1, -1};  ///< descriptors for 0, 1 and 2; -1: this program's own
  const sigset_t* mask = nullptr;          ///< blocked signals; nullptr: none
  bool own_group = false;  ///< a process group of its own, to end it with all its children
};

/// Starts the program: argv[0] with a slash is a path, else it is looked up in the environment's
/// PATH. A text file without `#!` runs under /bin/sh, as execvp(3) has it. Fails with `not_found`,
/// `permission` or `io`.
Result<pid_t> spawn(const SpawnPlan& plan);

}  // namespace mage_lineage::platform
