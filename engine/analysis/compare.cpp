// compare.cpp: places the same stage of two traces side by side.
#include "engine/analysis/compare.h"

#include "engine/ops/operations.h"

namespace engine {

Stage taken_over(Stage stage, std::string address, std::string symbol, std::string_view note) {
  stage.address = std::move(address);
  stage.symbol = std::move(symbol);
  stage.operation = given(note, stage.operation->is_signed());
  stage.inputs.clear();
  return stage;
}

std::shared_ptr<const Trace> difference_trace(const Trace& a, const Trace& b, std::string_view address) {
  const auto in_a = a.find(address);
  const auto in_b = b.find(address);
  if (!in_a || !in_b) return nullptr;
  Stage stage = b.stage(*in_b);
  if (a.stage(*in_a).rows != stage.rows || a.stage(*in_a).columns != stage.columns) return nullptr;
  TraceBuilder builder(b.sequences(), b.vocabulary());
  const int first = builder.add_shared(taken_over(stage, "a", "\\mathrm{A}", "note.compared_a"), a, *in_a);
  const int second = builder.add_shared(taken_over(stage, "b", "\\mathrm{B}", "note.compared_b"), b, *in_b);
  stage.address = "difference";
  stage.symbol = "Δ";
  stage.operation = difference();
  stage.inputs = {first, second};
  builder.add(std::move(stage));
  return std::move(builder).build();
}

}  // namespace engine
