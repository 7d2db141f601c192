#include <mage_lineage/event/validator.hpp>

#include <mage_lineage/event/event.hpp>
#include <mage_lineage/event/mage_check.hpp>

#include <utility>

namespace mage_lineage::event {

using openlineage::Path;
using openlineage::Problem;
using openlineage::Severity;

const openlineage::Judgement& Validator::judge(std::string_view text) {
  judgement_.clear();
  const auto event = reader_.read(text);
  if (!event) {
    const Error& error = event.error();
    const bool duplicate = error.position.starts_with('/');
    openlineage::add(judgement_.problems, duplicate
                                              ? Problem{Severity::error,
                                                        "duplicate_member",
                                                        error.position,
                                                        "a member that stands twice",
                                                        "members of different names",
                                                        {}}
                                              : Problem{Severity::error,
                                                        "json",
                                                        {},
                                                        "unusable JSON (" + error.message + ")",
                                                        "one JSON object (RFC 8259)",
                                                        error.position});
    return judgement_;
  }
  judgement_.is_mage_event = is_mage_event(*event);
  if (judgement_.is_mage_event) {
    judge_mage(*event);
    refuse_secret_leaves(text);
    return judgement_;
  }
  openlineage::judge_event(*event, {}, options_, judgement_);
  if (judgement_.has_mage_facet) {
    check_envelope(*event, {}, {}, judgement_.problems);
    refuse_secret_leaves(text);
  }
  return judgement_;
}

void Validator::judge_mage(json::View document) {
  const Path root;
  check_mage_event(document, root, judgement_.problems);
  const json::View envelope = document.find("openlineage");
  const Path at = root.down("openlineage");
  openlineage::judge_event(envelope, at, options_, judgement_);
  if (envelope.is(json::Kind::object)) {
    check_envelope(envelope, document.find("event_id").text(), at, judgement_.problems);
  }
}

void Validator::refuse_secret_leaves(std::string_view text) {
  const auto value = json::parse(text, openlineage::event_parse_options());
  if (!value) {  // the scanner has other bounds: what nobody looked through is not sent
    openlineage::add(judgement_.problems, {Severity::error,
                                           "json",
                                           {},
                                           value.error().message,
                                           "an event that can be searched for secrets"});
    return;
  }
  if (redactor_ == nullptr) redactor_ = std::make_unique<redact::Redactor>();
  for (const std::string& pointer : secret_leaves(*value, *redactor_)) {
    openlineage::add(judgement_.problems,
                     {Severity::error, "secret", pointer, "a text that looks like a secret",
                      "names and paths alone"});
  }
}

}  // namespace mage_lineage::event
