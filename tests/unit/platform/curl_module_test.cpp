#include <mage_lineage/platform/curl_client.hpp>
#include <mage_lineage/platform/curl_transfer.hpp>
#include <mage_lineage/platform/module.hpp>

#include <doctest/doctest.h>

#include <chrono>

using namespace mage_lineage;
using std::chrono::milliseconds;

TEST_CASE("CurlClient: a request that libcurl does not take ends as a failure") {
  const auto address = platform::open_module("mage-lineage-curl", platform::kCurlApiSymbol,
                                             platform::kCurlApiLayout);
  REQUIRE(address.has_value());
  auto curl = *static_cast<const platform::CurlApi*>(*address);
  const auto check = [](const sys::HttpOutcome& outcome) {
    CHECK_FALSE(outcome.response.has_value());
    CHECK(outcome.failure.stage == sys::HttpStage::connect);
    CHECK(outcome.failure.message == "cannot begin a request to 127.0.0.1:9: not enough memory");
    CHECK(outcome.sent_body == "{\"a\":1}");
  };
  sys::HttpRequest request;
  request.url = "http://127.0.0.1:9/";
  request.body = "{\"a\":1}";
  request.headers = {{"X-A", "b"}};
  SUBCASE("without a handle") {
    curl.easy_init = [] { return static_cast<CURL*>(nullptr); };
  }
  SUBCASE("without room among the others") {
    curl.multi_add_handle = [](CURLM*, CURL*) { return CURLM_OUT_OF_MEMORY; };
  }
  SUBCASE("without room for its headers, which may say who it is from") {
    curl.slist_append = [](curl_slist*, const char*) { return static_cast<curl_slist*>(nullptr); };
  }
  const auto http = platform::make_curl_client(curl, {}, 2);
  for (const std::uint64_t id : {1U, 2U, 3U})
    http->submit(id, request);
  const auto ended = http->wait(milliseconds(20'000));
  REQUIRE(ended.size() == 3);
  for (const auto& outcome : ended)
    check(outcome);
  http->submit(4, request);
  CHECK(http->wait(milliseconds(20'000)).size() == 1);
}

TEST_CASE("open_module: a table of another layout belongs to another version") {
  const auto opened = platform::open_module("mage-lineage-curl", platform::kCurlApiSymbol,
                                            platform::kCurlApiLayout + 1);
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().code == ErrorCode::unsupported);
}
