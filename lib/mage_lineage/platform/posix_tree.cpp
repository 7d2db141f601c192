#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/posix_tree.hpp>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

namespace mage_lineage::platform {
namespace {

constexpr int kSafe = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;

std::string quoted(const std::string& path) {
  return "\"" + text::escape_untrusted(path.empty() ? "." : path) + "\"";
}

/// A relative path without empty, `.` and `..` parts and without a NUL. "" is the root.
bool stays_below(std::string_view path) {
  if (path.empty()) return true;
  if (path.find('\0') != std::string_view::npos) return false;
  while (true) {
    const auto slash = path.find('/');
    const auto part = path.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

sys::EntryKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return sys::EntryKind::file;
  if (S_ISDIR(mode)) return sys::EntryKind::folder;
  if (S_ISLNK(mode)) return sys::EntryKind::link;
  return sys::EntryKind::other;
}

sys::EntryKind kind_of(int folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG:
      return sys::EntryKind::file;
    case DT_DIR:
      return sys::EntryKind::folder;
    case DT_LNK:
      return sys::EntryKind::link;
    case DT_UNKNOWN:
      break;
    default:
      return sys::EntryKind::other;
  }
  struct stat seen {};
  if (fstatat(folder, entry.d_name, &seen, AT_SYMLINK_NOFOLLOW) != 0) return sys::EntryKind::other;
  return kind_of(seen.st_mode);
}

int open_part(int folder, const char* name, int flags) {
  const int fd = openat(folder, name, flags | O_NOFOLLOW);
  if (fd >= 0) return fd;
  const int problem = errno;
  // A link where a folder is wanted is told as ENOTDIR; callers want to know that it is a link.
  struct stat seen {};
  if (problem == ENOTDIR && fstatat(folder, name, &seen, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK(seen.st_mode)) {
    return -ELOOP;
  }
  return -problem;
}

bool same_moment(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool unchanged(const struct stat& before, const struct stat& after) {
  return before.st_size == after.st_size && same_moment(before.st_mtim, after.st_mtim) &&
         same_moment(before.st_ctim, after.st_ctim);
}

Failure too_large(const std::string& path, std::uint64_t max_bytes) {
  return fail(ErrorCode::too_large,
              quoted(path) + " is larger than " + std::to_string(max_bytes) + " bytes");
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

/// How many bytes of a file there are to read. Of standard input somebody may have read a part.
std::uint64_t left_of(int fd, const struct stat& seen, Accept accept) {
  const auto size = static_cast<std::uint64_t>(seen.st_size);
  if (accept == Accept::regular_files) return size;
  const auto at = lseek(fd, 0, SEEK_CUR);
  return at > 0 ? size - std::min(size, static_cast<std::uint64_t>(at)) : size;
}

}  // namespace

Result<sys::FileContent> read_descriptor(int fd, const std::string& path, std::uint64_t max_bytes,
                                         Accept accept) {
  struct stat before {};
  if (fstat(fd, &before) != 0) return system_failure(errno, "read", path);
  if (accept == Accept::regular_files && !S_ISREG(before.st_mode)) {
    return fail(ErrorCode::not_regular,
                "cannot read " + quoted(path) + ": it is " +
                    (S_ISDIR(before.st_mode) ? "a folder" : "not a regular file"));
  }
  const bool regular = S_ISREG(before.st_mode);
  const auto size = left_of(fd, before, accept);
  if (regular && size > max_bytes) return too_large(path, max_bytes);

  sys::FileContent content;
  content.mode = before.st_mode & 07777U;
  content.links = before.st_nlink;
  std::string& bytes = content.bytes;
  std::size_t filled = 0;
  // The size is a first guess alone: special file systems say 0, and files grow.
  bytes.resize(static_cast<std::size_t>(std::min(max_bytes, regular && size > 0 ? size : 65535)) +
               1);
  while (true) {
    if (filled == bytes.size()) bytes.resize(std::min<std::uint64_t>(max_bytes + 1, filled * 2));
    const auto got = read_some(fd, bytes.data() + filled, bytes.size() - filled);
    if (got < 0) return system_failure(errno, "read", path);
    filled += static_cast<std::size_t>(got);
    if (filled > max_bytes) return too_large(path, max_bytes);
    if (got == 0 || (regular && size > 0 && filled == size)) break;
  }
  bytes.resize(filled);

  struct stat after {};
  if (regular &&
      (fstat(fd, &after) != 0 || !unchanged(before, after) || (size > 0 && filled != size))) {
    return fail(ErrorCode::conflict, quoted(path) + " changed while it was read");
  }
  return content;
}

Result<std::unique_ptr<sys::Tree>> PosixTree::open(const std::string& path, Resolution resolution) {
  Fd root(::open(path.c_str(), O_RDONLY | O_DIRECTORY | kSafe));
  if (!root) return system_failure(errno, "open the folder", path);
  struct stat seen {};
  if (fstat(root.get(), &seen) != 0) return system_failure(errno, "open the folder", path);
  return std::unique_ptr<sys::Tree>(
      std::make_unique<PosixTree>(std::move(root), std::uint64_t{seen.st_dev}, resolution));
}

PosixTree::PosixTree(Fd root, std::uint64_t device, Resolution resolution)
    : root_(std::move(root)), device_(device), resolution_(resolution) {}

int PosixTree::open_below(const std::string& path, int flags) const {
  if (!stays_below(path)) return -EXDEV;
  if (path.empty()) return open_part(root_.get(), ".", flags);
  if (resolution_ == Resolution::walk) return walk_below(path, flags);
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
  const auto fd = syscall(SYS_openat2, root_.get(), path.c_str(), &how, sizeof how);
  if (fd >= 0) return static_cast<int>(fd);
  // Old kernels know no openat2, and sandboxes that do not know it forbid it.
  if (errno != ENOSYS && errno != EPERM) return -errno;
  resolution_ = Resolution::walk;
  return walk_below(path, flags);
}

int PosixTree::walk_below(const std::string& path, int flags) const {
  const auto parts = text::split(path, '/');
  Fd folder;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool last = i + 1 == parts.size();
    const int from = folder ? folder.get() : root_.get();
    const int part_flags = last ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
    const int fd = open_part(from, std::string(parts[i]).c_str(), part_flags);
    if (fd < 0) return fd;
    folder = Fd(fd);
    struct stat seen {};
    if (fstat(fd, &seen) != 0) return -errno;
    if (seen.st_dev != device_) return -EXDEV;
  }
  return folder.release();
}

Result<sys::FileContent> PosixTree::read(const std::string& path, std::uint64_t max_bytes) {
  const Fd fd(open_below(path, O_RDONLY | kSafe));
  if (!fd) {
    // A file in place of a folder means that the named file is not there.
    const int problem = fd.get() == -ENOTDIR ? ENOENT : -fd.get();
    return system_failure(problem, "read", path);
  }
  return read_descriptor(fd.get(), path, max_bytes, Accept::regular_files);
}

Result<std::vector<sys::Entry>> PosixTree::list(const std::string& path, std::size_t max_entries) {
  Fd fd(open_below(path, O_RDONLY | O_DIRECTORY | kSafe));
  if (!fd) return system_failure(-fd.get(), "list", path.empty() ? "." : path);
  const std::unique_ptr<DIR, CloseFolder> folder(fdopendir(fd.get()));
  if (!folder) return system_failure(errno, "list", path);
  fd.release();

  std::vector<sys::Entry> entries;
  while (true) {
    errno = 0;
    const dirent* entry = readdir(folder.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (entries.size() == max_entries) {
      return fail(ErrorCode::too_large,
                  quoted(path) + " holds more than " + std::to_string(max_entries) + " names");
    }
    entries.push_back({std::string(name), kind_of(dirfd(folder.get()), *entry)});
  }
  if (errno != 0) return system_failure(errno, "list", path);
  std::sort(entries.begin(), entries.end(),
            [](const sys::Entry& a, const sys::Entry& b) { return a.name < b.name; });
  return entries;
}

Result<sys::Tree::Stat> PosixTree::stat(const std::string& path) {
  const Fd fd(open_below(path, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) {
    const int problem = fd.get() == -ENOTDIR ? ENOENT : -fd.get();
    return system_failure(problem, "look at", path);
  }
  struct stat seen {};
  if (fstat(fd.get(), &seen) != 0) return system_failure(errno, "look at", path);
  Stat found;
  found.kind = kind_of(seen.st_mode);
  if (found.kind == sys::EntryKind::file) found.bytes = static_cast<std::uint64_t>(seen.st_size);
  return found;
}

}  // namespace mage_lineage::platform
