// Ten times the text takes about ten times the time, whatever the text: one line of any single
// character, and of what rules look hardest at. Speeds are a benchmark's matter (redact_bench).
#include <mage_lineage/redact/redactor.hpp>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

using namespace mage_lineage;

namespace {

constexpr std::size_t kSmall = 50'000;
constexpr std::size_t kTimes = 10;
constexpr double kMost = 20;  // twice the bar of the benchmark, for machines that do other work

std::vector<std::string> units() {
  std::vector<std::string> all = {"password=",
                                  "token=\"a",
                                  "key=\\\\\\",
                                  "pw:",
                                  "password: \"",
                                  "sk-AKIAghp_",
                                  "://a@",
                                  "://:{",
                                  "sig=",
                                  "Authorization:",
                                  "Bearer ",
                                  "eyJ",
                                  "eyJaaaaaaaaaaaaaaaa.",
                                  "-----BEGIN PRIVATE KEY-----",
                                  "-----BEGIN PRIVATE KEY-----\n",
                                  "PuTTY-User-Key-File-",
                                  "glpat-",
                                  "password=[\"a\",",
                                  "password={{",
                                  "env_var('a',",
                                  "os.getenv(\"password\",\"",
                                  "auth=(\"a\",",
                                  "kind: secret\n",
                                  "password:\n - a\n",
                                  " password: |\n",
                                  "<password>",
                                  "\"password\",\"",
                                  "name: password value: ",
                                  "$2y$",
                                  "mysql -p",
                                  "identified by ",
                                  "password='''a",
                                  "\\\"password\\\":\\\"",
                                  "password is \"",
                                  "export password=",
                                  "a=b password=",
                                  "JWT=",
                                  "[REDACTED:",
                                  "user, password = \"a\", ",
                                  "password=a or \"",
                                  "insert into t (password,",
                                  "insert into t (password) values ('a'),",
                                  "'Cookie': 'a=",
                                  "b64encode('a:",
                                  "minio(a, 'b',",
                                  "login((",
                                  "login('',",
                                  "minio(#\n",
                                  "password,a = 'b',",
                                  "password, ",
                                  "password = a = ",
                                  "password='' if a else ",
                                  "get(\"password\") or ",
                                  "secrets={'a':{",
                                  "password $$",
                                  "password=${X:-",
                                  "password='{%",
                                  "set('a','password','",
                                  "[\"--password\",\"",
                                  "jwt.encode({'a': f(1), ",
                                  "ssh.connect([]",
                                  "pipeline_runs/",
                                  "passwords={'a':'b',",
                                  "set_global_variable('p','password',",
                                  "# password: a1 ",
                                  "/db/password', value='",
                                  "password=\\\n",
                                  "password"};
  for (int c = 0; c < 128; ++c)
    all.emplace_back(1, static_cast<char>(c));
  return all;
}

double seconds(const redact::Redactor& redactor, const std::string& text) {
  const std::clock_t begin = std::clock();
  const auto redaction = redactor.redact(text);
  const std::clock_t end = std::clock();
  return redaction.text.empty() ? 0 : static_cast<double>(end - begin) / CLOCKS_PER_SEC;
}

std::string repeated(const std::string& unit, std::size_t size) {
  std::string text;
  while (text.size() < size)
    text += unit;
  return text;
}

}  // namespace

int main() {
  const redact::Redactor redactor;
  int failed = 0;
  double worst = 0;
  for (const std::string& unit : units()) {
    const std::string small = repeated(unit, kSmall);
    const std::string large = repeated(unit, kSmall * kTimes);
    double ratio = 0;
    for (int attempt = 0; attempt < 3; ++attempt) {
      const double base = std::max(seconds(redactor, small), 1e-3);
      ratio = seconds(redactor, large) / base;
      if (ratio <= kMost) break;
    }
    worst = std::max(worst, ratio);
    if (ratio <= kMost) continue;
    ++failed;
    std::cout << "\"" << unit << "\": " << kTimes << " times the text took " << ratio
              << " times the time\n";
  }
  std::cout << units().size() << " texts, the slowest growth is " << worst << " for " << kTimes
            << "\n";
  return failed == 0 ? 0 : 1;
}
