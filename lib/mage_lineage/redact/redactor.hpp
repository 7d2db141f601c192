#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::yaml {
class Reading;
}

namespace mage_lineage::redact {

/// The syntax a text is read in; decides what counts as code, and so as no secret. `unknown` looks
/// at the text itself.
enum class Language { unknown, python, sql, yaml, r, json, dotenv, markdown };

/// The language that a file's name tells: its extension, or `.env` and the like.
Language language_of(std::string_view path);

/// What a YAML file is to Mage; decides which values are redacted whole, whatever they look like.
enum class YamlRole {
  plain,     ///< rules alone
  pipeline,  ///< pipelines/*/metadata.yaml: every scalar under `variables`
  block,     ///< a YAML block: every scalar under `config`, and beside or under a `connector_type`
};

/// One span of the given text that was replaced by `[REDACTED:rule]`.
struct Mark {
  std::string_view rule;   ///< a rule's id; lives as long as the program
  std::size_t offset = 0;  ///< bytes from the start of the given text
  std::size_t line = 1;    ///< of its first byte, counted from 1
  std::size_t column = 1;  ///< of its first byte, counted from 1 in code points
  std::size_t length =
      0;  ///< bytes; never show it beside the place to people who may not know the secret
};

/// A text without its secrets, and where they stood, in order.
struct Redaction {
  std::string text;
  std::vector<Mark> marks;

  /// How many marks each rule left; rules without one are absent.
  std::map<std::string_view, std::size_t> by_rule() const;
};

/// Replaces secrets in text by visible marks (contracts, section 11). Immutable: one redactor may
/// serve any number of threads. Making one takes well under two milliseconds.
///
/// Promises, for any bytes whatever: line ends stay as they are, in number and in place; redacting
/// twice equals redacting once; the time is linear in the length. References to secrets
/// (`env_var('X')`, `os.environ`, `{{ … }}`, `${X}`) and obvious placeholders stay.
class Redactor {
 public:
  Redactor();

  Redaction redact(std::string_view text, Language hint = Language::unknown) const;
  /// The same for a text that is handed over: without a secret it comes back as it is, and not as
  /// a copy.
  Redaction redact_owned(std::string text, Language hint = Language::unknown) const;

  /// As `redact` with `Language::yaml`, after the scalars that `role` names were redacted whole. A
  /// text that is no YAML, or exceeds the reader's limits, is cut by its indentation instead, so
  /// that nothing under those keys gets through.
  Redaction redact_yaml(std::string_view text, YamlRole role) const;
  /// The same for a text that others read as YAML, too.
  Redaction redact_yaml(yaml::Reading& text, YamlRole role) const;

  /// True if `redact` would leave a mark in this text; for leaves of events and other short texts.
  bool looks_secret(std::string_view text) const;

 private:
  class Engine;
  std::shared_ptr<const Engine> engine_;
};

}  // namespace mage_lineage::redact
