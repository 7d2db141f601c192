#include <mage_lineage/platform/spawn.hpp>

#include <mage_lineage/core/text.hpp>

#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace mage_lineage::platform {
namespace {

/// The file actions and attributes of one posix_spawn call.
class SpawnSetup {
 public:
  explicit SpawnSetup(const SpawnPlan& plan) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    for (int i = 0; i < 3; ++i) {
      const int stream = plan.streams[static_cast<std::size_t>(i)];
      if (stream >= 0) posix_spawn_file_actions_adddup2(&actions_, stream, i);
    }
    if (!plan.folder.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions_, plan.folder.c_str());
    }
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, plan.mask == nullptr ? &none : plan.mask);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults,
              SIGPIPE);  // this program may ignore it; its children must not inherit that
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    const int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                      (plan.own_group ? POSIX_SPAWN_SETPGROUP : 0);
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  int start(const std::string& path, const std::vector<std::string>& argv,
            const std::vector<std::string>& environment, pid_t& child) {
    return posix_spawn(&child, path.c_str(), &actions_, &attributes_, pointers(argv).data(),
                       pointers(environment).data());
  }

 private:
  static std::vector<char*> pointers(const std::vector<std::string>& strings) {
    std::vector<char*> out;
    out.reserve(strings.size() + 1);
    for (const auto& s : strings)
      out.push_back(const_cast<char*>(s.c_str()));
    out.push_back(nullptr);
    return out;
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Where the program may lie, in the order of trying.
std::vector<std::string> candidates(const std::string& name, const sys::Environment& environment) {
  if (name.find('/') != std::string::npos) return {name};
  std::vector<std::string> out;
  const std::string path = sys::get(environment, "PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (const auto folder : text::split(path, ':')) {
    out.push_back(folder.empty() ? name : std::string(folder) + "/" + name);
  }
  return out;
}

}  // namespace

Result<pid_t> spawn(const SpawnPlan& plan) {
  const std::string name = plan.argv.empty() ? "" : plan.argv.front();
  const std::string shown = "\"" + text::escape_untrusted(name, 200) + "\"";
  if (name.empty()) return fail(ErrorCode::not_found, "no command is named");
  if (!plan.folder.empty() && access(plan.folder.c_str(), X_OK) != 0) {
    return fail(ErrorCode::io, "cannot run " + shown + ": its folder cannot be entered");
  }
  std::vector<std::string> environment;
  for (const auto& [key, value] : plan.environment)
    environment.push_back(key + "=" + value);

  SpawnSetup setup(plan);
  int problem = ENOENT;
  for (const auto& path : candidates(name, plan.environment)) {
    pid_t child = -1;
    // Looked up first: below valgrind posix_spawn(3) does not tell that nothing was there.
    int failed =
        access(path.c_str(), F_OK) == 0 ? setup.start(path, plan.argv, environment, child) : errno;
    if (failed == ENOEXEC) {
      std::vector<std::string> argv{"sh", path};
      argv.insert(argv.end(), plan.argv.begin() + 1, plan.argv.end());
      failed = setup.start("/bin/sh", argv, environment, child);
    }
    if (failed == 0) return child;
    // execvp(3): a file that may not be run counts if no later folder has a better one.
    if (failed != ENOENT && failed != ENOTDIR) problem = failed;
    if (failed != ENOENT && failed != ENOTDIR && failed != EACCES) break;
  }
  const auto code = problem == ENOENT                        ? ErrorCode::not_found
                    : problem == EACCES || problem == EISDIR ? ErrorCode::permission
                                                             : ErrorCode::io;
  return fail(code, "cannot run " + shown + ": " +
                        (problem == ENOENT ? "command not found"
                                           : text::ascii_lower(std::strerror(problem))));
}

}  // namespace mage_lineage::platform
