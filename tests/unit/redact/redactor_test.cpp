#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/redact/rules.hpp>

#include <doctest/doctest.h>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace mage_lineage;
using redact::Language;

namespace {

const redact::Redactor& redactor() {
  static const redact::Redactor kRedactor;
  return kRedactor;
}

std::string redacted(std::string_view text, Language language = Language::unknown) {
  return redactor().redact(text, language).text;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The examples of all rules, and pieces of syntax to put between them.
std::vector<std::string> pieces() {
  std::vector<std::string> all = {"\n",
                                  " ",
                                  "\"",
                                  "'",
                                  "`",
                                  ": ",
                                  " = ",
                                  "=",
                                  ",",
                                  ";",
                                  "{",
                                  "}",
                                  "[",
                                  "]",
                                  "\\",
                                  "\\\"",
                                  "\r\n",
                                  "|\n  ",
                                  "://",
                                  "@",
                                  "u:p@h",
                                  "password",
                                  "token",
                                  "key",
                                  "secret",
                                  "${",
                                  "{{",
                                  "}}",
                                  "\"\"\"",
                                  "'''",
                                  "auth=(",
                                  "-----BEGIN ",
                                  "PRIVATE KEY-----\n",
                                  "-----END ",
                                  "MIIEvQIBADANBgkqhkiG9w0BAQEF",
                                  "eyJ",
                                  ".",
                                  "sig=",
                                  "Bearer ",
                                  "[REDACTED:",
                                  "[REDACTED:password]",
                                  "hunter2",
                                  "AKIALALEMEL33243OLIB",
                                  "==",
                                  "<password>",
                                  "</",
                                  "name: ",
                                  "value: ",
                                  "os.getenv(",
                                  "\xEF\xBB\xBF",
                                  "\xC3\xA9",
                                  "- "};
  for (const auto& rule : redact::rules()) {
    for (const auto example : rule.finds)
      all.emplace_back(example);
    for (const auto example : rule.leaves)
      all.emplace_back(example);
  }
  return all;
}

std::string line_ends(std::string_view text) {
  std::string ends;
  std::copy_if(text.begin(), text.end(), std::back_inserter(ends),
               [](char c) { return c == '\n' || c == '\r'; });
  return ends;
}

}  // namespace

TEST_CASE("Redactor::redact") {
  SUBCASE("says where each mark stood in the given text") {
    const auto redaction = redactor().redact(
        "a: 1\n\xC3\xA9: 2\n  password: hunter2 # \xC3\xA9\ntoken: "
        "ghp_qbi5yokh7ex2bm1606bji1ztx9l6babfjf9p\n",
        Language::yaml);
    REQUIRE(redaction.marks.size() == 2);
    CHECK(redaction.marks[0].rule == "password");
    CHECK(redaction.marks[0].offset == 23);
    CHECK(redaction.marks[0].line == 3);
    CHECK(redaction.marks[0].column == 13);
    CHECK(redaction.marks[0].length == 7);
    CHECK(redaction.marks[1].line == 4);
    CHECK(redaction.by_rule().at("password") == 1);
    CHECK(redaction.text ==
          "a: 1\n\xC3\xA9: 2\n  password: [REDACTED:password] # \xC3\xA9\ntoken: [REDACTED:" +
              std::string(redaction.marks[1].rule) + "]\n");
  }
  SUBCASE("counts columns in characters") {
    const auto redaction = redactor().redact("\xC3\xA9\xC3\xA9 = \"postgres://u:hunter2@h/d\"");
    REQUIRE(redaction.marks.size() == 1);
    CHECK(redaction.marks[0].column == 20);
  }
  SUBCASE("takes any bytes, the empty text too") {
    CHECK(redacted("").empty());
    const std::string zeros(3, '\0');
    CHECK(redacted(zeros) == zeros);
    CHECK(redacted("\xFF\xFE password=\xFF\xFE\xFD\xFC 1") != "");
  }
  SUBCASE("keeps every line end, whatever it replaces") {
    const std::string key =
        "-----BEGIN PRIVATE KEY-----\r\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\r\n-----END PRIVATE "
        "KEY-----\r\nx = 1\r\n";
    CHECK(redacted(key) == "[REDACTED:private-key]\r\n\r\n\r\nx = 1\r\n");
    CHECK(redacted("password: |\n  one-line\n  two-line\nport: 1\n") ==
          "password: |\n  [REDACTED:password]\n\nport: 1\n");
  }
}

TEST_CASE("redacting twice equals redacting once") {
  SUBCASE("for random mixtures of everything that rules look at") {
    const auto all = pieces();
    std::mt19937 random(20240229);
    for (int round = 0; round < 4000; ++round) {
      std::string text;
      for (auto n = random() % 12; n > 0; --n)
        text += all[random() % all.size()];
      for (const Language language : {Language::unknown, Language::python, Language::yaml}) {
        const auto once = redactor().redact(text, language);
        CAPTURE(text);
        REQUIRE(redacted(once.text, language) == once.text);
        REQUIRE(line_ends(once.text) == line_ends(text));
        REQUIRE(!holds(once.text, "[REDACTED:unsettled]"));
      }
    }
  }
}

TEST_CASE("redacting twice equals redacting once in texts that are read again in part") {
  const auto all = pieces();
  std::mt19937 random(7);
  for (int round = 0; round < 6; ++round) {
    std::string text;
    while (text.size() < (std::size_t{1} << 20U)) {
      text += std::string(random() % 60000, round % 2 == 0 ? ' ' : 'x');
      if (random() % 2 == 0) text += "\n";
      for (auto n = random() % 6; n > 0; --n)
        text += all[random() % all.size()];
    }
    const std::string once = redacted(text, Language::yaml);
    CHECK(once != text);
    CHECK(redacted(once, Language::yaml) == once);
  }
}

TEST_CASE("what other redactors let through") {
  SUBCASE("a secret glued to a word character") {
    CHECK(redacted("xghp_qbi5yokh7ex2bm1606bji1ztx9l6babfjf9p") == "x[REDACTED:github-token]");
    CHECK(redacted("key_AKIALALEMEL33243OLIB_old") == "key_[REDACTED:aws-key]_old");
    CHECK(redacted("\\nAKIALALEMEL33243OLIB\\n") == "\\n[REDACTED:aws-key]\\n");
  }
  SUBCASE("a private key whose BEGIN line a keyword rule took, with an @ behind it") {
    const auto text = redacted(
        "private_key = \"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n-----END "
        "PRIVATE KEY-----\\n\"\nurl = \"postgres://h/d\" # me@example.org");
    CHECK(!holds(text, "MIIEvQIB"));
    CHECK(!holds(text, "BEGIN"));
    CHECK(holds(text, "# me@example.org"));
    const auto bare = redacted(
        "password: -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n-----END PRIVATE "
        "KEY-----\n");
    CHECK(!holds(bare, "MIIEvQIB"));
  }
  SUBCASE("quoted JSON keys, at any depth of escaping") {
    CHECK(redacted(R"({"password":"hunter2"})") == R"({"password":"[REDACTED:password]"})");
    CHECK(redacted(R"("{\"password\": \"hunter2\"}")") ==
          R"("{\"password\": \"[REDACTED:password]\"}")");
    CHECK(redacted(R"("{\\\"password\\\": \\\"hunter2\\\"}")") ==
          R"("{\\\"password\\\": \\\"[REDACTED:password]\\\"}")");
  }
  SUBCASE("a private key that is cut off") {
    CHECK(redacted("-----BEGIN RSA PRIVATE "
                   "KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSjAgEAAoIBAQC7\n") ==
          "[REDACTED:private-key]\n\n\n");
    CHECK(redacted("k = '-----BEGIN PRIVATE "
                   "KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n-----END_PRIVATE_KEY'\nx = 1") ==
          "k = '[REDACTED:private-key]'\nx = 1");
  }
  SUBCASE("YAML block scalars, folded and literal") {
    CHECK(redacted("  password: >-\n    hunter2\n    more\n  port: 1\n", Language::yaml) ==
          "  password: >-\n    [REDACTED:password]\n\n  port: 1\n");
  }
  SUBCASE("CRLF and a byte order mark") {
    CHECK(redacted("\xEF\xBB\xBFpassword: hunter2\r\nuser: me\r\n") ==
          "\xEF\xBB\xBFpassword: [REDACTED:password]\r\nuser: me\r\n");
    CHECK(redacted("PASSWORD=hunter2\r\nX=1\r\n", Language::dotenv) ==
          "PASSWORD=[REDACTED:password]\r\nX=1\r\n");
  }
  SUBCASE("the default beside a reference") {
    CHECK(redacted("pass: \"{{ env_var('X', 'hunter2') }}\"", Language::yaml) ==
          "pass: \"{{ env_var('X', '[REDACTED:default-value]') }}\"");
    CHECK(redacted("{{ env_var('DBT_PASSWORD', 'hunter2') }}", Language::sql) ==
          "{{ env_var('DBT_PASSWORD', '[REDACTED:default-value]') }}");
  }
  SUBCASE("a secret in a line of a megabyte") {
    const std::string filler(1 << 20U, 'x');
    CHECK(redacted(filler + " password=\"l0ng-line-pw\" " + filler) ==
          filler + " password=\"[REDACTED:password]\" " + filler);
  }
  SUBCASE("a secret at every place of the blocks that are read at once") {
    const std::string secret = "ghp_qbi5yokh7ex2bm1606bji1ztx9l6babfjf9p";
    for (const std::size_t edge : {16384U, 32768U, 49152U, 65536U}) {
      for (std::size_t shift = 0; shift <= secret.size(); ++shift) {
        const std::string before(edge - shift, ' ');
        REQUIRE(redacted(before + secret + "\n") == before + "[REDACTED:github-token]\n");
        REQUIRE(redacted(before + "password = 'hunter2'\n") ==
                before + "password = '[REDACTED:password]'\n");
      }
    }
  }
  SUBCASE("a value as long as a file") {
    const std::string value(3 << 20U, 'k');
    CHECK(redacted("password = \"a1!" + value + "\"\n") == "password = \"[REDACTED:password]\"\n");
  }
}

TEST_CASE("references stay") {
  for (const char* text :
       {"password = os.environ['PG_PASSWORD']", "password = os.environ.get(\"PG_PASSWORD\")",
        "password: \"{{ env_var('PG_PASSWORD') }}\"", "password: \"{{ mage_secret_var('pg') }}\"",
        "password: {{ aws_secret_var('pg') }}", "password = get_secret_value('pg_password')",
        "password=${PG_PASSWORD}", "password: $PG_PASSWORD", "token = config['token']",
        "api_key = dbutils.secrets.get(scope=\"kv\", key=\"openai\")",
        "password: @Microsoft.KeyVault(SecretUri=https://kv.example.net/secrets/pw)",
        "password: op://vault/item/password", "password = Sys.getenv(\"PG_PASSWORD\")",
        "url = f\"postgresql://{user}:{password}@{host}/db\"", "password = \"********\"",
        "password: <password>", "password = \"your_password_here\"", "password: null"}) {
    CAPTURE(text);
    CHECK(redacted(text) == text);
  }
}

TEST_CASE("Redactor::looks_secret") {
  CHECK(redactor().looks_secret("postgres://etl:hunter2@pg/dw"));
  CHECK(redactor().looks_secret("Bearer jMRdRwEcUzBGvuwMIV05YtTP"));
  CHECK(!redactor().looks_secret("load orders from the warehouse"));
  CHECK(!redactor().looks_secret("snap_0123456789abcdef0123456789abcdef"));
  CHECK(!redactor().looks_secret("3f2504e0-4f89-41d3-9a0c-0305e82c3301"));
}

TEST_CASE("language_of") {
  CHECK(redact::language_of("data_loaders/load.py") == Language::python);
  CHECK(redact::language_of("a/b.YAML") == Language::yaml);
  CHECK(redact::language_of("x/.env.prod") == Language::dotenv);
  CHECK(redact::language_of("model.sql") == Language::sql);
  CHECK(redact::language_of("plot.R") == Language::r);
  CHECK(redact::language_of("requirements.txt") == Language::unknown);
  CHECK(redact::language_of("a.py/README") == Language::unknown);
}
