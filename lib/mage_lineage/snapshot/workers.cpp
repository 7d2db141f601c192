#include <mage_lineage/project/project.hpp>
#include <mage_lineage/snapshot/source.hpp>
#include <mage_lineage/snapshot/workers.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace mage_lineage::snapshot {
namespace {

using project::OmissionReason;

class Workers {
 public:
  Workers(sys::Tree& tree, const project::Scan& scan, const Limits& limits,
          const redact::Redactor& redactor, const Progress& progress)
      : tree_(tree), scan_(scan), limits_(limits), redactor_(redactor), progress_(progress) {
    described_.files.resize(scan.files.size());
    done_.resize(scan.files.size(), false);
    cut_ = scan.files.size();
  }

  Result<Described> run(unsigned threads) {
    jobs_ = scan_.files.size() + scan_.references.size();
    const auto wanted = std::max<std::size_t>(1, std::min<std::size_t>(threads, jobs_));
    std::vector<std::thread> helpers;
    try {
      for (std::size_t i = 1; i < wanted; ++i)
        helpers.emplace_back([this] { work(false); });
    } catch (const std::system_error&) {
      // Where no more threads can be had, fewer do the same work.
    }
    work(true);
    for (auto& helper : helpers)
      helper.join();
    if (!failure_.empty())
      return fail(ErrorCode::internal, "cannot build the snapshot: " + failure_);
    for (std::size_t i = cut_; i < described_.files.size(); ++i) {
      described_.files[i] = FileResult();
      described_.files[i].omitted = reason_of_cut_;
    }
    return std::move(described_);
  }

 private:
  void work(bool tells) {
    try {
      while (true) {
        const std::size_t job = next_++;
        if (job < scan_.files.size()) {
          do_file(job);
        } else if (job < scan_.files.size() + scan_.references.size()) {
          do_reference(scan_.references[job - scan_.files.size()]);
        } else {
          return;
        }
        const std::size_t done = ++finished_;
        if (tells && progress_) progress_(done, jobs_);
      }
    } catch (const std::exception& problem) {
      const std::lock_guard lock(mutex_);
      failure_ = problem.what();
    }
  }

  void do_file(std::size_t index) {
    const std::string& path = scan_.files[index];
    const bool topology = project::tells_facts(path);
    // Behind the cut a file is of use for the topology alone.
    if (index >= cut_ && !topology) return;
    FileResult result;
    const auto bytes = read_settled(tree_, path, limits_.file_bytes);
    if (bytes) {
      yaml::Reading text(*bytes, path);
      if (topology) add_facts(path, text);
      const auto source = make_source(redactor_, path, text);
      result.source_bytes = source.source_bytes;
      result.content_bytes = source.content.size();
      result.content_hash = source.content_hash;
      result.redactions = source.redactions;
      result.by_rule = source.by_rule;
    } else {
      result = omitted(path, bytes.error());
    }
    finish(index, std::move(result));
  }

  FileResult omitted(const std::string& path, const Error& error) {
    FileResult result;
    result.omitted = project::reason_of(error);
    if (error.code == ErrorCode::too_large) {
      if (const auto seen = tree_.stat(path)) result.size = seen->bytes;
    }
    // The scan saw it: it went away meanwhile.
    if (error.code == ErrorCode::not_found) result.omitted = OmissionReason::changed_while_reading;
    return result;
  }

  void do_reference(const std::string& path) {
    const auto bytes = read_settled(tree_, path, project::kMaxReferenceBytes);
    if (bytes) {
      yaml::Reading text(*bytes, path);
      add_facts(path, text);
      return;
    }
    project::Facts facts;
    facts.findings.push_back(
        {path, 0, "unreadable", "the file cannot be read: what it refers to is not known"});
    const std::lock_guard lock(mutex_);
    described_.facts.emplace(path, std::move(facts));
  }

  void add_facts(const std::string& path, yaml::Reading& text) {
    auto facts = project::read_facts(path, text);
    const std::lock_guard lock(mutex_);
    described_.facts.emplace(path, std::move(facts));
  }

  /// Counts results in the order of the files, as far as they are there without a gap.
  void finish(std::size_t index, FileResult result) {
    const std::lock_guard lock(mutex_);
    described_.files[index] = std::move(result);
    done_[index] = true;
    for (; counted_ < cut_ && done_[counted_]; ++counted_) {
      const auto& file = described_.files[counted_];
      if (file.omitted) continue;
      if (owners_ == limits_.owners) {
        cut(OmissionReason::owner_limit);
      } else if (file.content_bytes > limits_.source_bytes - content_bytes_) {
        cut(OmissionReason::source_limit);
      } else {
        ++owners_;
        content_bytes_ += file.content_bytes;
        continue;
      }
      return;
    }
  }

  void cut(OmissionReason reason) {
    reason_of_cut_ = reason;
    cut_ = counted_;
  }

  sys::Tree& tree_;
  const project::Scan& scan_;
  const Limits& limits_;
  const redact::Redactor& redactor_;
  const Progress& progress_;
  std::size_t jobs_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> finished_ = 0;
  std::atomic<std::size_t> cut_ = 0;

  std::mutex mutex_;  ///< guards what follows
  Described described_;
  std::vector<bool> done_;
  std::size_t counted_ = 0;
  std::size_t owners_ = 0;
  std::uint64_t content_bytes_ = 0;
  OmissionReason reason_of_cut_ = OmissionReason::source_limit;
  std::string failure_;
};

}  // namespace

Result<Described> describe_files(sys::Tree& tree, const project::Scan& scan, const Limits& limits,
                                 const redact::Redactor& redactor, unsigned threads,
                                 const Progress& progress) {
  return Workers(tree, scan, limits, redactor, progress).run(threads);
}

}  // namespace mage_lineage::snapshot
