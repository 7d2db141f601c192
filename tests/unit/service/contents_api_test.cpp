#include <mage_lineage/service/contents_api.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage::service;

namespace {

std::string owners(std::size_t count) {
  std::string body = R"({"owners":[)";
  for (std::size_t i = 0; i < count; ++i)
    body +=
        (i == 0 ? R"({"owner_key":"own_)" : R"(,{"owner_key":"own_)") + std::to_string(i) + "\"}";
  return body + "]}";
}

}  // namespace

TEST_CASE("parse_contents_request") {
  SUBCASE("takes keys with and without hashes, and whole descriptors") {
    const auto requests = parse_contents_request(
        R"({"owners":[{"owner_key":"a"},{"owner_key":"b","content_hash":"sha256:1","path":"x",
            "used_by":["p"],"identity":{"uuid":"u"}}],"more":true})");
    REQUIRE(requests.has_value());
    REQUIRE(requests->size() == 2);
    CHECK(requests->at(0).owner_key == "a");
    CHECK(requests->at(0).content_hash.empty());
    CHECK(requests->at(1).content_hash == "sha256:1");
  }
  SUBCASE("takes a hundred owners and no more") {
    CHECK(parse_contents_request(owners(100)).has_value());
    CHECK_FALSE(parse_contents_request(owners(101)).has_value());
  }
  SUBCASE("refuses what is no request") {
    for (const auto* body :
         {"", "{", "[]", "null", "{}", R"({"owners":null})", R"({"owners":{}})", R"({"owners":[]})",
          R"({"owners":["a"]})", R"({"owners":[{}]})", R"({"owners":[{"owner_key":1}]})",
          R"({"owners":[{"owner_key":"a","content_hash":null}]})",
          R"({"owners":[{"owner_key":"a","content_hash":""}]})",
          R"({"owners":[{"owner_key":"a"},{"owner_key":"a"}]})",
          R"({"owners":[{"owner_key":"a","owner_key":"b"}]})",
          R"({"owners":[{"owner_key":"a"}]} x)"}) {
      CAPTURE(body);
      CHECK_FALSE(parse_contents_request(body).has_value());
    }
  }
  SUBCASE("refuses depth and size beyond its bounds") {
    CHECK_FALSE(parse_contents_request(R"({"owners":[{"owner_key":"a","x":)" +
                                       std::string(50, '[') + std::string(50, ']') + "}]}")
                    .has_value());
    CHECK_FALSE(parse_contents_request(R"({"owners":[{"owner_key":")" +
                                       std::string(kMostContentsBody, 'a') + "\"}]}")
                    .has_value());
  }
}
