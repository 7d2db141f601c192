#pragma once

#include <mage_lineage/core/secret.hpp>
#include <mage_lineage/delivery/fate.hpp>
#include <mage_lineage/delivery/route.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mage_lineage::delivery {

/// What an answer means for the event it answers.
struct Verdict {
  bool delivered = false;
  std::string
      message;  ///< for a person: status and what the server said; empty for a plain success
  std::string hint;
  std::optional<GraphCounts> counts;
};

/// Makes what servers say fit to show: cut, escaped, rules of redaction applied, and the route's
/// own credentials taken out wherever a server echoes them.
class Cleaner {
 public:
  /// One that knows the credentials of a route.
  static Cleaner for_route(const Route& route);

  void hide(const Secret& secret);
  std::string clean(std::string_view said) const;
  /// The same neither escaped nor cut to what fits a line: for what is taken apart first.
  std::string redact(std::string_view said) const;

 private:
  std::vector<Secret> secrets_;
};

/// Judges the answer to an event: any 2xx is success whatever its body, with Portal only 201. A 3xx
/// names where it points, without user information and query.
Verdict judge_answer(const Route& route, const sys::HttpResponse& response, const Cleaner& cleaner);

/// "503 Service Unavailable" and, in quotes, what the body says: its `message`, `error`, `detail`
/// or `title`, else the text itself.
std::string describe_answer(const sys::HttpResponse& response, const Cleaner& cleaner);

/// "302 Found and points to https://…", without user information and query.
std::string describe_redirect(const sys::HttpResponse& response, const Cleaner& cleaner);

}  // namespace mage_lineage::delivery
