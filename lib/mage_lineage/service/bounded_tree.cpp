#include <mage_lineage/service/bounded_tree.hpp>

#include <utility>

namespace mage_lineage::service {
namespace {

Failure too_late() {
  return fail(ErrorCode::timeout, "the time for reading the project is over");
}

}  // namespace

BoundedTree::BoundedTree(std::unique_ptr<sys::Tree> tree, const sys::Clock& clock,
                         std::chrono::nanoseconds time)
    : tree_(std::move(tree)), clock_(clock), end_(clock.steady() + time) {}

bool BoundedTree::is_over() {
  if (clock_.steady() < end_) return false;
  timed_out_ = true;
  return true;
}

Result<sys::FileContent> BoundedTree::read(const std::string& path, std::uint64_t max_bytes) {
  if (is_over()) return too_late();
  return tree_->read(path, max_bytes);
}

Result<std::vector<sys::Entry>> BoundedTree::list(const std::string& path,
                                                  std::size_t max_entries) {
  if (is_over()) return too_late();
  return tree_->list(path, max_entries);
}

Result<sys::Tree::Stat> BoundedTree::stat(const std::string& path) {
  if (is_over()) return too_late();
  return tree_->stat(path);
}

}  // namespace mage_lineage::service
