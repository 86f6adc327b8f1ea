// online_softmax.cpp: softmax that reads the keys tile by tile and never goes back.
// Milakov & Gimelshein 2018 (1805.02867); Dao et al. 2022 (2205.14135), algorithm 1.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// The factor that rescales values for an earlier maximum to a later one.
template <class Number>
Number correction(Number earlier, Number later) {
  return earlier == -static_cast<Number>(kInfinity) ? Number{0} : std::exp(earlier - later);
}

// Every step of it knows the width of a tile.
template <size_t kInputs>
class OfTiles : public ParameterOperation<Index, ByRows<kInputs>> {
 public:
  using ParameterOperation<Index, ByRows<kInputs>>::ParameterOperation;

 protected:
  Index width() const { return this->parameters(); }
  Index first_of(Index tile) const { return tile * width(); }
  Index count_of(Index tile, Index keys) const { return std::min(width(), keys - tile * width()); }

  // The contribution of earlier tiles to a running sum: their value, rescaled if the maximum grew. The
  // stage's own value is at `column`.
  void add_earlier(const Trace& trace, const Stage& stage, Index row, Index tile, Index column,
                   Explanation& explanation) const {
    if (tile == 0) return;
    const Index earlier_column = column - stage.columns / trace.stage(stage.inputs[1]).columns;
    Term term;
    term.left = trace.at(trace.find(stage.address).value(), row, earlier_column);
    term.right =
        correction<double>(trace.at(stage.inputs[1], row, tile - 1), trace.at(stage.inputs[1], row, tile));
    term.has_right = true;
    term.value = term.left * term.right;
    explanation.terms.push_back(term);
    explanation.result += term.value;
    explanation.magnitude += std::abs(term.value);
  }
};

// How a running sum of tiles depends on what it is made from: visits, for a row and the tiles up to `tile`,
// each key with what it counts; `part(key)` is what a key adds, per column.
template <class Part, class Maxima>
void visit_running(const Maxima& maxima, Index row, Index tile, Index width, Index keys, bool of_maxima,
                   const Part& part, const std::function<void(Index place, double slope)>& visit) {
  for (Index before = 0; before <= tile; ++before) {
    const double kept = before == tile ? 1 : correction<double>(maxima(row, before), maxima(row, tile));
    const Index end = std::min(keys, (before + 1) * width);
    for (Index key = before * width; key < end; ++key) {
      if (!of_maxima) {
        visit(key, kept);
      } else if (before < tile) {
        visit(before, kept * part(key));
        visit(tile, -kept * part(key));
      }
    }
  }
}

class RunningMaximum final : public OfTiles<1> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "running_maximum"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string end = std::to_string(width()) + "(b+1)";
    return {"$out_{i,b} = \\mathrm{max}_{j < " + end + "} $0_{i,j}", "$out = $0_{$i,$place}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      float peak = -kInfinity;
      for (Index tile = 0; tile < out.cols(); ++tile) {
        peak = std::max(
            peak, inputs[0].row(row).segment(first_of(tile), count_of(tile, inputs[0].cols())).maxCoeff());
        out(row, tile) = peak;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix scores = trace.read_row(stage.inputs[0], row);
    Index place = 0;
    scores.row(0).head(std::min(first_of(column + 1), scores.cols())).maxCoeff(&place);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    explanation.formula = formula_of_cell(stage, row, column, {{"place", Ordinal{place}}});
    Term term;
    term.left = scores(0, place);
    term.left_cell = {stage.inputs[0], row, place};
    term.value = term.left;
    explanation.terms.push_back(term);
    explanation.note = "note.running_maximum";
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const RunningMaximum>(*this);
    return by_links(self, input, inputs.size(), [self](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[0].rows(); ++row) {
        for (Index tile = 0; tile < x[0].cols(); ++tile) {
          Index place = 0;
          x[1].row(row).head(std::min(self->first_of(tile + 1), x[1].cols())).maxCoeff(&place);
          visit(row, tile, row, place, 1);
        }
      }
    });
  }
};

class TileExponentials final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_exponentials"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{$i,$j} = e^{$0_{$i,$j} − $1_{$i,$b}}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index key = 0; key < out.cols(); ++key) {
        const float score = inputs[0](row, key);
        out(row, key) = correction(score, inputs[1](row, key / width()));
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    const double score = trace.at(stage.inputs[0], row, column);
    const double peak = trace.at(stage.inputs[1], row, column / width());
    explanation.formula = formula_of_cell(stage, row, column, {{"b", Ordinal{column / width()}}});
    Term term;
    term.left = score;
    term.left_cell = {stage.inputs[0], row, column};
    term.value = correction(score, peak);
    explanation.terms.push_back(term);
    explanation.quantities = {{"quantity.running_maximum", peak}};
    explanation.note = "note.tile_exponential";
    explanation.result = term.value;
    explanation.magnitude = 1;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TileExponentials>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          for (Index row = 0; row < x[0].rows(); ++row) {
            for (Index key = 0; key < x[0].cols(); ++key) {
              const double made = x[0](row, key);
              visit(row, key, row, input == 0 ? key : key / self->width(), input == 0 ? made : -made);
            }
          }
        });
  }
};

class TileSum final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_sum"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,b} = $out_{i,b−1} e^{$1_{i,b−1} − $1_{i,b}} + Σ_{j ∈ b} $0_{i,j}",
            "$out = $out_{$i,$before} e^{$1_{$i,$before} − $1_{$i,$b}} + Σ_{j ∈ $b} $0_{$i,j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      float sum = 0;
      for (Index tile = 0; tile < out.cols(); ++tile) {
        if (tile > 0) sum *= correction(inputs[1](row, tile - 1), inputs[1](row, tile));
        sum += inputs[0].row(row).segment(first_of(tile), count_of(tile, inputs[0].cols())).sum();
        out(row, tile) = sum;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    add_earlier(trace, stage, row, column, column, explanation);
    const Index keys = trace.stage(stage.inputs[0]).columns;
    const Index end = first_of(column) + count_of(column, keys);
    for (Index key = first_of(column); key < end; ++key) {
      Term term;
      term.left = trace.at(stage.inputs[0], row, key);
      term.left_cell = {stage.inputs[0], row, key};
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += term.value;
    }
    explanation.formula =
        column > 0
            ? formula_of_cell(stage, row, column, {{"b", Ordinal{column}}, {"before", Ordinal{column - 1}}})
            : CellFormula{"$out = Σ_{j ∈ #0} $0_{$i,j}", row, column};
    explanation.note = "note.tile_running";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TileSum>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        for (Index tile = 0; tile < x[0].cols(); ++tile)
                          visit_running(
                              x[2], row, tile, self->width(), x[1].cols(), input == 1,
                              [&](Index key) { return double{x[1](row, key)}; },
                              [&](Index place, double slope) { visit(row, tile, row, place, slope); });
                      }
                    });
  }
};

class TileMixture final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_mixture"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {
        "$out_{i,b} = $out_{i,b−1} e^{$1_{i,b−1} − $1_{i,b}} + Σ_{j ∈ b} $0_{i,j} \\v{$2_{j}}",
        "$out = Σ_{j ∈ $b} $0_{$i,j} \\v{$2_{j,$c}} + $out_{$i,$earlier} e^{$1_{$i,$before} − $1_{$i,$b}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index d_v = inputs[2].cols();
    for (Index row = 0; row < out.rows(); ++row) {
      Eigen::RowVectorXf mixture = Eigen::RowVectorXf::Zero(d_v);
      for (Index tile = 0; tile < inputs[1].cols(); ++tile) {
        if (tile > 0) mixture *= correction(inputs[1](row, tile - 1), inputs[1](row, tile));
        const Index first = first_of(tile);
        const Index count = count_of(tile, inputs[0].cols());
        mixture.noalias() += inputs[0].row(row).segment(first, count) * inputs[2].middleRows(first, count);
        out.row(row).segment(tile * d_v, d_v) = mixture;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index d_v = trace.stage(stage.inputs[2]).columns;
    const Index tile = column / d_v;
    const Index first = first_of(tile);
    const Index count = count_of(tile, trace.stage(stage.inputs[0]).columns);
    Explanation explanation = explain_dot_product(trace, {{stage.inputs[0], row, first}},
                                                  {{stage.inputs[2], first, column % d_v}, 1, 0}, count);
    add_earlier(trace, stage, row, tile, column, explanation);
    const FormulaValue c("c", Ordinal{column % d_v});
    explanation.formula = tile > 0
                              ? formula_of_cell(stage, row, column,
                                                {{"b", Ordinal{tile}},
                                                 {"before", Ordinal{tile - 1}},
                                                 {"earlier", Ordinal{column - d_v}},
                                                 c})
                              : CellFormula{"$out = Σ_{j ∈ #0} $0_{$i,j} \\v{$2_{j,$c}}", row, column, {c}};
    explanation.note = "note.tile_running";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TileMixture>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      const Index d_v = x[3].cols();
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        for (Index column = 0; column < x[0].cols(); ++column) {
                          const Index c = column % d_v;
                          visit_running(
                              x[2], row, column / d_v, self->width(), x[1].cols(), input == 1,
                              [&](Index key) { return double{x[1](row, key)} * double{x[3](key, c)}; },
                              [&](Index place, double slope) {
                                if (input == 0)
                                  visit(row, column, row, place, slope * double{x[3](place, c)});
                                if (input == 1) visit(row, column, row, place, slope);
                                if (input == 2)
                                  visit(row, column, place, c, slope * double{x[1](row, place)});
                              });
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr running_maximum(Index width) {
  return std::make_shared<RunningMaximum>(width);
}
OperationPtr tile_exponentials(Index width) {
  return std::make_shared<TileExponentials>(width);
}
OperationPtr tile_sum(Index width) {
  return std::make_shared<TileSum>(width);
}
OperationPtr tile_mixture(Index width) {
  return std::make_shared<TileMixture>(width);
}

}  // namespace engine
