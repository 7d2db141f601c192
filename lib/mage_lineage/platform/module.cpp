#include <mage_lineage/platform/module.hpp>

#include <mage_lineage/core/text.hpp>

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <string_view>

namespace mage_lineage::platform {
namespace {

constexpr std::array<std::string_view, 2> kFolders{"../lib/mage-lineage/",
                                                   "../../lib/mage-lineage/"};
constexpr const char* kReinstall =
    "the installation is incomplete: install mage-lineage and its packages again";

std::string executable_folder() {
  std::array<char, 4096> path{};
  const auto n = readlink("/proc/self/exe", path.data(), path.size());
  if (n <= 0 || static_cast<std::size_t>(n) == path.size()) return {};
  const std::string_view whole(path.data(), static_cast<std::size_t>(n));
  return std::string(whole.substr(0, whole.rfind('/') + 1));
}

}  // namespace

Result<void*> open_module(const std::string& name, const char* symbol, unsigned layout) {
  const std::string folder = executable_folder();
  for (const auto candidate : kFolders) {
    const std::string path = folder + std::string(candidate) + name + ".so";
    if (folder.empty() || access(path.c_str(), R_OK) != 0) continue;
    // What the module itself calls is bound now (-z now); the libraries behind it call little of
    // theirs.
    void* module = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    void* address = module == nullptr ? nullptr : dlsym(module, symbol);
    if (address == nullptr) {
      const char* why = dlerror();
      return fail(ErrorCode::io,
                  "cannot load the module \"" + name + "\": " +
                      text::escape_untrusted(why == nullptr ? "no reason given" : why, 400),
                  kReinstall);
    }
    if (*static_cast<const unsigned*>(address) != layout) {
      return fail(ErrorCode::unsupported,
                  "the module \"" + name + "\" belongs to another version of the program",
                  "install mage-lineage and its packages again");
    }
    return address;
  }
  return fail(ErrorCode::not_found,
              "the module \"" + name +
                  ".so\" is neither in ../lib/mage-lineage nor in "
                  "../../lib/mage-lineage, seen from the program",
              kReinstall);
}

}  // namespace mage_lineage::platform
