#pragma once

#include <mage_lineage/core/result.hpp>

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace mage_lineage::platform {

/// An open file descriptor that is closed once. -1 is none.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Fd& operator=(Fd&& other) noexcept;
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd();

  int get() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Gives the descriptor away; the caller closes it.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_ = -1;
};

/// Reads what is there, at most `n` bytes; 0 is the end, -1 a failure that errno names. Goes on
/// after interruptions, and waits where the descriptor itself does not: another program that has
/// the same pipe or terminal may have made it so.
ssize_t read_some(int fd, char* out, std::size_t n);

/// Writes all of the bytes, as read_some reads. 0, or the errno of the write that failed.
int write_all(int fd, std::string_view bytes);

/// What an errno value means for a path, as an Error: `cannot ACTION "PATH": why`.
Failure system_failure(int number, const std::string& action, const std::string& path);

}  // namespace mage_lineage::platform
