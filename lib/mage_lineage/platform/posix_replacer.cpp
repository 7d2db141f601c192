#include <mage_lineage/core/text.hpp>
#include <mage_lineage/platform/fd.hpp>
#include <mage_lineage/platform/posix_replacer.hpp>
#include <mage_lineage/platform/posix_tree.hpp>
#include <mage_lineage/platform/twin_file.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

namespace mage_lineage::platform {
namespace {

constexpr std::chrono::milliseconds kLockPause{20};

std::string quoted(const std::string& path) {
  return "\"" + text::escape_untrusted(path) + "\"";
}

int open_at(int folder, const std::string& name, int flags, mode_t mode = 0) {
  int fd = -1;
  do {
    fd = ::openat(folder, name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, mode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

/// fsync that goes on after interruptions; file systems that cannot sync a folder are taken as they
/// are.
int sync(int fd) {
  int done = 0;
  do {
    done = fsync(fd);
  } while (done != 0 && errno == EINTR);
  return done == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

Failure refuse_link(int folder, const std::string& name, const std::string& path) {
  std::string target(PATH_MAX, '\0');
  const auto length = readlinkat(folder, name.c_str(), target.data(), target.size());
  target.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return fail(ErrorCode::not_regular, quoted(path) + " is a symbolic link to " + quoted(target),
              "work on the project that the link leads to, or replace the link by a file");
}

/// Opens the file to be replaced. Nothing but a regular file is opened: opening a device acts on
/// it.
Result<Fd> open_target(int folder, const std::string& name, const std::string& path) {
  struct stat seen {};
  if (fstatat(folder, name.c_str(), &seen, AT_SYMLINK_NOFOLLOW) != 0) {
    return system_failure(errno, "edit", path);
  }
  if (S_ISLNK(seen.st_mode)) return refuse_link(folder, name, path);
  if (!S_ISREG(seen.st_mode)) {
    return fail(ErrorCode::not_regular,
                "cannot edit " + quoted(path) + ": it is not a regular file");
  }
  Fd fd(open_at(folder, name, O_RDONLY | O_NONBLOCK));
  if (!fd && errno == ELOOP) return refuse_link(folder, name, path);
  if (!fd) return system_failure(errno, "read", path);
  struct stat opened {};
  if (fstat(fd.get(), &opened) != 0) return system_failure(errno, "read", path);
  if (opened.st_ino != seen.st_ino || opened.st_dev != seen.st_dev) {
    return fail(ErrorCode::conflict, quoted(path) + " was replaced while it was opened",
                "try again");
  }
  return fd;
}

/// The new file beside the old one, taken away again unless it was put in place.
class NewFile {
 public:
  NewFile(int folder, std::string name) : folder_(folder), name_(std::move(name)) {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (fd_) ::unlinkat(folder_, name_.c_str(), 0);
  }

  /// What a killed run left behind; the folder's lock says that no other run is at work on it.
  void clear_litter() const { ::unlinkat(folder_, name_.c_str(), 0); }

  bool create() {
    fd_ = Fd(open_at(folder_, name_, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR));
    return static_cast<bool>(fd_);
  }

  int fd() const { return fd_.get(); }

  /// 0 or an errno.
  int put_in_place_of(const std::string& name) {
    if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return errno;
    fd_ = Fd();
    return 0;
  }

 private:
  int folder_;
  std::string name_;
  Fd fd_;
};

/// Fails unless the file at `name` is still the one that was read, with the bytes that were read.
Result<> check_unchanged(int folder, const std::string& name, const std::string& path, int model,
                         const std::string& bytes) {
  const auto conflict = [&] {
    return fail(ErrorCode::conflict, quoted(path) + " changed while it was edited",
                "it was left as it is now: try again");
  };
  auto now = open_target(folder, name, path);
  if (!now) return conflict();
  struct stat before {};
  struct stat after {};
  if (fstat(model, &before) != 0 || fstat(now->get(), &after) != 0 ||
      before.st_ino != after.st_ino || before.st_dev != after.st_dev) {
    return conflict();
  }
  const auto content = read_descriptor(now->get(), path, bytes.size());
  if (!content || content->bytes != bytes) return conflict();
  return {};
}

/// Writes the new file and puts it in the place of the old one, which `model` holds open.
Result<> write_and_rename(int folder, const std::string& name, const std::string& path, int model,
                          const std::string& old, const std::string& bytes, NewFile& file) {
  if (::faccessat(folder, name.c_str(), W_OK, AT_EACCESS) != 0) {
    return fail(ErrorCode::permission, "cannot edit " + quoted(path) + ": it is write-protected",
                "give yourself the right to write it");
  }
  if (!file.create()) return system_failure(errno, "write a new file beside", path);
  if (const int problem = write_all(file.fd(), bytes))
    return system_failure(problem, "write", path);
  if (auto same = make_twin(file.fd(), model, path); !same) return same;
  if (const int problem = sync(file.fd())) return system_failure(problem, "write", path);
  if (auto same = check_unchanged(folder, name, path, model, old); !same) return same;
  if (const int problem = file.put_in_place_of(name))
    return system_failure(problem, "replace", path);
  if (const int problem = sync(folder)) {
    return system_failure(problem, "make sure that the disk holds the new", path);
  }
  return {};
}

}  // namespace

Result<> PosixReplacer::lock(int folder, const std::string& path) const {
  const auto deadline = clock_.steady() + patience_;
  while (::flock(folder, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return system_failure(errno, "lock the folder", path);
    if (clock_.steady() >= deadline) {
      return fail(
          ErrorCode::conflict,
          "the folder " + quoted(path) + " is locked by another program, probably another run",
          "wait for it to end, or end it, and try again");
    }
    clock_.sleep(kLockPause);
  }
  return {};
}

Result<sys::ReplaceOutcome> PosixReplacer::replace(const std::string& folder,
                                                   const std::string& name, std::uint64_t max_bytes,
                                                   sys::ReplaceMode mode, const Edit& edit) {
  const std::string path = folder + "/" + name;
  const Fd place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place) return system_failure(errno, "open the folder", folder);
  if (auto locked = lock(place.get(), folder); !locked) return fail(std::move(locked).error());
  NewFile file(place.get(), "." + name + ".mage-lineage-new");
  if (mode == sys::ReplaceMode::write) file.clear_litter();

  auto model = open_target(place.get(), name, path);
  if (!model) return fail(std::move(model).error());
  const auto old = read_descriptor(model->get(), path, max_bytes);
  if (!old) return fail(old.error());
  const auto bytes = edit(*old);
  if (!bytes) return fail(bytes.error());
  if (*bytes == old->bytes) return sys::ReplaceOutcome::unchanged;
  if (mode == sys::ReplaceMode::rehearse) return sys::ReplaceOutcome::replaced;
  auto written = write_and_rename(place.get(), name, path, model->get(), old->bytes, *bytes, file);
  if (!written) return fail(std::move(written).error());
  return sys::ReplaceOutcome::replaced;
}

}  // namespace mage_lineage::platform
