#include <mage_lineage/openlineage/run_cycle.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mage_lineage::openlineage;

namespace {

std::string run(char digit) {
  return "00000000-0000-0000-0000-00000000000" + std::string(1, digit);
}

struct Step {
  const char* type;
  char run_digit;
  char parent_digit = 0;
};

/// `LINE: what was found`, the immediate ones first.
std::vector<std::string> told(const std::vector<Step>& steps) {
  RunCycle cycle;
  std::vector<std::string> out;
  std::size_t line = 0;
  for (const Step& step : steps) {
    Judgement event;
    event.event_class = EventClass::run;
    event.event_type = step.type;
    event.run_id = run(step.run_digit);
    if (step.parent_digit != 0) event.parent_run_id = run(step.parent_digit);
    Problems now;
    cycle.add(event, {0, ++line}, now);
    for (const Problem& problem : now)
      out.push_back(std::to_string(line) + ": " + problem.found);
  }
  for (const PlacedProblem& placed : cycle.finish()) {
    CHECK(placed.problem.severity == Severity::lint);
    out.push_back(std::to_string(placed.place.line) + ": " + placed.problem.found);
  }
  return out;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("RunCycle") {
  SUBCASE("whole cycles, in any order, with more events between, are silent") {
    CHECK(told({{"START", '1'}, {"RUNNING", '1'}, {"OTHER", '1'}, {"COMPLETE", '1'}}).empty());
    CHECK(told({{"FAIL", '1'}, {"OTHER", '2'}, {"START", '1'}}).empty());
  }
  SUBCASE("a single event is no cycle") {
    CHECK(told({{"START", '1', '9'}}).empty());
  }
  SUBCASE("what is missing is told at the run's first event") {
    CHECK(told({{"START", '1'}, {"RUNNING", '1'}, {"COMPLETE", '2'}}) ==
          Told{"1: START without an end", "3: an end without START"});
  }
  SUBCASE("a second end is told where it stands") {
    CHECK(told({{"START", '1'}, {"COMPLETE", '1'}, {"FAIL", '1'}}) ==
          Told{"3: a second end of the run: FAIL"});
  }
  SUBCASE("a parent has to be among the events, before or after") {
    CHECK(told({{"OTHER", '2', '1'}, {"OTHER", '1'}}).empty());
    CHECK(told({{"OTHER", '2', '3'}, {"OTHER", '1'}}) ==
          Told{"1: a parent that no event here tells of"});
  }
}
