// The grant verifier under any bytes. The first byte of an input chooses what the rest is: a token,
// or a header and a payload (with a line break between them) that are signed well, so that
// everything behind the signature is reached too.
#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/text.hpp>
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/grant/diagnose.hpp>
#include <mage_lineage/grant/input.hpp>
#include <mage_lineage/grant/inspect.hpp>
#include <mage_lineage/grant/report.hpp>

#include <cstdint>
#include <string>

#include "require.hpp"

using namespace mage_lineage;

namespace {

const grant::Keys kKeys{Secret(std::string("0123456789abcdef0123456789abcdef")),
                        Secret(std::string("the secret before the rotation...."))};
const Timestamp kNow(std::chrono::seconds(1767225600));

std::string signed_token(std::string_view rest) {
  const auto line = rest.find('\n');
  const std::string_view header = rest.substr(0, line);
  const std::string_view payload = line == std::string_view::npos ? "" : rest.substr(line + 1);
  const std::string input = base64url_encode(header) + "." + base64url_encode(payload);
  const auto mac = hmac_sha256(kKeys.current, input);
  return input + "." + base64url_encode({reinterpret_cast<const char*>(mac.data()), mac.size()});
}

/// Independent of the verifier: what every accepted token has in common.
void check_accepted(const std::string& token, const grant::Verification& verification) {
  require(token.size() <= grant::kMaxTokenBytes, "an accepted token is small");
  for (const std::string_view part : text::split(token, '.')) {
    const auto bytes = base64url_decode(part);
    require(bytes && base64url_encode(*bytes) == part, "an accepted token has one spelling");
  }
  require(verification.header.find("alg")->text == "HS256", "an accepted token is HS256");
  require(verification.payload.find("exp")->as_double() > 1767225600.0, "it has not expired");
  require(verification.findings.empty(), "nothing is wrong with it");
}

void check_token(const std::string& token) {
  grant::Policy policy;
  const grant::Demand demand{std::string(grant::kReadAction), Scope{"c", "w", "p"}, "snap_1"};
  const auto verification = grant::verify(token, kKeys, policy, demand, kNow);
  if (verification.accepted()) check_accepted(token, verification);
  require(verification.accepted() != !verification.findings.empty(), "a refusal has a reason");
  for (const auto& row : grant::report(verification, policy, demand, kNow)) {
    require(row.status == grant::Status::pass || !row.detail.empty(), "a refusal is explained");
  }
  grant::diagnose_signature(token, kKeys);
  grant::diagnose_form(token);
  grant::inspect(token, kNow);
}

/// Reading and writing agree: what was written canonically reads back as itself.
void check_json(std::string_view text) {
  const auto value =
      json::parse(text, {.max_bytes = grant::kMaxTokenBytes, .max_depth = grant::kMaxTokenDepth});
  if (!value) return;
  const std::string canonical = json::write(*value, json::Style::canonical);
  const auto again = json::parse(canonical);
  require(again.has_value(), "what is written can be read");
  require(json::write(*again, json::Style::canonical) == canonical, "canonical JSON is stable");
  const auto pretty = json::parse(json::write(*value, json::Style::pretty));
  require(pretty && json::write(*pretty, json::Style::canonical) == canonical,
          "layout changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      check_token(grant::clean_token(rest).token);
      break;
    case 1:
      check_token(signed_token(rest));
      break;
    default:
      check_json(rest);
  }
  return 0;
}
