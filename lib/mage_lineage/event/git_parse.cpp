#include <mage_lineage/core/text.hpp>
#include <mage_lineage/event/git.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::event {
namespace {

Failure not_understood(std::string_view what) {
  return fail(ErrorCode::malformed, "cannot understand what git says of " + std::string(what));
}

/// Cuts the part up to `end` off the front; false when there is no `end`.
bool take_until(std::string_view& rest, char end, std::string_view& part) {
  const auto at = rest.find(end);
  if (at == std::string_view::npos) return false;
  part = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return true;
}

bool is_object_name(std::string_view s) {
  return (s.size() == 40 || s.size() == 64) &&
         s.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_nothing(std::string_view blob) {
  return blob.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

Result<std::vector<FileChange>> parse_raw_diff(std::string_view output) {
  std::vector<FileChange> out;
  while (!output.empty()) {
    std::string_view head;
    std::string_view path;
    if (!take_until(output, '\0', head) || !take_until(output, '\0', path)) {
      return not_understood("changes");
    }
    const auto fields = text::split(head, ' ');
    if (fields.size() != 5 || !head.starts_with(':') || !is_object_name(fields[3]) ||
        fields[4].empty() ||
        std::string_view("AMTDRC").find(fields[4][0]) == std::string_view::npos) {
      return not_understood("changes");
    }
    FileChange change;
    change.status = fields[4][0];
    change.old_path = path;
    if (change.status == 'R' || change.status == 'C') {
      if (!take_until(output, '\0', path)) return not_understood("changes");
      if (change.status == 'C') {
        change.status = 'A';
        change.old_path = path;
      }
    }
    change.path = path;
    if (!is_nothing(fields[3])) change.blob = fields[3];
    out.push_back(std::move(change));
  }
  return out;
}

Result<std::map<std::string, TreeEntry>> parse_tree(std::string_view output) {
  std::map<std::string, TreeEntry> out;
  while (!output.empty()) {
    std::string_view head;
    std::string_view path;
    if (!take_until(output, '\t', head) || !take_until(output, '\0', path)) {
      return not_understood("a tree");
    }
    // `MODE TYPE BLOB SIZE`, the size padded with spaces.
    std::vector<std::string_view> fields;
    for (const std::string_view field : text::split(head, ' ')) {
      if (!field.empty()) fields.push_back(field);
    }
    if (fields.size() != 4 || !is_object_name(fields[2])) return not_understood("a tree");
    TreeEntry entry;
    entry.mode = fields[0];
    entry.blob = fields[2];
    entry.bytes = text::parse_decimal(fields[3]).value_or(0);
    out.insert_or_assign(std::string(path), std::move(entry));
  }
  return out;
}

}  // namespace mage_lineage::event
