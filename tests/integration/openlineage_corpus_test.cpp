// Judges the corpus of events that lies beside a checkout; exits 77 (skipped) where it is absent.
#include <mage_lineage/openlineage/event_reader.hpp>
#include <mage_lineage/openlineage/judge.hpp>
#include <mage_lineage/platform/simdjson_scanner.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

using namespace mage_lineage;
namespace fs = std::filesystem;

namespace {

constexpr int kSkipped = 77;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Outcome {
  int errors = 0;
  int warnings = 0;
  std::string told;
};

Outcome judge(openlineage::EventReader& reader, const std::string& text, bool strict) {
  Outcome out;
  openlineage::Judgement judgement;
  const auto event = reader.read(text);
  if (!event) {
    judgement.problems.push_back({openlineage::Severity::error, "json", event.error().position,
                                  event.error().message, "one JSON object"});
  } else {
    openlineage::judge_event(*event, {}, {strict}, judgement);
  }
  for (const auto& problem : judgement.problems) {
    out.errors += problem.severity == openlineage::Severity::error ? 1 : 0;
    out.warnings += problem.severity == openlineage::Severity::warning ? 1 : 0;
    out.told += "    " + std::string(openlineage::to_string(problem.severity)) + " " +
                std::string(problem.rule) + " " + problem.pointer + ": found " + problem.found +
                ", expected " + problem.expected + "\n";
  }
  return out;
}

/// The files whose one defect is a format, by the corpus' own index.
std::map<std::string, bool> format_defects(const fs::path& index) {
  std::map<std::string, bool> out;
  std::ifstream lines(index);
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find('\t');
    const auto second = line.find('\t', first + 1);
    const auto errors = line.rfind('\t');
    if (second == std::string::npos) continue;
    const std::string text = line.substr(errors);
    out[line.substr(first + 1, second - first - 1)] =
        text.find("' is not a 'date-time'") != std::string::npos ||
        text.find("' is not a 'uri'") != std::string::npos ||
        text.find("' is not a 'uuid'") != std::string::npos;
  }
  return out;
}

bool as_its_folder_says(const std::string& folder, bool format_defect, const Outcome& lenient,
                        const Outcome& strict) {
  if (folder == "valid") return lenient.errors + lenient.warnings + strict.errors == 0;
  if (folder == "borderline" || (folder == "invalid/mutant" && format_defect)) {
    return lenient.errors == 0 && lenient.warnings > 0 && strict.errors > 0;
  }
  return lenient.errors > 0 && strict.errors > 0;
}

int judge_all(const fs::path& corpus, openlineage::EventReader& reader) {
  const auto formats = format_defects(corpus / "index.tsv");
  int misjudged = 0;
  for (const std::string folder :
       {"valid", "borderline", "invalid/core", "invalid/facet", "invalid/mutant"}) {
    for (const auto& entry : fs::directory_iterator(corpus / folder)) {
      const std::string text = read_file(entry.path());
      const Outcome lenient = judge(reader, text, false);
      const Outcome strict = judge(reader, text, true);
      const auto known = formats.find(entry.path().filename().string());
      const bool format_defect = known != formats.end() && known->second;
      if (as_its_folder_says(folder, format_defect, lenient, strict)) continue;
      ++misjudged;
      std::cerr << "misjudged: " << folder << "/" << entry.path().filename().string() << "\n"
                << lenient.told << strict.told;
    }
  }
  return misjudged;
}

}  // namespace

int main() {
  const fs::path corpus = fs::path(MAGE_LINEAGE_SHARED_DIR) / "data/openlineage/corpus";
  if (!fs::exists(corpus / "index.tsv")) {
    std::cerr << "skipped: " << corpus.string() << " is not there\n";
    return kSkipped;
  }
  openlineage::EventReader plain;
  int misjudged = judge_all(corpus, plain);
  auto scanner = platform::open_simdjson_scanner();
  if (!scanner) {
    std::cerr << "no fast reader: " << scanner.error().message << "\n";
    return 1;
  }
  openlineage::EventReader fast(std::move(*scanner));
  misjudged += judge_all(corpus, fast);
  return misjudged == 0 ? 0 : 1;
}
