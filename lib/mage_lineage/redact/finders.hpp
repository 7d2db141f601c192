#pragma once

#include <mage_lineage/redact/names.hpp>
#include <mage_lineage/redact/pass.hpp>
#include <mage_lineage/redact/values.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace mage_lineage::redact {

// Each finder is called where a literal stands, [begin, end), and marks the exact spans near it.
// What it walks beyond a bounded look around, it either marks, or finds through a remembered
// search.

/// A name that may promise a secret, with its value: `password = "…"`, `"token": "…"`, `--password
/// …`.
void find_assignment(Pass& pass, std::size_t begin, std::size_t end);
/// `scheme://user:password@host`.
void find_url_password(Pass& pass, std::size_t begin, std::size_t end);
/// `Authorization: Basic …`, `Bearer …`.
void find_authorization(Pass& pass, std::size_t begin, std::size_t end);
void find_bearer(Pass& pass, std::size_t begin, std::size_t end);
void find_basic(Pass& pass, std::size_t begin, std::size_t end);
/// `-----BEGIN … PRIVATE KEY-----` and what follows it; the same in base64; PuTTY's form.
void find_private_key(Pass& pass, std::size_t begin, std::size_t end);
void find_encoded_key(Pass& pass, std::size_t begin, std::size_t end);
void find_putty_key(Pass& pass, std::size_t begin, std::size_t end);
/// Three base64url parts; the same wrapped in base64 once more.
void find_jwt(Pass& pass, std::size_t begin, std::size_t end);
void find_wrapped_jwt(Pass& pass, std::size_t begin, std::size_t end);
/// `$2y$…` and its kin.
void find_password_hash(Pass& pass, std::size_t begin, std::size_t end);
/// `IDENTIFIED BY '…'`.
void find_identified_by(Pass& pass, std::size_t begin, std::size_t end);
/// `auth=("user", "…")`, `login("user", "…")`, `FTP(host, user, "…")`.
void find_login_call(Pass& pass, std::size_t begin, std::size_t end);
/// `b64encode("user:…")`.
void find_encoded_pair(Pass& pass, std::size_t begin, std::size_t end);
/// `"Cookie": "session=…"`.
void find_cookie(Pass& pass, std::size_t begin, std::size_t end);
/// `…/api/pipeline_schedules/1/pipeline_runs/…`, which starts a pipeline of Mage.
void find_trigger_url(Pass& pass, std::size_t begin, std::size_t end);
/// `curl -u user:…`.
void find_user_option(Pass& pass, std::size_t begin, std::size_t end);
/// `mysql -p…`, `sshpass -p …`, `redis-cli -a …`.
void find_short_option(Pass& pass, std::size_t begin, std::size_t end);
/// `env_var('X', 'default')`, `env_var('X') or 'default'`.
void find_env_default(Pass& pass, std::size_t begin, std::size_t end);
/// `sig=`, `X-Amz-Signature=` in a URL.
void find_signature(Pass& pass, std::size_t begin, std::size_t end);
/// `https://hooks.slack.com/services/…` and its kin.
void find_webhook(Pass& pass, std::size_t begin, std::size_t end);
/// The entries under `data` of a Kubernetes secret.
void find_kubernetes_secret(Pass& pass, std::size_t begin, std::size_t end);
/// `xxx8Q~…`, the client secrets of Azure; keys with the signature that Azure puts into them.
void find_azure_secret(Pass& pass, std::size_t begin, std::size_t end);
void find_azure_signed_key(Pass& pass, std::size_t begin, std::size_t end);
/// `1234567:AA…`, the tokens of Telegram's bots.
void find_bot_token(Pass& pass, std::size_t begin, std::size_t end);
/// `host:5432:database:user:…`, a line of .pgpass.
void find_pgpass(Pass& pass, std::size_t begin, std::size_t end);
/// 40 bytes of base64 near an AWS access key id.
void find_aws_pair(Pass& pass, std::size_t key_end);

/// A quoted text: what is between its quotes, and the place behind it.
struct Quoted {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t after = 0;
  bool closed = true;
};

/// The quoted text that begins at `at`, with any prefix (`f"`, `rb'`, `@"`), escaping (`\"`,
/// `&quot;`) and kind (triple quotes too). A one-line text without a closing quote ends with its
/// word.
std::optional<Quoted> read_quoted(Pass& pass, std::size_t at);

/// The rule that a promise's marks carry.
RuleId rule_of(Promise promise);

}  // namespace mage_lineage::redact
