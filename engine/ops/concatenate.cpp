// concatenate.cpp: sets the heads' outputs side by side.
// Vaswani et al. 2017, sec. 3.2.2: Concat(head_1, ..., head_h).
#include <cmath>

#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Concatenate final : public Operation {
 public:
  std::string_view name() const override { return "concatenate"; }
  Layout layout() const override { return Layout::kGather; }
  Growth growth() const override { return Growth::kBlocks; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    std::string list = inputs[0];
    if (inputs.size() > 3) {
      list += ", …, " + inputs.back();
    } else {
      for (size_t i = 1; i < inputs.size(); ++i) list += ", " + inputs[i];
    }
    return result + " = [" + list + "]";
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
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    Index start = 0;
    for (const int head : stage.inputs) {
      const Index width = trace.stage(head).columns;
      if (column >= start + width) {
        start += width;
        continue;
      }
      Term term;
      term.left = trace.at(head, row, column - start);
      term.left_cell = {head, row, column - start};
      term.value = term.left;
      explanation.formula = entry(stage.symbol, index_pair(row, column)) + " = " +
                            entry(trace.stage(head).symbol, index_pair(row, column - start));
      explanation.terms.push_back(term);
      explanation.result = term.value;
      explanation.magnitude = std::abs(term.value);
      break;
    }
    return explanation;
  }
};

}  // namespace

OperationPtr concatenate() {
  static const OperationPtr kOnly = std::make_shared<Concatenate>();
  return kOnly;
}

}  // namespace engine
