#include <mage_lineage/openlineage/stores.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using namespace mage_lineage::openlineage;

TEST_CASE("dataset_from_address") {
  struct Row {
    const char* address;
    const char* name_space;
    const char* name;
  };
  // Expected values: OpenLineage, docs/spec/naming.
  constexpr Row kRows[] = {
      {"postgres://db.example.com:5432/shop.public.orders", "postgres://db.example.com:5432",
       "shop.public.orders"},
      {"mysql://db:3306/shop.orders", "mysql://db:3306", "shop.orders"},
      {"redshift://c1.us-east-1:5439/dev.public.agents", "redshift://c1.us-east-1:5439",
       "dev.public.agents"},
      {"snowflake://org-acct/db.schema.t", "snowflake://org-acct", "db.schema.t"},
      {"trino://h:8080/hive.web.hits", "trino://h:8080", "hive.web.hits"},
      {"bigquery:project.dataset.table", "bigquery", "project.dataset.table"},
      {"s3://bucket/raw/2026/a.parquet", "s3://bucket", "raw/2026/a.parquet"},
      {"gs://bucket/key", "gs://bucket", "key"},
      {"abfss://container@acct.dfs.core.windows.net/dir/f",
       "abfss://container@acct.dfs.core.windows.net", "dir/f"},
      {"hdfs://nn:8020/user/x", "hdfs://nn:8020", "/user/x"},
      {"kafka://broker:9092/orders", "kafka://broker:9092", "orders"},
      {"file:/data/x.csv", "file", "/data/x.csv"},
      {"file:///data/x.csv", "file", "/data/x.csv"},
      {"file://host/data/x.csv", "file://host", "/data/x.csv"},
      {"pubsub:topic:project:orders", "pubsub", "topic:project:orders"},
      {"arn:aws:glue:us-east-1:123456789012/table/sales/orders",
       "arn:aws:glue:us-east-1:123456789012", "table/sales/orders"},
      {"azurecosmos://h.example.com/dbs/shop/colls/orders", "azurecosmos://h.example.com/dbs/shop",
       "colls/orders"},
      {"inmemory://frame", "inmemory://", "frame"},
      {"custom://somewhere/thing", "custom://somewhere", "thing"},
  };
  SUBCASE("addresses become the names of the naming page") {
    for (const Row& row : kRows) {
      CAPTURE(row.address);
      const auto name = dataset_from_address(row.address);
      REQUIRE(name.has_value());
      CHECK(name->name_space == row.name_space);
      CHECK(name->name == row.name);
    }
  }
  SUBCASE("aliases and missing usual ports are put right") {
    CHECK(dataset_from_address("postgresql://h/db.s.t") == Name{"postgres://h:5432", "db.s.t"});
    CHECK(dataset_from_address("bq://p/d/t") == Name{"bigquery", "p.d.t"});
    CHECK(dataset_from_address("s3a://b/k") == Name{"s3://b", "k"});
    CHECK(dataset_from_address("MSSQL://[::1]/d.s.t") == Name{"mssql://[::1]:1433", "d.s.t"});
  }
  SUBCASE("credentials are refused, and not repeated") {
    const auto name = dataset_from_address("postgres://me:hunter2@h:5432/db.s.t");
    REQUIRE_FALSE(name.has_value());
    CHECK(name.error().message.find("hunter2") == std::string::npos);
    CHECK(dataset_from_address("s3://key:secret@bucket/k").error().code == ErrorCode::invalid);
  }
  SUBCASE("a name with too few parts says what is wanted") {
    const auto name = dataset_from_address("postgres://h:5432/public.orders");
    REQUIRE_FALSE(name.has_value());
    CHECK(name.error().hint == "names of postgres are {database}.{schema}.{table}");
    CHECK_FALSE(dataset_from_address("postgres://h:5432/db..t").has_value());
  }
  SUBCASE("what is no address is refused") {
    for (const char* s : {"", "orders", "/a/b", "postgres://h:5432", "postgres:///db.s.t",
                          "s3://bucket/", "bigquery:", "arn:aws:glue:r:1", ":x", "x:y"}) {
      CAPTURE(s);
      CHECK_FALSE(dataset_from_address(s).has_value());
    }
  }
}

TEST_CASE("job_from_address") {
  SUBCASE("the namespace ends at the first slash, one with :// at the last") {
    CHECK(job_from_address("prod/orders/daily") == Name{"prod", "orders/daily"});
    CHECK(job_from_address("airflow://host/etl.load") == Name{"airflow://host", "etl.load"});
    CHECK(job_from_address("mage://c/w/p/x") == Name{"mage://c/w/p", "x"});
  }
  SUBCASE("a missing half is refused") {
    for (const char* s : {"", "job", "/job", "ns/", "airflow://job", "airflow:///"}) {
      CAPTURE(s);
      CHECK_FALSE(job_from_address(s).has_value());
    }
  }
}
