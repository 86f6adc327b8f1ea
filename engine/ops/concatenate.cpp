// concatenate.cpp: places the heads' outputs side by side.
// Vaswani et al. 2017, sec. 3.2.2: Concat(head_1, ..., head_h).
#include "engine/ops/copies.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Concatenate final : public Operation {
 public:
  std::string_view name() const override { return "concatenate"; }
  Layout layout() const override { return Layout::kGather; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  Growth growth() const override { return Growth::kBlocks; }

  FormulaTemplate formulas(size_t inputs) const override {
    if (inputs > 3) return "$out = [$0, …, $" + std::to_string(inputs - 1) + "]";
    std::string list = "$0";
    for (size_t input = 1; input < inputs; ++input) list += ", $" + std::to_string(input);
    return "$out = [" + list + "]";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    Index column = 0;
    for (const ConstView& head : inputs) {
      out.middleCols(column, head.cols()) = head;
      column += head.cols();
    }
  }

  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }
  Block footprint(size_t /*input*/, const Block& made, const Shape& shape) const override {
    return {made.row, 0, made.rows, shape.columns};
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Index start = 0;
    size_t head = 0;
    while (column >= start + trace.stage(stage.inputs[head]).columns)
      start += trace.stage(stage.inputs[head++]).columns;
    return explain_copy(trace, stage, row, column, {stage.inputs[head], row, column - start});
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    Index column = 0;
    for (size_t before = 0; before < input; ++before) column += inputs[before].columns;
    return {cut(0, column), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr concatenate() {
  static const OperationPtr kOnly = std::make_shared<Concatenate>();
  return kOnly;
}

}  // namespace engine
