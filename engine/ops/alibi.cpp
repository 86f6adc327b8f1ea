// alibi.cpp: lowers a score by the distance between query and key.
// Press et al. 2022 (ALiBi), sec. 3; bidirectional as its authors suggest for encoders: by |i - j|.
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct AlibiParameters {
  double slope = 0;
  Index first = 0;

  bool operator==(const AlibiParameters&) const = default;
};

class Alibi final : public ParameterOperation<AlibiParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "alibi"; }
  Layout layout() const override { return Layout::kSource; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string slope = number_markup(parameters().slope, 6);
    return {"$out_{i,j} = −" + slope + " |i − j|", "$out = −" + slope + " |$query − $j|"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  void forward_block(std::span<const ConstView> /*inputs*/, const View& out,
                     const Block& made) const override {
    View bias = out;
    for (Index row = 0; row < made.rows; ++row) {
      for (Index column = 0; column < made.columns; ++column)
        bias(row, column) =
            static_cast<float>(-parameters().slope * distance(made.row + row, made.column + column));
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    Term term;
    term.left = -parameters().slope;
    term.right = distance(row, column);
    term.has_right = true;
    term.value = term.left * term.right;
    explanation.terms.push_back(term);
    explanation.quantities = {{"quantity.slope", parameters().slope}, {"quantity.distance", term.right}};
    explanation.formula = formula_of_cell(stage, row, column, {{"query", Ordinal{parameters().first + row}}});
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

 private:
  double distance(Index row, Index column) const {
    return std::abs(static_cast<double>(parameters().first + row - column));
  }
};

}  // namespace

OperationPtr alibi(double slope, Index first) {
  return std::make_shared<Alibi>(AlibiParameters{slope, first});
}

}  // namespace engine
