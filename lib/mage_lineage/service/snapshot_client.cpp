#include <mage_lineage/service/snapshot_client.hpp>

#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/service/refusal.hpp>
#include <mage_lineage/service/routes.hpp>

#include <algorithm>
#include <utility>

namespace mage_lineage::service {
namespace {

using std::chrono::milliseconds;

Failure odd_answer(std::string what) {
  return fail(ErrorCode::rejected, "the service's answer " + std::move(what),
              "check that --url is the address of a snapshot service");
}

Failure odd_answer(const Error& error) {
  auto failure = odd_answer("is not what the API says: " + error.message);
  // A pointer to a member that came twice holds whatever its name is.
  constexpr auto kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/:";
  if (error.position.find_first_not_of(kPlain) == std::string::npos) {
    failure.value().position = error.position.substr(0, 200);
  }
  return failure;
}

bool is_json(const sys::HttpResponse& response) {
  const auto* type = response.header("content-type");
  if (type == nullptr) return false;
  return text::iequals(text::trim(std::string_view(*type).substr(0, type->find(';'))),
                       "application/json");
}

Result<json::Value> parse_answer(const std::string& body, const std::string& snapshot_id) {
  auto document = json::parse(body, {.max_bytes = kMostAnswerBytes});
  if (!document) return odd_answer(document.error());
  const auto* id = document->find("snapshot_id");
  if (id == nullptr || id->as_string() == nullptr) return odd_answer("names no snapshot");
  if (*id->as_string() != snapshot_id) return odd_answer("is about another snapshot");
  return document;
}

std::optional<std::size_t> count_of(const json::Value& document, std::string_view key) {
  const auto* member = document.find(key);
  const auto number = member == nullptr ? std::nullopt : member->as_int64();
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

/// Fails when a listing from `cursor` on, which the service says is at its end, lacks owners.
Result<> check_end(const FetchedPage& listing, std::size_t cursor) {
  if (cursor >= listing.total || listing.owners.size() == listing.total - cursor) return {};
  return odd_answer("ends after " + std::to_string(cursor + listing.owners.size()) + " of " +
                    text::count_of(listing.total, "owner", "owners"));
}

Result<FetchedPage> read_page(const json::Value& document, std::size_t cursor) {
  FetchedPage page;
  auto owners = snapshot::read_owners(document);
  if (!owners) return odd_answer(owners.error());
  page.owners = *std::move(owners);
  const auto total = count_of(document, "total");
  if (!total || *total > kMostOwners) return odd_answer("has no usable \"total\"");
  page.total = *total;
  const auto* next = document.find("next_cursor");
  if (next == nullptr) return odd_answer("has no \"next_cursor\"");
  if (next->is(json::Kind::null)) {
    if (auto whole = check_end(page, cursor); !whole) return fail(std::move(whole).error());
    return page;
  }
  page.next_cursor = count_of(document, "next_cursor");
  // A service that went in circles would be asked for ever.
  if (!page.next_cursor || *page.next_cursor <= cursor || *page.next_cursor >= page.total ||
      page.owners.empty()) {
    return odd_answer("has a \"next_cursor\" that leads nowhere");
  }
  return page;
}

const std::string* text_of(const json::Value& entry, std::string_view key) {
  const auto* member = entry.find(key);
  return member == nullptr ? nullptr : member->as_string();
}

Result<snapshot::ContentAnswer> read_answer(const json::Value& entry,
                                            const snapshot::ContentRequest& request) {
  snapshot::ContentAnswer answer;
  const auto* key = text_of(entry, "owner_key");
  if (key == nullptr || *key != request.owner_key) {
    return odd_answer("is not in the order of the request");
  }
  answer.owner_key = *key;
  const auto* status = text_of(entry, "status");
  const auto known = status == nullptr ? std::nullopt : snapshot::content_status(*status);
  if (!known) return odd_answer("has a status that this program does not know");
  answer.status = *known;
  if (answer.status != snapshot::ContentStatus::ok) return answer;
  const auto* content = text_of(entry, "content");
  const auto* hash = text_of(entry, "content_hash");
  if (content == nullptr || hash == nullptr)
    return odd_answer("has no content, or none with a hash");
  const auto* encoding = text_of(entry, "encoding");
  answer.lossy = encoding != nullptr && *encoding == "utf-8-lossy";
  answer.content = *content;
  answer.content_hash = *hash;
  // The hash is of the bytes before they became UTF-8, so that lossy text cannot be checked.
  const bool as_told = answer.lossy || tagged_sha256(answer.content) == *hash;
  if (!as_told || (!request.content_hash.empty() && *hash != request.content_hash)) {
    return odd_answer("has content that does not fit its hash");
  }
  return answer;
}

std::string contents_request(const std::vector<snapshot::ContentRequest>& wanted) {
  json::Writer out(json::Style::compact);
  out.begin_object().key("owners").begin_array();
  for (const auto& request : wanted) {
    out.begin_object().member("owner_key", request.owner_key);
    if (!request.content_hash.empty()) out.member("content_hash", request.content_hash);
    out.end_object();
  }
  return out.end_array().end_object().text();
}

std::string path_below(const std::string& snapshot_id, std::string_view rest) {
  return std::string(route_template(Route::create)) + "/" + snapshot_id + std::string(rest);
}

sys::HttpRequest request_for(std::string method, std::string target) {
  sys::HttpRequest request;
  request.method = std::move(method);
  request.url = std::move(target);
  return request;
}

}  // namespace

SnapshotClient::SnapshotClient(ClientOptions options, const Secret& grant, sys::HttpClient& http,
                               const sys::Clock& clock)
    : options_(std::move(options)),
      authorization_("Bearer " + std::string(grant.reveal())),
      http_(http),
      clock_(clock),
      until_(clock.steady() + options_.max_time) {
  cleaner_.hide(grant);
}

Result<FetchedManifest> SnapshotClient::create() {
  auto body = exchange(request_for("POST", std::string(route_template(Route::create))), 201);
  if (!body) return fail(std::move(body).error());
  auto loaded = snapshot::read_manifest(*body);
  if (!loaded) return odd_answer(loaded.error());
  if (!loaded->hash_matches()) return odd_answer("is a manifest that does not fit its hash");
  return FetchedManifest{*std::move(body), *std::move(loaded)};
}

Result<FetchedPage> SnapshotClient::owners(const std::string& snapshot_id, std::size_t cursor,
                                           std::size_t limit) {
  auto body = exchange(
      request_for("GET", path_below(snapshot_id, "/owners?cursor=" + std::to_string(cursor) +
                                                     "&limit=" + std::to_string(limit))),
      200);
  if (!body) return fail(std::move(body).error());
  const auto document = parse_answer(*body, snapshot_id);
  if (!document) return fail(document.error());
  return read_page(*document, cursor);
}

Result<FetchedPage> SnapshotClient::all_owners(const std::string& snapshot_id, std::size_t cursor,
                                               std::size_t limit) {
  FetchedPage all;
  for (std::optional<std::size_t> next = cursor; next;) {
    auto page = owners(snapshot_id, *next, limit);
    if (!page) return fail(std::move(page).error());
    all.owners.insert(all.owners.end(), std::make_move_iterator(page->owners.begin()),
                      std::make_move_iterator(page->owners.end()));
    all.total = page->total;
    if (all.owners.size() > all.total) return odd_answer("has more owners than its \"total\"");
    next = page->next_cursor;
  }
  if (auto whole = check_end(all, cursor); !whole) return fail(std::move(whole).error());
  return all;
}

Result<std::vector<snapshot::ContentAnswer>> SnapshotClient::contents(
    const std::string& snapshot_id, const std::vector<snapshot::ContentRequest>& wanted) {
  auto request = request_for("POST", path_below(snapshot_id, "/contents"));
  request.body = contents_request(wanted);
  const auto body = exchange(std::move(request), 200);
  if (!body) return fail(body.error());
  const auto document = parse_answer(*body, snapshot_id);
  if (!document) return fail(document.error());
  const auto* entries = document->find("contents");
  if (entries == nullptr || entries->items.size() != wanted.size()) {
    return odd_answer("does not have one content for each owner");
  }
  std::vector<snapshot::ContentAnswer> answers;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto answer = read_answer(entries->items[i], wanted[i]);
    if (!answer) return fail(std::move(answer).error());
    answers.push_back(*std::move(answer));
  }
  return answers;
}

Result<std::string> SnapshotClient::exchange(sys::HttpRequest request, int expected) {
  const auto left = std::chrono::floor<milliseconds>(until_ - clock_.steady());
  if (left.count() <= 0) {
    return fail(ErrorCode::timeout, "the time for all requests is over",
                "give more with --max-time");
  }
  const auto method = request.method;
  const auto target = std::exchange(request.url, {});
  const auto url = join_url(options_.base, target);
  if (!url) return fail(url.error());
  request.url = url->text();
  request.headers = {{"Accept", "application/json"},
                     {"User-Agent", "mage-lineage/" MAGE_LINEAGE_VERSION}};
  if (method == "POST") request.headers.emplace_back("Content-Type", "application/json");
  request.secret_headers.emplace_back("Authorization", authorization_);
  request.timeout = left;
  request.max_response_bytes = kMostAnswerBytes;
  http_.submit(1, std::move(request));
  auto outcome = wait_for_it();
  if (!outcome.response) {
    return fail(outcome.failure.timed_out ? ErrorCode::timeout : ErrorCode::network,
                outcome.failure.message,
                outcome.failure.certificate
                    ? "give the certificate of the service's authority with --cacert"
                    : "check that the service runs: its address is the first that "
                      "\"mage-lineage serve\" prints");
  }
  if (options_.told) {
    options_.told(
        {method, target, outcome.response->status, outcome.response->body.size(), outcome.took});
  }
  return body_of(*std::move(outcome.response), expected);
}

sys::HttpOutcome SnapshotClient::wait_for_it() {
  constexpr milliseconds kLater{1000};  // the client ends it in time by itself
  const auto patience = std::chrono::ceil<milliseconds>(until_ - clock_.steady()) + kLater;
  auto outcomes = http_.wait(patience);
  if (!outcomes.empty()) return std::move(outcomes.front());
  sys::HttpOutcome none;
  none.failure.timed_out = true;
  none.failure.message = "no answer from " + options_.base.origin();
  return none;
}

Result<std::string> SnapshotClient::body_of(sys::HttpResponse response, int expected) const {
  if (response.status != expected) {
    return fail(explain_refusal(response, options_.base, cleaner_, clock_.now()));
  }
  if (!is_json(response)) return odd_answer("is no JSON: its Content-Type says otherwise");
  if (response.whole) return std::move(response.body);
  if (response.body.size() >= kMostAnswerBytes) {
    return odd_answer("is larger than " + std::to_string(kMostAnswerBytes) + " bytes");
  }
  return fail(ErrorCode::network,
              "the service's answer broke off after " +
                  text::count_of(response.body.size(), "byte", "bytes"),
              "try again; a proxy in between may bound answers in size or time");
}

}  // namespace mage_lineage::service
