#include <mage_lineage/formats/diff.hpp>

#include <doctest/doctest.h>

#include <string>

using mage_lineage::unified_diff;

TEST_CASE("unified_diff writes what diff -u writes") {
  SUBCASE("nothing for equal texts") {
    CHECK(unified_diff("a\n", "a\n", "x", "y").empty());
  }
  SUBCASE("a changed line stands between three lines of context") {
    CHECK(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "x", "y") ==
          "--- x\n+++ y\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  }
  SUBCASE("lines at the end, and a final newline that is missing") {
    CHECK(unified_diff("a\nb", "a\nb\nc", "x", "y") ==
          "--- x\n+++ y\n@@ -1,2 +1,3 @@\n a\n-b\n\\ No newline at end of file\n+b\n+c\n"
          "\\ No newline at end of file\n");
  }
  SUBCASE("from an empty text, and to one") {
    CHECK(unified_diff("", "a\nb\n", "x", "y") == "--- x\n+++ y\n@@ -0,0 +1,2 @@\n+a\n+b\n");
    CHECK(unified_diff("a\n", "", "x", "y") == "--- x\n+++ y\n@@ -1 +0,0 @@\n-a\n");
  }
  SUBCASE("changes that are near share a hunk, others have their own") {
    const std::string six = "1\n2\n3\n4\n5\n6\n";
    CHECK(unified_diff("a\n" + six + "b\n", "A\n" + six + "B\n", "x", "y") ==
          "--- x\n+++ y\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
    CHECK(
        unified_diff("a\n" + six + "7\nb\n", "A\n" + six + "7\nB\n", "x", "y") ==
        "--- x\n+++ y\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
  }
  SUBCASE("texts that have little in common are one replacement") {
    std::string before = "same\n";
    std::string after = "same\n";
    for (int i = 0; i < 2000; ++i) {
      before += "b" + std::to_string(i) + "\n";
      after += "a" + std::to_string(i) + "\n";
    }
    CHECK(unified_diff(before, after, "x", "y")
              .starts_with("--- x\n+++ y\n@@ -1,2001 +1,2001 @@\n same\n-b0\n-b1\n"));
  }
}
