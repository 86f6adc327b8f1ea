// online_softmax.cpp: softmax that reads the keys a tile at a time and never goes back.
// Milakov & Gimelshein 2018 (1805.02867); Dao et al. 2022 (2205.14135), algorithm 1.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// What numbers made for an earlier maximum are worth for a later one.
template <class Number>
Number correction(Number earlier, Number later) {
  return earlier == -static_cast<Number>(kInfinity) ? Number{0} : std::exp(earlier - later);
}

std::string at(const std::string& symbol, Index row, Index column) {
  return entry(symbol, index_pair(row, column));
}

// Every step of it knows how wide a tile is.
template <size_t kInputs>
class OfTiles : public ParameterOperation<Index, ByRows<kInputs>> {
 public:
  using ParameterOperation<Index, ByRows<kInputs>>::ParameterOperation;

 protected:
  Index width() const { return this->parameters(); }
  Index first_of(Index tile) const { return tile * width(); }
  Index count_of(Index tile, Index keys) const { return std::min(width(), keys - tile * width()); }

  // The part of a running sum that the tiles before have: their number, made smaller where the maximum grew.
  // The stage's own number stands at `column`.
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

class RunningMaximum final : public OfTiles<1> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "running_maximum"; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return "{" + result + "}_{i,b} = \\mathrm{max}_{j < " + std::to_string(width()) + "(b+1)} {" + inputs[0] +
           "}_{i,j}";
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
    explanation.formula =
        at(stage.symbol, row, column) + " = " + at(trace.stage(stage.inputs[0]).symbol, row, place);
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
};

class TileExponentials final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_exponentials"; }
  bool is_signed() const override { return false; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return "{" + result + "}_{i,j} = e^{{" + inputs[0] + "}_{i,j} − {" + inputs[1] + "}_{i,b}}";
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
    explanation.formula = at(stage.symbol, row, column) + " = e^{" +
                          at(trace.stage(stage.inputs[0]).symbol, row, column) + " − " +
                          at(trace.stage(stage.inputs[1]).symbol, row, column / width()) + "}";
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
};

class TileSum final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_sum"; }
  bool is_signed() const override { return false; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return "{" + result + "}_{i,b} = {" + result + "}_{i,b−1} e^{{" + inputs[1] + "}_{i,b−1} − {" +
           inputs[1] + "}_{i,b}} + Σ_{j ∈ b} {" + inputs[0] + "}_{i,j}";
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
    explanation.formula = formula_of(trace, stage, row, column);
    explanation.note = "note.tile_running";
    return explanation;
  }

 private:
  static std::string formula_of(const Trace& trace, const Stage& stage, Index row, Index tile) {
    const std::string new_part = "Σ_{j ∈ " + std::to_string(tile) + "} " +
                                 entry(trace.stage(stage.inputs[0]).symbol, std::to_string(row) + ",j");
    const std::string result = at(stage.symbol, row, tile) + " = ";
    if (tile == 0) return result + new_part;
    const std::string& peak = trace.stage(stage.inputs[1]).symbol;
    return result + at(stage.symbol, row, tile - 1) + " e^{" + at(peak, row, tile - 1) + " − " +
           at(peak, row, tile) + "} + " + new_part;
  }
};

class TileMixture final : public OfTiles<2> {
 public:
  using OfTiles::OfTiles;
  std::string_view name() const override { return "tile_mixture"; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return "{" + result + "}_{i,b} = {" + result + "}_{i,b−1} e^{{" + inputs[1] + "}_{i,b−1} − {" +
           inputs[1] + "}_{i,b}} + Σ_{j ∈ b} {" + inputs[0] + "}_{i,j} \\v{{" + inputs[2] + "}_{j}}";
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
    const std::string c = std::to_string(column % d_v);
    explanation.formula = at(stage.symbol, row, column) + " = Σ_{j ∈ " + std::to_string(tile) + "} " +
                          entry(trace.stage(stage.inputs[0]).symbol, std::to_string(row) + ",j") +
                          " \\v{v_{j," + c + "}}";
    if (tile > 0) {
      const std::string& peak = trace.stage(stage.inputs[1]).symbol;
      explanation.formula += " + " + at(stage.symbol, row, column - d_v) + " e^{" + at(peak, row, tile - 1) +
                             " − " + at(peak, row, tile) + "}";
    }
    explanation.note = "note.tile_running";
    return explanation;
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
