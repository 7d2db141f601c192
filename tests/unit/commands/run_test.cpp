#include <mage_lineage/formats/json.hpp>

#include <doctest/doctest.h>
#include <support/fake_app.hpp>

#include <csignal>
#include <string>
#include <vector>

using namespace mage_lineage;
using std::chrono::milliseconds;
using sys::ForegroundCommand;
using sys::HttpRequest;
using sys::HttpStage;
using sys::ProcessEnd;
using test_support::answered;
using test_support::failed;
using test_support::FakeApp;

namespace {

using Ends = Result<ProcessEnd>;

/// A command that takes some time, of which the caller makes use, and then ends.
test_support::FakeProcess::Program takes(FakeApp& app, milliseconds time, ProcessEnd end) {
  return [&app, time, end](const ForegroundCommand& command) -> Ends {
    const auto until = app.clock.steady() + time;
    while (app.clock.steady() < until) {
      const auto next = command.tick();
      app.clock.advance(std::min<std::chrono::nanoseconds>(next, until - app.clock.steady()));
    }
    return end;
  };
}

FakeApp backend() {
  FakeApp app;
  app.environment["OPENLINEAGE_URL"] = "https://lineage.example";
  return app;
}

/// What was sent as `eventType`s.
std::vector<std::string> states(const FakeApp& app) {
  std::vector<std::string> out;
  for (const auto& request : app.requests) {
    const auto event = json::parse(request.body);
    REQUIRE(event.has_value());
    out.push_back(event->find("eventType")->text);
  }
  return out;
}

std::string text_at(const std::string& body, const std::vector<std::string>& path) {
  const auto event = json::parse(body);
  REQUIRE(event.has_value());
  const json::Value* at = &*event;
  for (const auto& key : path) {
    at = at->find(key);
    REQUIRE(at != nullptr);
  }
  return at->text;
}

using States = std::vector<std::string>;

}  // namespace

TEST_CASE("run: the command's end is the program's") {
  struct Case {
    const char* says;
    Ends end;
    int status;
    std::string message;
  };
  const Case cases[] = {
      {"success", ProcessEnd{0, 0}, 0, ""},
      {"an exit status", ProcessEnd{3, 0}, 3, "the command ended with exit status 3"},
      {"a signal", ProcessEnd{137, 9}, 137, "the command was ended by signal 9"},
      {"not found", fail(ErrorCode::not_found, "cannot run \"x\""), 127,
       "the command could not be started"},
      {"not runnable", fail(ErrorCode::permission, "cannot run \"x\""), 126,
       "the command could not be started"},
      {"not seen", fail(ErrorCode::io, "the system does not tell"), 126,
       "the command could not be run, or its end is not known"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.says);
    FakeApp app = backend();
    app.process.program = [&c](const ForegroundCommand& command) -> Ends {
      command.tick();
      return c.end;
    };
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load", "--password=hunter2"}) == c.status);
    CHECK(app.out.empty());
    const bool good = c.message.empty();
    CHECK(states(app) == States{"START", good ? "COMPLETE" : "FAIL"});
    if (good) continue;
    CHECK(text_at(app.requests.back().body, {"run", "facets", "errorMessage", "message"}) ==
          c.message);
    CHECK(app.requests.back().body.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("run: what is told") {
  FakeApp app = backend();
  SUBCASE("is one run, with its datasets, from its start to its end") {
    app.process.program = takes(app, milliseconds(2000), {0, 0});
    CHECK(app.run({"run", "--job", "etl/orders", "--input", "postgres://db/shop.public.orders",
                   "--output", "s3://lake/orders", "--", "load"}) == 0);
    REQUIRE(states(app) == States{"START", "COMPLETE"});
    const auto id = text_at(app.requests[0].body, {"run", "runId"});
    CHECK(text_at(app.requests[1].body, {"run", "runId"}) == id);
    CHECK(app.requests[0].body.find(R"("namespace":"postgres://db:5432")") != std::string::npos);
    CHECK(text_at(app.requests[0].body, {"eventTime"}) == "2026-08-03T19:40:00.000Z");
    CHECK(text_at(app.requests[1].body, {"eventTime"}) == "2026-08-03T19:40:02.000Z");
  }
  SUBCASE("of a long run is RUNNING, at intervals") {
    app.process.program = takes(app, milliseconds(35'000), {0, 0});
    CHECK(app.run({"run", "--job", "etl/orders", "--interval", "10s", "--", "load"}) == 0);
    CHECK(states(app) == States{"START", "RUNNING", "RUNNING", "RUNNING", "COMPLETE"});
  }
  SUBCASE("is nothing where OPENLINEAGE_DISABLED says so") {
    app.environment["OPENLINEAGE_DISABLED"] = "true";
    app.process.program = takes(app, milliseconds(10), {5, 0});
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 5);
    CHECK(app.requests.empty());
    CHECK(app.err.empty());
  }
}

TEST_CASE("run: the command's environment") {
  FakeApp app = backend();
  app.environment["MINE"] = "kept";
  app.environment["OPENLINEAGE_API_KEY"] = "key-1";
  sys::Environment seen;
  app.process.program = [&seen](const ForegroundCommand& command) -> Ends {
    seen = command.environment;
    return ProcessEnd{};
  };
  SUBCASE("is the caller's, and says which run it is part of") {
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 0);
    CHECK(seen["MINE"] == "kept");
    const auto id = text_at(app.requests.at(0).body, {"run", "runId"});
    CHECK(seen["OPENLINEAGE_PARENT_ID"] == "etl/orders/" + id);
    CHECK(seen["OPENLINEAGE_ROOT_PARENT_ID"] == "etl/orders/" + id);
    CHECK(text_at(seen["OPENLINEAGE_CONTEXT"], {"parent", "run", "runId"}) == id);
    CHECK(text_at(seen["OPENLINEAGE_CONTEXT"], {"parent", "root", "run", "runId"}) == id);
  }
  SUBCASE("keeps the root of the run above") {
    const std::string above = "a1b2c3d4-e5f6-7890-abcd-ef1234567421";
    app.environment["OPENLINEAGE_PARENT_ID"] = "air/dag/" + above;
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 0);
    CHECK(text_at(app.requests.at(0).body, {"run", "facets", "parent", "run", "runId"}) == above);
    CHECK(text_at(seen["OPENLINEAGE_CONTEXT"], {"parent", "root", "run", "runId"}) == above);
    CHECK(text_at(seen["OPENLINEAGE_CONTEXT"], {"parent", "job", "name"}) == "orders");
    CHECK(seen["OPENLINEAGE_ROOT_PARENT_ID"] == "air/dag/" + above);
  }
  SUBCASE("names the root of the run above, in every form that clients read") {
    const std::string above = "a1b2c3d4-e5f6-7890-abcd-ef1234567421";
    const std::string root = "a1b2c3d4-e5f6-7890-abcd-ef1234567422";
    app.environment["OPENLINEAGE_PARENT_ID"] = "air/task/" + above;
    app.environment["OPENLINEAGE_ROOT_PARENT_ID"] = "air/dag/" + root;
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 0);
    CHECK(text_at(seen["OPENLINEAGE_CONTEXT"], {"parent", "root", "run", "runId"}) == root);
    CHECK(seen["OPENLINEAGE_ROOT_PARENT_ID"] == "air/dag/" + root);
  }
  SUBCASE("loses a root that is not this run's") {
    const std::string above = "a1b2c3d4-e5f6-7890-abcd-ef1234567421";
    const std::string stale = "a1b2c3d4-e5f6-7890-abcd-ef1234567422";
    app.environment["OPENLINEAGE_ROOT_PARENT_ID"] = "old/root/" + stale;
    CHECK(app.run({"run", "--job", "etl/orders", "--parent", "air/dag/" + above, "--", "load"}) ==
          0);
    CHECK(seen["OPENLINEAGE_ROOT_PARENT_ID"] == "air/dag/" + above);
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 0);
    CHECK(seen["OPENLINEAGE_ROOT_PARENT_ID"] == seen["OPENLINEAGE_PARENT_ID"]);
  }
  SUBCASE("is told of once where it names the run above wrongly") {
    app.environment["OPENLINEAGE_PARENT_ID"] = "nonsense";
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 0);
    const auto first = app.err.find("OPENLINEAGE_PARENT_ID is not used");
    REQUIRE(first != std::string::npos);
    CHECK(app.err.find("OPENLINEAGE_PARENT_ID is not used", first + 1) == std::string::npos);
  }
}

TEST_CASE("run: trouble with lineage changes nothing") {
  FakeApp app = backend();
  app.process.program = takes(app, milliseconds(100), {7, 0});
  SUBCASE("a dead backend is told of, and bounded") {
    app.server = [](const HttpRequest&) { return failed(HttpStage::connect, "refused"); };
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 7);
    CHECK(app.requests.size() == 3);
    CHECK(app.err.find("START not sent: refused") != std::string::npos);
    CHECK(app.err.find("FAIL not sent") != std::string::npos);
  }
  SUBCASE("a backend that does not answer is waited for within --max-time") {
    app.server = [](const HttpRequest&) {
      auto answer = answered(201);
      answer.took = milliseconds(60'000);
      return answer;
    };
    CHECK(app.run({"run", "--job", "etl/orders", "--max-time", "2s", "--", "load"}) == 7);
    CHECK(app.clock.passed() >= milliseconds(2100));
    CHECK(app.clock.passed() < milliseconds(2300));
    CHECK(app.err.find("FAIL not sent") != std::string::npos);
    CHECK(app.err.find("not waited for") != std::string::npos);
  }
  SUBCASE("a request that times out is told of, and the rest is not waited for longer than that") {
    app.server = [](const HttpRequest&) {
      auto answer = answered(201);
      answer.took = milliseconds(60'000);
      return answer;
    };
    CHECK(app.run({"run", "--job", "etl/orders", "--max-time", "8s", "--", "load"}) == 7);
    CHECK(app.clock.passed() <= milliseconds(8300));
    CHECK(app.err.find("START unknown: no answer") != std::string::npos);
  }
  SUBCASE("a person who interrupts the waiting is not held up") {
    app.server = [](const HttpRequest&) {
      auto answer = answered(201);
      answer.took = milliseconds(60'000);
      return answer;
    };
    app.interrupted = [&app] { return app.clock.passed() > milliseconds(500) ? SIGINT : 0; };
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 7);
    CHECK(app.clock.passed() < milliseconds(1000));
    CHECK(app.err.find("not waited for") != std::string::npos);
  }
  SUBCASE("no backend at all is told of") {
    app.environment.clear();
    CHECK(app.run({"run", "--job", "etl/orders", "--", "load"}) == 7);
    CHECK(app.err.find("nothing is sent: OPENLINEAGE_URL is not set") != std::string::npos);
  }
  SUBCASE("but a command line that is wrong starts nothing") {
    bool started = false;
    app.process.program = [&started](const ForegroundCommand&) -> Ends {
      started = true;
      return ProcessEnd{};
    };
    CHECK(app.run({"run", "--job", "etl/orders", "--input", "nonsense", "--", "load"}) == 2);
    CHECK_FALSE(started);
  }
}
