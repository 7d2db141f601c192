// How long a whole process takes beside an empty C program: alternating pairs started with
// posix_spawn, the median of each, and their ratio. The ratio depends on the spawner and hardly on
// the machine, so compare ratios of this harness alone.
//
//   startup EMPTY [--pairs N] [--stdin FILE] [--name NAME] [--bar BAR] -- PROGRAM [ARGUMENT...]

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "row.hpp"

extern char** environ;

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string empty;
  std::size_t pairs = 200;
  std::string input = "/dev/null";
  std::string name = "start-up";
  std::string bar;
  std::vector<std::string> command;
};

[[noreturn]] void quit(const std::string& message) {
  std::cerr << "startup: " << message << "\n";
  std::exit(2);
}

Options parse(const std::vector<std::string>& words) {
  Options options;
  if (words.empty())
    quit(
        "usage: startup EMPTY [--pairs N] [--stdin FILE] [--name NAME] [--bar BAR] -- PROGRAM ...");
  options.empty = words[0];
  std::size_t i = 1;
  for (; i + 1 < words.size() && words[i] != "--"; i += 2) {
    if (words[i] == "--pairs") options.pairs = std::stoul(words[i + 1]);
    if (words[i] == "--stdin") options.input = words[i + 1];
    if (words[i] == "--name") options.name = words[i + 1];
    if (words[i] == "--bar") options.bar = words[i + 1];
  }
  if (i >= words.size() || words[i] != "--") quit("no program was named");
  options.command.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
  return options;
}

/// Starts a program, waits for its end, and gives the time in milliseconds.
double run(const std::vector<std::string>& command, const std::string& input, int& status) {
  std::vector<char*> argv;
  for (const std::string& word : command)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const auto begin = Clock::now();
  if (posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ) != 0) {
    quit("cannot start " + command[0]);
  }
  waitpid(child, &status, 0);
  const auto end = Clock::now();
  posix_spawn_file_actions_destroy(&actions);
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse({argv + 1, argv + argc});
  constexpr std::size_t kWarmUp = 10;
  std::vector<double> empty;
  std::vector<double> program;
  int status = 0;
  for (std::size_t i = 0; i < options.pairs + kWarmUp; ++i) {
    int ignored = 0;
    const double one = run({options.empty}, "/dev/null", ignored);
    const double other = run(options.command, options.input, status);
    if (i < kWarmUp) continue;
    empty.push_back(one);
    program.push_back(other);
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < empty.size(); ++i)
    ratios.push_back(program[i] / empty[i]);
  std::printf("empty %.2f ms, program %.2f ms (medians of %zu alternating pairs, exit status %d)\n",
              median(empty), median(program), options.pairs,
              WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  print_row(options.name, ratios, options.bar, "an empty C program");
  return 0;
}
