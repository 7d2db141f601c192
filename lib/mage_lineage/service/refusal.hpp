#pragma once

#include <mage_lineage/core/result.hpp>
#include <mage_lineage/core/time.hpp>
#include <mage_lineage/delivery/answer.hpp>
#include <mage_lineage/formats/url.hpp>
#include <mage_lineage/sys/http_client.hpp>

namespace mage_lineage::service {

/// What an answer of a snapshot service that is no success means, as an error `rejected`: the
/// status, what the service says (cleaned), and in the hint what to do about it (contracts, section
/// 12). `base` is the address that was given for the service. For any status but the expected one:
/// redirects, answers of a proxy in between and other successes included.
Error explain_refusal(const sys::HttpResponse& response, const Url& base,
                      const delivery::Cleaner& cleaner, Timestamp now);

}  // namespace mage_lineage::service
