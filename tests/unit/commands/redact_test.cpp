#include <doctest/doctest.h>
#include <support/fake_app.hpp>

#include <string>

using test_support::FakeApp;

TEST_CASE("redact") {
  FakeApp app;
  app.files.files["load.py"] = "x = 1  # \x1B[2Jgone\n\tpassword = 'hunter22'\r\n\u202Etxt.exe\n";
  SUBCASE("gives a pipe the bytes as they are") {
    REQUIRE(app.run({"redact", "load.py"}) == 0);
    CHECK(app.out == "x = 1  # \x1B[2Jgone\n\tpassword = '[REDACTED:password]'\r\n\u202Etxt.exe\n");
  }
  SUBCASE("shows on a terminal what would move it") {
    app.on_terminal = true;
    REQUIRE(app.run({"redact", "load.py"}) == 0);
    CHECK(app.out ==
          "x = 1  # \\x1b[2Jgone\n\tpassword = '[REDACTED:password]'\r\n\\u{202e}txt.exe\n");
  }
}
