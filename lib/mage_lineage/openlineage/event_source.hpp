#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/sys/files.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mage_lineage::openlineage {

/// The text of one event in a file.
struct EventText {
  std::string_view text;   ///< valid until the source is asked again
  std::size_t line = 1;    ///< of its first byte, counted from 1
  bool too_large = false;  ///< beyond kMostEventBytes: the text is left out
};

/// A document as one line of such a file, with its line feed. Its own line breaks become tabs,
/// which mean the same to JSON: between values nothing, and within a string a fault. It is as valid
/// as it was, and says the same.
std::string as_line(std::string document);

/// The events of a file, one after another: one a line (NDJSON: lines end at `\n` alone, blank
/// lines are skipped), or a single document over several lines. The file is read in pieces: of a
/// million lines only some lie in memory.
class EventSource {
 public:
  explicit EventSource(std::unique_ptr<sys::Input> input) : input_(std::move(input)) {}

  /// The next event, waiting for it; nullopt at the end. Fails as sys::Input::read does.
  Result<std::optional<EventText>> next();

  /// True once next() would not wait: a line counts from its line feed on, whatever follows. False
  /// when that did not come about within `patience`, or a signal came before it did.
  Result<bool> ready(std::chrono::milliseconds patience);

 private:
  enum class Form { unknown, lines, document };

  Result<> fill();
  bool has_next();
  bool has_line();
  bool decide_form();
  std::size_t end_of_line();
  std::optional<EventText> take_line();
  std::optional<EventText> take_document();
  std::string_view rest() const { return std::string_view(buffer_).substr(begin_); }

  std::unique_ptr<sys::Input> input_;
  std::string buffer_;
  std::size_t piece_ = 0;     ///< how much is read at a time
  std::size_t begin_ = 0;     ///< of what was not given out yet
  std::size_t searched_ = 0;  ///< of rest(): no line feed stands before
  std::size_t line_ = 1;
  bool skipping_ = false;  ///< the beginning of this line was dropped: it is too large
  bool ended_ = false;
  Form form_ = Form::unknown;
};

}  // namespace mage_lineage::openlineage
