#include "output/receipt_view.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>

#include <algorithm>
#include <string>

namespace mage_lineage::output {
namespace {

using delivery::Fate;
using delivery::Receipt;

/// A fate's name as people write it.
std::string words(Fate fate) {
  std::string name = delivery::to_string(fate);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

std::uint64_t FateCounts::total() const {
  std::uint64_t sum = 0;
  for (const auto n : counts_)
    sum += n;
  return sum;
}

std::string fates_text(const FateCounts& counts) {
  std::string out = text::count_of(counts.total(), "event", "events");
  const char* separator = ": ";
  for (const auto fate : {Fate::delivered, Fate::rejected, Fate::unknown, Fate::not_sent}) {
    if (counts.of(fate) == 0) continue;
    out += separator + std::to_string(counts.of(fate)) + " " + words(fate);
    separator = ", ";
  }
  return out;
}

void write_receipt(json::Writer& out, const Receipt& receipt) {
  out.member("fate", delivery::to_string(receipt.fate));
  if (!receipt.event.id.empty()) out.member("id", receipt.event.id);
  if (receipt.status != 0) out.member("status", receipt.status);
  out.member("attempts", receipt.attempts);
  out.member("milliseconds", static_cast<std::int64_t>(receipt.took.count()));
  if (receipt.counts) {
    out.member("nodes", receipt.counts->nodes).member("edges", receipt.counts->edges);
  }
  if (!receipt.message.empty()) out.member("message", receipt.message);
  if (!receipt.hint.empty()) out.member("hint", receipt.hint);
}

std::string receipt_line(std::size_t line, const Receipt& receipt) {
  json::Writer out(json::Style::compact);
  out.begin_object().member("line", line);
  write_receipt(out, receipt);
  return out.end_object().text() + "\n";
}

std::string receipt_text(const Receipt& receipt, const Style& style) {
  const bool good = receipt.fate == Fate::delivered;
  std::string out = good ? style.green(words(receipt.fate)) : style.red(words(receipt.fate));
  if (good) {
    out += ": the server answered " + std::to_string(receipt.status) + " in " +
           (receipt.took.count() == 0 ? "less than 1ms" : format_duration(receipt.took));
    if (receipt.counts) {
      out += ", " +
             text::count_of(static_cast<std::size_t>(receipt.counts->nodes), "node", "nodes") +
             " and " +
             text::count_of(static_cast<std::size_t>(receipt.counts->edges), "edge", "edges") +
             " upserted";
    }
  }
  if (!receipt.message.empty()) out += ": " + receipt.message;
  return out;
}

std::string run_receipt_json(const std::string& run_id, const Receipt& receipt) {
  json::Writer out(json::Style::pretty);
  out.begin_object().member("schema_version", "1.0").member("run_id", run_id);
  write_receipt(out, receipt);
  return out.end_object().text() + "\n";
}

Error receipt_error(const Receipt& receipt) {
  return {
      ErrorCode::network, receipt_text(receipt, {}), {}, text::escape_untrusted(receipt.hint), {}};
}

std::string portal_graph_text(const std::string& url) {
  return "Portal shows its graph at " + text::escape_untrusted(url);
}

}  // namespace mage_lineage::output
