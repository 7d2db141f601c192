#include <mage_lineage/redact/shapes.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace mage_lineage::redact {
namespace {

constexpr ByteSet kUrlSafe{"A-Za-z0-9_-"};
constexpr ByteSet kLowerHex{"0-9a-f"};
constexpr ByteSet kLowerAlnum{"0-9a-z"};
constexpr ByteSet kUpperAlnum{"A-Z0-9"};
constexpr ByteSet kHexes{"A-Fa-f0-9_"};
constexpr ByteSet kDotted{"A-Za-z0-9_.-"};
constexpr ByteSet kDottedBase64{"A-Za-z0-9_.=+/-"};
constexpr std::size_t kLookedAt = 128;

/// A prefix of letters alone may stand inside a longer word or in base64 data; one with a separator
/// is believed even when it is glued to what comes before it.
bool stands_free(const Shape& shape, std::string_view text, std::size_t at) {
  constexpr std::size_t kTelling = 4;
  const bool dashed = shape.prefix.size() <= kTelling && shape.prefix.back() == '-';
  if (at > 0 && dashed && kBytes<"._/-">(text[at - 1])) return false;  // a file's name
  if (at == 0 || !kAlnum(text[at - 1])) return true;
  const bool escaped = at > 1 && text[at - 2] == '\\';  // `\n`, `\t` before the token
  if (escaped) return true;
  if (std::all_of(shape.prefix.begin(), shape.prefix.end(), kAlnum)) {
    return shape.rule == RuleId::aws_key && kLower(text[at - 1]);
  }
  return shape.prefix.size() > kTelling ||
         (shape.prefix.size() == kTelling && shape.prefix.back() == '_');
}

bool is_proven(Shape::Proof proof, std::string_view body) {
  if (proof == Shape::Proof::none) {
    static constexpr ByteSet kFiller{"xX*0-"};
    return !std::all_of(body.begin(), body.end(), kFiller);
  }
  // Random text of n bytes has about log2(n) bits a byte, until its alphabet is used up.
  constexpr double kEnough = 2.95;
  if (entropy(body) < std::min(kEnough, std::log2(static_cast<double>(body.size())) - 1.2)) {
    return false;
  }
  const auto has = [&](const ByteSet& set) { return std::any_of(body.begin(), body.end(), set); };
  if (proof == Shape::Proof::cased) return has(kUpper) && has(kLower);
  return proof != Shape::Proof::digits || has(kDigit);
}

}  // namespace

const std::vector<Shape>& shapes() {
  using R = RuleId;
  using P = Shape::Proof;
  static const std::vector<Shape> kShapes = {
      {R::aws_key, "AKIA", kUpperAlnum, 16, 20, P::none},
      {R::aws_key, "ASIA", kUpperAlnum, 16, 20, P::none},
      {R::aws_key, "ABIA", kUpperAlnum, 16, 20, P::none},
      {R::aws_key, "ACCA", kUpperAlnum, 16, 20, P::none},
      {R::aws_key, "A3T", kUpperAlnum, 17, 17, P::digits},
      {R::aws_key, "ABSK", kBase64, 80},
      {R::aws_key, "bedrock-api-key-", kBase64, 40},
      {R::aws_key, "amzn.mws.", kUrlSafe, 36},
      {R::google_key, "AIza", kUrlSafe, 35, 35},
      {R::google_key, "ya29.", kDotted, 20},
      {R::google_key, "GOCSPX-", kUrlSafe, 20},
      {R::google_key, "1//0", kUrlSafe, 40},
      {R::github_token, "ghp_", kAlnum, 30},
      {R::github_token, "gho_", kAlnum, 30},
      {R::github_token, "ghu_", kAlnum, 30},
      {R::github_token, "ghs_", kAlnum, 30},
      {R::github_token, "ghr_", kAlnum, 30},
      {R::github_token, "github_pat_", kWord, 50},
      {R::gitlab_token, "glpat-", kDotted, 18},
      {R::gitlab_token, "glptt-", kLowerHex, 40},
      {R::gitlab_token, "gldt-", kUrlSafe, 20},
      {R::gitlab_token, "glrt-", kUrlSafe, 20},
      {R::gitlab_token, "glcbt-", kUrlSafe, 20},
      {R::gitlab_token, "glft-", kUrlSafe, 20},
      {R::gitlab_token, "glimt-", kUrlSafe, 20},
      {R::gitlab_token, "glagent-", kUrlSafe, 40},
      {R::gitlab_token, "gloas-", kUrlSafe, 40},
      {R::gitlab_token, "glsoat-", kUrlSafe, 20},
      {R::gitlab_token, "glffct-", kUrlSafe, 20},
      {R::gitlab_token, "GR1348941", kUrlSafe, 20},
      {R::slack_token, "xoxb-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxp-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxa-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxr-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxs-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxo-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xoxe-", kUrlSafe, 14, 0, P::none},
      {R::slack_token, "xapp-", kUrlSafe, 20, 0, P::none},
      {R::ai_key, "sk-ant-api03-", kUrlSafe, 90},
      {R::ai_key, "sk-ant-admin01-", kUrlSafe, 90},
      {R::ai_key, "sk-ant-oat01-", kUrlSafe, 80},
      {R::ai_key, "sk-proj-", kUrlSafe, 40},
      {R::ai_key, "sk-svcacct-", kUrlSafe, 40},
      {R::ai_key, "sk-admin-", kUrlSafe, 40},
      {R::ai_key, "sk-or-v1-", kLowerHex, 60},
      {R::ai_key, "sk-lf-", kUrlSafe, 30},
      {R::ai_key, "sk-", kAlnum, 32, 0, P::digits},
      {R::ai_key, "hf_", kAlnum, 30, 40, P::cased},
      {R::ai_key, "api_org_", kAlnum, 30, 40, P::cased},
      {R::ai_key, "gsk_", kAlnum, 40},
      {R::ai_key, "xai-", kAlnum, 60},
      {R::ai_key, "r8_", kAlnum, 35, 45},
      {R::ai_key, "pplx-", kAlnum, 40},
      {R::ai_key, "nvapi-", kUrlSafe, 50},
      {R::ai_key, "lsv2_pt_", kWord, 30},
      {R::ai_key, "lsv2_sk_", kWord, 30},
      {R::ai_key, "pcsk_", kWord, 40},
      {R::payment_key, "sk_live_", kAlnum, 10},
      {R::payment_key, "sk_test_", kAlnum, 10},
      {R::payment_key, "sk_prod_", kAlnum, 10},
      {R::payment_key, "rk_live_", kAlnum, 10},
      {R::payment_key, "rk_test_", kAlnum, 10},
      {R::payment_key, "rk_prod_", kAlnum, 10},
      {R::payment_key, "whsec_", kBase64, 24},
      {R::payment_key, "sq0atp-", kUrlSafe, 20},
      {R::payment_key, "sq0csp-", kUrlSafe, 40},
      {R::payment_key, "EAAA", kUrlSafe, 56, 0, P::cased},
      {R::payment_key, "shpat_", kHex, 32},
      {R::payment_key, "shpca_", kHex, 32},
      {R::payment_key, "shppa_", kHex, 32},
      {R::payment_key, "shpss_", kHex, 32},
      {R::payment_key, "access_token$production$", kAlnum, 30},
      {R::payment_key, "access_token$sandbox$", kAlnum, 30},
      {R::payment_key, "FLWSECK", kUrlSafe, 12, 0, P::digits},
      {R::payment_key, "FLWPUBK", kUrlSafe, 30, 0, P::digits},
      {R::payment_key, "access-sandbox-", kUrlSafe, 36},
      {R::payment_key, "access-production-", kUrlSafe, 36},
      {R::payment_key, "shippo_live_", kHex, 40},
      {R::payment_key, "shippo_test_", kHex, 40},
      {R::payment_key, "duffel_live_", kBase64, 40},
      {R::payment_key, "duffel_test_", kBase64, 40},
      {R::payment_key, "EZAK", kAlnum, 54},
      {R::payment_key, "EZTK", kAlnum, 54},
      {R::package_token, "npm_", kAlnum, 36, 40},
      {R::package_token, "pypi-AgE", kUrlSafe, 40},
      {R::package_token, "rubygems_", kHex, 48},
      {R::package_token, "CLOJARS_", kLowerAlnum, 60},
      {R::package_token, "AKCp", kAlnum, 60, 80},
      {R::package_token, "cmVmd", kAlnum, 59, 59},
      {R::package_token, "dckr_pat_", kUrlSafe, 24},
      {R::package_token, "dckr_oat_", kUrlSafe, 24},
      {R::database_token, "dapi", kHex, 32, 34},
      {R::database_token, "dbtc_", kUrlSafe, 30},
      {R::database_token, "dbtu_", kUrlSafe, 30},
      {R::database_token, "pscale_pw_", kDottedBase64, 30},
      {R::database_token, "pscale_tkn_", kDottedBase64, 30},
      {R::database_token, "pscale_oauth_", kDottedBase64, 30},
      {R::database_token, "napi_", kAlnum, 40},
      {R::database_token, "sbp_", kLowerHex, 40},
      {R::database_token, "sb_secret_", kUrlSafe, 30},
      {R::database_token, "AstraCS:", kDotted, 60},
      {R::database_token, "motherduck_token=", kDotted, 40},
      {R::monitoring_token, "dt0c01.", kDotted, 80},
      {R::monitoring_token, "dt0s02.", kDotted, 80},
      {R::monitoring_token, "glc_", kBase64, 32},
      {R::monitoring_token, "glsa_", kWord, 40},
      {R::monitoring_token, "eyJrIjoi", kBase64, 60},
      {R::monitoring_token, "NRAK-", kAlnum, 27},
      {R::monitoring_token, "NRJS-", kAlnum, 19},
      {R::monitoring_token, "NRII-", kUrlSafe, 32},
      {R::monitoring_token, "NRIQ-", kUrlSafe, 32},
      {R::monitoring_token, "sntrys_eyJ", kDottedBase64, 120},
      {R::monitoring_token, "sntryu_", kHex, 64},
      {R::monitoring_token, "phx_", kAlnum, 40},
      {R::cloud_token, "dop_v1_", kLowerHex, 64},
      {R::cloud_token, "doo_v1_", kLowerHex, 64},
      {R::cloud_token, "dor_v1_", kLowerHex, 64},
      {R::cloud_token, "dp.pt.", kAlnum, 40},
      {R::cloud_token, "dp.st.", kDotted, 40},
      {R::cloud_token, "dp.ct.", kAlnum, 40},
      {R::cloud_token, "HRKU-", kUrlSafe, 36},
      {R::cloud_token, "LTAI", kAlnum, 17, 26, P::cased},
      {R::cloud_token, "AQVN", kUrlSafe, 35, 38},
      {R::cloud_token, "hvs.", kUrlSafe, 24, 0, P::digits},
      {R::cloud_token, "hvb.", kUrlSafe, 100, 0, P::digits},
      {R::cloud_token, ".atlasv1.", kUrlSafe, 60},
      {R::cloud_token, "pul-", kLowerHex, 40, 40},
      {R::cloud_token, "pnu_", kAlnum, 36},
      {R::cloud_token, "pnb_", kAlnum, 36},
      {R::cloud_token, "fo1_", kUrlSafe, 43},
      {R::cloud_token, "fm1r_", kBase64, 80},
      {R::cloud_token, "fm1a_", kBase64, 80},
      {R::cloud_token, "fm2_", kBase64, 80},
      {R::cloud_token, "nfp_", kAlnum, 36},
      {R::cloud_token, "rnd_", kAlnum, 28, 36, P::cased},
      {R::cloud_token, "tskey-", kUrlSafe, 20, 0, P::digits},
      {R::cloud_token, "AGE-SECRET-KEY-1", kUpperAlnum, 50, 0, P::none},
      {R::cloud_token, "ops_eyJ", kBase64, 120},
      {R::cloud_token, "ATLASv1.", kUrlSafe, 60},
      {R::cloud_token, "API-", kUpperAlnum, 26, 26, P::digits},
      {R::cloud_token, "ico-", kAlnum, 32, 32, P::digits},
      {R::cloud_token, "p8e-", kLowerAlnum, 32, 32, P::digits},
      {R::service_token, "SG.", kDottedBase64, 60, 80},
      {R::service_token, "xkeysib-", kUrlSafe, 70},
      {R::service_token, "xsmtpsib-", kUrlSafe, 70},
      {R::service_token, "ATATT3", kBase64, 100},
      {R::service_token, "ATCTT3", kBase64, 100},
      {R::service_token, "ATBB", kAlnum, 28, 40, P::digits},
      {R::service_token, "CFPAT-", kUrlSafe, 40},
      {R::service_token, "lin_api_", kAlnum, 40},
      {R::service_token, "lin_oauth_", kAlnum, 40},
      {R::service_token, "ntn_", kAlnum, 40, 50},
      {R::service_token, "PMAK-", kUrlSafe, 50},
      {R::service_token, "rdme_", kLowerAlnum, 70},
      {R::service_token, "tfp_", kDotted, 44},
      {R::service_token, "pat-na1-", kUrlSafe, 36},
      {R::service_token, "pat-eu1-", kUrlSafe, 36},
      {R::service_token, "sgp_", kHexes, 40},
      {R::service_token, "sgp_local_", kHex, 40},
      {R::service_token, "slk_", kHex, 64},
      {R::service_token, "figd_", kUrlSafe, 40},
      {R::service_token, "fio-u-", kBase64, 64},
      {R::service_token, "s-s4t2ud-", kHex, 64},
      {R::service_token, "s-s4t2af-", kHex, 64},
      {R::service_token, "sk.eyJ", kDotted, 60},
      {R::service_token, "v1.0-", kUrlSafe, 120},
      {R::service_token, "EAAC", kAlnum, 90},
      {R::service_token, "EAAM", kAlnum, 90},
      {R::service_token, "EAAB", kAlnum, 90},
  };
  return kShapes;
}

bool is_filler(std::string_view s) {
  static constexpr ByteSet kSeparator{"-_. "};
  char only = '\0';
  for (char c : s.substr(0, kLookedAt)) {
    if (kSeparator(c)) continue;
    if (kUpper(c)) c = static_cast<char>(c - 'A' + 'a');
    if (only != '\0' && c != only) return false;
    only = c;
  }
  return true;
}

double entropy(std::string_view s) {
  static const auto kWeighted = [] {  // n log2 n
    std::array<float, kLookedAt + 1> table{};
    for (std::size_t n = 2; n < table.size(); ++n) {
      table[n] = static_cast<float>(n) * std::log2(static_cast<float>(n));
    }
    return table;
  }();
  s = s.substr(0, kLookedAt);
  if (s.empty()) return 0;
  std::array<std::uint8_t, 256> counts{};
  for (const char c : s)
    ++counts[static_cast<unsigned char>(c)];
  float sum = 0;
  for (const char c : s) {
    std::uint8_t& count = counts[static_cast<unsigned char>(c)];
    sum += kWeighted[count];
    count = 0;
  }
  const auto n = static_cast<double>(s.size());
  return std::log2(n) - static_cast<double>(sum) / n;
}

std::size_t match_shape(const Shape& shape, std::string_view text, std::size_t at) {
  if (text.compare(at, shape.prefix.size(), shape.prefix) != 0 || !stands_free(shape, text, at)) {
    return at;
  }
  const std::size_t begin = at + shape.prefix.size();
  std::size_t end = begin;
  // Only so far until the token is believed: a run of look-alikes must not be walked again and
  // again.
  while (end < text.size() && end - begin < kLookedAt && shape.body(text[end]))
    ++end;
  const std::string_view body = text.substr(begin, end - begin);
  if (body.size() < shape.shortest || (shape.longest != 0 && body.size() > shape.longest)) {
    return at;
  }
  if (!is_proven(shape.proof, body)) return at;
  while (end < text.size() && shape.body(text[end]))
    ++end;
  return end;
}

}  // namespace mage_lineage::redact
