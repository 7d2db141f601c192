#pragma once

#include <string_view>

namespace mage_lineage::redact {

/// True for what stands where a secret shall come and is wholly that: `your-api-key`,
/// `INSERT_TOKEN_HERE`, `xxxx-xxxx`, `None`. Every word must be of the vocabulary of placeholders,
/// or a plain word beside one that leaves no doubt (`your`, `here`, `xxxxxx`); with anything that
/// may be random in it, `your-9fKs02lq`, it is a secret.
bool is_placeholder(std::string_view value);

}  // namespace mage_lineage::redact
