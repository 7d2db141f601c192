#pragma once

#include <mage_lineage/core/result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mage_lineage::openlineage {

/// What stands behind `scheme://` in a namespace.
enum class Authority : std::uint8_t {
  none,       ///< nothing: the namespace is a bare word
  host_port,  ///< a host and its port, always both
  host,       ///< a host, whose port is optional
  opaque,     ///< a bucket, an account, `container@service`
};

/// One row of the spec's naming page: how a store's datasets are called.
struct Store {
  std::string_view scheme;
  Authority authority = Authority::opaque;
  std::uint16_t port = 0;     ///< the usual one; 0: none is usual
  std::uint8_t segments = 0;  ///< path segments that belong to the namespace
  std::uint8_t parts = 0;     ///< parts of a name between dots; 0: names are paths
  bool absolute = false;      ///< a path keeps its leading `/`
  std::string_view name_form{};
};

std::span<const Store> all_stores();

/// The store of a scheme, spelled as in the spec; nullptr when the spec does not list it.
const Store* find_store(std::string_view scheme);

/// True when an authority names a port; the colons of an IPv6 address are none.
bool has_port(std::string_view authority);

/// The spec's spelling of a scheme that people write otherwise (`postgresql`, `s3a`, `bq`); the
/// same scheme when there is none.
std::string_view canonical_scheme(std::string_view scheme);

/// A dataset's (or job's) name: what the spec calls its identity.
struct Name {
  std::string name_space;
  std::string name;
  bool operator==(const Name&) const = default;
};

/// The name of a dataset that is written as one address: `postgres://h:5432/db.schema.table`,
/// `s3://bucket/key`, `bigquery:project.dataset.table`, `file:/data/x.csv`. Aliases of schemes and
/// a missing usual port are put right. Fails with `invalid` on credentials in the address, on a
/// name with too few parts for its store, and on text that is no such address.
Result<Name> dataset_from_address(std::string_view address);

/// The name of a job, `NAMESPACE/NAME`: a namespace with `://` ends at the last `/`, any other at
/// the first.
Result<Name> job_from_address(std::string_view address);

}  // namespace mage_lineage::openlineage
