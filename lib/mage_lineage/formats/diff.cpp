#include <mage_lineage/formats/diff.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace mage_lineage {

namespace {

constexpr std::size_t kContext = 3;
constexpr int kMaxEdits = 1000;

using Lines = std::vector<std::string_view>;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// The lines of a text with their line feeds.
Lines lines_of(std::string_view text) {
  Lines out;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t n = feed == std::string_view::npos ? text.size() : feed + 1;
    out.push_back(text.substr(0, n));
    text.remove_prefix(n);
  }
  return out;
}

/// One line of the edit script: kept (' '), taken away ('-') or added ('+').
struct Step {
  char kind;
  std::string_view line;
};

/// The furthest points of Myers' greedy algorithm for each number of edits; empty when the texts
/// are further apart than kMaxEdits.
std::vector<std::vector<int>> furthest_points(const Lines& a, const Lines& b) {
  const int n = static_cast<int>(a.size());
  const int m = static_cast<int>(b.size());
  std::vector<std::vector<int>> trace;
  std::vector<int> best(2 * static_cast<std::size_t>(kMaxEdits) + 3, 0);
  const auto at = [&](int k) -> int& { return best[index(k + kMaxEdits + 1)]; };
  for (int d = 0; d <= kMaxEdits; ++d) {
    trace.emplace_back(best.begin() + (kMaxEdits - d), best.begin() + (kMaxEdits + d + 3));
    for (int k = -d; k <= d; k += 2) {
      const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
      int x = down ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m &&
             a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) {
        ++x;
      }
      at(k) = x;
      if (x >= n && x - k >= m) return trace;
    }
  }
  return {};
}

/// Myers, "An O(ND) Difference Algorithm and Its Variations": the way back through the trace.
std::vector<Step> script(const Lines& a, const Lines& b) {
  std::vector<Step> out;
  const auto trace = furthest_points(a, b);
  if (trace.empty()) {
    for (const std::string_view line : a) {
      out.push_back({'-', line});
    }
    for (const std::string_view line : b) {
      out.push_back({'+', line});
    }
    return out;
  }
  int x = static_cast<int>(a.size());
  int y = static_cast<int>(b.size());
  const auto keep = [&] { out.push_back({' ', a[static_cast<std::size_t>(--x)]}), --y; };
  for (int d = static_cast<int>(trace.size()) - 1; d > 0; --d) {
    const auto& before = trace[static_cast<std::size_t>(d)];
    const auto at = [&](int k) { return before[index(k + d + 1)]; };
    const int k = x - y;
    const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
    const int from_x = down ? at(k + 1) : at(k - 1);
    const int from_y = from_x - (down ? k + 1 : k - 1);
    while (x > from_x && y > from_y) {
      keep();
    }
    if (down) {
      out.push_back({'+', b[static_cast<std::size_t>(--y)]});
    } else {
      out.push_back({'-', a[static_cast<std::size_t>(--x)]});
    }
  }
  while (x > 0 && y > 0) {
    keep();
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::string range(std::size_t lines_before, std::size_t count) {
  const std::string first = std::to_string(count == 0 ? lines_before : lines_before + 1);
  return count == 1 ? first : first + "," + std::to_string(count);
}

/// Writes steps [begin, end) as one hunk; `a` and `b` are the numbers of lines before it.
void write_hunk(std::string& out, const std::vector<Step>& steps, std::size_t begin,
                std::size_t end, std::size_t a, std::size_t b) {
  std::string body;
  std::size_t taken = 0;
  std::size_t added = 0;
  for (std::size_t i = begin; i < end; ++i) {
    taken += steps[i].kind == '+' ? 0 : 1;
    added += steps[i].kind == '-' ? 0 : 1;
    body += steps[i].kind;
    body += steps[i].line;
    if (!steps[i].line.ends_with('\n')) body += "\n\\ No newline at end of file\n";
  }
  out += "@@ -" + range(a, taken) + " +" + range(b, added) + " @@\n" + body;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name) {
  if (before == after) return {};
  Lines a = lines_of(before);
  Lines b = lines_of(after);
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) {
    ++head;
  }
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const std::size_t lead = std::min<std::size_t>(head, kContext);
  const std::size_t trail = std::min<std::size_t>(tail, kContext);
  std::vector<Step> steps;
  for (std::size_t i = head - lead; i < head; ++i) {
    steps.push_back({' ', a[i]});
  }
  const auto core = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head),
                 lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  for (const Step& step : script(core(a), core(b))) {
    steps.push_back(step);
  }
  for (std::size_t i = a.size() - tail; i < a.size() - tail + trail; ++i) {
    steps.push_back({' ', a[i]});
  }

  std::string out = "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + "\n";
  std::size_t line_a = head - lead;
  std::size_t line_b = head - lead;
  std::size_t begin = 0;
  while (begin < steps.size()) {
    std::size_t end = begin;
    std::size_t last_change = begin;
    for (; end < steps.size() && end <= last_change + 2 * kContext + 1; ++end) {
      if (steps[end].kind != ' ') last_change = end;
    }
    end = std::min(steps.size(), last_change + kContext + 1);
    write_hunk(out, steps, begin, end, line_a, line_b);
    // The next hunk begins with its context, right before the next change.
    std::size_t next = end;
    while (next < steps.size() && steps[next].kind == ' ') {
      ++next;
    }
    const std::size_t stop = next == steps.size() ? next : std::max(end, next - kContext);
    for (std::size_t i = begin; i < stop; ++i) {
      line_a += steps[i].kind == '+' ? 0 : 1;
      line_b += steps[i].kind == '-' ? 0 : 1;
    }
    begin = stop;
  }
  return out;
}

}  // namespace mage_lineage
