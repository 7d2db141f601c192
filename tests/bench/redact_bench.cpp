// How fast secrets are found and replaced, on one core, beside `LC_ALL=C grep -aciF` with the same
// literals over the same text in the same run; then the texts that hurt most.
//
//   redact_bench FILE   FILE: much Python source, for example the standard library in one file
#include <mage_lineage/redact/literals.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include "row.hpp"

using namespace mage_lineage;

namespace {

constexpr int kRounds = 7;

/// The processor's seconds of this program, or of those that it started and waited for: what
/// others do on the machine does not count.
double processor_seconds(int who) {
  struct rusage usage {};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double seconds_of(int who, const std::function<void()>& work) {
  const double begin = processor_seconds(who);
  work();
  return processor_seconds(who) - begin;
}

double megabytes(std::size_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

void beside_grep(const redact::Redactor& redactor, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (text.empty()) {
    std::fprintf(stderr, "redact_bench: cannot read %s\n", path.c_str());
    std::exit(1);
  }
  const std::string list = path + ".literals";
  {
    std::ofstream out(list);
    for (const auto& literal : redact::literals())
      out << literal.text << "\n";
  }
  const std::string command =
      "LC_ALL=C grep -aciF -f '" + list + "' '" + path + "' | cat > /dev/null";
  std::size_t marks = 0;
  std::vector<double> speeds;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    const double here = seconds_of(
        RUSAGE_SELF, [&] { marks = redactor.redact(text, redact::Language::python).marks.size(); });
    const double grep = seconds_of(RUSAGE_CHILDREN, [&] {
      if (std::system(command.c_str()) > 256) std::exit(1);  // 256: no line matched
    });
    speeds.push_back(megabytes(text.size()) / here);
    ratios.push_back(grep / here);
  }
  std::remove(list.c_str());
  std::printf("Python source, exact spans: %.1f MB, %zu marks\n", megabytes(text.size()), marks);
  print_row("redact: Python source, MB/s on one core", speeds, ">= 350", "itself");
  print_row("redact: times as fast", ratios, "", "grep -F, the literals alone");
}

double seconds_for(const redact::Redactor& redactor, std::string text) {
  return seconds_of(RUSAGE_SELF, [&] { text = redactor.redact_owned(std::move(text)).text; });
}

void hostile(const redact::Redactor& redactor) {
  constexpr std::size_t kSmall = 10'000'000;
  constexpr std::size_t kLarge = 100'000'000;
  std::vector<double> speeds;
  std::vector<double> growths;
  std::printf("one line of                     10 MB       100 MB   growth\n");
  for (const char* unit : {"a", "\"", "password=", "pw:", "password: \"", "sk-AKIAghp_",
                           "token=\"a", "key=\\\\\\", "JWT=", "secret key: ", "://a@", "glpat-"}) {
    std::string text;
    while (text.size() < kSmall)
      text += unit;
    const double small = seconds_for(redactor, text);
    while (text.size() < kLarge)
      text += unit;
    const double large = seconds_for(redactor, text);
    std::printf("%-24s %7.1f MB/s %7.1f MB/s   %5.1f\n", unit, megabytes(kSmall) / small,
                megabytes(kLarge) / large, large / small);
    speeds.push_back(std::min(megabytes(kSmall) / small, megabytes(kLarge) / large));
    growths.push_back(large / small);
  }
  print_row("redact: slowest hostile line, MB/s", {*std::min_element(speeds.begin(), speeds.end())},
            ">= 10", "itself");
  print_row("redact: most time of 100 MB by 10 MB",
            {*std::max_element(growths.begin(), growths.end())}, "<= 12", "itself");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: redact_bench FILE\n");
    return 2;
  }
  const double start = seconds_of(RUSAGE_SELF, [] { const redact::Redactor made; });
  print_row("redact: ms to start", {start * 1e3}, "<= 2", "itself");
  const redact::Redactor redactor;
  beside_grep(redactor, argv[1]);
  hostile(redactor);
  return 0;
}
