#include <mage_lineage/openlineage/event_source.hpp>

#include <mage_lineage/openlineage/event_reader.hpp>

#include <algorithm>
#include <utility>

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

std::string as_line(std::string document) {
  while (!document.empty() && kBlank.find(document.back()) != std::string_view::npos)
    document.pop_back();
  std::replace(document.begin(), document.end(), '\n', '\t');
  std::replace(document.begin(), document.end(), '\r', '\t');
  return document + "\n";
}

Result<> EventSource::fill() {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    begin_ = 0;
  }
  const std::size_t old = buffer_.size();
  piece_ = std::clamp(2 * piece_, kFirstPiece, kLargestPiece);
  buffer_.resize(old + piece_);
  const auto got = input_->read(buffer_.data() + old, piece_);
  buffer_.resize(old + (got ? *got : 0));
  if (!got) return fail(got.error());
  ended_ = *got == 0;
  return {};
}

// Where the first line that holds something ends; blank ones are passed over. npos: not read yet.
std::size_t EventSource::end_of_line() {
  for (;;) {
    const auto end = rest().find('\n', searched_);
    searched_ = std::min(end, rest().size());
    if (end == std::string_view::npos || skipping_) return end;
    if (rest().substr(0, end).find_first_not_of(kBlank) != std::string_view::npos) return end;
    begin_ += end + 1;
    searched_ = 0;
    ++line_;
  }
}

// Lines when the first of them holds a whole object, or the next one begins another.
bool EventSource::decide_form() {
  const auto end = end_of_line();
  const bool all = ended_ || rest().size() > kMostEventBytes;
  if (end == std::string_view::npos && !all) return false;
  std::string_view first = rest().substr(0, end);
  first.remove_prefix(std::min(first.find_first_not_of(kBlank), first.size()));
  if (!first.starts_with('{')) {
    form_ = Form::document;
  } else if (is_whole_object(first)) {
    form_ = Form::lines;
  } else {
    const auto next = end == std::string_view::npos ? end : rest().find_first_not_of(kBlank, end);
    const bool seen = next != std::string_view::npos && next + 1 < rest().size();
    if (!seen && !all) return false;
    form_ = seen && rest().substr(next, 2) == "{\"" ? Form::lines : Form::document;
  }
  return true;
}

bool EventSource::has_line() {
  if (end_of_line() != std::string_view::npos || ended_) return true;
  if (rest().size() > kMostEventBytes) {
    skipping_ = true;
    begin_ = buffer_.size();
    searched_ = 0;
  }
  return false;
}

bool EventSource::has_next() {
  if (form_ == Form::unknown && !decide_form()) return false;
  if (form_ == Form::lines) return has_line();
  return ended_ || rest().size() > kMostEventBytes;
}

std::optional<EventText> EventSource::take_line() {
  const auto end = end_of_line();
  const std::string_view line = rest().substr(0, end);
  const bool last = end == std::string_view::npos;
  const std::size_t number = line_;
  begin_ += last ? line.size() : end + 1;
  line_ += last ? 0 : 1;
  searched_ = 0;
  if (std::exchange(skipping_, false) || line.size() > kMostEventBytes) {
    return EventText{{}, number, true};
  }
  if (line.find_first_not_of(kBlank) == std::string_view::npos) return std::nullopt;
  return EventText{line, number};
}

std::optional<EventText> EventSource::take_document() {
  const bool too_large = rest().size() > kMostEventBytes;
  const EventText out{too_large ? std::string_view() : rest(), line_, too_large};
  begin_ = buffer_.size();
  ended_ = true;
  const bool blank = out.text.find_first_not_of(kBlank) == std::string_view::npos;
  if (blank && !too_large) return std::nullopt;
  return out;
}

Result<bool> EventSource::ready(std::chrono::milliseconds patience) {
  constexpr int kReadsAtATime = 64;  // an endless line must not keep its reader from anything else
  for (int reads = 0; !has_next(); ++reads) {
    if (reads == kReadsAtATime || !input_->ready(patience)) return false;
    if (auto filled = fill(); !filled) return fail(filled.error());
    patience = std::chrono::milliseconds(0);
  }
  return true;
}

Result<std::optional<EventText>> EventSource::next() {
  while (!has_next()) {
    if (auto filled = fill(); !filled) return fail(filled.error());
  }
  return form_ == Form::lines ? take_line() : take_document();
}

}  // namespace mage_lineage::openlineage
