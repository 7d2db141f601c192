#pragma once

#include <mage_lineage/project/facts.hpp>
#include <mage_lineage/project/scan.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <mage_lineage/sys/files.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::snapshot {

/// What became of one scanned file. The content itself is dropped as soon as it is hashed.
struct FileResult {
  std::optional<project::OmissionReason> omitted;
  std::optional<std::uint64_t> size;  ///< on disk, for `file_too_large`
  std::uint64_t source_bytes = 0;
  std::uint64_t content_bytes = 0;
  std::string content_hash;
  std::uint64_t redactions = 0;
  std::map<std::string_view, std::size_t> by_rule;
};

/// Every file's result, cut where a limit of the whole snapshot was reached.
struct Described {
  std::vector<FileResult> files;  ///< as Scan::files
  project::FactsByPath facts;
};

/// Reads, redacts and hashes every scanned file with some threads, and reads the topology from the
/// same bytes. Files are taken in order; the first that exceeds the limits of owners or source
/// bytes, and all after it, are omitted, whatever the number of threads. Fails with `internal` when
/// a thread did.
Result<Described> describe_files(sys::Tree& tree, const project::Scan& scan, const Limits& limits,
                                 const redact::Redactor& redactor, unsigned threads,
                                 const Progress& progress);

}  // namespace mage_lineage::snapshot
