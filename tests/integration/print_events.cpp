// Prints one event of every kind that the library makes, one a line: `CLASS<tab>JSON`. For
// event_schema_test.py, which judges them by independent means.
#include <mage_lineage/core/digest.hpp>
#include <mage_lineage/core/uuid.hpp>
#include <mage_lineage/event/event.hpp>
#include <mage_lineage/formats/json_writer.hpp>
#include <mage_lineage/openlineage/make_facets.hpp>
#include <mage_lineage/openlineage/model.hpp>

#include <iostream>
#include <string_view>

using namespace mage_lineage;

namespace {

constexpr std::array<std::uint8_t, 10> kRandom{9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
const Scope kScope{"cluster/ü", "w 1", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"};

void print(std::string_view label, const json::Value& event) {
  std::cout << label << '\t' << json::write(event, json::Style::compact) << '\n';
}

void print_mage_events(Timestamp now) {
  using namespace event;
  const Origin origin{"mage-pro-lineage", kScope};
  const auto show = [](const Event& made) {
    print("mage", to_json(made));
    print(made.change.object.type == ObjectType::file ? "DatasetEvent" : "JobEvent",
          to_openlineage(made));
  };
  show(make_test_event(origin, now, kRandom));
  for (const std::string_view name : kObjectTypes) {
    for (const Mutation mutation :
         {Mutation::created, Mutation::updated, Mutation::deleted, Mutation::renamed}) {
      Change change;
      change.object = {
          *object_type_of(name), "u", "n", "data_loader", "python", {"p"}, "d/u.py", "time"};
      const bool deployment = change.object.type == ObjectType::deployment;
      change.mutation = deployment ? Mutation::applied : mutation;
      change.hashes.content = tagged_sha256("x");
      change.hashes.config = tagged_sha256("y");
      if (mutation == Mutation::renamed) change.previous = change.object;
      show(make_event(origin, change, now, kRandom));
    }
  }
}

void print_run_events(Timestamp now) {
  using namespace openlineage;
  const std::string run_id = make_uuid_v7(now, kRandom);
  for (const RunState state : {RunState::start, RunState::running, RunState::complete,
                               RunState::abort, RunState::fail, RunState::other}) {
    RunEvent out;
    out.state = state;
    out.time = now;
    out.run = {run_id,
               {parent_facet({run_id, {"ns", "parent"}, {}, {}}), error_facet("exit status 1")}};
    out.job = {{"mage://a/b/c", "pipeline/x"}, {job_type_facet("PIPELINE")}};
    out.inputs = {{dataset_from_address("postgres://h:5432/d.s.t").value(), {}, {}, {}}};
    out.outputs = {{dataset_from_address("s3://b/k").value(), {}, {}, {}}};
    print("RunEvent", encode(out));
    print("RunEvent", encode(out, Target::portal));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--schema") {
    std::cout << event::event_schema();
    return 0;
  }
  const Timestamp now = parse_rfc3339("2026-08-03T19:40:00Z").value();
  print_mage_events(now);
  print_run_events(now);
  return 0;
}
