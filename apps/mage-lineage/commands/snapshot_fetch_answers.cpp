#include "commands/snapshot_fetch_answers.hpp"

#include <mage_lineage/core/text.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/snapshot/paging.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "output/snapshot_contents_view.hpp"
#include "output/snapshot_show_view.hpp"

namespace mage_lineage::commands {

using cli::Context;
using cli::ExitCode;

namespace {

snapshot::OwnersPage whole_page(const service::FetchedPage& fetched) {
  snapshot::OwnersPage page;
  for (const auto& owner : fetched.owners)
    page.owners.push_back(&owner);
  page.next_cursor = fetched.next_cursor;
  page.total = fetched.total;
  return page;
}

/// What a filter leaves of all owners, from `cursor` on; with a limit the page that "snapshot show"
/// would cut of it.
snapshot::OwnersPage filtered_page(const std::vector<snapshot::Owner>& owners,
                                   const FetchWish& wish, std::size_t cursor,
                                   std::optional<std::size_t> limit) {
  const auto wanted = [&wish](const snapshot::Owner& owner) {
    return is_wanted(owner, wish.types, wish.choice.globs);
  };
  if (limit) return snapshot::page_of(owners, cursor, *limit, wanted);
  snapshot::OwnersPage page;
  for (const auto& owner : owners) {
    if (wanted(owner) && page.total++ >= cursor) page.owners.push_back(&owner);
  }
  return page;
}

/// The next owners to ask for: as many as one request takes, and no more content than one answer
/// should hold.
std::vector<snapshot::ContentRequest> next_batch(
    const std::vector<std::string>& keys, std::size_t begin,
    const std::unordered_map<std::string_view, const snapshot::Owner*>& by_key) {
  constexpr std::uint64_t kMostContent = std::uint64_t{16} << 20U;
  std::vector<snapshot::ContentRequest> batch;
  std::uint64_t bytes = 0;
  for (auto i = begin; i < keys.size() && batch.size() < snapshot::kMostContents; ++i) {
    const auto at = by_key.find(keys[i]);
    const auto more = at == by_key.end() ? 0 : std::min(at->second->content_bytes, kMostContent);
    if (!batch.empty() && bytes + more > kMostContent) break;
    bytes += more;
    batch.push_back({keys[i], at == by_key.end() ? std::string() : at->second->content_hash});
  }
  return batch;
}

}  // namespace

Result<ExitCode> show_manifest(const FetchWish& wish, const std::optional<Scope>& scope,
                               service::SnapshotClient& client, Context& context) {
  const auto fetched = client.create();
  if (!fetched) return fail(fetched.error());
  const auto& manifest = fetched->loaded.manifest;
  if (scope && manifest.scope != *scope) {
    return fail(ErrorCode::rejected, "the service answered with a manifest of another scope");
  }
  if (wish.output == "-") {
    // Laid out for a terminal, controls that would move it are escaped.
    context.terminal.out(context.terminal.out_is_terminal() ? output::manifest_json(fetched->loaded)
                                                            : fetched->text);
  } else {
    constexpr std::uint32_t kMode = 0600;
    if (auto wrote = context.world.files.write(wish.output, fetched->text, kMode); !wrote) {
      return fail(std::move(wrote).error());
    }
    context.terminal.out(wish.json ? output::manifest_json(fetched->loaded)
                                   : output::manifest_text(manifest, context.terminal.out_style()));
  }
  context.terminal.note("snapshot " + text::escape_untrusted(manifest.snapshot_id, 130) +
                        " can be read until " + format_rfc3339(manifest.expires_at));
  return ExitCode::yes;
}

Result<ExitCode> show_owners(const FetchWish& wish, service::SnapshotClient& client,
                             Context& context) {
  const bool one_page = (wish.cursor || wish.limit) && !wish.choice.all;
  const auto cursor = wish.cursor.value_or(0);
  const auto limit =
      wish.limit.value_or(one_page ? snapshot::kDefaultPage : snapshot::kLargestPage);
  const auto& id = *wish.snapshot_id;
  const bool filtered = !wish.types.empty() || !wish.choice.globs.empty();
  const auto fetched = filtered   ? client.all_owners(id, 0, snapshot::kLargestPage)
                       : one_page ? client.owners(id, cursor, limit)
                                  : client.all_owners(id, cursor, limit);
  if (!fetched) return fail(fetched.error());
  const auto cut = one_page ? std::optional<std::size_t>(limit) : std::nullopt;
  const auto page =
      filtered ? filtered_page(fetched->owners, wish, cursor, cut) : whole_page(*fetched);
  context.terminal.out(wish.json ? output::owners_json(id, page)
                                 : output::owners_text(page, context.terminal.out_style()));
  if (page.next_cursor && !wish.json) {
    context.terminal.note("more with --cursor " + std::to_string(*page.next_cursor));
  }
  return ExitCode::yes;
}

Result<ExitCode> show_contents(const FetchWish& wish, service::SnapshotClient& client,
                               Context& context) {
  const auto& id = *wish.snapshot_id;
  const auto fetched = client.all_owners(id, 0, snapshot::kLargestPage);
  if (!fetched) return fail(fetched.error());
  std::unordered_map<std::string_view, const snapshot::Owner*> by_key;
  for (const auto& owner : fetched->owners)
    by_key.emplace(owner.key, &owner);
  const auto keys = chosen_keys(wish.choice, fetched->owners);
  if (keys.empty()) return fail(ErrorCode::not_found, "no owner of the snapshot has such a path");

  output::ContentsView view(context.terminal, id, wish.json);
  std::optional<Error> broken;
  for (std::size_t done = 0; done < keys.size() && !broken;) {
    const auto batch = next_batch(keys, done, by_key);
    const auto answers = client.contents(id, batch);
    if (!answers) {
      broken = answers.error();
      break;
    }
    for (const auto& answer : *answers) {
      const auto at = by_key.find(answer.owner_key);
      view.add(answer, at == by_key.end() ? nullptr : at->second);
    }
    done += batch.size();
  }
  view.finish();
  if (broken) return fail(*std::move(broken));
  return view.all_ok() ? ExitCode::yes : ExitCode::no;
}

}  // namespace mage_lineage::commands
