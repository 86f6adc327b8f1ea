// window_band.cpp: the part of a map inside a window, and what is computed from it alone.
// Beltagy et al. 2020 (2004.05150), sec. 3.1.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/copies.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

constexpr Index kOutside = -1;

// The key that a column of the band stands for, for the query at position `query`.
Index key_of(const Band& band, Index query, Index column, Index keys) {
  if (query < band.global) return kOutside;  // sees all keys, in its own row
  if (column < band.global) return column;
  const Index key = query + column - band.global - (band.window - 1);
  return key >= band.global && key < keys ? key : kOutside;
}

// The inverse.
Index column_of(const Band& band, Index query, Index key) {
  if (key < band.global) return key;
  const Index offset = key - query;
  return std::abs(offset) < band.window ? band.global + offset + band.window - 1 : kOutside;
}

// A value that its position alone decides.
Explanation outside(Index row, Index column, double value, const char* note) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kRule;
  explanation.formula = CellFormula{std::isinf(value) ? "$out = −∞" : "$out = 0", row, column};
  explanation.note = note;
  explanation.result = value;
  return explanation;
}

class WindowBand final : public ParameterOperation<Band, ByRows<1>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "window_band"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{i,c} = $0_{i,j}, |i − j| < " + std::to_string(band().window);
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    for (Index row = 0; row < made.rows; ++row) {
      for (Index column = 0; column < made.columns; ++column) {
        const Index key = key_of(band(), band().first_query + made.row + row, column, inputs[0].cols());
        numbers(row, column) = key == kOutside ? -kInfinity : inputs[0](row, key);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index query = band().first_query + row;
    const Index key = key_of(band(), query, column, trace.stage(stage.inputs[0]).columns);
    if (key != kOutside) return explain_copy(trace, stage, row, column, {stage.inputs[0], row, key});
    return outside(row, column, -static_cast<double>(kInfinity),
                   query < band().global ? "note.band_global" : "note.band_outside");
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const WindowBand>(*this);
    return by_links(self, input, inputs.size(), [self](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[0].rows(); ++row) {
        for (Index column = 0; column < x[0].cols(); ++column) {
          const Index key = key_of(self->band(), self->band().first_query + row, column, x[1].cols());
          if (key != kOutside) visit(row, column, row, key, 1);
        }
      }
    });
  }

 private:
  const Band& band() const { return parameters(); }
};

class FirstRows final : public Operation {
 public:
  std::string_view name() const override { return "first_rows"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out_{i,j} = $0_{i,j}"; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].topRows(out.rows());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    return explain_copy(trace, stage, row, column, {stage.inputs[0], row, column});
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {put(0, 0), {Backward::kGradient}};
  }
};

class BandWeights final : public ParameterOperation<Band, ByRows<1>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "band_weights"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{i,j} = $0_{i,c}, |i − j| < " + std::to_string(band().window);
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    for (Index row = 0; row < made.rows; ++row) {
      const Index query = band().first_query + made.row + row;
      if (query < band().global) {
        numbers.row(row) = inputs[1].row(made.row + row);
        continue;
      }
      for (Index key = 0; key < made.columns; ++key) {
        const Index column = column_of(band(), query, key);
        numbers(row, key) = column == kOutside ? 0.0F : inputs[0](row, column);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index query = band().first_query + row;
    if (query < band().global) return explain_copy(trace, stage, row, column, {stage.inputs[1], row, column});
    const Index place = column_of(band(), query, column);
    if (place == kOutside) return outside(row, column, 0, "note.band_outside");
    return explain_copy(trace, stage, row, column, {stage.inputs[0], row, place});
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const BandWeights>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        const Index query = self->band().first_query + row;
                        const bool is_global = query < self->band().global;
                        for (Index key = 0; key < x[0].cols(); ++key) {
                          const Index column = is_global ? key : column_of(self->band(), query, key);
                          if (is_global == (input == 1) && column != kOutside)
                            visit(row, key, row, column, 1);
                        }
                      }
                    });
  }

 private:
  const Band& band() const { return parameters(); }
};

class BandSum final : public ParameterOperation<Band, ByRows<1>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "band_sum"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{|i−j| < " + std::to_string(band().window) + "} $0_{i,c} \\v{$1_{j}}",
            "$out = Σ_{j} $0_{$i,j} \\v{$1_{j,$j}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    for (Index row = 0; row < made.rows; ++row) {
      const Index query = band().first_query + made.row + row;
      if (query < band().global) {
        numbers.row(row).noalias() = inputs[2].row(made.row + row) * inputs[1];
        continue;
      }
      numbers.row(row).setZero();
      for (Index column = 0; column < inputs[0].cols(); ++column) {
        const Index key = key_of(band(), query, column, inputs[1].rows());
        if (key != kOutside) numbers.row(row) += inputs[0](row, column) * inputs[1].row(key);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index query = band().first_query + row;
    const Index keys = trace.stage(stage.inputs[1]).rows;
    const bool is_global = query < band().global;
    const int from = stage.inputs[is_global ? 2 : 0];
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Matrix shares = trace.read_row(from, row);
    for (Index place = 0; place < shares.cols(); ++place) {
      const Index key = is_global ? place : key_of(band(), query, place, keys);
      if (key == kOutside) continue;
      Term term;
      term.left = shares(0, place);
      term.right = trace.at(stage.inputs[1], key, column);
      term.has_right = true;
      term.value = term.left * term.right;
      term.left_cell = {from, row, place};
      term.right_cell = {stage.inputs[1], key, column};
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const BandSum>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          for (Index row = 0; row < x[0].rows(); ++row) {
            const Index query = self->band().first_query + row;
            const bool is_global = query < self->band().global;
            const ConstView& shares = x[is_global ? 3 : 1];
            for (Index place = 0; place < shares.cols(); ++place) {
              const Index key = is_global ? place : key_of(self->band(), query, place, x[2].rows());
              if (key == kOutside) continue;
              for (Index c = 0; c < x[0].cols(); ++c) {
                if (input == 1) visit(row, c, key, c, shares(row, place));
                if (input == (is_global ? 2U : 0U)) visit(row, c, row, place, x[2](key, c));
              }
            }
          }
        });
  }

 private:
  const Band& band() const { return parameters(); }
};

}  // namespace

OperationPtr window_band(const Band& band) {
  return std::make_shared<WindowBand>(band);
}
OperationPtr first_rows() {
  static const OperationPtr kOnly = std::make_shared<FirstRows>();
  return kOnly;
}
OperationPtr band_weights(const Band& band) {
  return std::make_shared<BandWeights>(band);
}
OperationPtr band_sum(const Band& band) {
  return std::make_shared<BandSum>(band);
}

}  // namespace engine
