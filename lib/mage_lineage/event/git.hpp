#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/process.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::event {

/// One file that differs between two revisions.
struct FileChange {
  char status = 'M';     ///< A, M, T (kind changed), D, R (renamed)
  std::string old_path;  ///< as it was; equal to `path` unless renamed
  std::string path;
  std::string blob;  ///< the object's name in the newer revision; empty when deleted
};

/// Reads the output of `git diff-tree --raw -z`: `:MODE MODE BLOB BLOB STATUS NUL PATH NUL`, with a
/// second path for renames. Fails with `malformed`.
Result<std::vector<FileChange>> parse_raw_diff(std::string_view output);

/// One entry of a revision's tree.
struct TreeEntry {
  std::string mode;  ///< `100644`, `120000` (a link), `160000` (another repository)
  std::string blob;
  std::uint64_t bytes = 0;
};

/// Reads the output of `git ls-tree -r -l -z`. Fails with `malformed`.
Result<std::map<std::string, TreeEntry>> parse_tree(std::string_view output);

/// Asks git about a repository whose contents and settings nobody vouches for: nothing in it makes
/// git run another program or talk to the network. Variables of the environment that steer git are
/// not passed on; files are read from the object store, never from the working tree.
class Git {
 public:
  /// `folder` lies in the repository; paths below are relative to it.
  Git(sys::Process& process, const sys::Environment& environment, std::string folder);

  /// Fails with `not_found` when the folder is in no repository, or git is not installed.
  Result<> check() const;
  /// The full name of the commit that a revision means; `not_found` when there is none.
  Result<std::string> commit(const std::string& revision) const;
  /// The commit's first parent; the empty tree for a first commit. Fails with `not_found` when a
  /// shallow clone ends here.
  Result<std::string> parent(const std::string& commit) const;
  bool is_shallow() const;

  /// What differs below the folder, renames found.
  Result<std::vector<FileChange>> diff(const std::string& from, const std::string& to) const;
  /// The files below the folder at a commit.
  Result<std::map<std::string, TreeEntry>> tree(const std::string& commit) const;
  /// The contents of blobs, in order, as long as they are together not larger than `max_bytes`.
  Result<std::vector<std::string>> blobs(const std::vector<std::string>& names,
                                         std::size_t max_bytes) const;

 private:
  Result<sys::CommandResult> run(std::vector<std::string> arguments, std::string input = {},
                                 std::size_t max_output = std::size_t{64} << 20U) const;
  Result<std::string> output_of(std::vector<std::string> arguments) const;

  sys::Process& process_;
  sys::Environment environment_;
  std::string folder_;
};

}  // namespace mage_lineage::event
