// gradients.h: operations that carry gradients back, and that several operations share. Those that one
// operation alone needs stand in its file. Mathematics: Goodfellow et al. 2016, sec. 6.5.
#pragma once

#include <functional>

#include "engine/core/operation.h"

namespace engine {

// The gradient of an input that is handed on as it is. `note` is a text key that says why.
Backward passes(std::string_view note);

// A (m, c), B (n, c) -> A Bᵀ (m, n).
OperationPtr product_transposed();

// X (m, n) -> factor X.
OperationPtr times(double factor);

// X -> its rectangle whose first cell is (row, column); the result's shape says how large it is.
OperationPtr cut(Index row, Index column);

// X -> a matrix of zeros, but for X with its first cell at (row, column).
OperationPtr put(Index row, Index column);

// Zeros: the gradient of an input that none reaches. `reason` is a text key.
OperationPtr no_gradient(std::string_view reason);

// 1 at one cell, 0 elsewhere: the gradient of the target with respect to its own stage.
OperationPtr unit_cell(Index row, Index column);

// X -> X, with 0 at the cells that were typed: what is typed depends on nothing.
OperationPtr without_typed(StageEdits typed);

// dY, X (m, n) -> dY times the slope of a function at X, number by number.
class SlopeOperation : public Operation {
 public:
  std::string_view name() const override { return "slope"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  std::string_view sign() const override { return "×"; }
  bool keeps_scale() const override { return false; }
  FormulaTemplate formulas(size_t inputs) const override;
  void forward(std::span<const ConstView> inputs, View out) const override;
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override;

 protected:
  virtual double slope(double x) const = 0;
  // What the function is called in formulas: "f′({$1})" with f its name.
  virtual std::string_view function() const { return "f"; }
};

// Calls visit(row, column, i, j, slope) for every number (row, column) of a result and every number (i, j) of
// one input that it depends on, with the slope of the one in the other; the same pair may come several times.
using VisitLink = std::function<void(Index row, Index column, Index i, Index j, double slope)>;
using Links = std::function<void(std::span<const ConstView> operands, const VisitLink& visit)>;

// The gradient of input number `input` of an operation: the sum of dY times these slopes. It reads dY, and
// behind it the operation's result and its inputs, as `operands` gives them to `links`.
OperationPtr link_gradient(OperationPtr of, size_t input, Links links);

// The rule of an operation whose gradients are sums over links: its operands are dY, the result and all
// inputs, so that operands[0] is the result in `links`, operands[1 + k] input k.
Backward by_links(OperationPtr of, size_t input, size_t inputs, Links links);

}  // namespace engine
