#include <mage_lineage/snapshot/glob.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;

TEST_CASE("glob_matches") {
  CHECK(snapshot::glob_matches("data_loaders/*", "data_loaders/a/b.py"));
  CHECK(snapshot::glob_matches("*.py", "utils/a.py"));
  CHECK(snapshot::glob_matches("utils/?.py", "utils/a.py"));
  CHECK_FALSE(snapshot::glob_matches("utils/?.py", "utils/ab.py"));
  CHECK_FALSE(snapshot::glob_matches("utils", "utils/a.py"));
  CHECK(snapshot::glob_matches("**", "x"));
  CHECK(snapshot::glob_matches("", ""));
  CHECK_FALSE(snapshot::glob_matches("", "x"));
  CHECK_FALSE(snapshot::glob_matches("*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}
