#include <mage_lineage/redact/memo.hpp>

namespace mage_lineage::redact {
namespace {

std::size_t index_of(char quote) {
  return quote == '"' ? 0 : quote == '\'' ? 1 : 2;
}

}  // namespace

std::size_t Scan::quote_end(std::size_t i, char quote) {
  const std::size_t place = quotes_[index_of(quote)].find(i, text_.size(), [&](std::size_t at) {
    const char c = text_[at];
    if (c == quote || kLineEnd(c)) return std::size_t{0};
    return c == '\\' && at + 1 < text_.size() && !kLineEnd(text_[at + 1]) ? std::size_t{2}
                                                                          : std::size_t{1};
  });
  return place;
}

std::size_t Scan::raw_quote_end(std::size_t i, char quote) {
  return raw_quotes_[index_of(quote)].find(i, text_.size(), [&](std::size_t at) {
    return text_[at] == quote || kLineEnd(text_[at]) ? std::size_t{0} : std::size_t{1};
  });
}

std::size_t Scan::triple_end(std::size_t i, char quote) {
  return triples_[index_of(quote)].find(i, text_.size(), [&](std::size_t at) {
    const char c = text_[at];
    if (c == quote && this->at(at + 1) == quote && this->at(at + 2) == quote) return std::size_t{0};
    return c == '\\' && at + 1 < text_.size() ? std::size_t{2} : std::size_t{1};
  });
}

}  // namespace mage_lineage::redact
