// Verifications a second on one core, beside libjwt's (package libjwt-dev) in the same run: both
// check the signature of the same grant, parse it, and compare issuer, audience and times. This
// project's verifier makes its other checks as well.
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/grant/mint.hpp>

#include <jwt.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "row.hpp"

using namespace mage_lineage;

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRounds = 15;
constexpr int kEach = 5000;

[[noreturn]] void quit(const char* message) {
  std::fprintf(stderr, "grant_bench: %s\n", message);
  std::exit(1);
}

const Timestamp kNow(std::chrono::seconds(1767225600));
const Secret kSecret(std::string("0123456789abcdef0123456789abcdef"));

grant::MintRequest request() {
  grant::MintRequest out;
  out.actions = {std::string(grant::kReadAction)};
  out.scope = {"0b6c2d4e-7f90-4b1c-8a77-6c5de1f0a9b2", "7c9e6679-7425-40de-944b-e07fc1f90ae7",
               "3f2504e0-4f89-41d3-9a0c-0305e82c3301"};
  out.snapshot_id = "snap_0f8fad5bd9cb469fa16570867728950e";
  out.now = kNow;
  out.token_id = "019fc923-e280-7cc0-8a5e-2b8f3a0e7d11";
  return out;
}

void verify_here(const std::string& token, const grant::Keys& keys, const grant::Policy& policy,
                 const grant::Demand& demand) {
  if (!grant::verify(token, keys, policy, demand, kNow).accepted()) quit("the grant was refused");
}

void verify_with_libjwt(const std::string& token, const grant::Policy& policy) {
  jwt_t* jwt = nullptr;
  const auto* key = reinterpret_cast<const unsigned char*>(kSecret.reveal().data());
  if (jwt_decode(&jwt, token.c_str(), key, static_cast<int>(kSecret.size())) != 0) {
    quit("libjwt refused the grant");
  }
  const auto now = std::chrono::system_clock::to_time_t(kNow);
  const char* issuer = jwt_get_grant(jwt, "iss");
  const char* audience = jwt_get_grant(jwt, "aud");
  const bool good = jwt_get_alg(jwt) == JWT_ALG_HS256 && issuer != nullptr &&
                    issuer == policy.issuer && audience != nullptr && audience == policy.audience &&
                    jwt_get_grant_int(jwt, "exp") > now && jwt_get_grant_int(jwt, "iat") <= now;
  if (!good) quit("a claim is wrong for libjwt");
  jwt_free(jwt);
}

template <class Run>
double per_second(const Run& run) {
  const auto begin = Clock::now();
  for (int i = 0; i < kEach; ++i)
    run();
  return kEach / std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main() {
  const auto wanted = request();
  const auto minted = grant::mint(wanted, kSecret);
  if (!minted) quit("cannot mint");
  const std::string token(minted->token.reveal());
  const grant::Keys keys{kSecret, {}};
  const grant::Demand demand{wanted.actions.front(), wanted.scope, wanted.snapshot_id};

  std::vector<double> here;
  std::vector<double> libjwt;
  for (int i = 0; i < kRounds; ++i) {
    here.push_back(per_second([&] { verify_here(token, keys, wanted.policy, demand); }));
    libjwt.push_back(per_second([&] { verify_with_libjwt(token, wanted.policy); }));
  }
  std::vector<double> ratios;
  for (std::size_t i = 0; i < here.size(); ++i)
    ratios.push_back(here[i] / libjwt[i]);
  std::printf("verifications a second on one core: %.0f, libjwt %.0f (token of %zu bytes)\n",
              median(here), median(libjwt), token.size());
  print_row("grant: verifications a second", ratios, ">= 1", "libjwt");
  return 0;
}
