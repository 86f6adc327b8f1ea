// picture_sizes.cpp: a picture becomes smaller, by the largest number of each square, or twice as large,
// between its pixels or pixel by pixel.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// --- the largest of each square

struct Squares {
  Grid grid;
  Index side = 2;

  PictureKernel kernel() const { return {.grid = grid, .side = side, .stride = side, .padding = 0}; }
  bool operator==(const Squares&) const = default;
};

// The pixel of an output's square that has the largest number, the first of equals; `number` gives a pixel's.
template <class Number>
Index pixel_of_largest(const PictureKernel& kernel, Index output, const Number& number) {
  Index largest = kernel.read(output, 0);
  for (Index tap = 1; tap < kernel.taps(); ++tap) {
    const Index pixel = kernel.read(output, tap);
    if (number(pixel) > number(largest)) largest = pixel;
  }
  return largest;
}

// Visits (row, column, the row that it is read from) of a stack of pictures.
template <class Visit>
void visit_largest(const Squares& squares, const ConstView& numbers, const Visit& visit) {
  const PictureKernel kernel = squares.kernel();
  const Index below = squares.grid.pixels();
  const Index above = kernel.result().pixels();
  for (Index picture = 0; picture * below < numbers.rows(); ++picture) {
    for (Index output = 0; output < above; ++output) {
      for (Index channel = 0; channel < numbers.cols(); ++channel) {
        const Index pixel = pixel_of_largest(
            kernel, output, [&](Index at) { return numbers(picture * below + at, channel); });
        visit(picture * above + output, channel, picture * below + pixel);
      }
    }
  }
}

// dY (h'·w', c), X (h·w, c) -> (h·w, c): the largest number of a square gets its gradient.
class MaxPool2dGradient final : public ParameterOperation<Squares> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "max_pool_2d_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{r,c} = Σ_{i: \\mathrm{argmax}_{t} $1_{i,t,c} = r} $0_{i,c}",
            "$out = Σ_{i: \\mathrm{argmax}_{t} $1_{i,t,$j} = $i} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    visit_largest(parameters(), inputs[1], [&](Index output, Index channel, Index row) {
      out(row, channel) += inputs[0](output, channel);
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    const PictureKernel kernel = parameters().kernel();
    const Matrix numbers = trace.read_column(stage.inputs[1], column);
    for (Index output = 0; output < kernel.result().pixels(); ++output) {
      if (pixel_of_largest(kernel, output, [&](Index at) { return numbers(at, 0); }) == row)
        add_addend(trace, {stage.inputs[0], output, column}, explanation);
    }
    explanation.note = explanation.terms.empty() ? "note.gradient_not_largest" : "note.gradient_largest";
    return explanation;
  }
};

class MaxPool2d final : public ParameterOperation<Squares> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "max_pool_2d"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\mathrm{max}_{t} $0_{i,t}", "$out = \\mathrm{max}_{t} $0_{t,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    visit_largest(parameters(), inputs[0], [&](Index output, Index channel, Index row) {
      out(output, channel) = inputs[0](row, channel);
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const int below = stage.inputs[0];
    const Matrix numbers = trace.read_column(below, column);
    const Index pixel =
        pixel_of_largest(parameters().kernel(), row, [&](Index at) { return numbers(at, 0); });
    Explanation explanation = explain_copy(trace, stage, row, column, {below, pixel, column});
    explanation.note = "note.pool_2d_largest";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<MaxPool2dGradient>(parameters()), {Backward::kGradient, 0}};
  }
};

// --- twice the size

struct Enlarging {
  Grid grid;  // of the smaller picture
  bool is_smooth = true;

  Grid result() const { return {2 * grid.height, 2 * grid.width}; }
  bool operator==(const Enlarging&) const = default;
};

// How much of a pixel of the smaller picture is in one of the larger.
struct Part {
  Index pixel = 0;
  double weight = 0;
};

// Along one side: the two places between which `at` of 2 n lies, and how far from the first.
struct Between {
  Between(Index at, Index count, bool is_smooth) {
    if (!is_smooth || count < 2) {
      first = second = at / 2;
      return;
    }
    const double place =
        static_cast<double>(at) * static_cast<double>(count - 1) / static_cast<double>(2 * count - 1);
    first = std::min(static_cast<Index>(place), count - 2);
    second = first + 1;
    way = place - static_cast<double>(first);
  }
  Index first = 0, second = 0;
  double way = 0;
};

// The parts of one pixel of the larger picture; those of weight 0 are left out.
std::vector<Part> parts_of(const Enlarging& enlarging, Index output) {
  const Index across = enlarging.result().width;
  const Between row(output / across, enlarging.grid.height, enlarging.is_smooth);
  const Between column(output % across, enlarging.grid.width, enlarging.is_smooth);
  std::vector<Part> parts;
  parts.reserve(4);
  const auto take = [&](Index y, Index x, double weight) {
    if (weight > 0) parts.push_back({y * enlarging.grid.width + x, weight});
  };
  take(row.first, column.first, (1 - row.way) * (1 - column.way));
  take(row.first, column.second, (1 - row.way) * column.way);
  take(row.second, column.first, row.way * (1 - column.way));
  take(row.second, column.second, row.way * column.way);
  return parts;
}

// Calls visit(row of the larger, row of the smaller, weight) for a stack of so many pictures.
template <class Visit>
void visit_parts(const Enlarging& enlarging, Index pictures, const Visit& visit) {
  const Index large = enlarging.result().pixels();
  const Index small = enlarging.grid.pixels();
  for (Index output = 0; output < large; ++output) {
    for (const Part& part : parts_of(enlarging, output)) {
      for (Index picture = 0; picture < pictures; ++picture)
        visit(picture * large + output, picture * small + part.pixel, static_cast<float>(part.weight));
    }
  }
}

// dY (2h·2w, c) -> (h·w, c): a pixel gets its part of the gradient of each pixel that it is in.
class EnlargingGradient final : public ParameterOperation<Enlarging> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "upsample_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{r} = Σ_{i} w_{i,r} $0_{i}", "$out = Σ_{i} w_{i,$i} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    visit_parts(
        parameters(), out.rows() / parameters().grid.pixels(),
        [&](Index large, Index small, float weight) { out.row(small) += weight * inputs[0].row(large); });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index output = 0; output < parameters().result().pixels(); ++output) {
      for (const Part& part : parts_of(parameters(), output)) {
        if (part.pixel == row)
          add_product(trace, {stage.inputs[0], output, column}, part.weight, explanation);
      }
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_of_enlarged";
    return explanation;
  }
};

class Upsample final : public ParameterOperation<Enlarging> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "upsample"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    if (!parameters().is_smooth) return "$out_{i} = $0_{r}";
    return {"$out_{i} = Σ_{r} w_{i,r} $0_{r}", "$out = Σ_{r} w_{$i,r} $0_{r,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    visit_parts(
        parameters(), out.rows() / parameters().result().pixels(),
        [&](Index large, Index small, float weight) { out.row(large) += weight * inputs[0].row(small); });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const std::vector<Part> parts = parts_of(parameters(), row);
    if (!parameters().is_smooth) {
      Explanation copy =
          explain_copy(trace, stage, row, column, {stage.inputs[0], parts.front().pixel, column});
      copy.note = "note.upsample_nearest";
      return copy;
    }
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (const Part& part : parts)
      add_product(trace, {stage.inputs[0], part.pixel, column}, part.weight, explanation);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.upsample_bilinear";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<EnlargingGradient>(parameters()), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr max_pool_2d(const Grid& grid, Index side) {
  return std::make_shared<MaxPool2d>(Squares{grid, side});
}

OperationPtr upsample_bilinear(const Grid& grid) {
  return std::make_shared<Upsample>(Enlarging{grid, true});
}

OperationPtr upsample_nearest(const Grid& grid) {
  return std::make_shared<Upsample>(Enlarging{grid, false});
}

}  // namespace engine
