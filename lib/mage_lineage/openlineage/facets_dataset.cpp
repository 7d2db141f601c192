#include <mage_lineage/openlineage/facet_table.hpp>
#include <mage_lineage/openlineage/facets_lineage.hpp>

#include <array>

namespace mage_lineage::openlineage {
namespace {

extern const Member kField[5];
constinit const Member kField[5] = {
    need("name", kText), may("type", kText), may("description", kText),
    may("ordinal_position", kInteger, {1, 2, 0}), may("fields", list(object(kField)), {1, 1, 0})};
constexpr auto kSchema = members(may("fields", list(object(kField))));

constexpr auto kTransformation = members(need("type", kText), may("subtype", kText),
                                         may("description", kText), may("masking", kBoolean));
constexpr auto kInputField =
    members(need("namespace", kText), need("name", kText), need("field", kText),
            may("transformations", list(object(kTransformation)), {1, 1, 0}));
constexpr auto kColumn = members(need("inputFields", list(object(kInputField))),
                                 may("transformationDescription", kText, {1, 0, 1}),
                                 may("transformationType", kText, {1, 0, 1}));
constexpr auto kColumnLineage = members(need("fields", map(object(kColumn))),
                                        may("dataset", list(object(kInputField)), {1, 2, 0}));

constexpr auto kDataSource = members(may("name", kText), may("uri", kUri));
constexpr auto kDocumentation =
    members(need("description", kText), may("contentType", kText, {1, 1, 0}));
constexpr auto kOwner = members(need("name", kText), may("type", kText));
constexpr auto kOwnership = members(may("owners", list(object(kOwner))));
constexpr auto kVersion = members(need("datasetVersion", kText));
constexpr auto kStorage = members(need("storageLayer", kText), may("fileFormat", kText));
constexpr auto kDatasetType = members(need("datasetType", kText), may("subType", kText));
constexpr auto kCatalog =
    members(need("framework", kText), need("type", kText), need("name", kText),
            may("metadataUri", kText), may("warehouseUri", kText), may("source", kText),
            may("catalogProperties", map(kText), {1, 1, 0}));

constexpr std::string_view kChanges[] = {"ALTER",     "CREATE", "DROP",
                                         "OVERWRITE", "RENAME", "TRUNCATE"};
constexpr auto kPrevious = members(need("name", kText), need("namespace", kText));
constexpr auto kLifecycle = members(need("lifecycleStateChange", one_of(kChanges)),
                                    may("previousIdentifier", object(kPrevious)));

constexpr auto kSymlink =
    members(need("namespace", kText), need("name", kText), need("type", kText));
constexpr auto kSymlinks = members(may("identifiers", list(object(kSymlink))));

constexpr auto kLevel = members(need("type", kText), need("name", kText));
constexpr auto kHierarchy = members(need("hierarchy", list(object(kLevel))));

constexpr auto kTag =
    members(need("key", kText), need("value", kText), may("source", kText), may("field", kText));
constexpr auto kTags = members(may("tags", list(object(kTag))));

constexpr auto kColumnMetrics =
    members(may("nullCount", kInteger), may("distinctCount", kInteger), may("sum", kNumber),
            may("count", kNumber), may("min", kNumber), may("max", kNumber),
            may("quantiles", map(kNumber)));
constexpr auto kQualityMetrics =
    members(need("columnMetrics", map(object(kColumnMetrics))), may("rowCount", kInteger),
            may("bytes", kInteger), may("fileCount", kInteger), may("lastUpdated", kDateTime));
constexpr auto kInputQualityMetrics =
    members(need("columnMetrics", map(object(kColumnMetrics))), may("rowCount", kInteger),
            may("bytes", kInteger), may("fileCount", kInteger, {1, 0, 1}),
            may("lastUpdated", kDateTime, {1, 0, 3}));

constexpr auto kAssertion =
    members(need("assertion", kText), need("success", kBoolean), may("column", kText),
            may("severity", kText, {1, 0, 2}), may("name", kText, {1, 1, 0}),
            may("description", kText, {1, 1, 0}), may("expected", kText, {1, 1, 0}),
            may("actual", kText, {1, 1, 0}), may("content", kText, {1, 1, 0}),
            may("contentType", kText, {1, 1, 0}), may("params", kObject, {1, 1, 0}));
constexpr auto kAssertions = members(need("assertions", list(object(kAssertion))));

constexpr auto kInputStatistics =
    members(may("rowCount", kInteger), may("size", kInteger), may("fileCount", kInteger));
// Version 1-0-0 required a row count; a requirement that was dropped is held against nobody.
constexpr auto kOutputStatistics = members(may("rowCount", kInteger), may("size", kInteger),
                                           may("fileCount", kInteger, {1, 0, 1}));

// A condition is made of conditions; its reader bounds the depth.
extern const std::array<Variant, 4> kCondition;
constexpr auto kFieldTerm = members(need("type", kText), need("field", kText));
constexpr auto kLiteralTerm = members(need("type", kText), need("value", kText));
constexpr Variant kTerm[] = {{"field", object(kFieldTerm)}, {"literal", object(kLiteralTerm)}};
constexpr auto kPartition = members(need("dimensions", kObject), may("identifier", kText));
constexpr auto kLocations = members(need("type", kText), need("locations", list(kText)));
constexpr auto kPartitions =
    members(need("type", kText), need("partitions", list(object(kPartition))));
constexpr auto kBinary = members(need("type", kText), need("left", either(kCondition)),
                                 need("right", either(kCondition)), need("operator", kText));
constexpr auto kCompare = members(need("type", kText), need("left", either(kTerm)),
                                  need("right", either(kTerm)), need("comparison", kText));
constinit const std::array<Variant, 4> kCondition{{{"location", object(kLocations)},
                                                   {"partition", object(kPartitions)},
                                                   {"binary", object(kBinary)},
                                                   {"compare", object(kCompare)}}};
constexpr auto kInputSubset = members(need("inputCondition", either(kCondition)));
constexpr auto kOutputSubset = members(need("outputCondition", either(kCondition)));

constexpr auto kScanReport =
    members(may("snapshotId", kNumber), may("schemaId", kNumber),
            may("filterDescription", kText, {1, 0, 1}), may("projectedFieldNames", list(kText)),
            may("scanMetrics", map(kNumber)), may("metadata", kObject));
constexpr auto kCommitReport =
    members(may("snapshotId", kNumber), may("sequenceNumber", kNumber), may("operation", kText),
            may("commitMetrics", map(kNumber)), may("metadata", kObject));

constexpr Facet kRows[] = {
    {"catalog", Slot::dataset, "CatalogDatasetFacet", {1, 1, 0}, object(kCatalog)},
    {"columnLineage",
     Slot::dataset,
     "ColumnLineageDatasetFacet",
     {1, 2, 0},
     object(kColumnLineage)},
    {"dataQualityMetrics",
     Slot::dataset,
     "DataQualityMetricsDatasetFacet",
     {1, 0, 0},
     object(kQualityMetrics)},
    {"dataSource", Slot::dataset, "DatasourceDatasetFacet", {1, 0, 1}, object(kDataSource)},
    {"datasetType", Slot::dataset, "DatasetTypeDatasetFacet", {1, 0, 1}, object(kDatasetType)},
    {"documentation",
     Slot::dataset,
     "DocumentationDatasetFacet",
     {1, 1, 0},
     object(kDocumentation)},
    {"hierarchy", Slot::dataset, "HierarchyDatasetFacet", {1, 0, 0}, object(kHierarchy)},
    {"lifecycleStateChange",
     Slot::dataset,
     "LifecycleStateChangeDatasetFacet",
     {1, 0, 1},
     object(kLifecycle)},
    {"lineage", Slot::dataset, "LineageFacet", {1, 0, 0}, object(lineage_facet::kOfDataset)},
    {"ownership", Slot::dataset, "OwnershipDatasetFacet", {1, 0, 1}, object(kOwnership)},
    {"schema", Slot::dataset, "SchemaDatasetFacet", {1, 2, 0}, object(kSchema)},
    {"storage", Slot::dataset, "StorageDatasetFacet", {1, 0, 1}, object(kStorage)},
    {"symlinks", Slot::dataset, "SymlinksDatasetFacet", {1, 0, 1}, object(kSymlinks)},
    {"tags", Slot::dataset, "TagsDatasetFacet", {1, 0, 0}, object(kTags)},
    {"version", Slot::dataset, "DatasetVersionDatasetFacet", {1, 0, 1}, object(kVersion)},
    // dbt's integration hangs it among the dataset's own facets.
    {"dataQualityAssertions",
     Slot::input,
     "DataQualityAssertionsDatasetFacet",
     {1, 1, 0},
     object(kAssertions),
     Slot::dataset},
    {"dataQualityMetrics",
     Slot::input,
     "DataQualityMetricsInputDatasetFacet",
     {1, 0, 3},
     object(kInputQualityMetrics)},
    {"icebergScanReport",
     Slot::input,
     "IcebergScanReportInputDatasetFacet",
     {1, 0, 1},
     object(kScanReport)},
    {"inputStatistics",
     Slot::input,
     "InputStatisticsInputDatasetFacet",
     {1, 0, 0},
     object(kInputStatistics)},
    {"subset", Slot::input, "BaseSubsetDatasetFacet", {1, 0, 0}, object(kInputSubset)},
    {"icebergCommitReport",
     Slot::output,
     "IcebergCommitReportOutputDatasetFacet",
     {1, 0, 2},
     object(kCommitReport)},
    {"outputStatistics",
     Slot::output,
     "OutputStatisticsOutputDatasetFacet",
     {1, 0, 2},
     object(kOutputStatistics)},
    {"subset", Slot::output, "BaseSubsetDatasetFacet", {1, 0, 0}, object(kOutputSubset)},
};

}  // namespace

std::span<const Facet> dataset_facets() {
  return kRows;
}

}  // namespace mage_lineage::openlineage
