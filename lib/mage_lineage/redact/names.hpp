#pragma once

#include <string_view>

namespace mage_lineage::redact {

/// What a key promises of its value.
enum class Promise {
  nothing,     ///< no secret, whatever stands there
  password,    ///< something that a person may have made up: `hunter2`
  secret,      ///< a secret or a key that opens something
  token,       ///< made by a machine, but the word has other meanings (lexers have tokens too)
  credential,  ///< `credential`, `auth`, `pat`: secret only if the value looks random
  key,         ///< any other `…key`: secret only if the value looks random
};

/// Reads a name as its writer would: `dbPassword`, `DB_PASSWORD`, `spring.datasource.password`
/// promise a password, `password_min_length`, `tokenizer`, `partition_key` nothing. Looks at the
/// last twelve words.
Promise promise_of(std::string_view name);

/// True for names of things that are public by nature: `host`, `user`, `schema` and the like.
bool is_plain_setting(std::string_view name);

}  // namespace mage_lineage::redact
