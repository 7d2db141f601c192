#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/twin_file.hpp>

#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>
#include <vector>

namespace mage_lineage::platform {
namespace {

constexpr mode_t kModeBits = 07777;

Failure cannot_keep(const std::string& path, const std::string& what) {
  return fail(ErrorCode::permission,
              "cannot replace \"" + text::escape_untrusted(path) + "\" and keep its " + what,
              "run as the file's owner, or edit the file by hand");
}

/// The names of a file's extended attributes; none where the file system has none.
std::vector<std::string> attribute_names(int fd) {
  const auto size = flistxattr(fd, nullptr, 0);
  if (size <= 0) return {};
  std::string list(static_cast<std::size_t>(size), '\0');
  const auto got = flistxattr(fd, list.data(), list.size());
  if (got <= 0) return {};
  list.resize(static_cast<std::size_t>(got));
  std::vector<std::string> names;
  for (const std::string_view name : text::split(list, '\0')) {
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

std::optional<std::string> attribute(int fd, const std::string& name) {
  const auto size = fgetxattr(fd, name.c_str(), nullptr, 0);
  if (size < 0) return std::nullopt;
  std::string value(static_cast<std::size_t>(size), '\0');
  const auto got = fgetxattr(fd, name.c_str(), value.data(), value.size());
  if (got < 0) return std::nullopt;
  value.resize(static_cast<std::size_t>(got));
  return value;
}

Result<> copy_attributes(int twin, int model, const std::string& path) {
  const auto wanted = attribute_names(model);
  for (const std::string& name : wanted) {
    const auto value = attribute(model, name);
    if (value && attribute(twin, name) == value) continue;
    if (!value || fsetxattr(twin, name.c_str(), value->data(), value->size(), 0) != 0) {
      return cannot_keep(path, "extended attribute " + text::escape_untrusted(name));
    }
  }
  // A default access control list of the folder gives a new file entries that the old one lacks.
  for (const std::string& name : attribute_names(twin)) {
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end()) continue;
    if (fremovexattr(twin, name.c_str()) != 0 && !name.starts_with("security.")) {
      return cannot_keep(path, "lack of the extended attribute " + text::escape_untrusted(name));
    }
  }
  return {};
}

}  // namespace

Result<> make_twin(int twin, int model, const std::string& path) {
  struct stat wanted {};
  struct stat now {};
  if (fstat(model, &wanted) != 0 || fstat(twin, &now) != 0) return cannot_keep(path, "mode");
  const bool same_owner = wanted.st_uid == now.st_uid && wanted.st_gid == now.st_gid;
  // The owner comes first: changing it clears set-id bits, and attributes may belong to it.
  if (!same_owner && fchown(twin, wanted.st_uid, wanted.st_gid) != 0) {
    return cannot_keep(path, "owner and group");
  }
  if (auto copied = copy_attributes(twin, model, path); !copied) return copied;
  if (fchmod(twin, wanted.st_mode & kModeBits) != 0) return cannot_keep(path, "mode");
  if (fstat(twin, &now) != 0 || wanted.st_uid != now.st_uid || wanted.st_gid != now.st_gid ||
      wanted.st_mode != now.st_mode) {
    return cannot_keep(path, "owner, group and mode");
  }
  return {};
}

}  // namespace mage_lineage::platform
