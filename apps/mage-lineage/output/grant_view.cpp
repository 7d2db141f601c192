#include "output/grant_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json_writer.hpp>

#include <algorithm>

#include "output/layout.hpp"

namespace mage_lineage::output {
namespace {

using grant::CheckSpec;
using grant::Row;
using grant::Status;

constexpr std::size_t kLongestClaim = 400;

std::string shown(std::string_view untrusted) {
  return text::escape_untrusted(untrusted, kLongestClaim);
}

std::string status_word(Status status, const Style& style) {
  switch (status) {
    case Status::pass:
      return style.green("pass");
    case Status::fail:
      return style.red("fail");
    case Status::not_reached:
      return style.dim("-");
  }
  return "";
}

/// What the table says beside a check: what is wrong, what a pass means, or what was found.
std::string summary(const Row& row) {
  if (!row.detail.empty()) return shown(row.detail);
  const bool names_a_value = row.id > grant::CheckId::claims && !row.found.empty();
  return names_a_value ? shown(row.found) : std::string(grant::spec(row.id).rule);
}

std::string verdict(const GrantJudgement& judgement, const Style& style) {
  const auto& rows = judgement.rows;
  const auto failed = static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [](const Row& r) { return r.status == Status::fail; }));
  if (failed > 0) {
    return style.red("The grant is rejected") + ": " +
           text::count_of(failed, "check fails", "checks fail") + ".\n";
  }
  if (!judgement.verification.accepted()) {
    return style.yellow("The grant is genuine and in force") + ", but not all was compared.\n";
  }
  const bool previous = judgement.verification.key == grant::UsedKey::previous;
  return style.green("The grant is accepted") +
         (previous ? ", by the previous secret" : std::string()) + ".\n";
}

void write_optional(json::Writer& out, std::string_view name,
                    const std::optional<json::Value>& value) {
  out.key(name);
  if (value) {
    out.value(*value);
  } else {
    out.null();
  }
}

}  // namespace

std::string mint_summary(const grant::MintRequest& request, const json::Value& claims) {
  const json::Value* expiry = claims.find("exp");
  const auto until = expiry != nullptr ? expiry->as_seconds() : std::nullopt;
  std::string line = "grants " + shown(text::join(request.actions, ", "));
  if (request.snapshot_id) line += " of " + shown(*request.snapshot_id);
  line += " in cluster " + shown(request.scope.customer_cluster_uuid) + ", workspace " +
          shown(request.scope.workspace_uuid) + ", project " + shown(request.scope.project_uuid);
  if (until) {
    line += "; expires " + grant::relative_time(*until, request.now) + ", at " +
            grant::show_time(*until);
  }
  return line;
}

std::string verify_text(const GrantJudgement& judgement, const Style& style) {
  std::vector<std::vector<std::string>> table_rows;
  for (const Row& row : judgement.rows) {
    table_rows.push_back(
        {status_word(row.status, style), std::string(grant::spec(row.id).code), summary(row)});
  }
  std::string out = table(table_rows);
  for (const Row& row : judgement.rows) {
    const CheckSpec& spec = grant::spec(row.id);
    if (row.status != Status::fail && !judgement.explain) continue;
    std::vector<Pair> lines;
    if (judgement.explain) {
      lines.push_back({"looks at", std::string(spec.claim)});
      lines.push_back({"rule", std::string(spec.rule)});
      lines.push_back({"purpose", std::string(spec.purpose)});
    }
    if (!row.found.empty()) lines.push_back({"found", shown(row.found)});
    lines.push_back({"expected", shown(row.expected)});
    const bool diagnosed =
        row.id == grant::CheckId::signature || row.id == grant::CheckId::token_form;
    if (row.status == Status::fail && diagnosed && judgement.diagnosis) {
      lines.push_back({style.yellow("likely"), judgement.diagnosis->sentence});
    }
    out += "\n" + style.bold(spec.code) + "\n" + two_columns(lines);
  }
  return out + "\n" + verdict(judgement, style);
}

std::string verify_json(const GrantJudgement& judgement) {
  json::Writer out(json::Style::pretty);
  const auto& verification = judgement.verification;
  out.begin_object()
      .member("schema_version", "1.0")
      .member("accepted", verification.accepted())
      .member("authentic", verification.authentic());
  out.key("signed_with");
  if (verification.key == grant::UsedKey::none) {
    out.null();
  } else {
    out.value(verification.key == grant::UsedKey::current ? "current" : "previous");
  }
  out.key("diagnosis");
  if (judgement.diagnosis) {
    out.begin_object()
        .member("code", judgement.diagnosis->code)
        .member("detail", judgement.diagnosis->sentence)
        .end_object();
  } else {
    out.null();
  }
  out.key("checks").begin_array();
  for (const Row& row : judgement.rows) {
    const CheckSpec& spec = grant::spec(row.id);
    out.begin_object()
        .member("id", spec.code)
        .member("status", grant::to_string(row.status))
        .member("reason", row.reason)
        .member("detail", row.detail)
        .member("found", row.found)
        .member("expected", row.expected);
    if (judgement.explain) {
      out.member("claim", spec.claim).member("rule", spec.rule).member("purpose", spec.purpose);
    }
    out.end_object();
  }
  out.end_array().key("notes").begin_array();
  for (const std::string& note : judgement.notes)
    out.value(note);
  out.end_array().end_object();
  return out.text() + "\n";
}

std::string inspect_text(const grant::Inspection& inspection, const Style& style) {
  std::string out;
  const auto part = [&](const char* name, const std::optional<json::Value>& value) {
    out += style.bold(name) + "\n";
    out += (value ? json::write(*value, json::Style::pretty) : "(unreadable)") + "\n\n";
  };
  part("header", inspection.header);
  part("payload", inspection.payload);
  if (!inspection.times.empty()) {
    std::vector<Pair> lines;
    for (const auto& time : inspection.times)
      lines.push_back({std::string(time.claim), time.shown});
    out += style.bold("times") + "\n" + two_columns(lines) + "\n";
  }
  if (!inspection.oddities.empty()) {
    std::vector<Pair> lines;
    for (const auto& odd : inspection.oddities)
      lines.push_back({std::string(odd.code), shown(odd.detail)});
    out += style.bold("oddities") + "\n" + two_columns(lines) + "\n";
  }
  return out + style.red("Not verified") + ": the signature (" +
         text::count_of(inspection.signature_bytes, "byte", "bytes") + ") was not checked.\n";
}

std::string inspect_json(const grant::Inspection& inspection) {
  json::Writer out(json::Style::pretty);
  out.begin_object()
      .member("schema_version", "1.0")
      .member("verified", false)
      .member("token_bytes", inspection.bytes)
      .member("signature_bytes", inspection.signature_bytes);
  write_optional(out, "header", inspection.header);
  write_optional(out, "payload", inspection.payload);
  out.key("times").begin_object();
  for (const auto& time : inspection.times)
    out.member(time.claim, time.shown);
  out.end_object().key("oddities").begin_array();
  for (const auto& odd : inspection.oddities) {
    out.begin_object().member("code", odd.code).member("detail", odd.detail).end_object();
  }
  out.end_array().end_object();
  return out.text() + "\n";
}

}  // namespace mage_lineage::output
