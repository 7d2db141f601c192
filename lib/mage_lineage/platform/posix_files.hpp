#pragma once

#include <mage_lineage/platform/posix_tree.hpp>
#include <mage_lineage/sys/files.hpp>

#include <memory>
#include <string>

namespace mage_lineage::platform {

/// The file system as the person who runs the program sees it; see sys::Files for what it promises.
class PosixFiles final : public sys::Files {
 public:
  explicit PosixFiles(Resolution resolution = Resolution::kernel) : resolution_(resolution) {}

  Result<std::unique_ptr<sys::Tree>> open_tree(const std::string& path) override;
  Result<sys::FileContent> read(const std::string& path, std::uint64_t max_bytes) override;
  Result<std::unique_ptr<sys::Input>> open(const std::string& path) override;
  Result<std::unique_ptr<sys::Output>> open_output(const std::string& path,
                                                   std::uint32_t mode) override;
  /// A character device or a pipe at `path` (`/dev/null`) is written to as it is.
  Result<> write(const std::string& path, std::string_view bytes, std::uint32_t mode) override;
  Result<std::string> canonical(const std::string& path) override;

 private:
  Resolution resolution_;
};

}  // namespace mage_lineage::platform
