#include <mage_lineage/redact/redactor.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;

namespace {

std::string redacted(std::string_view text) {
  static const redact::Redactor kRedactor;
  return kRedactor.redact(text).text;
}

struct Idiom {
  const char* says;
  const char* before;
  const char* after;
};

// The value that a tool or language reads as the secret is the one that is marked, whole.
const Idiom kIdioms[] = {
    {"argparse's default of a password option",
     R"(parser.add_argument("--password", help="x", default="tr0ub4dor-3"))",
     R"(parser.add_argument("--password", help="x", default="[REDACTED:default-value]"))"},
    {"the default of a variable, by its keyword",
     R"(os.environ.get("PG_PASSWORD", default="fallback-77"))",
     R"(os.environ.get("PG_PASSWORD", default="[REDACTED:default-value]"))"},
    {"a property of a Hadoop or Spring file", R"(<property name="password" value="tr0ub4dor-3"/>)",
     R"(<property name="password" value="[REDACTED:password]"/>)"},
    {"an entry of Java's XML properties", R"(<entry key="db.password">tr0ub4dor-3</entry>)",
     R"(<entry key="db.password">[REDACTED:password]</entry>)"},
    {"a container's variable", R"({name: "DB_PASSWORD", value: "tr0ub4dor-3"})",
     R"({name: "DB_PASSWORD", value: "[REDACTED:password]"})"},
    {"a sentence in a comment", "password is tr0ub4dor-3.", "password is [REDACTED:password]."},
    {"a sentence that quotes", R"(password is "tr0ub4dor-3")",
     R"(password is "[REDACTED:password]")"},
    {"a name of two words", "SECRET KEY: k3jh4g5k3j4hg5kj3h4g", "SECRET KEY: [REDACTED:secret]"},
    {"a line of .pgpass", "db.example.org:5432:shop:etl:tr0ub4dor-3",
     "db.example.org:5432:shop:etl:[REDACTED:password]"},
    {"a line of .pgpass that refers", "*:*:*:etl:${PGPASS}", "*:*:*:etl:${PGPASS}"},
};

// printf -- '-----BEGIN …' | base64 -w0
const std::string kCertificate =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURYVENDQWtXZ0F3SUJBZ0lKQUpDMQ==";
const std::string kPublicKey = "LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUlJQklqQU5CZ2tx";
const std::string kPrivateKey = "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb3dJQkFBS0NBUUVB";
const std::string kMark = "[REDACTED:private-key]";

}  // namespace

TEST_CASE("Redactor: how tools write a secret down") {
  for (const auto& idiom : kIdioms) {
    CAPTURE(idiom.says);
    CHECK(redacted(idiom.before) == idiom.after);
  }
}

TEST_CASE("Redactor: armor inside base64") {
  SUBCASE("a private key is marked whole") {
    CHECK(redacted("data: " + kPrivateKey + "\n") == "data: " + kMark + "\n");
  }
  SUBCASE("a certificate and a public key hide nothing") {
    CHECK(redacted("ca: " + kCertificate + "\n") == "ca: " + kCertificate + "\n");
    CHECK(redacted("pub: " + kPublicKey + "\n") == "pub: " + kPublicKey + "\n");
  }
  SUBCASE("a certificate with a private key behind it is marked, wherever the key begins in it") {
    // base64 of "-----BEGIN CERTIFICATE-----\n", 0 to 2 bytes, and "-----BEGIN PRIVATE KEY-----".
    for (const std::string text :
         {"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCi0tLS0tQkVHSU4gUFJJVkFURSBLRVktLS0tLQ==",
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCngtLS0tLUJFR0lOIFBSSVZBVEUgS0VZLS0tLS0=",
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCnh4LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t"}) {
      CHECK(redacted("ca: " + text + "\n") == "ca: " + kMark + "\n");
    }
  }
}

TEST_CASE("Redactor: keys of PuTTY") {
  const std::string head = "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 1\n";
  SUBCASE("end with their MAC") {
    CHECK(redacted(head + "AAAAgQCa\nPrivate-MAC: 0123456789abcdef\nafter = 1\n") ==
          kMark + "\n\n\n\n\nafter = 1\n");
  }
}
