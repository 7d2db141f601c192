#include <mage_lineage/openlineage/lints.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/openlineage/stores.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::openlineage {
namespace {

std::string quoted(std::string_view s) {
  return "\"" + text::escape_untrusted(s, 80) + "\"";
}

void lint(const Path& path, std::string found, std::string expected, Problems& out) {
  add(out, {Severity::lint, "naming", path.pointer(), std::move(found), std::move(expected)});
}

void lint_common(std::string_view name_space, std::string_view name, const Path& path,
                 Problems& out) {
  if (name_space.empty()) lint(path.down("namespace"), "an empty namespace", "a namespace", out);
  if (name.empty()) lint(path.down("name"), "an empty name", "a name", out);
  const auto authority = name_space.find("://");
  if (authority == std::string_view::npos) return;
  const auto host = name_space.substr(authority + 3);
  const auto at = host.substr(0, host.find('/')).find('@');
  if (at != std::string_view::npos && host.substr(0, at).find(':') != std::string_view::npos) {
    lint(path.down("namespace"), "a user and password in the namespace", "the host alone", out);
  }
}

void lint_name_parts(const Store& store, std::string_view name, const Path& path, Problems& out) {
  if (store.parts == 0 || name.empty()) return;
  const auto dots = static_cast<std::size_t>(std::count(name.begin(), name.end(), '.'));
  if (dots + 1 < store.parts) {
    lint(path.down("name"), quoted(name), std::string(store.name_form), out);
  }
}

/// The namespace as the spec would write it; the part of a path that belongs to the name is cut.
std::string proper_namespace(const Store& store, std::string_view rest) {
  std::string out(store.scheme);
  if (store.authority == Authority::none) return out;
  const auto slash = rest.find('/');
  const std::string_view authority = rest.substr(0, slash);
  out += "://" + std::string(authority);
  if (store.authority != Authority::host_port) {
    return store.segments == 0 && slash != std::string_view::npos &&
                   store.authority == Authority::host
               ? out
               : out + std::string(slash == std::string_view::npos ? "" : rest.substr(slash));
  }
  if (!has_port(authority) && store.port != 0) out += ":" + std::to_string(store.port);
  if (store.segments > 0 && slash != std::string_view::npos) out += rest.substr(slash);
  return out;
}

}  // namespace

void lint_dataset_name(std::string_view name_space, std::string_view name, const Path& path,
                       Problems& out) {
  lint_common(name_space, name, path, out);
  const auto mark = name_space.find("://");
  const std::string_view scheme = name_space.substr(0, mark);
  const Store* store = find_store(canonical_scheme(scheme));
  if (store == nullptr) return;
  lint_name_parts(*store, name, path, out);
  if (mark == std::string_view::npos) {
    // A bare word: right for bigquery, pubsub and local files; "bq" is meant as one.
    if (scheme != store->scheme && store->authority == Authority::none) {
      lint(path.down("namespace"), quoted(name_space), quoted(store->scheme), out);
    }
    return;
  }
  const std::string proper = proper_namespace(*store, name_space.substr(mark + 3));
  if (proper != name_space) lint(path.down("namespace"), quoted(name_space), quoted(proper), out);
}

void lint_job_name(std::string_view name_space, std::string_view name, const Path& path,
                   Problems& out) {
  lint_common(name_space, name, path, out);
}

}  // namespace mage_lineage::openlineage
