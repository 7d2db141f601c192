#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/core/time.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::grant {

/// A token as people paste it, made ready to be judged.
struct CleanedToken {
  std::string token;
  std::vector<std::string> notes;  ///< one sentence for each thing that was removed
};

/// Removes one trailing line break and a leading `Bearer ` or `Authorization: Bearer `, the words
/// in any case. Nothing else: what is left is judged byte for byte.
CleanedToken clean_token(std::string_view input);

/// A secret as a file or standard input holds it.
struct CleanedSecret {
  Secret secret;
  bool line_break_removed = false;
};

/// Removes one trailing line break (`\n` or `\r\n`). Fails with `invalid` when nothing is left.
Result<CleanedSecret> clean_secret(std::string bytes);

/// A moment on the command line: RFC 3339, or seconds since 1970 as tokens write them
/// (`1767225600`,
/// `@1767225600`, with a fraction if need be). Fails with `malformed`.
Result<Timestamp> parse_moment(std::string_view text);

}  // namespace mage_lineage::grant
