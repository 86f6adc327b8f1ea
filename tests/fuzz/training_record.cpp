// training_record.cpp: any bytes as a training.json, or as the name of a run, are refused, or say how a model
// was trained.
#include "engine/training/moment.h"
#include "engine/training/record.h"
#include "tests/fuzz/folder.h"

namespace {

template <class Value>
void check(const engine::Result<Value>& read) {
  require(read.ok() || read.error().key.starts_with("error."), "a refusal names its reason");
}

void read_name(const std::string& name) {
  engine::is_same_run(name, "training:{\"task\":\"phrase\",\"step\":3}");
  require(engine::step_of(name).value_or(0) >= 0, "steps are counted from 0");
  const auto plan = engine::read_plan(name);
  check(plan);
  if (!plan) return;
  const std::string written = engine::name_of(*plan);
  const auto again = engine::read_plan(written);
  require(again.ok() && engine::name_of(*again) == written, "a plan has one name");
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string models = HEADLIGHT_TEST_DATA "/../assets/models/";
  return {
      fuzz::bytes_of(models + "phrase/training.json"),
      fuzz::bytes_of(models + "shapes/training.json"),
      R"({"task":"phrase","seed":3,"step":12,"rate_changes":[[10,0.001],[20,0.01]]})",
      R"({"task":"repeat","d_model":32,"heads":2,"architecture":"decoder","positions":"learned"})",
      R"({"task":"a.txt","data":{"path":"/a.txt","kind":"words","bytes":5,"fingerprint":"ff"},"steps":1,"recipe":{}})",
      R"({"task":"phrase","figures":{"groups":[{"right":1,"examples":1e999}]}})"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static fuzz::Folder folder("training_record");
  const std::string text(reinterpret_cast<const char*>(data), size);
  folder.hold({{"training.json", text}});
  check(engine::read_record(folder.path() / "training.json"));
  const auto held_out = engine::read_held_out(folder.path() / "training.json");
  check(held_out);
  require(!held_out.ok() || (held_out->right >= 0 && held_out->right <= held_out->examples),
          "no more are right than there are");
  read_name("training:" + text);
  return 0;
}
