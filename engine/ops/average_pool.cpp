// average_pool.cpp: the mean of each square of a picture.
#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"
#include "engine/ops/drawing.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct AveragedSquares {
  Grid grid;
  Index side = 2;

  PictureKernel kernel() const { return {.grid = grid, .side = side, .stride = side, .padding = 0}; }
  double share() const { return 1 / static_cast<double>(side * side); }
  bool operator==(const AveragedSquares&) const = default;
};

// The square that a pixel lies in; −1 outside of all.
Index square_of(const AveragedSquares& squares, Index pixel) {
  const Grid result = squares.kernel().result();
  const Index y = pixel / squares.grid.width / squares.side;
  const Index x = pixel % squares.grid.width / squares.side;
  return y < result.height && x < result.width ? y * result.width + x : -1;
}

// dY (h'·w', c) -> (h·w, c): each pixel gets its share of its square's gradient.
class AveragePoolGradient final : public ParameterOperation<AveragedSquares> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "average_pool_2d_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{r} = \\frac{1}{n} $0_{i}", "$out = \\frac{1}{n} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index below = parameters().grid.pixels();
    const Index above = parameters().kernel().result().pixels();
    const auto share = static_cast<float>(parameters().share());
    for (Index row = 0; row < out.rows(); ++row) {
      const Index square = square_of(parameters(), row % below);
      const Index picture = row / below;
      if (square < 0) {
        out.row(row).setZero();
      } else {
        out.row(row) = share * inputs[0].row(picture * above + square);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Index square = square_of(parameters(), row);
    if (square >= 0) add_product(trace, {stage.inputs[0], square, column}, parameters().share(), explanation);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_of_averaged";
    return explanation;
  }
};

class AveragePool final : public ParameterOperation<AveragedSquares> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "average_pool_2d"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\frac{1}{n} Σ_{t} $0_{i,t}", "$out = \\frac{1}{n} Σ_{t} $0_{t,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const PictureKernel kernel = parameters().kernel();
    const Index below = parameters().grid.pixels();
    const Index above = kernel.result().pixels();
    const auto share = static_cast<float>(parameters().share());
    out.setZero();
    for (Index row = 0; row < out.rows(); ++row) {
      const Index picture = row / above;
      for (Index tap = 0; tap < kernel.taps(); ++tap)
        out.row(row) += share * inputs[0].row(picture * below + kernel.read(row % above, tap));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const PictureKernel kernel = parameters().kernel();
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index tap = 0; tap < kernel.taps(); ++tap)
      add_product(trace, {stage.inputs[0], kernel.read(row, tap), column}, parameters().share(), explanation);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.average_pool";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<AveragePoolGradient>(parameters()), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr average_pool_2d(const Grid& grid, Index side) {
  return std::make_shared<AveragePool>(AveragedSquares{grid, side});
}

}  // namespace engine
