#include <mage_lineage/redact/rules.hpp>

namespace mage_lineage::redact {

const std::vector<Miss>& missed_by_choice() {
  static const std::vector<Miss> kMissed = {
      {"password = open_sesame",
       "A bare word behind an equals sign is a variable in most languages"},
      {"client.auth(\"app-pw-123\")", "A call's first argument has a name only in the library"},
      {"crypt('hunter2', gen_salt('bf'))", "Functions of SQL extensions are without number"},
      {"jdbc:oracle:thin:scott/tiger@//db:1521/x",
       "A slash parts so many things that are no password"},
      {R"(api_key = "value with blanks in it")", "Keys hold no blanks; help texts do"},
      {"passphrase: correct horse battery staple and more",
       "More words than a passphrase mostly has are a sentence"},
      {R"x(Client("AC0123456789abcdef0123456789abcdef", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"))x",
       "Hexadecimal text without a name is a hash more often than a token"},
      {"xoxb-0000000000-0000000000000-xxxxxxxxxxxxxxxxxxxxxxxx",
       "A filler shows a shape and no secret"},
      {"snowflake_account = ABCDEFG-1234567", "Accounts, users and hosts are names"},
      {"password: ######", "One character repeated masks what was there"},
      {"password = \"changeme\"",
       "The word says that a password shall come; with anything behind it, changeme1, it is one"},
      {"password = \"password\"",
       "Forms, columns and constants are called so; supersecret, postgres and minioadmin are "
       "taken"},
      {"password = \"my-secret-password\"",
       "Documentation writes so; with a word or number of its own it is a password"},
      {"password = \"env:hunter2\"", "A name behind env:, vault: and their kin is where to look"},
      {R"x({"pass\u0077ord": "hunter22"})x",
       "Whoever escapes the letters of a name hides it from people, too"},
      {R"(ApI_kEy = "kJ8sd9fKs02lqPz7")",
       "Words begin with their capitals; read without them, a monKey is a key"},
      {"client.connect(host, 22, 'user', 'ssh-pw-77')",
       "So many clients connect that the fourth place says nothing; ssh.connect does"},
      {"token = \"session\"", "A bare token that is a word belongs to a lexer or a protocol"},
  };
  return kMissed;
}

}  // namespace mage_lineage::redact
