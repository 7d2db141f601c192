// Judges the token vectors that lie beside a checkout; exits 77 (skipped) where they are absent.
#include <mage_lineage/formats/base64.hpp>
#include <mage_lineage/formats/json.hpp>
#include <mage_lineage/grant/verify.hpp>

#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

using namespace mage_lineage;

namespace {

constexpr int kSkipped = 77;

std::optional<std::string> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Secret key_of(const json::Value& holder) {
  return Secret(base64url_decode(holder.find("key_b64u")->text).value());
}

int mistakes = 0;

void expect(bool good, const json::Value& vector, const char* name_member) {
  if (good) return;
  ++mistakes;
  std::cerr << "misjudged: " << vector.find(name_member)->text << "\n";
}

/// Tokens judged as grants: with the scope and the snapshot id that the first one carries.
int judge_grants(const json::Value& file) {
  const grant::Keys keys{key_of(file), {}};
  grant::Policy policy;
  policy.issuer = file.find("issuer")->text;
  policy.audience = file.find("audience")->text;
  policy.snapshot_ttl = std::chrono::seconds(*file.find("ttl")->as_int64());
  policy.leeway = std::chrono::seconds(*file.find("leeway")->as_int64());
  const Timestamp now(std::chrono::seconds(*file.find("now")->as_int64()));
  const auto& vectors = file.find("vectors")->items;
  const auto first = grant::verify(vectors.front().find("token")->text, keys, policy,
                                   {"snapshot:read", {}, {}}, now);
  const grant::Demand demand{"snapshot:read", first.claims.scope, first.claims.snapshot_id};
  int judged = 0;
  for (const json::Value& vector : vectors) {
    const json::Value& valid = *vector.find("valid");
    const bool accepted =
        grant::verify(vector.find("token")->text, keys, policy, demand, now).accepted();
    // Null: this project's choice. The vectors have one such kind, an audience in an array.
    const bool wanted =
        valid.is(json::Kind::null) ? vector.find("reason")->text == "aud" : valid.boolean;
    expect(accepted == wanted, vector, "name");
    ++judged;
  }
  return judged;
}

/// Tokens judged by their form, header and signature alone: their payloads are no claims.
int judge_signatures(const std::string& lines) {
  int judged = 0;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const auto vector = json::parse(line);
    if (!vector) continue;
    const auto result =
        grant::verify(vector->find("token")->text, {key_of(*vector), {}}, {}, {}, {});
    const bool signed_well = result.status(grant::CheckId::signature) == grant::Status::pass;
    expect(signed_well == vector->find("jws_valid")->boolean, *vector, "src");
    ++judged;
  }
  return judged;
}

}  // namespace

int main() {
  const std::string folder = MAGE_LINEAGE_SHARED_DIR "/data/jwt/";
  const auto grants = read(folder + "grant_vectors.json");
  const auto signatures = read(folder + "jws_vectors.jsonl");
  if (!grants || !signatures) {
    std::cerr << "skipped: no vectors in " << folder << "\n";
    return kSkipped;
  }
  const auto file = json::parse(*grants);
  if (!file) return 1;
  const int judged = judge_grants(*file) + judge_signatures(*signatures);
  std::cout << judged << " tokens judged, " << mistakes << " of them wrong\n";
  return mistakes == 0 && judged > 0 ? 0 : 1;
}
