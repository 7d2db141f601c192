#include <mage_lineage/event/deploy.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>

#include <array>

namespace mage_lineage::event {
namespace {

/// Variables that name the commit that was deployed before: GitLab, Jenkins (git plugin), Drone,
/// Woodpecker, Vercel, Netlify.
constexpr std::array<std::string_view, 7> kVariables{
    "CI_COMMIT_BEFORE_SHA", "GIT_PREVIOUS_SUCCESSFUL_COMMIT",
    "GIT_PREVIOUS_COMMIT",  "DRONE_COMMIT_BEFORE",
    "CI_PREV_COMMIT_SHA",   "VERCEL_GIT_PREVIOUS_SHA",
    "CACHED_COMMIT_REF"};

/// GitHub: the push event's `before`, in the file that GITHUB_EVENT_PATH names.
std::optional<CiRevision> from_github(const sys::Environment& environment, sys::Files& files) {
  const auto path = sys::get(environment, "GITHUB_EVENT_PATH");
  if (!path || path->empty()) return std::nullopt;
  const auto content = files.read(*path, std::uint64_t{16} << 20U);
  if (!content) return std::nullopt;
  const auto event = json::parse(content->bytes);
  const json::Value* before = event ? event->find("before") : nullptr;
  if (before == nullptr || before->as_string() == nullptr || !names_a_commit(before->text)) {
    return std::nullopt;
  }
  return CiRevision{before->text, "the push event of GITHUB_EVENT_PATH"};
}

}  // namespace

bool names_a_commit(std::string_view s) {
  return s.find_first_not_of('0') != std::string_view::npos;
}

std::optional<CiRevision> previous_revision(const sys::Environment& environment,
                                            sys::Files& files) {
  for (const std::string_view name : kVariables) {
    const auto value = sys::get(environment, name);
    if (!value) continue;
    const auto revision = text::trim(*value);
    if (names_a_commit(revision)) return CiRevision{std::string(revision), std::string(name)};
  }
  // Travis names a range.
  if (const auto range = sys::get(environment, "TRAVIS_COMMIT_RANGE")) {
    const auto first = std::string_view(*range).substr(0, range->find(".."));
    if (names_a_commit(first)) return CiRevision{std::string(first), "TRAVIS_COMMIT_RANGE"};
  }
  return from_github(environment, files);
}

}  // namespace mage_lineage::event
