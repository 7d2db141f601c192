#include <mage_lineage/openlineage/stores.hpp>

#include <mage_lineage/core/text.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace mage_lineage::openlineage {
namespace {

constexpr std::string_view kDatabaseTable = "{database}.{table}";
constexpr std::string_view kDatabaseSchemaTable = "{database}.{schema}.{table}";
constexpr std::string_view kSchemaTable = "{schema}.{table}";
constexpr std::string_view kPath = "{path}";

// OpenLineage, docs/spec/naming; in its order. The ports are the stores' own defaults.
constexpr Store kStores[] = {
    {"awsathena", Authority::host, 0, 0, 3, false, "{catalog}.{database}.{table}"},
    {"azurecosmos", Authority::host, 0, 2, 0, false, "colls/{table}"},
    {"azurekusto", Authority::host, 0, 0, 0, false, "{database}/{table}"},
    {"sqlserver", Authority::host_port, 1433, 0, 2, false, kSchemaTable},
    {"bigquery", Authority::none, 0, 0, 3, false, "{project}.{dataset}.{table}"},
    {"cassandra", Authority::host_port, 9042, 0, 2, false, "{keyspace}.{table}"},
    {"milvus", Authority::host_port, 19530, 0, 2, false, "{database}.{collection}"},
    {"fabric-warehouse", Authority::host, 0, 0, 3, false, kDatabaseSchemaTable},
    {"mysql", Authority::host_port, 3306, 0, 2, false, kDatabaseTable},
    {"oceanbase", Authority::host_port, 2881, 0, 2, false, kDatabaseTable},
    {"teradata", Authority::host_port, 1025, 0, 2, false, kDatabaseTable},
    {"hive", Authority::host_port, 10000, 0, 2, false, kDatabaseTable},
    {"crate", Authority::host_port, 5432, 0, 3, false, kDatabaseSchemaTable},
    {"db2", Authority::host_port, 50000, 0, 3, false, kDatabaseSchemaTable},
    {"mssql", Authority::host_port, 1433, 0, 3, false, kDatabaseSchemaTable},
    {"postgres", Authority::host_port, 5432, 0, 3, false, kDatabaseSchemaTable},
    {"oracle", Authority::host_port, 1521, 0, 3, false, "{service}.{schema}.{table}"},
    {"redshift", Authority::host_port, 5439, 0, 3, false, kDatabaseSchemaTable},
    {"snowflake", Authority::host, 0, 0, 3, false, kDatabaseSchemaTable},
    {"spanner", Authority::opaque, 0, 0, 3, false, kDatabaseSchemaTable},
    {"trino", Authority::host_port, 8080, 0, 3, false, "{catalog}.{schema}.{table}"},
    {"unitycatalog", Authority::host, 0, 0, 3, false, "{catalog}.{schema}.{table}"},
    {"abfss", Authority::opaque, 0, 0, 0, false, kPath},
    {"dbfs", Authority::opaque, 0, 0, 0, true, kPath},
    {"gs", Authority::opaque, 0, 0, 0, false, "{object key}"},
    {"s3", Authority::opaque, 0, 0, 0, false, "{object key}"},
    {"hdfs", Authority::host_port, 8020, 0, 0, true, kPath},
    {"kafka", Authority::host_port, 9092, 0, 0, false, "{topic}"},
    {"file", Authority::opaque, 0, 0, 0, true, kPath},
    {"box", Authority::host_port, 443, 1, 0, false, "{object key}"},
    {"filenet", Authority::host_port, 443, 1, 0, false, "{object key}"},
    {"mssharepoint", Authority::host_port, 443, 1, 0, false, "{object key}"},
    {"wasbs", Authority::opaque, 0, 0, 0, false, kPath},
    {"pubsub", Authority::none, 0, 0, 0, false,
     "topic:{project}:{id} or subscription:{project}:{id}"},
    {"inmemory", Authority::opaque, 0, 0, 0, false, "{name}"},
};

struct Alias {
  std::string_view written;
  std::string_view scheme;
};
constexpr Alias kAliases[] = {{"postgresql", "postgres"},
                              {"bq", "bigquery"},
                              {"s3a", "s3"},
                              {"s3n", "s3"},
                              {"gcs", "gs"},
                              {"abfs", "abfss"},
                              {"wasb", "wasbs"},
                              {"athena", "awsathena"}};

Failure bad_address(std::string_view address, const std::string& why, std::string hint = {}) {
  return fail(ErrorCode::invalid, "\"" + text::escape_untrusted(address, 120) + "\" " + why,
              std::move(hint));
}

Failure not_an_address(std::string_view address) {
  return bad_address(address, "does not name a dataset",
                     "write it as one address, for example postgres://host:5432/db.schema.table, "
                     "s3://bucket/key or bigquery:project.dataset.table");
}

/// True for what may be a password's place: user information before a store's host. Buckets and
/// containers have an `@` of their own.
bool has_credentials(std::string_view authority, Authority kind) {
  return authority.find('@') != std::string_view::npos &&
         (kind == Authority::host_port || kind == Authority::host ||
          authority.substr(0, authority.find('@')).find(':') != std::string_view::npos);
}

/// Cuts `n` path segments off the front of `path` (which begins after the authority's `/`).
std::optional<std::string_view> take_segments(std::string_view& path, std::size_t n) {
  const std::string_view whole = path;
  for (; n > 0; --n) {
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    path.remove_prefix(slash + 1);
  }
  return whole.substr(0, whole.size() - path.size());
}

/// Enough parts between dots, none of them empty.
bool has_parts(std::string_view name, std::size_t wanted) {
  const auto parts = text::split(name, '.');
  return parts.size() >= wanted &&
         std::none_of(parts.begin(), parts.end(), [](std::string_view p) { return p.empty(); });
}

Result<Name> checked(std::string_view address, Name name, const Store* store) {
  if (name.name.empty()) return not_an_address(address);
  if (store != nullptr && store->parts > 0 && !has_parts(name.name, store->parts)) {
    return bad_address(
        address, "lacks a part of the dataset's name",
        "names of " + std::string(store->scheme) + " are " + std::string(store->name_form));
  }
  return name;
}

/// A store whose namespace is a bare word: `bigquery:p.d.t`, `bq://p/d/t`.
Result<Name> in_bare_namespace(std::string_view address, const Store& store,
                               std::string_view rest) {
  while (rest.starts_with('/'))
    rest.remove_prefix(1);
  Name out{std::string(store.scheme), std::string(rest)};
  if (store.parts > 0) std::replace(out.name.begin(), out.name.end(), '/', '.');
  return checked(address, std::move(out), &store);
}

}  // namespace

std::span<const Store> all_stores() {
  return kStores;
}

const Store* find_store(std::string_view scheme) {
  for (const Store& store : kStores) {
    if (store.scheme == scheme) return &store;
  }
  return nullptr;
}

bool has_port(std::string_view authority) {
  const auto bracket = authority.find(']');
  return authority.find(':', bracket == std::string_view::npos ? 0 : bracket) !=
         std::string_view::npos;
}

std::string_view canonical_scheme(std::string_view scheme) {
  for (const Alias& alias : kAliases) {
    if (alias.written == scheme) return alias.scheme;
  }
  return scheme;
}

Result<Name> dataset_from_address(std::string_view address) {
  if (address.starts_with("arn:")) {
    const auto slash = address.find('/');
    if (slash == std::string_view::npos) return not_an_address(address);
    return checked(address,
                   {std::string(address.substr(0, slash)), std::string(address.substr(slash + 1))},
                   nullptr);
  }
  const auto colon = address.find(':');
  if (colon == std::string_view::npos || colon == 0) return not_an_address(address);
  const std::string scheme(canonical_scheme(text::ascii_lower(address.substr(0, colon))));
  const Store* store = find_store(scheme);
  std::string_view rest = address.substr(colon + 1);
  if (store != nullptr && store->authority == Authority::none) {
    return in_bare_namespace(address, *store, rest);
  }
  if (scheme == "file" && !rest.starts_with("//"))
    return checked(address, {"file", std::string(rest)}, store);
  if (!rest.starts_with("//")) return not_an_address(address);
  rest.remove_prefix(2);
  if (scheme == "inmemory") return checked(address, {"inmemory://", std::string(rest)}, store);
  const auto slash = rest.find('/');
  const std::string_view authority = rest.substr(0, slash);
  const Authority kind = store == nullptr ? Authority::host : store->authority;
  if (has_credentials(authority, kind)) {
    return fail(ErrorCode::invalid, "the address of a dataset holds user information",
                "leave it out: a dataset's name is sent to lineage servers");
  }
  if (slash == std::string_view::npos) return not_an_address(address);
  if (scheme == "file" && authority.empty())
    return checked(address, {"file", std::string(rest)}, store);
  if (authority.empty()) return not_an_address(address);
  std::string_view path = rest.substr(slash + 1);
  Name out{scheme + "://" + std::string(authority), {}};
  if (kind == Authority::host_port && !has_port(authority) && store->port != 0) {
    out.name_space += ":" + std::to_string(store->port);
  }
  if (store != nullptr && store->segments > 0) {
    const auto segments = take_segments(path, store->segments);
    if (!segments) return not_an_address(address);
    out.name_space += "/" + std::string(segments->substr(0, segments->size() - 1));
  }
  const bool absolute = store != nullptr && store->absolute;
  out.name = (absolute && !path.empty() ? "/" : "") + std::string(path);
  return checked(address, std::move(out), store);
}

Result<Name> job_from_address(std::string_view address) {
  const bool uri = address.find("://") != std::string_view::npos;
  const auto slash = uri ? address.rfind('/') : address.find('/');
  const std::string_view name_space = address.substr(0, slash);
  if (slash == std::string_view::npos || name_space.empty() || name_space.ends_with(":/") ||
      slash + 1 == address.size()) {
    return bad_address(address, "does not name a job", "write it as NAMESPACE/NAME");
  }
  return Name{std::string(name_space), std::string(address.substr(slash + 1))};
}

}  // namespace mage_lineage::openlineage
