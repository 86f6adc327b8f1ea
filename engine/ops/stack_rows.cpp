// stack_rows.cpp: stacks matrices, or picks one row of a matrix: how the class token is put before an image's
// patches, and how it is read at the end. Dosovitskiy et al. 2021, eq. 1 and 4.
#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class StackRows final : public Operation {
 public:
  std::string_view name() const override { return "stack_rows"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string list = "$0";
    for (size_t input = 1; input < inputs; ++input) list += "; $" + std::to_string(input);
    return "$out = [" + list + "]";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    Index row = 0;
    for (const ConstView& part : inputs) {
      out.middleRows(row, part.rows()) = part;
      row += part.rows();
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Index start = 0;
    size_t part = 0;
    while (row >= start + trace.stage(stage.inputs[part]).rows)
      start += trace.stage(stage.inputs[part++]).rows;
    return explain_copy(trace, stage, row, column, {stage.inputs[part], row - start, column});
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    Index row = 0;
    for (size_t before = 0; before < input; ++before) row += inputs[before].rows;
    return {cut(row, 0), {Backward::kGradient}};
  }
};

class PickRow final : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "pick_row"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = $0_{#" + std::to_string(picked()) + "}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    // All of the input, or its footprint: the one row.
    out.row(0) = inputs[0].row(inputs[0].rows() == 1 ? 0 : picked());
  }

  Block footprint(size_t /*input*/, const Block& made, const Shape& shape) const override {
    return {picked() + made.row, 0, 1, shape.columns};
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    return explain_copy(trace, stage, row, column, {stage.inputs[0], picked() + row, column});
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {put(picked(), 0), {Backward::kGradient}};
  }

 private:
  Index picked() const { return parameters(); }
};

}  // namespace

OperationPtr stack_rows() {
  static const OperationPtr kOnly = std::make_shared<StackRows>();
  return kOnly;
}

OperationPtr pick_row(Index row) {
  return std::make_shared<PickRow>(row);
}

}  // namespace engine
