// influence.h: what the influence measures share: how much each output changes with each input, exactly. They
// differ in how they propagate the Jacobian dy_i / dx_j back from an output to the inputs; all take its
// Frobenius norm, in double precision, at the trace's values.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {

class Influence : public Operation {
 public:
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$i,$j} = |\\frac{∂ y_{$i}}{∂ x_{$j}}|";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    std::vector<Eigen::MatrixXd> numbers;
    numbers.reserve(inputs.size());
    for (const ConstView& input : inputs) numbers.emplace_back(input.cast<double>());
    out = rows(numbers, 0, {out.rows(), out.cols()}).cast<float>();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    std::vector<Eigen::MatrixXd> numbers;
    numbers.reserve(stage.inputs.size());
    for (const int input : stage.inputs) {
      const Stage& read = trace.stage(input);
      numbers.emplace_back(trace.read(input, 0, 0, read.rows, read.columns).cast<double>());
    }
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = note();
    explanation.result = rows(numbers, row, {1, stage.columns})(0, column);
    explanation.magnitude = explanation.result;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_of_influence");
  }

 protected:
  // `shape.rows` rows of the result, starting at `first`.
  virtual Eigen::MatrixXd rows(const std::vector<Eigen::MatrixXd>& inputs, Index first,
                               const Shape& shape) const = 0;
  // Text key for how it is measured.
  virtual const char* note() const = 0;
};

}  // namespace engine
