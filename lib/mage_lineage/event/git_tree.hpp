#pragma once

#include <mage_lineage/event/git.hpp>
#include <mage_lineage/sys/files.hpp>

#include <map>
#include <set>
#include <string>

namespace mage_lineage::event {

/// A project's folder as it is at one revision, read from git's objects: whatever reads a project
/// on disk reads it as well. The contents that its topology is told by are fetched at once.
class GitTree final : public sys::Tree {
 public:
  /// Fails as Git does.
  static Result<std::unique_ptr<GitTree>> open(const Git& git, const std::string& commit);

  Result<sys::FileContent> read(const std::string& path, std::uint64_t max_bytes) override;
  Result<std::vector<sys::Entry>> list(const std::string& path, std::size_t max_entries) override;
  Result<Stat> stat(const std::string& path) override;

 private:
  GitTree(const Git& git, std::map<std::string, TreeEntry> files);
  Result<> fetch_topology();

  const Git& git_;
  std::map<std::string, TreeEntry> files_;
  std::map<std::string, std::set<std::string>> folders_;  ///< the names in each
  std::map<std::string, std::string> contents_;           ///< by blob
};

}  // namespace mage_lineage::event
