#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

/// Prints a row of the benchmarks' table: the median of the values and their quartiles, what is
/// asked for, and what it is measured beside. rows.py is its twin.
inline void print_row(const std::string& name, std::vector<double> values, const std::string& bar,
                      const std::string& beside) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - static_cast<double>(below)) * (values[above] - values[below]);
  };
  std::printf("= %s\t%.4g\t%.4g\t%.4g\t%s\t%s\n", name.c_str(), at(0.5), at(0.25), at(0.75),
              bar.c_str(), beside.c_str());
  std::fflush(stdout);
}
