// tile_output.cpp: the result of online softmax after its last tile: the weights, and the output.
// Dao et al. 2022 (2205.14135), algorithm 1.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// A value divided by the last sum of its row, and by `rescale` unless that is 1; a sum of 0 means that
// nothing was seen.
Explanation quotient(const Trace& trace, const Cell& number, double rescale, const Cell& sum) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kQuotient;
  Term term;
  term.left = trace.at(number.stage, number.row, number.column);
  term.left_cell = number;
  const double divisor = trace.at(sum.stage, sum.row, sum.column);
  term.value = divisor == 0 ? 0 : term.left / (divisor * rescale);
  explanation.terms.push_back(term);
  explanation.quantities = {{"quantity.row_sum", divisor}};
  if (rescale != 1) explanation.quantities.push_back({"quantity.rescale", rescale});
  if (divisor == 0) {
    explanation.arithmetic = Arithmetic::kRule;
    explanation.note = "note.blind_row";
  }
  explanation.result = term.value;
  explanation.magnitude = std::abs(term.value);
  return explanation;
}

class TileWeights final : public ParameterOperation<Index, ByRows<3>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "tile_weights"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = \\frac{$0_{i,j}}{$2_{i,last} e^{$1_{i,last} − $1_{i,b}}}",
            "$out = \\frac{$0}{$2_{$i,$last} · e^{m_{last} − m}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index last = inputs[1].cols() - 1;
    for (Index row = 0; row < out.rows(); ++row) {
      const float sum = inputs[2](row, last);
      for (Index key = 0; key < out.cols(); ++key) {
        const float part = inputs[0](row, key);
        const bool is_seen = part > 0 && sum > 0;
        out(row, key) =
            is_seen ? part * std::exp(inputs[1](row, key / width()) - inputs[1](row, last)) / sum : 0.0F;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index last = trace.stage(stage.inputs[1]).columns - 1;
    const double peak = trace.at(stage.inputs[1], row, column / width());
    const double rescale =
        std::isinf(peak) ? 1 : std::exp(static_cast<double>(trace.at(stage.inputs[1], row, last)) - peak);
    Explanation explanation =
        quotient(trace, {stage.inputs[0], row, column}, rescale, {stage.inputs[2], row, last});
    explanation.formula = formula_of_cell(stage, row, column, {{"last", Ordinal{last}}});
    explanation.magnitude = 1;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TileWeights>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      const Index last = x[2].cols() - 1;
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        const double sum = x[3](row, last);
                        for (Index key = 0; key < x[0].cols(); ++key) {
                          const double weight = x[0](row, key);
                          const double part = x[1](row, key);
                          if (part <= 0 || sum <= 0) continue;
                          if (input == 0) visit(row, key, row, key, weight / part);
                          if (input == 1) visit(row, key, row, key / self->width(), weight);
                          if (input == 1) visit(row, key, row, last, -weight);
                          if (input == 2) visit(row, key, row, last, -weight / sum);
                        }
                      }
                    });
  }

 private:
  Index width() const { return parameters(); }
};

class TileOutput final : public ByRows<2> {
 public:
  std::string_view name() const override { return "tile_output"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\frac{$0_{i,last}}{$1_{i,last}}", "$out = \\frac{$0_{$i,$place}}{$1_{$i,$last}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index last = inputs[1].cols() - 1;
    for (Index row = 0; row < out.rows(); ++row) {
      const float sum = inputs[1](row, last);
      if (sum == 0) {
        out.row(row).setZero();
      } else {
        out.row(row) = inputs[0].row(row).tail(out.cols()) / sum;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index tiles = trace.stage(stage.inputs[1]).columns;
    const Index place = (tiles - 1) * stage.columns + column;
    Explanation explanation =
        quotient(trace, {stage.inputs[0], row, place}, 1, {stage.inputs[1], row, tiles - 1});
    explanation.formula =
        formula_of_cell(stage, row, column, {{"place", Ordinal{place}}, {"last", Ordinal{tiles - 1}}});
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TileOutput>(*this);
    return by_links(self, input, inputs.size(),
                    [input](std::span<const ConstView> x, const VisitLink& visit) {
                      const Index last = x[2].cols() - 1;
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        const double sum = x[2](row, last);
                        for (Index column = 0; sum != 0 && column < x[0].cols(); ++column) {
                          if (input == 0) visit(row, column, row, last * x[0].cols() + column, 1 / sum);
                          if (input == 1) visit(row, column, row, last, -double{x[0](row, column)} / sum);
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr tile_weights(Index width) {
  return std::make_shared<TileWeights>(width);
}

OperationPtr tile_output() {
  static const OperationPtr kOnly = std::make_shared<TileOutput>();
  return kOnly;
}

}  // namespace engine
