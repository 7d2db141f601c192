#include <doctest/doctest.h>

#include <csignal>
#include <string>
#include <vector>

#include "emit_file_fixture.hpp"

using namespace emit_file_fixture;
using sys::HttpStage;
using test_support::answered;
using test_support::failed;

TEST_CASE("emit --from-file -: a pipe whose writer takes its time") {
  FakeApp app = backend();
  SUBCASE("an event is sent, and its fate told, before the next one comes") {
    std::size_t sent = 0;
    std::string told;
    const auto look = [&] {
      sent = app.requests.size();
      told = app.out;
    };
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"}, {kHour, run_event(2) + "\n", look}});
    CHECK(app.run({"emit", "--from-file", "-"}) == 0);
    CHECK(sent == 1);
    CHECK(fates(told) == Fates{{1, "delivered"}});
    CHECK(fates(app.out) == Fates{{1, "delivered"}, {2, "delivered"}});
  }
  SUBCASE("so it is in a dry run") {
    std::string told;
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"},
                  {kHour, run_event(2) + "\n", [&] { told = app.out; }}});
    CHECK(app.run({"emit", "--from-file", "-", "--dry-run"}) == 0);
    CHECK(told == run_event(1) + "\n");
  }
  SUBCASE("an event that comes while another is under way does not wait for that one's answer") {
    std::chrono::milliseconds second{0};
    app.server = [&](const HttpRequest& request) {
      auto answer = answered(201);
      if (has_run(request, 2)) answer.took = milliseconds(4000);
      if (has_run(request, 3)) second = app.clock.passed();
      return answer;
    };
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"},
                  {milliseconds(1000), run_event(2) + "\n"},
                  {milliseconds(2000), run_event(3) + "\n"}});
    CHECK(app.run({"emit", "--from-file", "-"}) == 0);
    CHECK(second >= milliseconds(2000));
    CHECK(second < milliseconds(2200));
  }
  SUBCASE("an interrupt ends it at once, with the fate of every event told") {
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n" + run_event(2) + "\n"},
                  {kHour, run_event(3) + "\n"}});
    app.interrupted = [&app] { return app.clock.passed() > milliseconds(500) ? SIGINT : 0; };
    CHECK(app.run({"emit", "--from-file", "-"}) == 130);
    CHECK(app.clock.passed() < milliseconds(1000));
    CHECK(fates(app.out) == Fates{{1, "delivered"}, {2, "delivered"}});
    CHECK(app.err.find("the input was not read to its end") != std::string::npos);
  }
  SUBCASE("an interrupt waits for what is under way, and not for the input") {
    app.server = [](const HttpRequest&) {
      auto answer = answered(201);
      answer.took = milliseconds(3000);
      return answer;
    };
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"}, {kHour, run_event(2) + "\n"}});
    app.interrupted = [&app] { return app.clock.passed() > milliseconds(500) ? SIGTERM : 0; };
    CHECK(app.run({"emit", "--from-file", "-"}) == 143);
    CHECK(app.clock.passed() == milliseconds(3000));
    CHECK(fates(app.out) == Fates{{1, "delivered"}});
  }
  SUBCASE("the time for everything counts from the start, and ends the waiting as well") {
    pipe_in(app, {{milliseconds(3000), run_event(1) + "\n"}, {kHour, run_event(2) + "\n"}});
    CHECK(app.run({"emit", "--from-file", "-", "--max-time", "5s"}) == 4);
    CHECK(app.clock.passed() >= milliseconds(5000));
    CHECK(app.clock.passed() < milliseconds(5200));
    CHECK(fates(app.out) == Fates{{1, "delivered"}});
    pipe_in(app, {{kHour + kHour, run_event(1) + "\n"}});
    CHECK(app.run({"emit", "--from-file", "-", "--max-time", "5s"}) == 4);
    CHECK(app.clock.passed() < milliseconds(10'400));
  }
  SUBCASE("with a dead backend it goes on to keep what comes") {
    app.server = [](const HttpRequest&) { return failed(HttpStage::connect, "refused"); };
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n" + run_event(2) + "\n"},
                  {kHour, run_event(3) + "\n"}});
    CHECK(app.run({"emit", "--from-file", "-", "--undelivered", "again"}) == 4);
    CHECK(app.files.files["again"] == lines({run_event(1), run_event(2), run_event(3)}));
  }
}

TEST_CASE("emit --from-file: what fails on the way leaves no event without a fate") {
  FakeApp app = backend();
  app.server = [](const HttpRequest&) {
    auto answer = answered(400);
    answer.took = milliseconds(1000);
    return answer;
  };
  SUBCASE("an input that cannot be read to its end") {
    pipe_in(app, {{milliseconds(0), run_event(1) + "\n"}, {milliseconds(10), ""}});
    CHECK(app.run({"emit", "--from-file", "-"}) == 3);
    CHECK(fates(app.out) == Fates{{1, "rejected"}});
    CHECK(app.err.find("cannot read the pipe") != std::string::npos);
  }
  SUBCASE("a file for the undelivered that takes no more") {
    app.files.room = 0;
    app.files.files["e"] = lines({"{}", run_event(1), run_event(2)});
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 3);
    CHECK(fates(app.out) == Fates{{1, "not_sent"}});
    app.files.files.erase("again");
    app.files.files["e"] = lines({run_event(1), run_event(2), run_event(3)});
    CHECK(app.run({"emit", "--from-file", "e", "--undelivered", "again"}) == 3);
    CHECK(fates(app.out) == Fates{{1, "rejected"}, {2, "rejected"}, {3, "rejected"}});
    CHECK(app.err.find("no space left") != std::string::npos);
  }
}
