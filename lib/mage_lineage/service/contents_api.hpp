#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/snapshot/contents.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::service {

/// No body of a contents request is larger: a hundred whole owner descriptors, with room.
inline constexpr std::size_t kMostContentsBody = std::size_t{1} << 20U;

/// Reads the body of a contents request, `{"owners": [{"owner_key", "content_hash"?}]}`; other
/// members are ignored, so that whole owner descriptors may be sent. Fails with `malformed` or
/// `invalid`: no JSON, a member of a wrong type, no owner or more than snapshot::kMostContents, an
/// owner that is asked for twice.
Result<std::vector<snapshot::ContentRequest>> parse_contents_request(std::string_view body);

/// `{"snapshot_id", "contents": […]}`, in the order of the answers.
std::string contents_body(std::string_view snapshot_id,
                          const std::vector<snapshot::ContentAnswer>& answers);

}  // namespace mage_lineage::service
