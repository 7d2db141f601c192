// The client of the snapshot service under any answers: it ends, believes only what it can check,
// and what it tells is one line that moves no terminal. An input is lines: what is asked for
// (`create`, `owners`, `all`, `contents`), then answers, each a status, a content type and a
// Retry-After or Location, parted by tabs, and the body on the next line. `\x01` in a body stands
// for the grant.
#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/service/snapshot_client.hpp>
#include <support/fake_http.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

using namespace mage_lineage;
using test_support::FakeAnswer;

namespace {

constexpr std::string_view kGrant = "eyJhbGciOiJIUzI1NiJ9.e30.kV9rQ2-Lx7";
const std::string kId = "snap_a";

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}

std::string_view take_line(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  const auto line = rest.substr(0, end);
  rest.remove_prefix(std::min(rest.size(), end + 1));
  return line;
}

FakeAnswer next_answer(std::string_view& rest) {
  auto parts = text::split(take_line(rest), '\t');
  parts.resize(3);
  FakeAnswer answer;
  answer.status =
      static_cast<int>(std::clamp(text::parse_decimal(parts[0]).value_or(200), 100ULL, 999ULL));
  answer.headers = {{"content-type", std::string(parts[1])},
                    {"retry-after", std::string(parts[2])},
                    {"location", std::string(parts[2])}};
  for (const char c : take_line(rest)) {
    if (c == '\x01') {
      answer.body += kGrant;
    } else {
      answer.body += c;
    }
  }
  return answer;
}

void check_error(const Error& error) {
  require(error.code == ErrorCode::rejected || error.code == ErrorCode::network ||
              error.code == ErrorCode::timeout,
          "a service's fault is one of the service");
  for (const auto* told : {&error.message, &error.hint, &error.position}) {
    require(told->find(kGrant) == std::string::npos, "the grant is not shown");
    require(text::escape_untrusted(*told, told->size() + 1) == *told, "what is told moves nothing");
  }
}

void check_page(const Result<service::FetchedPage>& page) {
  if (!page) return check_error(page.error());
  require(page->owners.size() <= service::kMostOwners, "owners are bounded");
  require(!page->next_cursor || *page->next_cursor < page->total, "pages go forward");
}

void check_contents(const Result<std::vector<snapshot::ContentAnswer>>& answers) {
  if (!answers) return check_error(answers.error());
  require(answers->size() == 2, "there is one answer for each owner");
  for (const auto& answer : *answers) {
    if (answer.status != snapshot::ContentStatus::ok || answer.lossy) continue;
    require(tagged_sha256(answer.content) == answer.content_hash, "content fits its hash");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMostInput = 20'000;
  if (size > kMostInput) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto what = take_line(rest);
  test_support::FakeClock clock;
  test_support::FakeHttp http(clock,
                              [&rest](const sys::HttpRequest&) { return next_answer(rest); });
  service::SnapshotClient client(
      {parse_url("http://127.0.0.1:1/base").value(), std::chrono::seconds(30), nullptr},
      Secret(std::string(kGrant)), http, clock);
  if (what == "create") {
    const auto fetched = client.create();
    if (!fetched) {
      check_error(fetched.error());
    } else {
      require(fetched->loaded.hash_matches(), "a manifest fits its hash");
    }
  } else if (what == "owners") {
    check_page(client.owners(kId, 0, 2));
  } else if (what == "all") {
    check_page(client.all_owners(kId, 0, 2));
  } else if (what == "contents") {
    check_contents(client.contents(kId, {{"own_1", ""}, {"own_2", tagged_sha256("b")}}));
  }
  return 0;
}
