#pragma once

#include <mage_lineage/redact/bytes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace mage_lineage::redact {

/// A search whose last answer is remembered. Questions come in about rising order, so that all
/// of them together walk the text once or twice: that is what keeps a line of a hundred megabytes
/// of `token="a` linear.
class Memo {
 public:
  /// The first place from `from` on for which `step` is true; `size` if none. `step(at)` returns
  /// how many bytes to go on, 0 when `at` is the place.
  template <class Step>
  std::size_t find(std::size_t from, std::size_t size, Step step) {
    if (from >= begin_ && from <= end_ && known_) return end_;
    std::size_t at = from;
    while (at < size) {
      if (known_ && from < begin_ && at >= begin_ && at <= end_) {
        at = end_;
        break;
      }
      const std::size_t go = step(at);
      if (go == 0) break;
      at += go;
    }
    known_ = true;
    begin_ = from;
    end_ = std::min(at, size);
    return end_;
  }

 private:
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool known_ = false;
};

/// A text with the remembered searches that rules share. Not for several threads.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  /// The byte at a place, NUL beyond either end.
  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool starts(std::size_t i, std::string_view what) const {
    return text_.compare(std::min(i, text_.size()), what.size(), what) == 0;
  }
  /// The first byte from `i` on that is not in the set; looks at `most` bytes.
  std::size_t skip(std::size_t i, const ByteSet& set, std::size_t most = kNear) const {
    const std::size_t stop = std::min(text_.size(), i + most);
    while (i < stop && set(text_[i]))
      ++i;
    return i;
  }
  /// As `skip`, to the left: the place after the last byte before `i` that is not in the set.
  std::size_t skip_back(std::size_t i, const ByteSet& set, std::size_t most = kNear) const {
    const std::size_t stop = i > most ? i - most : 0;
    while (i > stop && set(text_[i - 1]))
      --i;
    return i;
  }

  /// Where the line that holds `i` ends: its first `\n` or `\r`, or the end of the text.
  std::size_t line_end(std::size_t i) { return stop(line_, i, kLineEnd); }
  /// The next white space.
  std::size_t word_end(std::size_t i) { return stop(word_, i, kSpace); }
  /// The next byte that ends a bare value: white space, quotes, separators and closing brackets.
  std::size_t bare_end(std::size_t i) { return stop(bare_, i, kBareStop); }
  /// The closing quote of a one-line text that begins at `i`, or that line's end.
  std::size_t quote_end(std::size_t i, char quote);
  /// As `quote_end`, but blind to backslashes: for texts whose quotes are escaped themselves.
  std::size_t raw_quote_end(std::size_t i, char quote);
  /// The next three such quotes, not escaped; the end of the text if none.
  std::size_t triple_end(std::size_t i, char quote);
  /// The next `}}`, `-----END`, `<` …; the end of the text if none.
  std::size_t mustache_end(std::size_t i) { return next(mustache_, i, "}}"); }
  std::size_t armor_end(std::size_t i) { return next(armor_, i, "-----END"); }
  std::size_t tag_end(std::size_t i) { return next(tag_, i, "<"); }
  std::size_t putty_end(std::size_t i) { return next(putty_, i, "Private-MAC:"); }
  std::size_t at_sign(std::size_t i) { return next(at_sign_, i, "@"); }

  /// How far a look at the surroundings goes at most.
  static constexpr std::size_t kNear = 256;

 private:
  static constexpr ByteSet kBareStop{" \t\n\r\"'`,;&)]}<>|"};

  std::size_t stop(Memo& memo, std::size_t from, const ByteSet& set) {
    return memo.find(from, text_.size(), [&](std::size_t i) { return set(text_[i]) ? 0U : 1U; });
  }
  std::size_t next(Memo& memo, std::size_t from, std::string_view what) {
    return memo.find(from, text_.size(), [&](std::size_t i) {
      const std::size_t place = text_.find(what, i);
      return (place == std::string_view::npos ? text_.size() : place) - i;
    });
  }

  std::string_view text_;
  Memo line_, word_, bare_, mustache_, armor_, tag_, putty_, at_sign_;
  std::array<Memo, 3> quotes_;  // by kind of quote
  std::array<Memo, 3> raw_quotes_;
  std::array<Memo, 3> triples_;
};

}  // namespace mage_lineage::redact
