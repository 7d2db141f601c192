#include "commands/all.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cli/help.hpp"
#include "cli/parse.hpp"

using namespace mage_lineage;

TEST_CASE("commands::all") {
  const auto& all = commands::all();
  SUBCASE("is sorted by path, and names each once") {
    CHECK(std::is_sorted(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.path < b.path; }));
    CHECK(std::adjacent_find(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.path == b.path;
          }) == all.end());
  }
  SUBCASE("has no group whose page does not say what it is for") {
    const output::Style style;
    for (const auto& command : all) {
      const std::string group(command.path.substr(0, command.path.find(' ')));
      const bool is_command = std::any_of(all.begin(), all.end(),
                                          [&](const auto& other) { return other.path == group; });
      CAPTURE(group);
      if (!is_command)
        CHECK_FALSE(
            cli::overview_text(all, group, style).starts_with("mage-lineage " + group + ": \n"));
    }
  }
}
