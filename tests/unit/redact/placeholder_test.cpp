#include <mage_lineage/redact/placeholder.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/redact/values.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using redact::Language;

namespace {

std::string redacted(const std::string& text, Language language) {
  static const redact::Redactor kRedactor;
  return kRedactor.redact(text, language).text;
}

// What documentation and templates write where a secret shall come.
const char* const kPlaceholders[] = {"your-api-key",
                                     "YOUR_API_KEY_HERE",
                                     "your snowflake password",
                                     "yourpasswordhere",
                                     "<your-password>",
                                     "<password>",
                                     "<16-char-key>",
                                     "[your key]",
                                     "xxxx-xxxx",
                                     "xxxxxxxx_your_token",
                                     "sk-xxxxxxxxxxxxxxxx",
                                     "sha256~XXXXXXXXXX_PUT_YOUR_TOKEN_HERE_XXXXXXXXXXXX",
                                     "sk_abcdefghijklmnopqrstuvwxyz123",
                                     "insert-token-here",
                                     "replace_me",
                                     "replace-with-your-oauth2-token",
                                     "my-client-secret",
                                     "example",
                                     "example_password",
                                     "todo",
                                     "changeme",
                                     "change_me",
                                     "password_placeholder",
                                     "abcd****wxyz",
                                     "[redacted]"};

// The same words with something beside them that no template holds.
const char* const kSecrets[] = {"$3cr3tPassw0rd!",
                                "$uperman2024",
                                "$uper_tiger",
                                "Your1stP@ssw0rd!",
                                "yourM0ther99!",
                                "yourmother",
                                "xxxx9fKs02lqPz7",
                                "xxxxxx9fKs02lqPz7",
                                "example9fKs02lqPz7",
                                "todo9fKs02lqPz7",
                                "changeme9fKs02lqPz7",
                                "changeme123",
                                "changeme1",
                                "my-secret-9fKs02lqPz7",
                                "my-tiger-2024",
                                "insert9fKs02lqPz7",
                                "replace-9fKs02lqPz7",
                                "env:9fKs02lqPz7",
                                "vault:9fKs02lqPz7",
                                "var.9fKs02lqPz7",
                                "<9fKs02lqPz7>",
                                "{9fKs02lqPz7}",
                                "9fKs02lqPz7-placeholder",
                                "9fKs02lqPz7_here",
                                "9fKs02lqPz7****",
                                "my_password_9fKs02lqPz7",
                                "your-hunter2",
                                "%X9fKs02lqPz7%",
                                "${9fKs02lqPz7}",
                                "$(9fKs02lqPz7)",
                                "{{ 9fKs02lqPz7 }}",
                                "{{ 'hunter2-x' }}",
                                "{{ x or 'hunter2-x' }}"};

}  // namespace

TEST_CASE("is_placeholder") {
  SUBCASE("is true for what stands where a secret shall come") {
    for (const char* text : kPlaceholders) {
      CAPTURE(text);
      CHECK((redact::is_placeholder(text) || redact::is_reference(text)));
    }
  }
  SUBCASE("is false for a secret with such a word in it") {
    for (const char* text : kSecrets) {
      CAPTURE(text);
      CHECK(!redact::is_placeholder(text));
    }
  }
  SUBCASE("is false for words that are a password alone") {
    for (const char* text : {"password", "secret", "supersecret", "postgres", "minioadmin", "s3"})
      CHECK(!redact::is_placeholder(text));
  }
}

TEST_CASE("Redactor: secrets that begin, end or stand in brackets like a placeholder") {
  for (const char* secret : kSecrets) {
    CAPTURE(secret);
    const std::string text = secret;
    CHECK(redacted("password = \"" + text + "\"\n", Language::python) ==
          "password = \"[REDACTED:password]\"\n");
    CHECK(redacted("password: \"" + text + "\"\n", Language::yaml) ==
          "password: \"[REDACTED:password]\"\n");
  }
  SUBCASE("under names of keys") {
    CHECK(redacted("api_key = \"your-9fKs02lqPz7aBcDeF\"\n", Language::python) ==
          "api_key = \"[REDACTED:secret]\"\n");
    CHECK(redacted("api_key = \"xxxx9fKs02lqPz7\"\n", Language::python) ==
          "api_key = \"[REDACTED:secret]\"\n");
    CHECK(redacted("aws_secret_access_key=\"EXAMPLE9fKs02lqPz7aBcDeFgHiJkLmNoPqRsTuV\"\n",
                   Language::python) == "aws_secret_access_key=\"[REDACTED:secret]\"\n");
  }
  SUBCASE("in URLs") {
    for (const char* secret : {"$9fKs02lqPz7", "your9fKs02lqPz7", "xxxx9fKs02lqPz7"}) {
      CHECK(redacted("u = \"postgresql://user:" + std::string(secret) + "@h/db\"\n",
                     Language::python) ==
            "u = \"postgresql://user:[REDACTED:url-password]@h/db\"\n");
    }
  }
}

TEST_CASE("Redactor: variables and ways to a secret") {
  for (const char* text :
       {"$DB_PASSWORD", "${DB_PASSWORD}", "$db_password", "$1", "$inputs.password", "%DB_PASSWORD%",
        "%(password)s", "{password}", "{cfg.password}", "{0}", "{{ env_var('X9fKs02lqPz7') }}",
        "{{ config['password'] }}", "{{ secret('kv', '9fKs02lqPz7') }}", "env:DB_PASSWORD",
        "vault:secret/data/pg#password", "var.db_password", "ssm:/prod/db/password",
        "config.s3bucket.password",
        "arn:aws:secretsmanager:eu-west-1:123456789012:secret:pg-a1B2c3"}) {
    CAPTURE(text);
    const std::string line = "password: \"" + std::string(text) + "\"\n";
    CHECK(redacted(line, Language::yaml) == line);
  }
  SUBCASE("in URLs") {
    const std::string url = "u = \"postgresql://user:$DB_PASS@h/db\"\n";
    CHECK(redacted(url, Language::python) == url);
  }
}
