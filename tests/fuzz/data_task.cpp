// data_task.cpp: any bytes are refused as something to learn, or give examples whose tokens are known.
#include "engine/training/data/data_task.h"

#include "tests/fuzz/fuzz.h"

namespace {

void check_ids(const std::vector<engine::Index>& ids, const engine::Task& task) {
  for (const engine::Index id : ids) require(id >= 0 && id < task.labels(), "a token is known");
}

void read(std::string_view text, engine::DataKind kind) {
  const auto task = engine::make_data_task("file", text, kind);
  if (!task) {
    require(task.error().key.starts_with("error."), "a refusal names its reason");
    return;
  }
  require(!(*task)->held_out().empty(), "some examples are held out");
  for (uint64_t index = 0; index < 3; ++index) {
    const engine::TaskCase example = (*task)->example(1, index);
    check_ids(example.source, **task);
    check_ids(example.target, **task);
    require(static_cast<engine::Index>(example.source.size()) <= (*task)->source_length(), "of known length");
  }
}

}  // namespace

std::vector<std::string> seeds() {
  std::string lines;
  std::string table;
  for (int i = 0; i < 40; ++i) {
    lines += "line number " + std::to_string(i) + " is read\n";
    table += "row " + std::to_string(i) + "\tr" + std::to_string(i % 7) + " x\n";
  }
  return {lines, table, "\xEF\xBB\xBF" + table, "a\tb\r\n\r\nc\td\r\n", "<pad> a\n", "漢字\t\n", "\xFF", ""};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  using engine::DataKind;
  for (const DataKind kind : {DataKind::kWords, DataKind::kCharacters, DataKind::kTable}) read(text, kind);
  return 0;
}
