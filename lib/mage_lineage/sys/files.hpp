#pragma once

#include <mage_lineage/core/result.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::sys {

enum class EntryKind { file, folder, link, other };

/// One name in a folder, as it lies on disk (links are not followed).
struct Entry {
  std::string name;
  EntryKind kind = EntryKind::other;
};

/// The bytes of a regular file, read from one descriptor.
struct FileContent {
  std::string bytes;
  std::uint32_t mode = 0;   ///< permission bits
  std::uint64_t links = 1;  ///< names of the same file (hard links)
};

/// A folder opened once. Paths are relative, with `/`; nothing outside of it can be reached by any
/// of them: no link, mount or `..` is followed (contracts, section 8). Safe to use from several
/// threads.
class Tree {
 public:
  virtual ~Tree() = default;

  /// Reads a whole regular file. Fails with `not_found`, `permission`, `not_regular`, `outside` (a
  /// link or mount stands in the path), `too_large` (more than `max_bytes`; at most one byte more
  /// is read), `conflict` (it changed while it was read) or `io`.
  virtual Result<FileContent> read(const std::string& path, std::uint64_t max_bytes) = 0;

  /// The names in a folder ("" is the root itself), sorted bytewise, without `.` and `..`. A folder
  /// with more than `max_entries` names fails with `too_large` after reading one name more.
  virtual Result<std::vector<Entry>> list(const std::string& path, std::size_t max_entries) = 0;

  /// What lies at a path, not following a link in its last part; size in bytes for files.
  struct Stat {
    EntryKind kind = EntryKind::other;
    std::uint64_t bytes = 0;
  };
  virtual Result<Stat> stat(const std::string& path) = 0;
};

/// A file that is read from front to back, piece by piece. Closed when the value ends.
class Input {
 public:
  virtual ~Input() = default;
  /// Fills at most `n` bytes and says how many; 0 is the end. Waits for a pipe. Fails with `io` or
  /// `not_regular` (a folder).
  virtual Result<std::size_t> read(char* out, std::size_t n) = 0;
  /// True once a read would not wait: bytes, the end or a failure are there. False when none of
  /// them came within `patience`, or a signal came before they did.
  virtual bool ready(std::chrono::milliseconds patience) = 0;
};

/// A file that grows at its end. Closed when the value ends.
class Output {
 public:
  virtual ~Output() = default;
  /// Adds all of `bytes`; for other readers of a regular file in one piece. Fails with `io`.
  virtual Result<> append(std::string_view bytes) = 0;
};

/// Files that the person names (`--env-file`, `-o`, a project's folder), by paths that may be
/// absolute and may lead through links.
class Files {
 public:
  virtual ~Files() = default;

  /// Opens a folder as a Tree. Fails with `not_found`, `permission` or `not_regular`.
  virtual Result<std::unique_ptr<Tree>> open_tree(const std::string& path) = 0;

  /// Reads a whole file, or standard input for `-`; pipes are allowed (process substitution), but a
  /// FIFO that nobody writes to is given up after some seconds. Fails as Tree::read does.
  virtual Result<FileContent> read(const std::string& path, std::uint64_t max_bytes) = 0;

  /// Opens a file, a pipe, or standard input for `-`, for reading it piece by piece. Fails with
  /// `not_found` or `permission`.
  virtual Result<std::unique_ptr<Input>> open(const std::string& path) = 0;

  /// Opens a file for adding to its end; a new one gets `mode`. Fails with `permission`,
  /// `not_found` (its folder) or `not_regular`.
  virtual Result<std::unique_ptr<Output>> open_output(const std::string& path,
                                                      std::uint32_t mode) = 0;

  /// Writes a new file, or replaces one, all at once: temporary file beside it, fsync, rename.
  /// An existing file keeps its mode; a new one gets `mode`. Never follows a link in the last part.
  virtual Result<> write(const std::string& path, std::string_view bytes, std::uint32_t mode) = 0;

  /// The absolute path without `.`, `..` and links; `not_found` when it does not exist.
  virtual Result<std::string> canonical(const std::string& path) = 0;
};

/// What Replacer::replace met, or would have done.
enum class ReplaceOutcome { replaced, unchanged };

/// Whether Replacer::replace writes, or only finds out what would be written.
enum class ReplaceMode { write, rehearse };

/// In-place edits that lose nothing: see platform/posix_replacer.hpp for how.
class Replacer {
 public:
  virtual ~Replacer() = default;

  /// Given the bytes of `folder/name` as they are under the folder's lock, returns the new bytes.
  using Edit = std::function<Result<std::string>(const FileContent& old)>;

  /// Locks the folder, reads the file (at most `max_bytes`; a link is refused with its target
  /// named), calls `edit`, compares the bytes on disk once more and replaces the file atomically
  /// with mode, owner and extended attributes kept. Fails with the file unchanged: `conflict` when
  /// it changed meanwhile or the lock cannot be had, `permission` when owner, mode or attributes
  /// cannot be kept or the file is write-protected, `not_found`, `not_regular`, `too_large`, `io`,
  /// and with what `edit` fails with. A rehearsal takes the same path and stops before it writes.
  virtual Result<ReplaceOutcome> replace(const std::string& folder, const std::string& name,
                                         std::uint64_t max_bytes, ReplaceMode mode,
                                         const Edit& edit) = 0;
};

}  // namespace mage_lineage::sys
