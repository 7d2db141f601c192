#include <mage_lineage/openlineage/facet_table.hpp>
#include <mage_lineage/openlineage/facets_lineage.hpp>

namespace mage_lineage::openlineage {
namespace {

constexpr auto kEmissionPattern =
    members(need("eventTrigger", kText), need("eventContentMode", kText),
            may("windowDuration", at_least(1)));
constexpr auto kJobType =
    members(need("processingType", kText), need("integration", kText), may("jobType", kText),
            may("emissionPattern", object(kEmissionPattern), {2, 0, 4}));

constexpr auto kSourceCodeLocation =
    members(need("type", kText), need("url", kUri), may("repoUrl", kText), may("path", kText),
            may("version", kText), may("tag", kText), may("branch", kText),
            may("pullRequestNumber", kText, {1, 1, 0}));
constexpr auto kSourceCode = members(need("language", kText), need("sourceCode", kText));
constexpr auto kSql = members(need("query", kText), may("dialect", kText, {1, 1, 0}));
constexpr auto kDocumentation =
    members(need("description", kText), may("contentType", kText, {1, 1, 0}));

constexpr auto kOwner = members(need("name", kText), may("type", kText));
constexpr auto kOwnership = members(may("owners", list(object(kOwner))));

constexpr auto kTag = members(need("key", kText), need("value", kText), may("source", kText));
constexpr auto kTags = members(may("tags", list(object(kTag))));

constexpr auto kComposerJob =
    members(need("environmentName", kText), need("dagId", kText), need("airflowVersion", kText),
            need("composerVersion", kText), may("operator", kText), may("taskId", kText));
constexpr auto kOrigin = members(may("sourceType", kText), may("name", kText));
constexpr auto kGcpLineage = members(may("displayName", kText), may("origin", object(kOrigin)));

constexpr Facet kRows[] = {
    {"documentation", Slot::job, "DocumentationJobFacet", {1, 1, 0}, object(kDocumentation)},
    {"gcp_composer_job", Slot::job, "GcpComposerJobFacet", {1, 0, 0}, object(kComposerJob)},
    {"gcp_lineage", Slot::job, "GcpLineageJobFacet", {1, 0, 0}, object(kGcpLineage)},
    {"jobType", Slot::job, "JobTypeJobFacet", {2, 0, 4}, object(kJobType)},
    {"lineage", Slot::job, "LineageFacet", {1, 0, 0}, object(lineage_facet::kOfJob)},
    {"ownership", Slot::job, "OwnershipJobFacet", {1, 0, 1}, object(kOwnership)},
    {"sourceCode", Slot::job, "SourceCodeJobFacet", {1, 0, 1}, object(kSourceCode)},
    {"sourceCodeLocation",
     Slot::job,
     "SourceCodeLocationJobFacet",
     {1, 1, 0},
     object(kSourceCodeLocation)},
    {"sql", Slot::job, "SQLJobFacet", {1, 1, 0}, object(kSql)},
    {"tags", Slot::job, "TagsJobFacet", {1, 0, 0}, object(kTags)},
};

}  // namespace

std::span<const Facet> job_facets() {
  return kRows;
}

}  // namespace mage_lineage::openlineage
