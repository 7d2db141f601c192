#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/core/uuid.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace mage_lineage;

TEST_CASE("is_tagged_sha256") {
  const std::string good = tagged_sha256("abc");
  CHECK(is_tagged_sha256(good));
  for (const std::string& bad :
       {std::string(), std::string("sha256:"), good.substr(1), good.substr(0, 70), good + "0",
        "SHA256:" + good.substr(7), "sha256:" + std::string(63, 'a') + "A",
        "sha256:" + std::string(63, 'a') + "g", "sha512:" + good.substr(7)}) {
    CHECK_FALSE_MESSAGE(is_tagged_sha256(bad), bad);
  }
}

TEST_CASE("sha256") {
  SUBCASE("gives the FIPS 180-4 example digests") {
    CHECK(to_hex(sha256("abc")) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(to_hex(Sha256().update("a").update("bc").finish()) == to_hex(sha256("abc")));
    CHECK(tagged_sha256("") ==
          "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }
}

TEST_CASE("hmac_sha256") {
  SUBCASE("gives the digests of RFC 4231") {
    CHECK(to_hex(hmac_sha256(Secret("Jefe"), "what do ya want for nothing?")) ==
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    CHECK(to_hex(hmac_sha256(Secret(std::string(131, '\xaa')),
                             "Test Using Larger Than Block-Size Key - Hash Key First")) ==
          "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  }
}

TEST_CASE("hmac_sha256, keys of every length") {
  SUBCASE("an empty key, and one as long as a block and longer: as Python's hmac gives them") {
    CHECK(to_hex(hmac_sha256(Secret(""), "")) ==
          "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    CHECK(to_hex(hmac_sha256(Secret(std::string(64, 'k')), "m")) ==
          "3b7a8d453e76edb519238a515105a57508d0f169f480ebeee120a9e7803289fa");
    CHECK(to_hex(hmac_sha256(Secret(std::string(65, 'k')), std::string(1000, 'm'))) ==
          "0255626951bd28a94d656798c97e3078d5a0c6a7ca1f01529b1a8d1987f9f68e");
  }
}

TEST_CASE("Secret") {
  const Secret secret("hunter2");
  std::ostringstream out;
  out << secret;
  CHECK(out.str() == "***");
  CHECK(secret == Secret("hunter2"));
  CHECK(!(secret == Secret("hunter3")));
  CHECK(secret.size() == 7);
}

TEST_CASE("make_uuid_v7") {
  SUBCASE("gives the example of RFC 9562, appendix A.6") {
    // unix_ts_ms 0x017F22E279B0, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F
    const std::array<std::uint8_t, 10> random{0xFC, 0xC3, 0x18, 0xC4, 0xDC,
                                              0x0C, 0x0C, 0x07, 0x39, 0x8F};
    const Timestamp t{std::chrono::milliseconds(0x017F22E279B0)};
    CHECK(make_uuid_v7(t, random) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  }
}

TEST_CASE("is_uuid") {
  CHECK(is_uuid("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"));
  CHECK(!is_uuid("017F22E279B07CC398C4DC0C0C07398F"));
  CHECK(!is_uuid("{17F22E2-79B0-7CC3-98C4-DC0C0C07398}"));
}
