#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <vector>

#include "emit_file_fixture.hpp"

using namespace emit_file_fixture;
using sys::HttpStage;
using test_support::answered;
using test_support::failed;

TEST_CASE("emit --from-file: fates") {
  FakeApp app = backend();
  SUBCASE("are told a line each, and in sum") {
    app.files.files["e"] = lines({run_event(1), run_event(2), run_event(3)});
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(fates(app.out) == Fates{{1, "delivered"}, {2, "delivered"}, {3, "delivered"}});
    CHECK(app.err == "3 events: 3 delivered\n");
    CHECK(app.requests.size() == 3);
    CHECK(app.requests.front().url == "https://lineage.example/api/v1/lineage");
  }
  SUBCASE("name the line of the file, blank lines counted") {
    app.files.files["e"] = "\n" + run_event(1) + "\n\n\n" + run_event(2);
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(fates(app.out) == Fates{{2, "delivered"}, {5, "delivered"}});
  }
  SUBCASE("of what is invalid: it is not sent, the rest is, and the answer is no") {
    app.files.files["e"] = lines({run_event(1), "{\"eventType\":3}", "nonsense", run_event(2)});
    CHECK(app.run({"emit", "--from-file", "e"}) == 1);
    CHECK(fates(app.out) ==
          Fates{{1, "delivered"}, {2, "not_sent"}, {3, "not_sent"}, {4, "delivered"}});
    CHECK(app.requests.size() == 2);
  }
  SUBCASE("of what was refused, unknown or unsent make it a failed delivery") {
    app.server = [](const HttpRequest& request) {
      if (has_run(request, 1)) return answered(400, R"({"message":"no such thing"})");
      if (has_run(request, 2)) return failed(HttpStage::sent, "reset");
      return answered(201);
    };
    app.files.files["e"] = lines({run_event(3), run_event(1), run_event(2), "{}"});
    CHECK(app.run({"emit", "--from-file", "e"}) == 4);
    CHECK(fates(app.out) ==
          Fates{{1, "delivered"}, {2, "rejected"}, {3, "unknown"}, {4, "not_sent"}});
    CHECK(app.out.find("no such thing") != std::string::npos);
  }
  SUBCASE("of a file without events: there are none") {
    app.files.files["e"] = "\n \n";
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(app.out.empty());
  }
  SUBCASE("a file that is not there is unusable input") {
    CHECK(app.run({"emit", "--from-file", "nowhere"}) == 3);
  }
}

TEST_CASE("emit --from-file: what is sent") {
  FakeApp app = backend();
  SUBCASE("is each event as it was written") {
    app.files.files["e"] = lines({run_event(1)});
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(app.requests.front().body == run_event(1));
  }
  SUBCASE("is one event where a document has several lines") {
    std::string pretty = run_event(1);
    pretty.replace(1, 0, "\n  ");
    app.files.files["e"] = pretty;
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(app.requests.size() == 1);
  }
  SUBCASE("keeps the steps of one run in their order") {
    app.files.files["e"] = lines({run_event(1, "START"), run_event(2, "START"),
                                  run_event(1, "COMPLETE"), run_event(2, "COMPLETE")});
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    REQUIRE(app.requests.size() == 4);
    for (const int run : {1, 2}) {
      std::vector<std::string> steps;
      for (const auto& request : app.requests) {
        if (has_run(request, run)) steps.push_back(request.body.substr(14, 5));
      }
      CHECK(steps == std::vector<std::string>{"START", "COMPL"});
    }
  }
  SUBCASE("takes a lenient format for what it is, unless --strict") {
    std::string event = run_event(1);
    event.replace(event.find("2026"), 24, "yesterday");
    app.files.files["e"] = lines({event});
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(app.run({"emit", "--from-file", "e", "--strict"}) == 1);
    CHECK(app.requests.size() == 1);
  }
  SUBCASE("over a Mage route are Mage's events alone") {
    app.environment = {{"AUTOPILOT_LINEAGE_API_URL", "https://autopilot.example"},
                       {"AUTOPILOT_LINEAGE_API_TOKEN", "t"},
                       {"AUTOPILOT_LINEAGE_TENANT_ID", "acme"}};
    app.files.files["e"] = lines({run_event(1)});
    CHECK(app.run({"emit", "--from-file", "e", "--route", "direct"}) == 1);
    CHECK(app.out.find("send this one with --route openlineage") != std::string::npos);
    CHECK(app.requests.empty());
  }
  SUBCASE("of a Mage event to a third party is the envelope, however large the event is written") {
    const auto made = mage_event();
    const std::string large = "{" + std::string(17'000'000, ' ') + made.whole.substr(1);
    app.files.files["e"] = lines({large});
    CHECK(app.run({"emit", "--from-file", "e", "--route", "openlineage"}) == 0);
    REQUIRE(app.requests.size() == 1);
    CHECK(app.requests.front().body == made.envelope);
    app.environment = {{"AUTOPILOT_LINEAGE_API_URL", "https://autopilot.example"},
                       {"AUTOPILOT_LINEAGE_API_TOKEN", "t"},
                       {"AUTOPILOT_LINEAGE_TENANT_ID", "acme"}};
    CHECK(app.run({"emit", "--from-file", "e", "--route", "direct"}) == 0);
    REQUIRE(app.requests.size() == 2);
    CHECK(app.requests.back().body == large);
  }
  SUBCASE("to Portal are RunEvents alone") {
    app.environment["OPENLINEAGE_ENDPOINT"] = "/api/data-registry/lineage";
    std::string job = run_event(1);
    const auto run = job.find(R"("run":)");
    job.erase(run, job.find(R"("job")") - run);
    app.files.files["e"] = lines({job});
    CHECK(app.run({"emit", "--from-file", "e"}) == 1);
    CHECK(app.out.find("Portal") != std::string::npos);
    CHECK(app.requests.empty());
  }
  SUBCASE("is nothing where OPENLINEAGE_DISABLED says so, and the input is read all the same") {
    app.environment["OPENLINEAGE_DISABLED"] = "TRUE";
    app.environment.erase("OPENLINEAGE_URL");
    bool read = false;
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"},
                  {milliseconds(10), run_event(2) + "\n", [&read] { read = true; }}});
    CHECK(app.run({"emit", "--from-file", "-", "--undelivered", "again"}) == 0);
    CHECK(read);
    CHECK(app.requests.empty());
    CHECK(app.out.empty());
    CHECK(app.err == "nothing is sent: OPENLINEAGE_DISABLED is true\n");
    CHECK(app.files.files.count("again") == 0);
  }
  SUBCASE("is nothing in a dry run, which prints it") {
    app.files.files["e"] = lines({run_event(1), "{}"});
    CHECK(app.run({"emit", "--from-file", "e", "--dry-run"}) == 1);
    CHECK(app.out == run_event(1) + "\n");
    CHECK(app.err.find("line 2: invalid event") != std::string::npos);
    CHECK(app.requests.empty());
  }
}

TEST_CASE("emit --from-file: what is wrong with an event is escaped where it is shown") {
  FakeApp app = backend();
  std::string event = run_event(1);
  event.insert(event.find(R"("namespace")"), R"("facets":{"a\u001b]0;b\u0007":3},)");
  app.files.files["e"] = lines({event});
  CHECK(app.run({"emit", "--from-file", "e", "--dry-run"}) == 1);
  CHECK(app.err.find("line 1: invalid event: /job/facets/a") != std::string::npos);
  CHECK(app.err.find('\x1b') == std::string::npos);
  CHECK(app.err.find('\x07') == std::string::npos);
}

TEST_CASE("emit --from-file: what looks like a secret") {
  FakeApp app = backend();
  const auto with_name = [](int run, const std::string& name) {
    std::string event = run_event(run);
    event.replace(event.find(R"("name":"j")"), 10, R"("name":")" + name + "\"");
    return event;
  };
  SUBCASE("in a third party's event is warned of by line and pointer, not repeated, and sent") {
    app.files.files["e"] =
        lines({run_event(1), with_name(2, "load postgres://etl:correct-horse-7@db/x"),
               with_name(3, R"(select\n 'postgres://etl:correct-horse-7@db/x')")});
    CHECK(app.run({"emit", "--from-file", "e"}) == 0);
    CHECK(app.err.find("line 2: the event holds what looks like a secret at /job/name") !=
          std::string::npos);
    CHECK(app.err.find("line 3: the event holds what looks like a secret at /job/name") !=
          std::string::npos);
    CHECK(app.err.find("line 1") == std::string::npos);
    CHECK(app.err.find("correct-horse") == std::string::npos);
    CHECK(app.requests.size() == 3);
  }
  SUBCASE("is told ten times, and then counted") {
    std::vector<std::string> events;
    for (int run = 0; run < 25; ++run)
      events.push_back(with_name(run, "postgres://etl:correct-horse-7@db/x"));
    app.files.files["e"] = lines(events);
    CHECK(app.run({"emit", "--from-file", "e", "--dry-run"}) == 0);
    CHECK(app.err.find("line 10:") != std::string::npos);
    CHECK(app.err.find("line 11:") == std::string::npos);
    CHECK(app.err.find("15 more events hold what looks like a secret") != std::string::npos);
  }
}

TEST_CASE("emit --from-file --undelivered") {
  FakeApp app = backend();
  SUBCASE("keeps what did not arrive, a line each, to be sent again") {
    app.server = [](const HttpRequest& request) {
      return answered(has_run(request, 2) ? 400 : 201);
    };
    app.files.files["e"] = lines({run_event(1), run_event(2), "{}"});
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 4);
    auto kept = read_lines(app.files.files["again"]);
    CHECK(kept.size() == 2);
    CHECK(app.files.files["again"].find(run_event(2) + "\n") != std::string::npos);
    app.server = [](const HttpRequest&) { return answered(201); };
    CHECK(app.run({"emit", "--from-file", "again"}) == 1);
    CHECK(has_run(app.requests.back(), 2));
  }
  SUBCASE("makes one line of a document over several") {
    std::string pretty = run_event(1);
    pretty.replace(1, 0, "\n  ");
    app.files.files["e"] = pretty;
    app.server = [](const HttpRequest&) { return answered(400); };
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 4);
    const auto kept = read_lines(app.files.files["again"]);
    REQUIRE(kept.size() == 1);
    CHECK(json::write(kept.front(), json::Style::compact) == run_event(1));
  }
  SUBCASE("makes one line of a broken document, too, and leaves it as broken as it is") {
    app.files.files["e"] = "{\n\"a\n b\": 1\n]\n";
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 1);
    CHECK(app.files.files["again"] == "{\t\"a\t b\": 1\t]\n");
  }
  SUBCASE("never adds to a file that is there") {
    app.files.files["e"] = lines({run_event(1)});
    app.files.files["again"] = "mine\n";
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 3);
    CHECK(app.files.files["again"] == "mine\n");
    CHECK(app.requests.empty());
  }
}

TEST_CASE("emit --from-file: bounds") {
  FakeApp app = backend();
  std::vector<std::string> events;
  for (int run = 0; run < 500; ++run)
    events.push_back(run_event(run));
  app.files.files["e"] = lines(events);
  SUBCASE("a dead backend costs three connections, and every event has a fate") {
    app.server = [](const HttpRequest&) { return failed(HttpStage::connect, "refused"); };
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 4);
    CHECK(app.requests.size() == 3);
    CHECK(fates(app.out).size() == 500);
    CHECK(app.files.files["again"] == app.files.files["e"]);
  }
  SUBCASE("an interrupt ends in order: what is under way is waited for, the rest is kept") {
    app.interrupted = [&app] { return app.requests.size() > 20 ? SIGINT : 0; };
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 130);
    const auto told = fates(app.out);
    CHECK(told.size() == 500);
    const auto delivered = std::count_if(told.begin(), told.end(),
                                         [](const auto& f) { return f.second == "delivered"; });
    CHECK(static_cast<std::size_t>(delivered) == app.requests.size());
    CHECK(read_lines(app.files.files["again"]).size() == 500 - app.requests.size());
  }
  SUBCASE("the time for everything ends it as well") {
    app.server = [](const HttpRequest&) {
      auto answer = answered(201);
      answer.took = std::chrono::milliseconds(400);
      return answer;
    };
    CHECK(app.run({"emit", "--from-file", "e", "--max-time", "2s"}) == 4);
    CHECK(app.clock.passed() <= std::chrono::milliseconds(2500));
    CHECK(fates(app.out).size() == 500);
  }
}
