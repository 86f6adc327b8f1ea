// add.cpp: adds two stages of one shape, number by number.
#include <cmath>

#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Add final : public Operation {
 public:
  std::string_view name() const override { return "add"; }
  Layout layout() const override { return Layout::kElementwise; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return result + " = " + inputs[0] + " + " + inputs[1];
  }

  void forward(std::span<const ConstView> inputs, View out) const override { out = inputs[0] + inputs[1]; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    const std::string at = "}_{" + index_pair(row, column) + "}";
    explanation.formula = "{" + stage.symbol + at + " = {" + trace.stage(stage.inputs[0]).symbol + at +
                          " + {" + trace.stage(stage.inputs[1]).symbol + at;
    for (const int input : stage.inputs) {
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    return explanation;
  }
};

}  // namespace

OperationPtr add() {
  static const OperationPtr kOnly = std::make_shared<Add>();
  return kOnly;
}

}  // namespace engine
