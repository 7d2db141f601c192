#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/platform/fd.hpp>

#include <chrono>
#include <cstdint>
#include <string>

namespace mage_lineage::platform {

/// How long a FIFO may lack its other end before it is given up: time enough for a program that was
/// started together with this one.
inline constexpr std::chrono::milliseconds kFifoPatience{3000};

/// Opens a file that the person names for reading. Opening a FIFO would wait for a writer as long
/// as none comes: without one this fails with `io`. Whoever has it open for writing may take all
/// the time it needs, like a program before a pipe.
Result<Fd> open_to_read(const std::string& path,
                        std::chrono::milliseconds patience = kFifoPatience);

/// The same for writing: `flags` are those of open(2) besides O_WRONLY, `mode` is for a new file.
Result<Fd> open_to_write(const std::string& path, int flags, std::uint32_t mode = 0,
                         std::chrono::milliseconds patience = kFifoPatience);

}  // namespace mage_lineage::platform
