#include <mage_lineage/redact/redactor.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using redact::Language;

namespace {

std::string redacted(std::string_view text, Language language = Language::unknown) {
  static const redact::Redactor kRedactor;
  return kRedactor.redact(text, language).text;
}

struct Idiom {
  const char* says;
  const char* before;
  const char* after;
  Language language = Language::unknown;
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
    {"a login over two lines of .netrc", "machine h login me\n  password hunter2\n",
     "machine h login me\n  password [REDACTED:password]\n"},
    {"an option of a command", "mysql --password hunter2-x -h db\n",
     "mysql --password [REDACTED:command-line] -h db\n"},
    {"quotes written as entities", "password = &quot;tr0ub4dor-3&quot;\n",
     "password = &quot;[REDACTED:password]&quot;\n"},
    {"a declaration of Go", "const token string = \"58oo4mvqr2tpw7b4w3loe\"\n",
     "const token string = \"[REDACTED:token]\"\n"},
    {"a comparison", "if password == \"tr0ub4dor-3\":\n",
     "if password == \"[REDACTED:password]\":\n", Language::python},
    {"pieces that are added up", "password = \"tr0ub4\" + \"dor-3\"\n",
     "password = \"[REDACTED:password]\" + \"[REDACTED:password]\"\n", Language::python},
    {"a text that never ends", "password = \"\"\"tr0ub4dor-3\n",
     "password = \"\"\"[REDACTED:password]\n", Language::python},
    {"what or gives", "password = os.environ.get(\"X\") or \"fallback-77\"\n",
     "password = os.environ.get(\"X\") or \"[REDACTED:default-value]\"\n", Language::python},
    {"an assignment to the right", "\"tr0ub4dor-3\" -> password\n",
     "\"[REDACTED:password]\" -> password\n", Language::r},
    {"a row that is inserted",
     "INSERT INTO users (name, password) VALUES (\"me\", \"tr0ub4dor-3\");\n",
     "INSERT INTO users (name, password) VALUES (\"me\", \"[REDACTED:password]\");\n",
     Language::sql},
    {"a list below a key", "passwords:\n  - tr0ub4dor-3\n  - \"c0rrect-h0rse\"\nnext: 1\n",
     "passwords:\n  - [REDACTED:password]\n  - \"[REDACTED:password]\"\nnext: 1\n", Language::yaml},
    {"a value in the line below a key", "password:\n  tr0ub4dor-3\nnext: 1\n",
     "password:\n  [REDACTED:password]\nnext: 1\n", Language::yaml},
    {"a quoted value in the line below a key", "password:\n  \"tr0ub4dor-3\"\nnext: 1\n",
     "password:\n  \"[REDACTED:password]\"\nnext: 1\n", Language::yaml},
    {"a name and a value in lines of their own", "name: password\nvalue: tr0ub4dor-3\n",
     "name: password\nvalue: [REDACTED:password]\n", Language::yaml},
    {"a login whose user is looked up", "auth = HTTPBasicAuth(os.environ['u'], 'tr0ub4dor-3')\n",
     "auth = HTTPBasicAuth(os.environ['u'], '[REDACTED:login-call]')\n", Language::python},
    {"a login inside another call", "requests.get(u, auth=(os.environ['u'], 'tr0ub4dor-3'))\n",
     "requests.get(u, auth=(os.environ['u'], '[REDACTED:login-call]'))\n", Language::python},
    {"a login behind a call", "ftplib.FTP(get('host'), 'user', 'tr0ub4dor-3')\n",
     "ftplib.FTP(get('host'), 'user', '[REDACTED:login-call]')\n", Language::python},
    {"a key behind a payload with commas",
     "jwt.encode({\"sub\": user, \"exp\": t}, \"s1gning-key-77\", algorithm=\"HS256\")\n",
     "jwt.encode({\"sub\": user, \"exp\": t}, \"[REDACTED:login-call]\", algorithm=\"HS256\")\n",
     Language::python},
    {"a key behind a payload that is made",
     "jwt.encode(dict(a=1, b=f(2)), \"s1gning-key-77\", \"HS256\")\n",
     "jwt.encode(dict(a=1, b=f(2)), \"[REDACTED:login-call]\", \"HS256\")\n", Language::python},
    {"a login with comments between",
     "server.login(  # the mail, of course\n    \"a@b.c\",  # (the account\n    \"tr0ub4dor-3\")\n",
     "server.login(  # the mail, of course\n    \"a@b.c\",  # (the account\n    "
     "\"[REDACTED:login-call]\")\n",
     Language::python},
    {"a text with a bracket and a comma before the place", "login(\"a),(b\", \"tr0ub4dor-3\")\n",
     "login(\"a),(b\", \"[REDACTED:login-call]\")\n", Language::python},
    {"a third place that is none", "FTP(\"h\", f(\"u\", \"tr0ub4dor-3\"))\n",
     "FTP(\"h\", f(\"u\", \"tr0ub4dor-3\"))\n", Language::python},
    {"the third place of a driver",
     "pymysql.connect(\"localhost\", \"root\", \"tr0ub4dor-3\", \"db\")\n",
     "pymysql.connect(\"localhost\", \"root\", \"[REDACTED:login-call]\", \"db\")\n",
     Language::python},
    {"the fourth place of SSH", "ssh.connect(host, 22, 'user', 'tr0ub4dor-3')\n",
     "ssh.connect(host, 22, 'user', '[REDACTED:login-call]')\n", Language::python},
    {"the third place of a URL's parts",
     "URL.create(\"postgresql\", \"etl\", \"tr0ub4dor-3\", \"h\")\n",
     "URL.create(\"postgresql\", \"etl\", \"[REDACTED:login-call]\", \"h\")\n", Language::python},
    {"a tuple whose first name is the password", "password, user = 'tr0ub4dor-3', 'u'\n",
     "password, user = '[REDACTED:password]', 'u'\n", Language::python},
    {"a tuple in brackets with names in it", "host, password, port = (h, 'tr0ub4dor-3', 1)\n",
     "host, password, port = (h, '[REDACTED:password]', 1)\n", Language::python},
    {"a call's arguments are no tuple", "    password, encoding='utf-8x1')\n",
     "    password, encoding='utf-8x1')\n", Language::python},
    {"an assignment to two names", "password = other = 'tr0ub4dor-3'\n",
     "password = other = '[REDACTED:password]'\n", Language::python},
    {"both branches of a condition", "password = 'tr0ub4dor-3' if test else 'c0rrect-h0rse'\n",
     "password = '[REDACTED:password]' if test else '[REDACTED:default-value]'\n",
     Language::python},
    {"a condition whose first branch is empty", "password = '' if test else 'tr0ub4dor-3'\n",
     "password = '' if test else '[REDACTED:default-value]'\n", Language::python},
    {"three branches", "password = a if x else 'tr0ub4dor-3' if y else 'c0rrect-h0rse'\n",
     "password = a if x else '[REDACTED:default-value]' if y else '[REDACTED:default-value]'\n",
     Language::python},
    {"a default of a variable with any name",
     "x = os.environ.get(\"DB_PASSWORD\") or \"tr0ub4dor-3\"\n",
     "x = os.environ.get(\"DB_PASSWORD\") or \"[REDACTED:default-value]\"\n", Language::python},
    {"a getter that is asked twice",
     "x = os.environ.get(\"DB_PASSWORD\") or os.environ.get(\"PW\")\n",
     "x = os.environ.get(\"DB_PASSWORD\") or os.environ.get(\"PW\")\n", Language::python},
    {"keys in a dictionary", "API_KEYS = {'prod': 'kJ8sd9fKs02lqPz7', 'dev': None}\n",
     "API_KEYS = {'prod': '[REDACTED:credential]', 'dev': None}\n", Language::python},
    {"secrets in dictionaries of a dictionary",
     "secrets = {'prod': {'db': 'kJ8sd9fKs02lqPz7'}, 'dev': {'a': 'kJ8sd9fKs02lqPz7'}}\n",
     "secrets = {'prod': {'db': '[REDACTED:secret]'}, 'dev': {'a': '[REDACTED:secret]'}}\n",
     Language::python},
    {"names of secrets in a dictionary",
     "secrets = {'prod': 'projects-prod-pg', 'dev': 'pg_password_2'}\n",
     "secrets = {'prod': 'projects-prod-pg', 'dev': 'pg_password_2'}\n", Language::python},
    {"a setter with a section", "cfg.set('db', 'password', 'tr0ub4dor-3')\n",
     "cfg.set('db', 'password', '[REDACTED:password]')\n", Language::python},
    {"an attribute that is set", "setattr(cfg, 'password', 'tr0ub4dor-3')\n",
     "setattr(cfg, 'password', '[REDACTED:password]')\n", Language::python},
    {"an option in a list of arguments", "run([\"psql\", \"--password\", \"tr0ub4dor-3\"])\n",
     "run([\"psql\", \"--password\", \"[REDACTED:command-line]\"])\n", Language::python},
    {"an option in a list over lines",
     "run([\n    \"psql\",\n    \"--password\", \"tr0ub4dor-3\",\n])\n",
     "run([\n    \"psql\",\n    \"--password\", \"[REDACTED:command-line]\",\n])\n",
     Language::python},
    {"an option that is declared", "click.option(\"-p\", \"--password\", \"db_password\")\n",
     "click.option(\"-p\", \"--password\", \"db_password\")\n", Language::python},
    {"a notebook's variable", "%env DB_PASSWORD=tr0ub4dor-3\n",
     "%env DB_PASSWORD=[REDACTED:password]\n", Language::python},
    {"an element of R's list", "cfg[[\"password\"]] <- \"tr0ub4dor-3\"\n",
     "cfg[[\"password\"]] <- \"[REDACTED:password]\"\n", Language::r},
    {"the default of R's variable", "Sys.getenv(\"DB_PASSWORD\", unset = \"tr0ub4dor-3\")\n",
     "Sys.getenv(\"DB_PASSWORD\", unset = \"[REDACTED:default-value]\")\n", Language::r},
    {"PostgreSQL's quotes", "alter role x password $$tr0ub4dor-3$$;\n",
     "alter role x password $$[REDACTED:sql-password]$$;\n", Language::sql},
    {"PostgreSQL's quotes with a tag", "alter role x password $a$tr0ub4dor-3$a$;\n",
     "alter role x password $a$[REDACTED:sql-password]$a$;\n", Language::sql},
    {"a parameter of SQL", "alter role x password $1;\n", "alter role x password $1;\n",
     Language::sql},
    {"a default in a shell's braces", "password: ${PW_OF_PG:-tr0ub4dor-3}\n",
     "password: ${PW_OF_PG:-[REDACTED:default-value]}\n", Language::yaml},
    {"a default in braces behind a name that says nothing", "password: \"${X:-tr0ub4dor-3}\"\n",
     "password: \"${X:-[REDACTED:default-value]}\"\n", Language::yaml},
    {"a text between a template's tags",
     "POSTGRES_PASSWORD: \"{% if a %}tr0ub4dor-3{% endif %}\"\n",
     "POSTGRES_PASSWORD: \"[REDACTED:password]\"\n", Language::yaml},
    {"a reference between a template's tags",
     "POSTGRES_PASSWORD: \"{% if a %}{{ env_var('X') }}{% endif %}\"\n",
     "POSTGRES_PASSWORD: \"{% if a %}{{ env_var('X') }}{% endif %}\"\n", Language::yaml},
    {"a text in a template's braces", "password: \"{{ 'tr0ub4dor-3' }}\"\n",
     "password: \"[REDACTED:password]\"\n", Language::yaml},
    {"a quoted value that YAML folds",
     "secret: \"k3jh4g5k3j4hg5kj3h4gKJHKJH5\n  jh45kj6h4kj5h6k4j5h6KJH5kj6\"\n",
     "secret: \"[REDACTED:secret]\n\"\n", Language::yaml},
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
