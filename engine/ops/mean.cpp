// mean.cpp: the average of stages of one shape, number by number: of what several heads do.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Average final : public ParameterOperation<bool> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "mean"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return parameters(); }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    const std::string terms =
        inputs.size() == 1 ? inputs[0] : inputs[0] + (inputs.size() > 2 ? " + … + " : " + ") + inputs.back();
    return result + " = \\frac{" + terms + "}{" + std::to_string(inputs.size()) + "}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0];
    for (const ConstView& input : inputs.subspan(1)) out += input;
    out /= static_cast<float>(inputs.size());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    const auto count = static_cast<double>(stage.inputs.size());
    std::vector<std::string> cells;
    for (const int input : stage.inputs) {
      cells.push_back("{" + trace.stage(input).symbol + "}_{" + index_pair(row, column) + "}");
      Term term;
      term.left = trace.at(input, row, column);
      term.left_cell = {input, row, column};
      term.value = term.left / count;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula("{" + stage.symbol + "}_{" + index_pair(row, column) + "}", cells);
    explanation.quantities.push_back({"quantity.averaged", count});
    return explanation;
  }
};

}  // namespace

OperationPtr mean(bool is_signed) {
  return std::make_shared<Average>(is_signed);
}

}  // namespace engine
