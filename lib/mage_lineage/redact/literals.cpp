#include <mage_lineage/redact/literals.hpp>

#include <mage_lineage/core/text.hpp>

#include <deque>
#include <string>

namespace mage_lineage::redact {
namespace {

/// A mark is settled: nothing in it is looked at.
void skip_mark(Pass& pass, std::size_t begin, std::size_t) {
  pass.settle(begin + mark_length(pass.scan.text(), begin));
}

constexpr Literal kWords[] = {
    {"[redacted:", skip_mark},
    {"pass", find_assignment},
    {"pwd", find_assignment},
    {"pw", find_assignment},
    {"paswd", find_assignment},
    {"pasword", find_assignment},
    {"psw", find_assignment},
    {"pssw", find_assignment},
    {"paswr", find_assignment},
    {"secret", find_assignment},
    {"token", find_assignment},
    {"key", find_assignment},
    {"cred", find_assignment},
    {"auth", find_assignment},
    {"_pat", find_assignment},
    {"jwt", find_assignment},
    {"appid", find_assignment},
    {"senha", find_assignment},
    {"contrasena", find_assignment},
    {"contrase\xC3\xB1\x61", find_assignment},
    {"sessionid", find_assignment},
    {"mot_de_passe", find_assignment},
    {"motdepasse", find_assignment},
    {"kennwort", find_assignment},
    {"wachtwoord", find_assignment},
    {"authorization", find_authorization},
    {"bearer", find_bearer},
    {"basic ", find_basic},
    {"://", find_url_password},
    {"-----begin ", find_private_key},
    {"ls0tls1crudjti", find_encoded_key},
    {"putty-user-key-file-", find_putty_key},
    {"eyj", find_jwt},
    {"zxlk", find_wrapped_jwt},
    {"$2a$", find_password_hash},
    {"$2b$", find_password_hash},
    {"$2y$", find_password_hash},
    {"$5$", find_password_hash},
    {"$6$", find_password_hash},
    {"$y$", find_password_hash},
    {"$apr1$", find_password_hash},
    {"$argon2", find_password_hash},
    {"pbkdf2_sha", find_password_hash},
    {"{ssha", find_password_hash},
    {"identified", find_identified_by},
    {"auth=(", find_login_call},
    {"auth = (", find_login_call},
    {"basicauth(", find_login_call},
    {"basic_auth(", find_login_call},
    {"digestauth(", find_login_call},
    {"credential(", find_login_call},
    {"credentials(", find_login_call},
    {"login(", find_login_call},
    {"ftp(", find_login_call},
    {"ftp_tls(", find_login_call},
    {"minio(", find_login_call},
    {"set_password(", find_login_call},
    {"set_with_value(", find_login_call},
    {"clientsecretcredential(", find_login_call},
    {"postgresql(", find_login_call},
    {"fernet(", find_login_call},
    {"hmac.new(", find_login_call},
    {"jwt.encode(", find_login_call},
    {"jwt.decode(", find_login_call},
    {"simple_bind_s(", find_login_call},
    {"authprovider(", find_login_call},
    {"oauthhandler(", find_login_call},
    {"ntlmauth(", find_login_call},
    {"cx_oracle.connect(", find_login_call},
    {"oracledb.connect(", find_login_call},
    {"pymysql.connect(", find_login_call},
    {"pymssql.connect(", find_login_call},
    {"mysqldb.connect(", find_login_call},
    {"url.create(", find_login_call},
    {"ssh.connect(", find_login_call},
    {"ssh_client.connect(", find_login_call},
    {"sshclient.connect(", find_login_call},
    {"b64encode(", find_encoded_pair},
    {"cookie", find_cookie},
    {"pipeline_runs/", find_trigger_url},
    {"authenticate(", find_login_call},
    {"-u ", find_user_option},
    {"--user", find_user_option},
    {"mysql", find_short_option},
    {"sshpass", find_short_option},
    {"redis-cli", find_short_option},
    {"docker login", find_short_option},
    {"podman login", find_short_option},
    {"sqlcmd", find_short_option},
    {"snowsql", find_short_option},
    {"env_var(", find_env_default},
    {"sig=", find_signature},
    {"signature=", find_signature},
    {"hooks.slack.com/services/", find_webhook},
    {"hooks.slack.com/workflows/", find_webhook},
    {"hooks.slack.com/triggers/", find_webhook},
    {"discord.com/api/webhooks/", find_webhook},
    {"discordapp.com/api/webhooks/", find_webhook},
    {"webhook.office.com/", find_webhook},
    {"hooks.zapier.com/hooks/catch/", find_webhook},
    {"hook.integromat.com/", find_webhook},
    {"kind: secret", find_kubernetes_secret},
    {"kind: \"secret", find_kubernetes_secret},
    {"kind: 'secret", find_kubernetes_secret},
    {"q~", find_azure_secret},
    {"azdo", find_azure_signed_key},
    {"jqqj9", find_azure_signed_key},
    {"+asta", find_azure_signed_key},
    {"+acdb", find_azure_signed_key},
    {"azsea", find_azure_signed_key},
    {"+amc", find_azure_signed_key},
    {"+aiot", find_azure_signed_key},
    {":a", find_bot_token},
    {":5432:", find_pgpass},
    {":5439:", find_pgpass},
    {":*:", find_pgpass},
};

}  // namespace

const std::vector<Literal>& literals() {
  static std::deque<std::string> prefixes;
  static const std::vector<Literal> kLiterals = [] {
    std::vector<Literal> all(std::begin(kWords), std::end(kWords));
    for (const Shape& shape : shapes()) {
      prefixes.push_back(text::ascii_lower(shape.prefix));
      all.push_back({prefixes.back(), nullptr, &shape});
    }
    return all;
  }();
  return kLiterals;
}

}  // namespace mage_lineage::redact
