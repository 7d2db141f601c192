#include <mage_lineage/platform/descriptors.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace mage_lineage::platform {
namespace {

constexpr int kFirst = 3;
/// Shells and service managers give descriptors below this number.
constexpr int kMostInherited = 256;

}  // namespace

void occupy_standard_streams() {
  for (int stream = 0; stream < kFirst; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is `stream`: those below it are open. The other direction, so that a
    // use of it fails as it would have.
    if (open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
}

InheritedDescriptors::InheritedDescriptors() {
  for (int number = kFirst; number < kMostInherited; ++number) {
    if (fcntl(number, F_GETFD) >= 0) numbers_.push_back(number);
  }
}

void InheritedDescriptors::close_others_on_exec() const {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), &closedir);
  if (!folder) return;
  while (const auto* entry = readdir(folder.get())) {
    const int number = std::atoi(entry->d_name);
    if (number < kFirst || std::binary_search(numbers_.begin(), numbers_.end(), number)) continue;
    fcntl(number, F_SETFD, FD_CLOEXEC);
  }
}

}  // namespace mage_lineage::platform
