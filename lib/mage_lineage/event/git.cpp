#include <mage_lineage/event/git.hpp>

#include <mage_lineage/core/text.hpp>

#include <array>
#include <utility>

namespace mage_lineage::event {
namespace {

/// `git hash-object -t tree /dev/null` in a repository of each object format.
constexpr std::string_view kEmptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
constexpr std::string_view kEmptyTreeSha256 =
    "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321";

/// What git needs of the caller's environment: where programs are, and the person's own settings
/// (`safe.directory`).
constexpr std::array<std::string_view, 4> kPassedOn{"PATH", "HOME", "XDG_CONFIG_HOME", "TMPDIR"};

/// Settings of the repository that would run programs or open connections.
constexpr std::array<std::string_view, 3> kSettings{
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never"};

std::string first_line(std::string_view s) {
  return text::escape_untrusted(text::trim(s.substr(0, text::trim(s).find('\n'))), 300);
}

}  // namespace

Git::Git(sys::Process& process, const sys::Environment& environment, std::string folder)
    : process_(process), folder_(std::move(folder)) {
  for (const std::string_view name : kPassedOn) {
    if (const auto value = sys::get(environment, name)) environment_.emplace(name, *value);
  }
  environment_.insert({{"LC_ALL", "C"},
                       {"GIT_TERMINAL_PROMPT", "0"},
                       {"GIT_NO_LAZY_FETCH", "1"},
                       {"GIT_NO_REPLACE_OBJECTS", "1"},
                       {"GIT_OPTIONAL_LOCKS", "0"}});
}

Result<sys::CommandResult> Git::run(std::vector<std::string> arguments, std::string input,
                                    std::size_t max_output) const {
  sys::Command command;
  command.argv = {"git", "--no-pager", "--literal-pathspecs"};
  for (const std::string_view setting : kSettings) {
    command.argv.emplace_back("-c");
    command.argv.emplace_back(setting);
  }
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = environment_;
  command.folder = folder_;
  command.input = std::move(input);
  command.max_output = max_output;
  auto result = process_.run(command);
  if (!result) {
    Error error = result.error();
    if (error.code == ErrorCode::not_found) error.with_hint("install git, or put it into PATH");
    return fail(std::move(error));
  }
  return result;
}

Result<std::string> Git::output_of(std::vector<std::string> arguments) const {
  const std::string what = arguments.front();
  auto result = run(std::move(arguments));
  if (!result) return fail(result.error());
  if (result->status != 0) {
    return fail(ErrorCode::io, "git " + what + " failed: " + first_line(result->errors));
  }
  return std::move(result->output);
}

Result<> Git::check() const {
  const auto result = run({"rev-parse", "--git-dir"});
  if (!result) return fail(result.error());
  if (result->status == 0) return {};
  const bool distrusted = result->errors.find("dubious ownership") != std::string::npos;
  return fail(ErrorCode::not_found,
              distrusted ? "git does not trust the repository: it belongs to another user"
                         : "the project is in no git repository: " + first_line(result->errors),
              distrusted ? "run: git config --global --add safe.directory FOLDER"
                         : "run this in a clone of the project");
}

Result<std::string> Git::commit(const std::string& revision) const {
  const auto result =
      run({"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!result) return fail(result.error());
  if (result->status == 0) return std::string(text::trim(result->output));
  return fail(
      ErrorCode::not_found, "there is no commit \"" + text::escape_untrusted(revision, 120) + "\"",
      is_shallow() ? "the clone is shallow: fetch more of the history (git fetch --unshallow; "
                     "in GitHub's checkout fetch-depth: 0, in GitLab GIT_DEPTH: 0)"
                   : "name a commit, branch or tag of this repository");
}

Result<std::string> Git::parent(const std::string& commit) const {
  const auto body = output_of({"cat-file", "commit", commit});
  if (!body) return fail(body.error());
  const auto headers = std::string_view(*body).substr(0, body->find("\n\n"));
  const auto at = headers.find("\nparent ");
  if (at == std::string_view::npos) {
    return std::string(commit.size() == kEmptyTree.size() ? kEmptyTree : kEmptyTreeSha256);
  }
  const auto name = headers.substr(at + 8, headers.find('\n', at + 1) - at - 8);
  return this->commit(std::string(name));
}

bool Git::is_shallow() const {
  const auto answer = output_of({"rev-parse", "--is-shallow-repository"});
  return answer && text::trim(*answer) == "true";
}

Result<std::vector<FileChange>> Git::diff(const std::string& from, const std::string& to) const {
  const auto output =
      output_of({"diff-tree", "-r", "-z", "--raw", "-M", "--full-index", "--no-ext-diff",
                 "--no-textconv", "--no-color", "--relative", "--end-of-options", from, to});
  if (!output) return fail(output.error());
  return parse_raw_diff(*output);
}

Result<std::map<std::string, TreeEntry>> Git::tree(const std::string& commit) const {
  // A tree that does not have the folder yet has no files below it.
  const auto output = output_of({"ls-tree", "-r", "-l", "-z", "--end-of-options", commit});
  if (!output) return fail(output.error());
  return parse_tree(*output);
}

Result<std::vector<std::string>> Git::blobs(const std::vector<std::string>& names,
                                            std::size_t max_bytes) const {
  std::vector<std::string> out;
  if (names.empty()) return out;
  std::string input;
  for (const std::string& name : names)
    input += name + "\n";
  constexpr std::size_t kHead = 128;  // `NAME blob SIZE LF`, and the line feed at the end
  const auto result =
      run({"cat-file", "--batch"}, std::move(input), max_bytes + names.size() * kHead);
  if (!result) return fail(result.error());
  // `NAME blob SIZE LF CONTENT LF`, one for each that was asked for.
  std::string_view rest = result->output;
  for (const std::string& name : names) {
    const auto end = rest.find('\n');
    const auto fields = text::split(rest.substr(0, end), ' ');
    const auto size = fields.size() == 3 ? text::parse_decimal(fields[2]) : std::nullopt;
    if (end == std::string_view::npos || !size || rest.size() - end - 1 < *size + 1) {
      return fail(ErrorCode::io, "git has no object " + name);
    }
    out.emplace_back(rest.substr(end + 1, static_cast<std::size_t>(*size)));
    rest.remove_prefix(end + 1 + static_cast<std::size_t>(*size) + 1);
  }
  return out;
}

}  // namespace mage_lineage::event
