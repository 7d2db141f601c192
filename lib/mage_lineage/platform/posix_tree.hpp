#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/platform/fd.hpp>
#include <mage_lineage/sys/files.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace mage_lineage::platform {

/// How the paths below a Tree are resolved.
enum class Resolution {
  kernel,  ///< openat2(2) with RESOLVE_BENEATH and no links, magic links or mounts; falls back by
           ///< itself
  walk,    ///< one part at a time without following links, as on kernels before 5.6
};

/// A folder held by a descriptor; see sys::Tree for what it promises.
class PosixTree final : public sys::Tree {
 public:
  /// Opens a folder by a path that may lead through links. Fails as Files::open_tree does.
  static Result<std::unique_ptr<sys::Tree>> open(const std::string& path, Resolution resolution);

  PosixTree(Fd root, std::uint64_t device, Resolution resolution);

  Result<sys::FileContent> read(const std::string& path, std::uint64_t max_bytes) override;
  Result<std::vector<sys::Entry>> list(const std::string& path, std::size_t max_entries) override;
  Result<Stat> stat(const std::string& path) override;

 private:
  /// The descriptor, or the negative errno.
  int open_below(const std::string& path, int flags) const;
  int walk_below(const std::string& path, int flags) const;

  Fd root_;
  std::uint64_t device_;
  mutable std::atomic<Resolution> resolution_;
};

enum class Accept { anything, regular_files };

/// Reads an open file to its end: at most `max_bytes`, and one byte more to know that there is
/// more. A regular file that changes meanwhile fails with `conflict`.
Result<sys::FileContent> read_descriptor(int fd, const std::string& path, std::uint64_t max_bytes,
                                         Accept accept = Accept::anything);

}  // namespace mage_lineage::platform
