#include <mage_lineage/openlineage/target_rules.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/openlineage/checker.hpp>
#include <mage_lineage/openlineage/text_formats.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::openlineage {
namespace {

class Rules {
 public:
  Rules(std::string_view target, Problems& out) : target_(target), out_(out) {}

  void broken(const Path& path, std::string found, const std::string& expected,
              Severity severity = Severity::error) {
    add(out_, {severity, "target", path.pointer(), std::move(found),
               expected + " (" + std::string(target_) + ")"});
  }

 private:
  std::string_view target_;
  Problems& out_;
};

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The namespaces that Marquez takes: `[a-zA-Z:;=/0-9_\-.@+]{1,1024}`.
bool is_marquez_namespace(std::string_view s) {
  return !s.empty() && s.size() <= 1024 && std::all_of(s.begin(), s.end(), [](char c) {
    return is_letter_or_digit(c) || std::string_view(":;=/_-.@+").find(c) != std::string_view::npos;
  });
}

void check_namespace(json::View named, const Path& path, Rules& rules) {
  const json::View name_space = named.find("namespace");
  if (!name_space.found() || !name_space.is(json::Kind::string)) return;
  const std::string_view s = name_space.text();
  const Path at = path.down("namespace");
  if (!is_marquez_namespace(s)) {
    rules.broken(at, describe(name_space),
                 "1 to 1024 of the characters a-z A-Z 0-9 : ; = / _ - . @ +");
  } else if (s.find_first_of(";=") != std::string_view::npos) {
    rules.broken(at, describe(name_space), "neither ; nor =, which are stored as _",
                 Severity::lint);
  }
}

void check_namespaces(json::View datasets, const Path& path, Rules& rules) {
  if (!datasets.found()) return;
  std::size_t index = 0;
  for (const json::View dataset : datasets.items())
    check_namespace(dataset, path.down(index++), rules);
}

}  // namespace

void check_portal(json::View event, const Path& path, Judgement& out) {
  Rules rules("Portal", out.problems);
  if (out.event_class != EventClass::run) {
    return rules.broken(path, "a " + std::string(to_string(out.event_class)), "a RunEvent");
  }
  const json::View type = event.find("eventType");
  if (!type.found()) {
    rules.broken(path, "no member \"eventType\"",
                 "\"eventType\": one of START, RUNNING, COMPLETE, ABORT, FAIL, OTHER");
  }
  const json::View time = event.find("eventTime");
  if (time.found() && time.is(json::Kind::string) && !is_date_time(time.text())) {
    rules.broken(path.down("eventTime"), describe(time),
                 "an ISO 8601 time with an offset, such as 2026-08-03T19:40:00.000Z");
  }
  const json::View url = event.find("schemaURL");
  if (url.found() && url.is(json::Kind::string) && url.text() != kPortalSchemaUrl) {
    rules.broken(path.down("schemaURL"), describe(url),
                 "\"" + std::string(kPortalSchemaUrl) + "\"");
  }
}

void check_marquez(json::View event, const Path& path, Judgement& out) {
  Rules rules("Marquez", out.problems);
  const json::View url = event.find("schemaURL");
  if (url.found() && url.is(json::Kind::string)) {
    const std::string_view s = url.text();
    const std::string_view named = s.substr(s.rfind('/') + 1);
    const std::string_view own = to_string(out.event_class);
    const bool other = named == "JobEvent" || named == "DatasetEvent";
    if (named != own && (other || out.event_class != EventClass::run)) {
      rules.broken(path.down("schemaURL"), describe(url),
                   "a URL that ends in /" + std::string(own));
    }
  }
  if (const json::View job = event.find("job"); job.found()) {
    check_namespace(job, path.down("job"), rules);
  }
  if (const json::View dataset = event.find("dataset"); dataset.found()) {
    check_namespace(dataset, path.down("dataset"), rules);
  }
  check_namespaces(event.find("inputs"), path.down("inputs"), rules);
  check_namespaces(event.find("outputs"), path.down("outputs"), rules);
}

}  // namespace mage_lineage::openlineage
