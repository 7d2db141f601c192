#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/redact/rule_id.hpp>
#include <mage_lineage/redact/rules.hpp>

#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace mage_lineage;

TEST_CASE("rules") {
  const redact::Redactor redactor;
  SUBCASE("have an id each, in the order of RuleId") {
    CHECK(redact::rules().size() == static_cast<std::size_t>(redact::RuleId::count_));
    std::set<std::string_view> ids;
    for (const auto& rule : redact::rules()) {
      CHECK(ids.insert(rule.id).second);
      CHECK(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos);
      CHECK(!rule.description.empty());
      CHECK(!rule.why.empty());
    }
    CHECK(ids.count("sql-password") == 1);
  }
  SUBCASE("find what their examples show, and nothing beside it") {
    for (const auto& rule : redact::rules()) {
      for (const auto example : rule.finds) {
        CAPTURE(example);
        const auto redaction = redactor.redact(example);
        REQUIRE(redaction.marks.size() == 1);
        CHECK(redaction.marks[0].rule == rule.id);
        CHECK(redaction.text.find("[REDACTED:" + std::string(rule.id) + "]") != std::string::npos);
      }
    }
  }
  SUBCASE("leave their look-alikes") {
    for (const auto& rule : redact::rules()) {
      for (const auto example : rule.leaves) {
        CAPTURE(example);
        CHECK(redactor.redact(example).text == example);
      }
    }
  }
  SUBCASE("leave what is missed by choice, which has a reason each") {
    for (const auto& miss : redact::missed_by_choice()) {
      CAPTURE(miss.text);
      CHECK(redactor.redact(miss.text).text == miss.text);
      CHECK(!miss.reason.empty());
    }
  }
}
