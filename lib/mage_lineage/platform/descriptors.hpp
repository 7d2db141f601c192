#pragma once

#include <vector>

namespace mage_lineage::platform {

/// Fills what is closed of standard input, output and error, so that no file or socket gets their
/// numbers and then what is meant for them. Reading and writing there still fails with EBADF.
void occupy_standard_streams();

/// Which descriptors a program was started with: those that its children get as well.
class InheritedDescriptors {
 public:
  /// Looks now: before the program, or a library that it opens, has made its own.
  InheritedDescriptors();
  /// Marks all others beyond the first three to be closed by execve(2), whoever opened them.
  void close_others_on_exec() const;

 private:
  std::vector<int> numbers_;
};

}  // namespace mage_lineage::platform
