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

namespace {

// What the three stages of a difference are called.
struct Sides {
  std::string a, b, difference;
};

// Adds a stage of `b`, the one at the same address of `a` and their difference, if they can be compared.
void add_difference(TraceBuilder& builder, const Trace& a, const Trace& b, int in_b, const Sides& sides) {
  Stage stage = b.stage(in_b);
  const auto in_a = a.find(stage.address);
  if (!in_a || a.stage(*in_a).rows != stage.rows || a.stage(*in_a).columns != stage.columns) return;
  const int first =
      builder.add_shared(taken_over(stage, sides.a, "\\mathrm{A}", "note.compared_a"), a, *in_a);
  const int second =
      builder.add_shared(taken_over(stage, sides.b, "\\mathrm{B}", "note.compared_b"), b, in_b);
  stage.address = sides.difference;
  stage.symbol = "Δ";
  stage.operation = difference();
  stage.inputs = {first, second};
  builder.add(std::move(stage));
}

std::shared_ptr<const Trace> unless_empty(TraceBuilder builder) {
  auto trace = std::move(builder).build();
  return trace->size() == 0 ? nullptr : trace;
}

}  // namespace

std::shared_ptr<const Trace> difference_trace(const Trace& a, const Trace& b, std::string_view address) {
  const auto in_b = b.find(address);
  if (!in_b) return nullptr;
  TraceBuilder builder(b.sequences(), b.vocabulary());
  add_difference(builder, a, b, *in_b, {"a", "b", "difference"});
  return unless_empty(std::move(builder));
}

std::shared_ptr<const Trace> comparison_trace(const Trace& a, const Trace& b, std::span<const int> stages) {
  TraceBuilder builder(b.sequences(), b.vocabulary());
  for (const int stage : stages) {
    const std::string name = "comparison." + b.stage(stage).address;
    add_difference(builder, a, b, stage, {name + ".a", name + ".b", name});
  }
  return unless_empty(std::move(builder));
}

}  // namespace engine
