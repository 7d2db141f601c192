#pragma once

#include <cstdlib>
#include <iostream>

/// Ends a fuzz target with the promise that an input broke.
inline void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "broken promise: " << what << "\n";
  std::abort();
}
