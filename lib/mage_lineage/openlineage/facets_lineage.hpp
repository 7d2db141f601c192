#pragma once

#include <mage_lineage/openlineage/shape.hpp>

/// The two shapes of the facet `lineage` (LineageFacet 1-0-0): on a job it says what went into each
/// of its targets, on a dataset where the dataset and its fields come from.
namespace mage_lineage::openlineage::lineage_facet {

inline constexpr auto kTransformation =
    members(need("type", kText), may("subtype", kText), may("description", kText),
            may("masking", kBoolean));

inline constexpr auto kDatasetInput =
    members(need("type", kText), need("namespace", kText), need("name", kText), may("field", kText),
            may("transformations", list(object(kTransformation))));
inline constexpr auto kJobInput =
    members(need("type", kText), may("namespace", kText), may("name", kText), may("runId", kUuid),
            may("transformations", list(object(kTransformation))));
inline constexpr Variant kInput[] = {{"DATASET", object(kDatasetInput)},
                                     {"JOB", named_together(kJobInput)}};
inline constexpr Shape kInputs = list(either(kInput));

inline constexpr auto kField = members(need("inputs", kInputs));

inline constexpr auto kDatasetEntry =
    members(need("type", kText), need("namespace", kText), need("name", kText),
            may("inputs", kInputs), may("fields", map(object(kField))));
inline constexpr auto kJobEntry =
    members(need("type", kText), may("namespace", kText), may("name", kText), may("runId", kUuid),
            may("inputs", kInputs));
inline constexpr Variant kEntry[] = {{"DATASET", object(kDatasetEntry)},
                                     {"JOB", named_together(kJobEntry)}};

inline constexpr auto kOfJob = members(need("entries", list(either(kEntry))));
inline constexpr auto kOfDataset =
    members(may("inputs", kInputs), may("fields", map(object(kField))));

}  // namespace mage_lineage::openlineage::lineage_facet
