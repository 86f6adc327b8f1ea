// given.cpp: values that no stage computed: tokens, weights, biases, zeros.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct GivenParameters {
  std::string note;
  bool is_signed = true;
  bool is_zero = false;

  bool operator==(const GivenParameters&) const = default;
};

class GivenNumbers final : public ParameterOperation<GivenParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "given"; }
  Layout layout() const override { return Layout::kSource; }
  bool is_given() const override { return true; }
  bool is_signed() const override { return parameters().is_signed; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return parameters().is_zero ? "$out = 0" : "$out";
  }

  // Given values are already in the trace; only zeros are computed.
  void forward(std::span<const ConstView> /*inputs*/, View out) const override { out.setZero(); }
  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = parameters().note;
    explanation.result = trace.at(trace.find(stage.address).value(), row, column);
    explanation.magnitude = std::abs(explanation.result);
    return explanation;
  }
};

}  // namespace

OperationPtr given(std::string_view note, bool is_signed) {
  return std::make_shared<GivenNumbers>(GivenParameters{std::string(note), is_signed});
}

OperationPtr zeros(std::string_view note) {
  return std::make_shared<GivenNumbers>(GivenParameters{std::string(note), true, true});
}

}  // namespace engine
