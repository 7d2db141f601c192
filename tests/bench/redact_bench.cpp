// How fast secrets are found and replaced, on one core, beside `LC_ALL=C grep -aciF` with the same
// literals over the same text in the same run; then the texts that hurt most.
//
//   redact_bench FILE   FILE: much Python source, for example the standard library in one file
#include <mage_lineage/redact/literals.hpp>
#include <mage_lineage/redact/redactor.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

using namespace mage_lineage;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 7;

/// The fastest of several rounds, in seconds.
double best_of(int rounds, const std::function<void()>& work) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const auto begin = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return best;
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
  std::size_t marks = 0;
  const double here = best_of(
      kRounds, [&] { marks = redactor.redact(text, redact::Language::python).marks.size(); });
  const std::string list = path + ".literals";
  {
    std::ofstream out(list);
    for (const auto& literal : redact::literals())
      out << literal.text << "\n";
  }
  const std::string command =
      "LC_ALL=C grep -aciF -f '" + list + "' '" + path + "' | cat > /dev/null";
  const double grep = best_of(3, [&] {
    if (std::system(command.c_str()) > 256) std::exit(1);  // 256: no line matched
  });
  std::remove(list.c_str());
  const double size = megabytes(text.size());
  std::printf("%-36s %8.1f MB  %7.1f MB/s  %zu marks\n", "Python source, exact spans", size,
              size / here, marks);
  std::printf("%-36s %8.1f MB  %7.1f MB/s\n", "grep -aciF, the literals alone", size, size / grep);
  std::printf("ratio: %.1f times as fast as grep (bar: 350 MB/s)\n\n", grep / here);
}

/// The processor's seconds for one text: what others do on the machine does not count.
double cpu_seconds(const redact::Redactor& redactor, std::string text) {
  const std::clock_t begin = std::clock();
  const auto redaction = redactor.redact_owned(std::move(text));
  const std::clock_t end = std::clock();
  return redaction.text.empty() ? 0 : static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

void hostile(const redact::Redactor& redactor) {
  constexpr std::size_t kSmall = 10'000'000;
  constexpr std::size_t kLarge = 100'000'000;
  std::printf("one line of                     10 MB       100 MB   growth (bars: 10 MB/s, 12)\n");
  for (const char* unit : {"a", "\"", "password=", "pw:", "password: \"", "sk-AKIAghp_",
                           "token=\"a", "key=\\\\\\", "JWT=", "secret key: ", "://a@", "glpat-"}) {
    std::string text;
    while (text.size() < kSmall)
      text += unit;
    const double small = cpu_seconds(redactor, text);
    while (text.size() < kLarge)
      text += unit;
    const double large = cpu_seconds(redactor, text);
    std::printf("%-24s %7.1f MB/s %7.1f MB/s   %5.1f\n", unit, megabytes(kSmall) / small,
                megabytes(kLarge) / large, large / small);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: redact_bench FILE\n");
    return 2;
  }
  const double start = best_of(kRounds, [] { const redact::Redactor made; });
  std::printf("to make a redactor: %.2f ms (bar: 2 ms)\n\n", start * 1e3);
  const redact::Redactor redactor;
  beside_grep(redactor, argv[1]);
  hostile(redactor);
  return 0;
}
