#include <mage_lineage/openlineage/facet_table.hpp>

namespace mage_lineage::openlineage {
namespace {

constexpr auto kParentRun =
    members(need("runId", kUuid), may("facets", facets(Slot::none), {1, 2, 0}));
constexpr auto kParentJob = members(need("namespace", kText), need("name", kText),
                                    may("facets", facets(Slot::none), {1, 2, 0}));
constexpr auto kRoot = members(need("run", object(kParentRun)), need("job", object(kParentJob)));
constexpr auto kParent = members(need("run", object(kParentRun)), need("job", object(kParentJob)),
                                 may("root", object(kRoot), {1, 1, 0}));

constexpr auto kErrorMessage =
    members(need("message", kText), need("programmingLanguage", kText), may("stackTrace", kText));

constexpr auto kNominalTime =
    members(need("nominalStartTime", kDateTime), may("nominalEndTime", kDateTime));

constexpr auto kProcessingEngine =
    members(need("version", kText), may("name", kText), may("openlineageAdapterVersion", kText));

constexpr auto kExternalQuery = members(need("externalQueryId", kText), need("source", kText));

constexpr auto kTaskError = members(need("errorMessage", kText), may("stackTrace", kText),
                                    may("task", kText), may("taskNumber", kInteger));
// Version 1-0-0 required two names that it did not define; events carried these even then.
constexpr auto kExtractionError =
    members(need("totalTasks", kInteger), need("failedTasks", kInteger),
            need("errors", list(object(kTaskError))));

constexpr auto kVariable = members(need("name", kText), need("value", kText));
constexpr auto kEnvironmentVariables =
    members(need("environmentVariables", list(object(kVariable))));

constexpr auto kParameter =
    members(need("key", kText), may("name", kText), may("description", kText), may("value", kText));
constexpr auto kExecutionParameters = members(may("parameters", list(closed(kParameter))));

constexpr auto kRunIdentifier = members(need("runId", kUuid));
constexpr auto kJobIdentifier = members(need("namespace", kText), need("name", kText));
constexpr auto kDependency =
    members(need("job", object(kJobIdentifier)), may("run", object(kRunIdentifier)),
            may("dependency_type", kText), may("sequence_trigger_rule", kText),
            may("status_trigger_rule", kText));
constexpr auto kJobDependencies =
    members(may("upstream", list(object(kDependency))),
            may("downstream", list(object(kDependency))), may("trigger_rule", kText));

constexpr auto kTag = members(need("key", kText), need("value", kText), may("source", kText));
constexpr auto kTags = members(may("tags", list(object(kTag))));

constexpr auto kTestExecution =
    members(need("name", kText), need("status", kText), may("severity", kText), may("type", kText),
            may("description", kText), may("expected", kText), may("actual", kText),
            may("content", kText), may("contentType", kText), may("params", kObject));
constexpr auto kTest = members(need("tests", list(object(kTestExecution))));

constexpr auto kDataproc = members(
    need("appId", kText), need("appName", kText), need("projectId", kText), may("batchId", kText),
    may("batchUuid", kText), may("clusterName", kText), may("clusterUuid", kText),
    may("jobId", kText), may("jobUuid", kText), may("jobType", kText), may("queryNodeName", kText),
    may("sessionId", kText), may("sessionUuid", kText));
constexpr auto kComposerRun = members(need("dagRunId", kText));

constexpr Facet kRows[] = {
    {"environmentVariables",
     Slot::run,
     "EnvironmentVariablesRunFacet",
     {1, 0, 0},
     object(kEnvironmentVariables)},
    {"errorMessage", Slot::run, "ErrorMessageRunFacet", {1, 0, 1}, object(kErrorMessage)},
    {"executionParameters",
     Slot::run,
     "ExecutionParametersRunFacet",
     {1, 0, 0},
     object(kExecutionParameters)},
    {"externalQuery", Slot::run, "ExternalQueryRunFacet", {1, 0, 2}, object(kExternalQuery)},
    {"extractionError", Slot::run, "ExtractionErrorRunFacet", {1, 1, 2}, object(kExtractionError)},
    {"gcp_composer_run", Slot::run, "GcpComposerRunFacet", {1, 0, 0}, object(kComposerRun)},
    {"gcp_dataproc", Slot::run, "GcpDataprocRunFacet", {1, 0, 0}, object(kDataproc)},
    {"jobDependencies", Slot::run, "JobDependenciesRunFacet", {1, 0, 1}, object(kJobDependencies)},
    {"nominalTime", Slot::run, "NominalTimeRunFacet", {1, 0, 1}, object(kNominalTime)},
    {"parent", Slot::run, "ParentRunFacet", {1, 2, 0}, object(kParent)},
    {"processing_engine",
     Slot::run,
     "ProcessingEngineRunFacet",
     {1, 1, 1},
     object(kProcessingEngine)},
    {"tags", Slot::run, "TagsRunFacet", {1, 0, 0}, object(kTags)},
    {"test", Slot::run, "TestRunFacet", {1, 0, 1}, object(kTest)},
};

}  // namespace

std::span<const Facet> run_facets() {
  return kRows;
}

}  // namespace mage_lineage::openlineage
