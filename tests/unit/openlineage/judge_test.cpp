#include <mage_lineage/openlineage/event_reader.hpp>
#include <mage_lineage/openlineage/judge.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mage_lineage;
using namespace mage_lineage::openlineage;

namespace {

constexpr const char* kTool = "https://example.com/tool/1";

std::string facet(const std::string& body,
                  const std::string& schema = "https://example.com/x.json") {
  return R"({"_producer":")" + std::string(kTool) + R"(","_schemaURL":")" + schema + "\"" +
         (body.empty() ? "" : "," + body) + "}";
}

std::string standard(const std::string& file, const std::string& version, const std::string& body) {
  return facet(body, "https://openlineage.io/spec/facets/" + version + "/" + file + ".json");
}

struct RunEvent {
  std::string type = R"("eventType":"START",)";
  std::string run_facets = "{}";
  std::string job_facets = "{}";
  std::string inputs = "[]";
  std::string outputs = "[]";
  std::string job = R"("namespace":"ns","name":"job")";
  std::string schema = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent";
  std::string time = "2026-08-03T19:40:00Z";

  std::string text() const {
    return "{" + type + R"("eventTime":")" + time + R"(","producer":")" + kTool +
           R"(","schemaURL":")" + schema +
           R"(","run":{"runId":"019fc923-e280-7cc0-8a5e-2b8f3a0e7d11","facets":)" + run_facets +
           R"(},"job":{)" + job + R"(,"facets":)" + job_facets + R"(},"inputs":)" + inputs +
           R"(,"outputs":)" + outputs + "}";
  }
};

Judgement judged(const std::string& text, JudgeOptions options = {}) {
  EventReader reader;
  const auto event = reader.read(text);
  REQUIRE(event.has_value());
  Judgement out;
  judge_event(*event, {}, options, out);
  return out;
}

/// `severity rule pointer`, one a problem.
std::vector<std::string> told(const Judgement& judgement) {
  std::vector<std::string> out;
  for (const Problem& p : judgement.problems)
    out.push_back(std::string(to_string(p.severity)) + " " + std::string(p.rule) + " " + p.pointer);
  return out;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("judge_event: classes of events") {
  const std::string base =
      R"({"eventTime":"2026-08-03T19:40:00Z","producer":"https://e.com/t","schemaURL":"https://e.com/s",)";
  const std::string job = R"("job":{"namespace":"n","name":"j"})";
  const std::string dataset = R"("dataset":{"namespace":"n","name":"d"})";
  const std::string run =
      R"("eventType":"OTHER","run":{"runId":"019fc923-e280-7cc0-8a5e-2b8f3a0e7d11"})";
  SUBCASE("run and job make a RunEvent, whatever stands beside them") {
    const auto out = judged(base + run + "," + job + "," + dataset + "}");
    CHECK(out.event_class == EventClass::run);
    CHECK(told(out).empty());
  }
  SUBCASE("a job alone makes a JobEvent, a dataset alone a DatasetEvent") {
    CHECK(judged(base + job + "}").event_class == EventClass::job);
    CHECK(told(judged(base + job + "}")).empty());
    CHECK(judged(base + dataset + "}").event_class == EventClass::dataset);
    CHECK(told(judged(base + dataset + "}")).empty());
  }
  SUBCASE("job and dataset without a run match two classes") {
    CHECK(told(judged(base + job + "," + dataset + "}")) == Told{"error event_class "});
  }
  SUBCASE("a dataset with a run and no job is a DatasetEvent") {
    CHECK(told(judged(base + run + "," + dataset + "}")).empty());
  }
  SUBCASE("none of the three, or no object, is no event") {
    CHECK(told(judged("{}")) == Told{"error event_class "});
    CHECK(told(judged("[]")) == Told{"error type "});
  }
}

TEST_CASE("judge_event: core schema") {
  SUBCASE("every missing member is told, with its place") {
    const auto out = judged(R"({"run":{},"job":{"name":3},"inputs":[{"name":"x"},"y"]})");
    CHECK(told(out) == Told{"error required /run", "error type /job/name", "error required /job",
                            "error required /inputs/0", "error type /inputs/1", "error required ",
                            "error required ", "error required ", "lint run_cycle "});
  }
  SUBCASE("what is found and what is right are said") {
    RunEvent event;
    event.type = R"("eventType":"Complete",)";
    const auto out = judged(event.text());
    REQUIRE(out.problems.size() == 1);
    CHECK(out.problems[0].found == "\"Complete\"");
    CHECK(out.problems[0].expected == "one of START, RUNNING, COMPLETE, ABORT, FAIL, OTHER");
  }
  SUBCASE("formats warn, and are errors under strict rules") {
    RunEvent event;
    event.time = "2026-08-03 19:40:00";
    CHECK(told(judged(event.text())) == Told{"warning format /eventTime"});
    CHECK(told(judged(event.text(), {true})) == Told{"error format /eventTime"});
  }
  SUBCASE("a facet is an object with producer and schema") {
    RunEvent event;
    event.run_facets = R"({"a/b":null,"c~d":{}})";
    CHECK(told(judged(event.text())) == Told{"error type /run/facets/a~1b",
                                             "error required /run/facets/c~0d",
                                             "error required /run/facets/c~0d"});
  }
  SUBCASE("a facet map that is no object is told once") {
    RunEvent event;
    event.job_facets = "null";
    CHECK(told(judged(event.text())) == Told{"error type /job/facets"});
  }
  SUBCASE("whole numbers may be written with a fraction of zero, or be huge") {
    RunEvent event;
    event.outputs = R"([{"namespace":"s3://b","name":"k","outputFacets":{"outputStatistics":)" +
                    facet(R"("rowCount":1.0,"size":123456789012345678901234567890)") + "}}]";
    CHECK(told(judged(event.text())).empty());
  }
}

TEST_CASE("judge_event: standard facets") {
  RunEvent event;
  SUBCASE("a version that a facet declares decides which members are known") {
    event.job_facets =
        R"({"sql":)" + standard("SQLJobFacet", "1-0-1", R"("query":"q","dialect":1)") + "}";
    CHECK(told(judged(event.text())).empty());
    event.job_facets =
        R"({"sql":)" + standard("SQLJobFacet", "1-1-0", R"("query":"q","dialect":1)") + "}";
    CHECK(told(judged(event.text())) == Told{"error type /job/facets/sql/dialect"});
  }
  SUBCASE("without a version of the standard, the newest counts") {
    event.job_facets = R"({"sql":)" + facet(R"("query":"q","dialect":1)") + "}";
    CHECK(told(judged(event.text())) == Told{"error type /job/facets/sql/dialect"});
  }
  SUBCASE("a newer addition keeps what was there, a newer model may mean anything") {
    event.job_facets = R"({"sql":)" + standard("SQLJobFacet", "1-9-0", "") + "}";
    CHECK(told(judged(event.text())) == Told{"error required /job/facets/sql"});
    event.job_facets = R"({"sql":)" + standard("SQLJobFacet", "9-0-0", "") + "}";
    CHECK(told(judged(event.text())).empty());
  }
  SUBCASE("in the wrong slot the standard facet is an error, a namesake a lint") {
    event.job_facets = R"({"errorMessage":)" + standard("ErrorMessageRunFacet", "1-0-1", "") + "}";
    CHECK(told(judged(event.text())) == Told{"error facet_slot /job/facets/errorMessage"});
    event.job_facets = R"({"errorMessage":)" + facet("") + "}";
    CHECK(told(judged(event.text())) == Told{"lint facet_slot /job/facets/errorMessage"});
  }
  SUBCASE("one key may be standard in several slots") {
    event.run_facets = R"({"tags":)" + facet(R"("tags":[{"key":"a"}])") + "}";
    event.job_facets = R"({"tags":)" + facet(R"("tags":[{"value":"a"}])") + "}";
    CHECK(told(judged(event.text())) ==
          Told{"error required /run/facets/tags/tags/0", "error required /job/facets/tags/tags/0"});
  }
  SUBCASE("closed objects, minimums, words and variants are kept") {
    event.run_facets =
        R"({"executionParameters":)" + facet(R"("parameters":[{"key":"k","zzz":1}])") + "}";
    event.job_facets =
        R"({"jobType":)" +
        facet(
            R"("processingType":"BATCH","integration":"MAGE","emissionPattern":{"eventTrigger":"a","eventContentMode":"b","windowDuration":0})") +
        R"(,"lineage":)" +
        facet(
            R"("entries":[{"type":"JOB","name":"n"},{"type":"X"},{"namespace":"n"},{"type":"JOB"}])") +
        "}";
    CHECK(told(judged(event.text())) ==
          Told{"error unknown_member /run/facets/executionParameters/parameters/0/zzz",
               "error minimum /job/facets/jobType/emissionPattern/windowDuration",
               "error required /job/facets/lineage/entries/0",
               "error variant /job/facets/lineage/entries/1/type",
               "error variant /job/facets/lineage/entries/2/type"});
  }
  SUBCASE("shapes that contain themselves are followed") {
    event.inputs =
        R"([{"namespace":"s3://b","name":"k","facets":{"schema":)" +
        facet(R"("fields":[{"name":"a","fields":[{"name":"b","fields":[{}]}]}])") +
        R"(},"inputFacets":{"subset":)" +
        facet(
            R"("inputCondition":{"type":"binary","operator":"AND","left":{"type":"location","locations":["x",1]},"right":{"type":"compare","comparison":"EQ","left":{"type":"field","field":"f"},"right":{"type":"literal","value":7}}})") +
        "}}]";
    CHECK(told(judged(event.text())) ==
          Told{"error required /inputs/0/facets/schema/fields/0/fields/0/fields/0",
               "error type /inputs/0/inputFacets/subset/inputCondition/left/locations/1",
               "error type /inputs/0/inputFacets/subset/inputCondition/right/right/value"});
  }
  SUBCASE("the run's parent is noted") {
    event.run_facets =
        R"({"parent":)" +
        facet(
            R"("run":{"runId":"019fc923-e280-7cc0-8a5e-2b8f3a0e7d22"},"job":{"namespace":"n","name":"p"})") +
        "}";
    const auto out = judged(event.text());
    CHECK(told(out).empty());
    CHECK(out.event_type == "START");
    CHECK(out.run_id == "019fc923-e280-7cc0-8a5e-2b8f3a0e7d11");
    CHECK(out.parent_run_id == "019fc923-e280-7cc0-8a5e-2b8f3a0e7d22");
  }
}

TEST_CASE("judge_event: names") {
  RunEvent event;
  const auto lints_of = [&event](const std::string& name_space, const std::string& name) {
    event.inputs = R"([{"namespace":")" + name_space + R"(","name":")" + name + R"("}])";
    std::vector<std::string> out;
    for (const Problem& p : judged(event.text()).problems)
      out.push_back(p.pointer + ": " + p.found + " -> " + p.expected);
    return out;
  };
  SUBCASE("names of the naming page pass") {
    CHECK(lints_of("postgres://h:5432", "db.s.t").empty());
    CHECK(lints_of("bigquery", "p.d.t").empty());
    CHECK(lints_of("s3://bucket", "a/b").empty());
    CHECK(lints_of("file", "/a").empty());
    CHECK(lints_of("snowflake://org-a", "d.s.t").empty());
    CHECK(lints_of("azurecosmos://h/dbs/x", "colls/y").empty());
    CHECK(lints_of("my-own", "anything").empty());
  }
  SUBCASE("aliases, missing ports and paths are told with the right spelling") {
    CHECK(lints_of("postgresql://h:5432", "d.s.t") ==
          Told{R"(/inputs/0/namespace: "postgresql://h:5432" -> "postgres://h:5432")"});
    CHECK(lints_of("postgres://h", "d.s.t") ==
          Told{R"(/inputs/0/namespace: "postgres://h" -> "postgres://h:5432")"});
    CHECK(lints_of("postgres://h:5432/db", "d.s.t") ==
          Told{R"(/inputs/0/namespace: "postgres://h:5432/db" -> "postgres://h:5432")"});
    CHECK(lints_of("bq://p", "p.d.t") == Told{R"(/inputs/0/namespace: "bq://p" -> "bigquery")"});
    CHECK(lints_of("bq", "p.d.t") == Told{R"(/inputs/0/namespace: "bq" -> "bigquery")"});
  }
  SUBCASE("a name with too few parts, an empty one and credentials are told") {
    CHECK(lints_of("mysql://h:3306", "t") == Told{R"(/inputs/0/name: "t" -> {database}.{table})"});
    CHECK(lints_of("", "") == Told{"/inputs/0/namespace: an empty namespace -> a namespace",
                                   "/inputs/0/name: an empty name -> a name"});
    const auto told_of = lints_of("x://me:hunter2@h", "t");
    REQUIRE(told_of.size() == 1);
    CHECK(told_of[0].find("hunter2") == std::string::npos);
  }
}

TEST_CASE("judge_event: targets") {
  RunEvent event;
  SUBCASE("Portal takes RunEvents with its own schemaURL and an eventType") {
    const JudgeOptions portal{false, Target::portal};
    event.schema = "https://openlineage.io/spec/2-0-2/OpenLineage.json";
    CHECK(told(judged(event.text(), portal)).empty());
    event.schema += "#/$defs/RunEvent";
    event.type = "";
    event.time = "2026-08-03T19:40:00";
    CHECK(told(judged(event.text(), portal)) == Told{"warning format /eventTime", "lint run_cycle ",
                                                     "error target ", "error target /eventTime",
                                                     "error target /schemaURL"});
  }
  SUBCASE("Portal takes no JobEvent") {
    CHECK(
        told(judged(
            R"({"eventTime":"2026-08-03T19:40:00Z","producer":"https://e.com/t","schemaURL":"https://e.com/s","job":{"namespace":"n","name":"j"}})",
            {false, Target::portal})) == Told{"error target "});
  }
  SUBCASE("Marquez has its own alphabet for namespaces") {
    const JudgeOptions marquez{false, Target::marquez};
    CHECK(told(judged(event.text(), marquez)).empty());
    event.job = R"("namespace":"a b","name":"j")";
    event.inputs = R"([{"namespace":"a;b","name":"x"}])";
    CHECK(told(judged(event.text(), marquez)) ==
          Told{"error target /job/namespace", "lint target /inputs/0/namespace"});
  }
  SUBCASE("Marquez tells classes apart by the schemaURL") {
    event.schema = "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/JobEvent";
    CHECK(told(judged(event.text(), {false, Target::marquez})) == Told{"error target /schemaURL"});
  }
}

TEST_CASE("judge_event: bounds") {
  SUBCASE("of very many problems the first are told, and the last entry is as bad as the rest") {
    RunEvent event;
    event.outputs = "[";
    for (int i = 0; i < 300; ++i)
      event.outputs += R"({"namespace":"","name":""},)";
    event.outputs += "1]";
    const auto out = judged(event.text());
    REQUIRE(out.problems.size() == kMostProblems + 1);
    CHECK(out.problems.back().rule == "more_problems");
    CHECK(has_errors(out.problems));
  }
}

TEST_CASE("EventReader") {
  EventReader reader;
  SUBCASE("512 levels are read, 513 are not") {
    const auto nested = [](std::size_t levels) {
      return std::string(levels, '[') + std::string(levels, ']');
    };
    CHECK(reader.read(nested(512)).has_value());
    CHECK(reader.read(nested(513)).error().code == ErrorCode::too_large);
  }
  SUBCASE("what is no strict JSON is refused") {
    for (const char* s : {"", "{", R"({"a":1,"a":2})", "// x\n{}", "\xEF\xBB\xBF{}", "{\"a\":1,}",
                          R"({"a":"\ud800"})", "{\"a\":\"\x01\"}", "{\"a\":\"\xE9\"}", "{} {}"}) {
      CAPTURE(s);
      CHECK(reader.read(s).error().code == ErrorCode::malformed);
    }
  }
}
