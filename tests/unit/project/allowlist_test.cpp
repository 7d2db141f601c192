#include <mage_lineage/project/allowlist.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace mage_lineage;
using project::judge_file;

TEST_CASE("judge_file") {
  SUBCASE("lets in what the contract lists") {
    for (const char* path : {"metadata.yaml",
                             "pipelines/orders_daily/metadata.yaml",
                             "data_loaders/load_orders.py",
                             "data_loaders/sub/folder/load.sql",
                             "data_exporters/out.yaml",
                             "transformers/t.r",
                             "transformers/T.R",
                             "custom/c.py",
                             "sensors/s.py",
                             "callbacks/c.py",
                             "conditionals/c.py",
                             "charts/c.py",
                             "markdowns/m.md",
                             "scratchpads/s.py",
                             "extensions/great/e.py",
                             "hooks/h.py",
                             "dbts/run.yaml",
                             "dbt/shop/models/m.sql",
                             "dbt/shop/dbt_project.yml",
                             "utils/dates.py",
                             "utils/README.md",
                             "interactions/i.yaml",
                             "global_data_products.yaml",
                             "requirements.txt"}) {
      CAPTURE(path);
      CHECK(judge_file(path).allowed);
    }
  }
  SUBCASE("keeps out what is denied by name, in any letter case and folder") {
    struct Case {
      const char* path;
      const char* code;
    };
    for (const auto& row : {
             Case{"io_config.yaml", "credentials_file"},
             Case{"utils/IO_Config.YAML", "credentials_file"},
             Case{"dbt/profiles.yml", "credentials_file"},
             Case{"dbt/shop/Profiles.yml", "credentials_file"},
             Case{".env", "environment_file"},
             Case{"utils/.ENV.py", "environment_file"},
             Case{"utils/.hidden.py", "hidden"},
             Case{"utils/.git/hook.py", "hidden"},
             Case{".file_versions/data_loaders/a.py", "hidden"},
             Case{"pipelines/p/.variables/metadata.yaml", "hidden"},
             Case{"utils/secrets/a.py", "secrets"},
             Case{"utils/SECRETS/a.py", "secrets"},
             Case{"secrets/a.py", "secrets"},
             Case{"utils/id_rsa", "key_or_certificate"},
             Case{"utils/server.PEM", "key_or_certificate"},
             Case{"utils/__pycache__/a.py", "cache"},
             Case{"dbt/shop/dbt_packages/dbt_utils/m.sql", "cache"},
             Case{"dbt/shop/target/compiled/m.sql", "output"},
             Case{"dbt/logs/a.py", "output"},
             Case{"utils/venv/lib/a.py", "virtual_environment"},
             Case{"utils/lib/site-packages/a.py", "virtual_environment"},
             Case{"utils/explore.ipynb", "notebook"},
             Case{"utils/data.csv", "extension"},
             Case{"utils/data.py.parquet", "extension"},
             Case{"data_loaders/noextension", "extension"},
         }) {
      CAPTURE(row.path);
      const auto verdict = judge_file(row.path);
      CHECK_FALSE(verdict.allowed);
      CHECK(verdict.code == row.code);
      CHECK_FALSE(verdict.reason.empty());
    }
  }
  SUBCASE("lets in nothing by chance") {
    struct Case {
      const char* path;
      const char* code;
    };
    for (const auto& row : {
             Case{"main.py", "not_listed"},
             Case{"README.md", "not_listed"},
             Case{"sub/requirements.txt", "not_a_source_folder"},
             Case{"pipelines/p/blocks.py", "not_listed"},
             Case{"pipelines/metadata.yaml", "not_listed"},
             Case{"pipelines/p/sub/metadata.yaml", "not_listed"},
             Case{"pipelines/p/triggers.yaml", "references_only"},
             Case{"pipelines/p/data_integration_catalog.json", "references_only"},
             Case{"custom_templates/blocks/t/template.py", "not_a_source_folder"},
             Case{"notebooks/a.py", "not_a_source_folder"},
             Case{"utils/../io.py", "not_a_project_path"},
             Case{"/utils/a.py", "not_a_project_path"},
             Case{"utils//a.py", "not_a_project_path"},
             Case{"", "not_a_project_path"},
         }) {
      CAPTURE(row.path);
      CHECK_FALSE(judge_file(row.path).allowed);
      CHECK(judge_file(row.path).code == row.code);
    }
  }
}

TEST_CASE("may_enter") {
  for (const char* folder :
       {"", "pipelines", "pipelines/p", "utils", "utils/a/b", "dbt/shop/models"}) {
    CAPTURE(folder);
    CHECK(project::may_enter(folder));
  }
  for (const char* folder : {"pipelines/p/sub", ".git", "utils/.cache", "utils/__pycache__", "data",
                             "dbt/shop/target", "secrets", "custom_templates", "utils/Secrets"}) {
    CAPTURE(folder);
    CHECK_FALSE(project::may_enter(folder));
  }
}
