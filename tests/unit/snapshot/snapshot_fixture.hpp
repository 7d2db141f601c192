#pragma once

#include <mage_lineage/platform/posix_files.hpp>
#include <mage_lineage/project/root.hpp>
#include <mage_lineage/redact/redactor.hpp>
#include <mage_lineage/snapshot/builder.hpp>
#include <support/temp_folder.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

namespace mage_lineage::test {

/// A small project on disk, and builds of it.
struct SnapshotFixture {
  TempFolder folder;
  platform::PosixFiles files;
  redact::Redactor redactor;
  snapshot::BuildRequest request;

  SnapshotFixture() {
    folder.write("metadata.yaml",
                 "project_uuid: 3f2504e0-4f89-41d3-9a0c-0305e82c3301\n"
                 "features:\n  polars: true\n  code: 'text'\n");
    folder.write("pipelines/orders_daily/metadata.yaml",
                 "name: Orders daily\n"
                 "blocks:\n"
                 "- {uuid: load_orders, type: data_loader, downstream_blocks: [clean]}\n"
                 "- {uuid: clean, type: transformer, upstream_blocks: [load_orders]}\n");
    folder.write("pipelines/hourly/metadata.yaml",
                 "blocks:\n"
                 "- {uuid: load_orders, type: data_loader}\n"
                 "- {uuid: gone, type: custom}\n");
    folder.write("data_loaders/load_orders.py", "print('orders')\n");
    folder.write("data_loaders/orphan.sql", "select 1\n");
    folder.write("data_loaders/__init__.py", "");
    folder.write("transformers/clean.py", "x = 1\n");
    folder.write("utils/dates.py", "import datetime\n");
    request.root = {folder.str(), ""};
    request.customer_cluster_uuid = "cluster";
    request.workspace_uuid = "workspace";
    request.snapshot_id = "snap_0123456789abcdef0123456789abcdef";
    request.created_at = parse_rfc3339("2026-08-03T19:40:00Z").value();
  }

  std::unique_ptr<sys::Tree> tree() { return *files.open_tree(folder.str()); }

  snapshot::Built build() {
    const auto opened = tree();
    auto built = snapshot::build(*opened, request, redactor);
    REQUIRE(built.has_value());
    return *std::move(built);
  }
};

/// The paths and reasons of a manifest's omissions, `path reason|…`.
inline std::string told_omissions(const snapshot::Manifest& manifest) {
  std::string all;
  for (const auto& omission : manifest.omissions) {
    all += omission.path + " " + project::to_string(omission.reason) + "|";
  }
  return all;
}

}  // namespace mage_lineage::test
