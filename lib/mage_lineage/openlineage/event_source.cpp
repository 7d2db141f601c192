#include <mage_lineage/openlineage/event_source.hpp>

#include <mage_lineage/openlineage/event_reader.hpp>

#include <algorithm>

namespace mage_lineage::openlineage {
namespace {

// Pieces grow: memory that is never used costs a short command its time, too.
constexpr std::size_t kFirstPiece = std::size_t{16} << 10U;
constexpr std::size_t kLargestPiece = std::size_t{256} << 10U;
constexpr std::string_view kBlank = " \t\r\n";

/// True when an object that begins in this text also ends in it.
bool is_whole_object(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<> EventSource::fill() {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  const std::size_t old = buffer_.size();
  piece_ = std::clamp(2 * piece_, kFirstPiece, kLargestPiece);
  buffer_.resize(old + std::max(piece_, old));
  const auto got = input_->read(buffer_.data() + old, buffer_.size() - old);
  buffer_.resize(old + (got ? *got : 0));
  if (!got) return fail(got.error());
  ended_ = *got == 0;
  return {};
}

// Lines when the first of them holds a whole object, or the next one begins another.
Result<> EventSource::decide_form() {
  for (;;) {
    const auto start = rest().find_first_not_of(kBlank);
    const auto end = start == std::string_view::npos ? start : rest().find('\n', start);
    const auto next = end == std::string_view::npos ? end : rest().find_first_not_of(kBlank, end);
    const bool seen = next != std::string_view::npos && next + 1 < rest().size();
    if (seen || ended_ || buffer_.size() > kMostEventBytes) {
      const std::string_view first =
          start == std::string_view::npos ? std::string_view() : rest().substr(start, end - start);
      const bool another = next != std::string_view::npos && rest().substr(next, 2) == "{\"";
      const bool lines = first.starts_with('{') && (another || is_whole_object(first));
      form_ = lines ? Form::lines : Form::document;
      return {};
    }
    if (auto filled = fill(); !filled) return filled;
  }
}

Result<std::optional<EventText>> EventSource::next_line() {
  bool too_large = false;
  for (;;) {
    const auto end = rest().find('\n');
    if (end == std::string_view::npos && !ended_) {
      if (rest().size() > kMostEventBytes) {
        too_large = true;
        begin_ = buffer_.size();
      }
      if (auto filled = fill(); !filled) return fail(filled.error());
      continue;
    }
    const std::string_view line = rest().substr(0, end);
    const bool last = end == std::string_view::npos;
    const std::size_t number = line_;
    begin_ += last ? line.size() : end + 1;
    line_ += last ? 0 : 1;
    if (too_large || line.size() > kMostEventBytes) return EventText{{}, number, true};
    if (line.find_first_not_of(kBlank) != std::string_view::npos) return EventText{line, number};
    if (last) return std::optional<EventText>();
  }
}

Result<std::optional<EventText>> EventSource::whole_document() {
  if (ended_ && rest().empty()) return std::optional<EventText>();
  while (!ended_ && buffer_.size() <= kMostEventBytes) {
    if (auto filled = fill(); !filled) return fail(filled.error());
  }
  const bool too_large = buffer_.size() > kMostEventBytes;
  const EventText out{too_large ? std::string_view() : rest(), line_, too_large};
  begin_ = buffer_.size();
  ended_ = true;
  const bool blank = out.text.find_first_not_of(kBlank) == std::string_view::npos;
  if (blank && !too_large) return std::optional<EventText>();
  return out;
}

Result<std::optional<EventText>> EventSource::next() {
  if (form_ == Form::unknown) {
    if (auto decided = decide_form(); !decided) return fail(decided.error());
  }
  return form_ == Form::lines ? next_line() : whole_document();
}

}  // namespace mage_lineage::openlineage
