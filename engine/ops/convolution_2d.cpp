// convolution_2d.cpp: every place of a picture reads the square around it, all with the same weights. LeCun
// et al. 1989; as a product over gathered squares: Chellapilla et al. 2006.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

ConstView rows_of(const ConstView& all, Index first, Index count) {
  return {all.data() + first * all.outerStride(), count, all.cols(), Eigen::OuterStride<>(all.outerStride())};
}
View rows_of(View& all, Index first, Index count) {
  return {all.data() + first * all.outerStride(), count, all.cols(), Eigen::OuterStride<>(all.outerStride())};
}

// Weights (o, channel · tap) in the order (o, tap · channel), in which a pixel's channels lie together.
Matrix by_tap(const ConstView& weights, Index taps) {
  const Index channels = weights.cols() / taps;
  Matrix turned(weights.rows(), weights.cols());
  for (Index output = 0; output < weights.rows(); ++output) {
    for (Index channel = 0; channel < channels; ++channel) {
      for (Index tap = 0; tap < taps; ++tap)
        turned(output, tap * channels + channel) = weights(output, channel * taps + tap);
    }
  }
  return turned;
}

// The squares that a picture's outputs read, (h'·w', tap · channel), with zeros outside.
void gather(const PictureKernel& kernel, const ConstView& picture, Matrix& squares) {
  const Index channels = picture.cols();
  squares.resize(kernel.result().pixels(), kernel.taps() * channels);
  for (Index output = 0; output < squares.rows(); ++output) {
    float* out = squares.row(output).data();
    for (Index tap = 0; tap < kernel.taps(); ++tap, out += channels) {
      const Index pixel = kernel.read(output, tap);
      if (pixel == PictureKernel::kOutside) {
        std::fill_n(out, channels, 0.0F);
      } else {
        std::copy_n(picture.data() + pixel * picture.outerStride(), channels, out);
      }
    }
  }
}

// Adds what lies in the squares to the pixels that they were read from.
void scatter(const PictureKernel& kernel, const Matrix& squares, View picture) {
  const Index channels = picture.cols();
  for (Index output = 0; output < squares.rows(); ++output) {
    for (Index tap = 0; tap < kernel.taps(); ++tap) {
      const Index pixel = kernel.read(output, tap);
      if (pixel == PictureKernel::kOutside) continue;
      picture.row(pixel) += squares.row(output).segment(tap * channels, channels);
    }
  }
}

// The place of a channel's weight in PyTorch's order.
Index place_of(const PictureKernel& kernel, Index channel, Index tap) {
  return channel * kernel.taps() + tap;
}

std::string tap_markup(const PictureKernel& kernel) {
  return kernel.stride == 1 ? "i + t" : std::to_string(kernel.stride) + " i + t";
}

// dY (h'·w', o), W (o, c·taps) -> (h·w, c).
class PictureGradient final : public ParameterOperation<PictureKernel> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution_2d_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string reads = "i,t: " + tap_markup(parameters()) + " = ";
    return {"$out_{r} = Σ_{" + reads + "r} $0_{i} $1_{t}",
            "$out = Σ_{" + reads + "$i} Σ_{o} $0_{i,o} $1_{o,$j,t}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const PictureKernel& kernel = parameters();
    const Matrix weights = by_tap(inputs[1], kernel.taps());
    const Index above = kernel.result().pixels();
    const Index below = kernel.grid.pixels();
    Matrix squares(above, weights.cols());
    out.setZero();
    for (Index picture = 0; picture * below < out.rows(); ++picture) {
      multiply(rows_of(inputs[0], picture * above, above), whole(std::as_const(weights)), whole(squares));
      scatter(kernel, squares, rows_of(out, picture * below, below));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Shape above = trace.stage(stage.inputs[0]).shape();
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index output = 0; output < above.rows; ++output) {
      for (Index tap = 0; tap < parameters().taps(); ++tap) {
        if (parameters().read(output, tap) != row) continue;
        for (Index channel = 0; channel < above.columns; ++channel)
          add_product(trace, {stage.inputs[0], output, channel},
                      {stage.inputs[1], channel, place_of(parameters(), column, tap)}, explanation);
      }
    }
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.gradient_of_readers";
    return explanation;
  }
};

// dY (h'·w', o), X (h·w, c) -> (o, c·taps): a weight's gradient, from every place that it is used at.
class PictureWeightGradient final : public ParameterOperation<PictureKernel> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution_2d_weight_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string place = tap_markup(parameters());
    return {"$out_{t} = Σ_{i} {$0_{i}}^{T} $1_{" + place + "}",
            "$out_{$i,$c,$t} = Σ_{i} $0_{i,$i} $1_{" + place + ",$c}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const PictureKernel& kernel = parameters();
    const Index above = kernel.result().pixels();
    const Index below = kernel.grid.pixels();
    const Index channels = inputs[1].cols();
    Matrix squares;
    Matrix one(out.rows(), out.cols());
    Matrix sum = Matrix::Zero(out.rows(), out.cols());
    for (Index picture = 0; picture * below < inputs[1].rows(); ++picture) {
      gather(kernel, rows_of(inputs[1], picture * below, below), squares);
      multiply_across(rows_of(inputs[0], picture * above, above), whole(std::as_const(squares)), whole(one));
      sum += one;
    }
    for (Index tap = 0; tap < kernel.taps(); ++tap) {
      for (Index channel = 0; channel < channels; ++channel)
        out.col(place_of(kernel, channel, tap)) = sum.col(tap * channels + channel);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index channel = column / parameters().taps();
    const Index tap = column % parameters().taps();
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index output = 0; output < trace.stage(stage.inputs[0]).rows; ++output) {
      const Index pixel = parameters().read(output, tap);
      if (pixel == PictureKernel::kOutside) continue;
      add_product(trace, {stage.inputs[0], output, row}, {stage.inputs[1], pixel, channel}, explanation);
    }
    explanation.formula = formula_of_cell(stage, row, column, {{"c", Ordinal{channel}}, {"t", Ordinal{tap}}});
    explanation.note = "note.gradient_shared_weights";
    return explanation;
  }
};

class Convolution2d final : public ParameterOperation<PictureKernel> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "convolution_2d"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t inputs) const override {
    const std::string place = tap_markup(parameters());
    const bool has_bias = inputs > 2;
    return {"$out_{i} = Σ_{t} $1_{t} $0_{" + place + (has_bias ? "} + $2" : "}"),
            "$out = Σ_{t} Σ_{c} $0_{" + place + ",c} $1_{$j,c,t}" + (has_bias ? " + $2_{$j}" : "")};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const PictureKernel& kernel = parameters();
    const Matrix weights = by_tap(inputs[1], kernel.taps());
    const Index above = kernel.result().pixels();
    const Index below = kernel.grid.pixels();
    Matrix squares;
    for (Index picture = 0; picture * above < out.rows(); ++picture) {
      gather(kernel, rows_of(inputs[0], picture * below, below), squares);
      multiply_transposed(whole(std::as_const(squares)), whole(weights), rows_of(out, picture * above, above),
                          inputs.size() > 2 ? &inputs[2] : nullptr);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    for (Index channel = 0; channel < trace.stage(stage.inputs[0]).columns; ++channel) {
      for (Index tap = 0; tap < parameters().taps(); ++tap) {
        const Index pixel = parameters().read(row, tap);
        if (pixel == PictureKernel::kOutside) continue;
        add_product(trace, {stage.inputs[0], pixel, channel},
                    {stage.inputs[1], column, place_of(parameters(), channel, tap)}, explanation);
      }
    }
    if (stage.inputs.size() > 2) add_addend(trace, {stage.inputs[2], 0, column}, explanation);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.convolution_2d";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return {std::make_shared<PictureGradient>(parameters()), {Backward::kGradient, 1}};
    if (input == 1) return {std::make_shared<PictureWeightGradient>(parameters()), {Backward::kGradient, 0}};
    return {column_sums(), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr convolution_2d(const PictureKernel& kernel) {
  return std::make_shared<Convolution2d>(kernel);
}

}  // namespace engine
