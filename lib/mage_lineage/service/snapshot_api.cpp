#include <mage_lineage/service/snapshot_api.hpp>

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/service/bounded_tree.hpp>
#include <mage_lineage/service/contents_api.hpp>
#include <mage_lineage/service/responses.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace mage_lineage::service {
namespace {

using sys::ServedRequest;
using sys::ServedResponse;

/// `{}` with white space around it, and room for somebody's habit of pretty printing.
constexpr std::size_t kMostCreateBody = 1024;

std::size_t most_body(Route route) {
  if (route == Route::create) return kMostCreateBody;
  return route == Route::contents ? kMostContentsBody : 0;
}

ServedResponse retry_later(std::string_view code, std::string_view message,
                           std::chrono::milliseconds after) {
  auto response = error_response(429, code, message);
  const auto seconds =
      std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(after).count());
  response.headers.emplace_back("Retry-After", std::to_string(seconds));
  return response;
}

/// What the head tells of a body that would not be taken.
std::optional<ServedResponse> refuse_body(const ServedRequest& request, Route route) {
  if (const auto* length = request.header("content-length")) {
    const auto bytes = text::parse_decimal(*length);
    if (!bytes || *bytes > most_body(route)) {
      return error_response(413, "too_large", "the body is too large");
    }
  }
  return most_body(route) > 0 ? refuse_media_type(request) : std::nullopt;
}

ServedResponse expired() {
  return error_response(410, "snapshot_expired", "the snapshot has expired: create a new one");
}

bool is_empty_object(std::string_view body) {
  const auto document = json::parse(body);
  return document && document->is(json::Kind::object) && document->members.empty();
}

}  // namespace

/// What is known of a request between its head and its answer.
struct SnapshotApi::Exchange {
  Timestamp began;
  Route route = Route::none;
  std::string snapshot_id;
  Authorization authorization;
  const ServedProject* project = nullptr;
  std::unique_ptr<sys::Tree> tree;                 ///< for create and contents
  std::shared_ptr<const StoredSnapshot> snapshot;  ///< for owners and contents
};

SnapshotApi::SnapshotApi(SnapshotApiOptions options, World world)
    : options_(std::move(options)), world_(std::move(world)), store_(options_.store) {}

sys::HeadVerdict SnapshotApi::judge_head(ServedRequest& request) {
  auto exchange = std::make_shared<Exchange>();
  exchange->began = world_.clock.now();
  request.context = exchange;
  if (auto refused = judge(request, *exchange)) return {std::move(refused), 0};
  return {std::nullopt, most_body(exchange->route)};
}

std::optional<ServedResponse> SnapshotApi::judge(const ServedRequest& request, Exchange& exchange) {
  const auto match = match_route(request.method, path_of(request));
  if (match.route == Route::none || match.route == Route::metrics) {
    return error_response(404, "not_found", "there is no such path here");
  }
  exchange.route = match.route;
  if (match.route != Route::health && is_from_browser(request)) {
    return error_response(403, "browser_refused",
                          "this API is for services: browser sessions cannot call it");
  }
  if (!match.method_allowed) return method_not_allowed(match.allow);
  if (match.route == Route::health) return healthy();
  exchange.snapshot_id = match.snapshot_id;
  exchange.authorization =
      authorize(request, match, *world_.keyring.keys(), options_.policy, exchange.began);
  if (exchange.authorization.refusal) return std::move(exchange.authorization.refusal);
  if (auto refused = judge_project(exchange)) return refused;
  if (exchange.route != Route::create) {
    if (auto refused = find_snapshot(exchange)) return refused;
  }
  return refuse_body(request, exchange.route);
}

std::optional<ServedResponse> SnapshotApi::judge_project(Exchange& exchange) {
  auto& authorization = exchange.authorization;
  exchange.project = find_served(options_.projects, authorization.scope);
  if (exchange.project == nullptr) {
    authorization.reason = grant::spec(grant::CheckId::scope).code;
    return insufficient_scope("the grant's scope is not served here");
  }
  if (exchange.route == Route::owners) return std::nullopt;
  auto opened = open_served(world_.files, *exchange.project, options_.settings);
  if (opened.closed) return error_response(403, "lineage_not_enabled", *opened.closed);
  exchange.tree = std::move(opened.tree);
  return std::nullopt;
}

std::optional<ServedResponse> SnapshotApi::find_snapshot(Exchange& exchange) {
  auto found = store_.find(exchange.snapshot_id, exchange.authorization.scope, exchange.began);
  switch (found.presence) {
    case SnapshotStore::Presence::unknown:
      return error_response(404, "snapshot_not_found", "there is no such snapshot: create one");
    case SnapshotStore::Presence::expired:
      return expired();
    case SnapshotStore::Presence::live:
      exchange.snapshot = std::move(found.snapshot);
  }
  return std::nullopt;
}

sys::Handling SnapshotApi::handle(ServedRequest& request) {
  const auto exchange = std::static_pointer_cast<Exchange>(request.context);
  if (exchange->route == Route::create) return create(request, exchange);
  if (exchange->route == Route::owners) return owners(request, *exchange);
  return contents(request, *exchange);
}

sys::Handling SnapshotApi::create(const ServedRequest& request,
                                  const std::shared_ptr<Exchange>& exchange) {
  if (!text::trim(request.body).empty() && !is_empty_object(request.body)) {
    return error_response(400, "malformed", "the body is empty or {}");
  }
  auto place = store_.reserve(world_.clock.now());
  if (!place) return too_many_snapshots();
  // Counted until this is destroyed: by an exception as well.
  std::shared_ptr<void> slot(nullptr, [this](void*) { --builds_; });
  if (++builds_ > options_.builds) {
    return retry_later("too_many_builds", "too many snapshots are being built",
                       std::chrono::seconds(1));
  }
  return sys::Handling(
      [this, exchange, place = std::move(place), slot = std::move(slot)]() mutable {
        auto answer = build(*exchange);
        place.reset();  // both are free before the client has its answer
        slot.reset();
        return answer;
      });
}

ServedResponse SnapshotApi::build(Exchange& exchange) {
  const auto started = world_.clock.steady();
  BoundedTree tree(std::move(exchange.tree), world_.clock, options_.build_time);
  std::array<std::uint8_t, 16> random{};
  world_.random.fill(random.data(), random.size());
  snapshot::BuildRequest request;
  request.root = exchange.project->root;
  request.customer_cluster_uuid = exchange.project->scope.customer_cluster_uuid;
  request.workspace_uuid = exchange.project->scope.workspace_uuid;
  request.snapshot_id = snapshot::make_snapshot_id(random);
  request.created_at = world_.clock.now();
  request.ttl = options_.policy.snapshot_ttl;
  request.limits = options_.limits;
  request.threads = 1;  // several builds run at once
  auto built = snapshot::build(tree, request, redactor_);
  const auto took = world_.clock.steady() - started;
  if (!built || tree.timed_out()) {
    world_.metrics.failed_build(took);
    return error_response(503, tree.timed_out() ? "build_timeout" : "build_failed",
                          "the project could not be read");
  }
  world_.metrics.built(took, built->redactions_by_rule);
  return keep(*std::move(built), exchange);
}

ServedResponse SnapshotApi::keep(snapshot::Built built, Exchange& exchange) {
  if (built.manifest.scope != exchange.authorization.scope) {
    return error_response(403, "lineage_not_enabled",
                          "the project has another project_uuid than when the service started");
  }
  exchange.snapshot_id = built.manifest.snapshot_id;
  auto stored = std::make_shared<const StoredSnapshot>(std::move(built.manifest));
  if (!store_.add(std::move(stored), world_.clock.now())) return too_many_snapshots();
  return json_response(201, std::move(built.text));
}

ServedResponse SnapshotApi::too_many_snapshots() {
  const auto after = store_.until_next_expiry(world_.clock.now());
  return retry_later("too_many_snapshots", "too many snapshots are live: wait until some expire",
                     after.value_or(std::chrono::seconds(1)));
}

ServedResponse SnapshotApi::owners(const ServedRequest& request, const Exchange& exchange) {
  const auto query = parse_page_query(query_of(request));
  if (!query) return error_response(400, "invalid_query", query.error().message);
  return json_response(200, exchange.snapshot->page(query->cursor, query->limit));
}

ServedResponse SnapshotApi::contents(const ServedRequest& request, Exchange& exchange) {
  // The body may have come slowly.
  if (world_.clock.now() >= exchange.snapshot->expires_at()) return expired();
  const auto wanted = parse_contents_request(request.body);
  if (!wanted) return error_response(400, "malformed", wanted.error().message);
  std::vector<snapshot::ContentAnswer> answers;
  answers.reserve(wanted->size());
  for (const auto& one : *wanted) {
    answers.push_back(snapshot::read_content(*exchange.tree, exchange.snapshot->owners(), one,
                                             options_.limits.file_bytes, redactor_));
    world_.metrics.read_content(answers.back().status);
  }
  return json_response(200, contents_body(exchange.snapshot_id, answers));
}

void SnapshotApi::answered(const ServedRequest& request, const sys::Answered& how) {
  const auto exchange = std::static_pointer_cast<Exchange>(request.context);
  const auto route = exchange ? exchange->route : Route::none;
  world_.metrics.answered(route, request.method, how.status, how.took);
  if (exchange && !exchange->authorization.reason.empty()) {
    world_.metrics.rejected_grant(exchange->authorization.reason);
  }
  if (!world_.log) return;
  AccessRecord record;
  record.time = world_.clock.now();
  record.method = request.method;
  record.route = route_template(route);
  record.status = how.status;
  record.took = how.took;
  record.bytes = how.body_bytes;
  if (exchange) {
    record.scope = exchange->authorization.scope;
    record.subject = exchange->authorization.subject;
    record.snapshot_id = exchange->snapshot_id;
    record.reason = exchange->authorization.reason;
  }
  world_.log(record);
}

}  // namespace mage_lineage::service
