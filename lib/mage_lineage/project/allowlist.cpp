#include <mage_lineage/core/text.hpp>
#include <mage_lineage/project/allowlist.hpp>
#include <mage_lineage/project/layout.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace mage_lineage::project {
namespace {

using Names = std::string_view;

constexpr std::array<std::pair<Names, Names>, 14> kBlockFolders = {{
    {"callbacks", "callback"},
    {"charts", "chart"},
    {"conditionals", "conditional"},
    {"custom", "custom"},
    {"data_exporters", "data_exporter"},
    {"data_loaders", "data_loader"},
    {"dbts", "dbt"},
    {"dynamic_childs", "dynamic_child"},
    {"extensions", "extension"},
    {"hooks", "hook"},
    {"markdowns", "markdown"},
    {"scratchpads", "scratchpad"},
    {"sensors", "sensor"},
    {"transformers", "transformer"},
}};
constexpr std::array<Names, 3> kOtherFolders = {"dbt", "interactions", "utils"};
constexpr std::array<Names, 6> kExtensions = {".md", ".py", ".r", ".sql", ".yaml", ".yml"};
constexpr std::array<Names, 2> kRootFiles = {"global_data_products.yaml", "requirements.txt"};

constexpr std::array<Names, 4> kCredentialFiles = {"io_config.yaml", "io_config.yml",
                                                   "profiles.yaml", "profiles.yml"};
constexpr std::array<Names, 12> kKeyEndings = {".cer", ".crt", ".der", ".jks", ".key", ".keystore",
                                               ".p12", ".p8",  ".pem", ".pfx", ".ppk", ".pub"};
constexpr std::array<Names, 6> kKeyStems = {"id_dsa", "id_ecdsa",        "id_ed25519",
                                            "id_rsa", "authorized_keys", "known_hosts"};
constexpr std::array<Names, 6> kEnvironments = {"env",  "node_modules", "site-packages",
                                                "venv", "virtualenv",   "conda"};
constexpr std::array<Names, 3> kCaches = {"__pycache__", "dbt_modules", "dbt_packages"};
constexpr std::array<Names, 4> kOutputs = {"logs", "mage_data", "output", "outputs"};

constexpr std::array<Rule, 13> kRules = {{
    {true, "metadata.yaml and pipelines/*/metadata.yaml",
     "the project's and the pipelines' descriptions"},
    {true, ".py .sql .r .yaml .yml .md files in the block folders", "the blocks' source"},
    {true, ".py .sql .r .yaml .yml .md files in dbt, utils and interactions",
     "source that blocks use"},
    {true, "global_data_products.yaml and requirements.txt",
     "references to pipelines and packages"},
    {false, "io_config.yaml, profiles.yml", "they hold connections with their passwords"},
    {false, ".env* and every other hidden file or folder",
     "settings of machines and tools, secrets among them"},
    {false, "secrets folders, keys and certificates", "they are secrets"},
    {false, "caches, .variables, .logs, outputs and logs",
     "results of runs, rows of data among them"},
    {false, "virtual environments and installed packages", "other people's code"},
    {false, "notebooks and data files", "they hold rows of data"},
    {false, "links, devices, pipes and sockets", "they lead out of the project"},
    {false, "pipelines/*/triggers.yaml and integration catalogs",
     "they are read for references alone"},
    {false, "everything else", "a file is let in by a rule, never by chance"},
}};

template <std::size_t N>
bool contains(const std::array<Names, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool ends_with(std::string_view s, std::string_view end) {
  return s.size() >= end.size() && s.substr(s.size() - end.size()) == end;
}

/// The rule against a name in lower case, wherever it stands; an empty code for none.
Verdict judge_name(const std::string& name, bool folder) {
  const auto no = [](const char* code, const char* reason) { return Verdict{false, code, reason}; };
  if (name.rfind(".env", 0) == 0) return no("environment_file", "files named .env* hold secrets");
  if (!name.empty() && name.front() == '.') {
    return no("hidden", "hidden files and folders are never let in");
  }
  if (folder) {
    if (name == "secrets") return no("secrets", "folders named secrets are never let in");
    if (contains(kCaches, name)) return no("cache", "caches are never let in");
    if (contains(kEnvironments, name)) {
      return no("virtual_environment",
                "virtual environments and installed packages are never let in");
    }
    if (contains(kOutputs, name)) return no("output", "outputs and logs of runs are never let in");
    return {};
  }
  if (contains(kCredentialFiles, name)) {
    return no("credentials_file", "this file holds connections with their passwords");
  }
  const auto stem = std::string_view(name).substr(0, name.find('.'));
  const bool key = contains(kKeyStems, stem) ||
                   std::any_of(kKeyEndings.begin(), kKeyEndings.end(),
                               [&name](Names ending) { return ends_with(name, ending); });
  if (key) return no("key_or_certificate", "keys and certificates are never let in");
  if (ends_with(name, ".ipynb")) return no("notebook", "notebooks hold rows of data");
  return {};
}

/// The first rule against any part of the path.
Verdict judge_parts(const std::vector<std::string_view>& parts, bool last_is_folder) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty() || parts[i] == "." || parts[i] == "..") {
      return {false, "not_a_project_path", "it is not a plain path below the project's folder"};
    }
    const bool folder = i + 1 < parts.size() || last_is_folder;
    auto verdict = judge_name(text::ascii_lower(parts[i]), folder);
    if (!verdict.code.empty()) return verdict;
    // dbt writes what it compiled and ran into target folders of its projects.
    if (folder && i > 0 && (parts[0] == "dbt" || parts[0] == "dbts") &&
        text::iequals(parts[i], "target")) {
      return {false, "output", "outputs of dbt are never let in"};
    }
  }
  return {};
}

bool is_source_folder(std::string_view name) {
  return !block_type_of_folder(name).empty() || contains(kOtherFolders, name);
}

Verdict judge_root_file(std::string_view name) {
  if (name == kMetadataFile) return {true, "project_metadata", "the project's description"};
  if (contains(kRootFiles, name)) return {true, "project_file", "a file of the project itself"};
  return {false, "not_listed", "no rule lets in this file of the project's folder"};
}

Verdict judge_pipeline_file(const std::vector<std::string_view>& parts) {
  const bool direct = parts.size() == 3;
  if (direct && parts[2] == kMetadataFile) {
    return {true, "pipeline_metadata", "a pipeline's description"};
  }
  if (direct && (parts[2] == kTriggersFile || parts[2] == kCatalogFile)) {
    return {false, "references_only", "it is read for references alone: its values never leave it"};
  }
  return {false, "not_listed", "of a pipeline's folder only metadata.yaml is let in"};
}

}  // namespace

std::string_view block_type_of_folder(std::string_view folder) {
  const auto found = std::find_if(kBlockFolders.begin(), kBlockFolders.end(),
                                  [folder](const auto& pair) { return pair.first == folder; });
  return found == kBlockFolders.end() ? std::string_view() : found->second;
}

std::string folder_of_block_type(std::string_view block_type) {
  return block_type == "custom" ? "custom" : std::string(block_type) + "s";
}

const Rule* allowlist_rules(std::size_t& count) {
  count = kRules.size();
  return kRules.data();
}

Verdict judge_file(std::string_view path) {
  const auto parts = text::split(path, '/');
  auto denied = judge_parts(parts, false);
  if (!denied.code.empty()) return denied;
  if (parts.size() == 1) return judge_root_file(parts[0]);
  if (parts[0] == kPipelinesFolder) return judge_pipeline_file(parts);
  if (!is_source_folder(parts[0])) {
    return {
        false, "not_a_source_folder",
        "the folder " + text::escape_untrusted(parts[0]) + " is not one of Mage's source folders"};
  }
  const std::string name = text::ascii_lower(parts.back());
  const auto* extension = std::find_if(kExtensions.begin(), kExtensions.end(),
                                       [&name](Names ending) { return ends_with(name, ending); });
  if (extension == kExtensions.end()) {
    return {false, "extension", "only .py .sql .r .yaml .yml .md files are let in"};
  }
  const bool block = !block_type_of_folder(parts[0]).empty();
  return {true, block ? "block_folder" : "source_folder",
          std::string(*extension) + " file in " + std::string(parts[0])};
}

bool may_enter(std::string_view folder) {
  if (folder.empty()) return true;
  const auto parts = text::split(folder, '/');
  if (!judge_parts(parts, true).code.empty()) return false;
  if (parts[0] == kPipelinesFolder) return parts.size() <= 2;
  return is_source_folder(parts[0]);
}

}  // namespace mage_lineage::project
