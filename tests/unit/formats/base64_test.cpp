#include <mage_lineage/formats/base64.hpp>

#include <doctest/doctest.h>

#include <array>
#include <utility>

using namespace mage_lineage;

TEST_CASE("base64url") {
  SUBCASE("gives the vectors of RFC 4648, section 10, without padding") {
    const std::array<std::pair<const char*, const char*>, 7> vectors{{{"", ""},
                                                                      {"f", "Zg"},
                                                                      {"fo", "Zm8"},
                                                                      {"foo", "Zm9v"},
                                                                      {"foob", "Zm9vYg"},
                                                                      {"fooba", "Zm9vYmE"},
                                                                      {"foobar", "Zm9vYmFy"}}};
    for (const auto& [plain, encoded] : vectors) {
      CHECK(base64url_encode(plain) == encoded);
      CHECK(base64url_decode(encoded) == plain);
    }
  }
  SUBCASE("gives the example of RFC 7515, appendix C") {
    const std::string bytes("\x03\xec\xff\xe0\xc1", 5);
    CHECK(base64url_encode(bytes) == "A-z_4ME");
    CHECK(base64url_decode("A-z_4ME") == bytes);
  }
  SUBCASE("keeps every byte") {
    std::string bytes;
    for (int i = 0; i < 256; ++i)
      bytes += static_cast<char>(i);
    CHECK(base64url_decode(base64url_encode(bytes)) == bytes);
  }
  SUBCASE("refuses what an encoder never writes") {
    for (const char* text :
         {"Zg==", "Zg=", "Zm8=", "Z", "Zm9vY", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm v", "Zm9v\n",
          " Zm9v", "Zm9v\t", "Zm\xc3\xa9v", "A?", "Zm.v", "===="}) {
      CAPTURE(text);
      CHECK(!base64url_decode(text));
    }
    CHECK(!base64url_decode(std::string_view("Zg\0\0", 4)));
  }
}

TEST_CASE("base64_decode_leniently") {
  CHECK(base64_decode_leniently("+/8=") == "\xfb\xff");
  CHECK(base64_decode_leniently("-_8") == "\xfb\xff");
  CHECK(!base64_decode_leniently("not base64!"));
}
