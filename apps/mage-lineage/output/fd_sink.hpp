#pragma once

#include "output/terminal.hpp"

namespace mage_lineage::output {

/// A file descriptor. A closed pipe ends the output in silence; any other failure is remembered,
/// and what could not be written is lost.
class FdSink final : public Sink {
 public:
  explicit FdSink(int fd) : fd_(fd) {}
  void write(std::string_view text) override;
  bool is_terminal() const override;
  bool works() const override { return failure_ == 0; }
  /// errno of the first write that failed, 0 when all went well or the reader has gone.
  int failure() const { return failure_; }
  bool closed() const { return closed_; }

 private:
  int fd_;
  int failure_ = 0;
  bool closed_ = false;
};

}  // namespace mage_lineage::output
