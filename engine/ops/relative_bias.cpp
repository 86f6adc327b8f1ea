// relative_bias.cpp: a learned value for each distance between query and key; far distances share one. Raffel
// et al. 2020 (T5), sec. 2.1; Shaw et al. 2018 before it.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct RelativeBiasParameters {
  Index max_distance = 0;
  bool both_ways = false;
  Index head = 0;
  Index first = 0;

  bool operator==(const RelativeBiasParameters&) const = default;
};

// Near distances have a bucket each; from half of the buckets on their width grows with the distance.
Index bucket_of(const RelativeBiasParameters& parameters, Index offset, Index buckets) {
  Index start = 0;
  if (parameters.both_ways) {
    buckets /= 2;
    if (offset > 0) start = buckets;
  }
  const Index distance = parameters.both_ways ? std::abs(offset) : std::max<Index>(0, -offset);
  const Index exact = buckets / 2;
  if (distance < exact) return start + distance;
  // In single precision, as the models were trained with.
  const float share = std::log(static_cast<float>(distance) / static_cast<float>(exact)) /
                      std::log(static_cast<float>(parameters.max_distance) / static_cast<float>(exact));
  const auto far = exact + static_cast<Index>(share * static_cast<float>(buckets - exact));
  return start + std::min(far, buckets - 1);
}

// dS (L, T) -> (buckets, heads): a bucket's number of this head gets what every pair in it sends.
class RelativeBiasGradient final : public ParameterOperation<RelativeBiasParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "relative_bias_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string head = std::to_string(parameters().head);
    return {"$out_{b," + head + "} = Σ_{i,j: \\mathrm{bucket}(j − i) = b} $0_{i,j}",
            "$out = Σ_{i,j: \\mathrm{bucket}(j − i) = $i} $0_{i,j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < inputs[0].rows(); ++row) {
      for (Index key = 0; key < inputs[0].cols(); ++key)
        out(bucket_of(parameters(), key - parameters().first - row, out.rows()), parameters().head) +=
            inputs[0](row, key);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    if (column != parameters().head) {
      explanation.arithmetic = Arithmetic::kRule;
      explanation.formula = CellFormula{"$out = 0", row, column};
      explanation.note = "note.gradient_other_head";
      return explanation;
    }
    const Shape scores = trace.stage(stage.inputs[0]).shape();
    for (Index query = 0; query < scores.rows; ++query) {
      for (Index key = 0; key < scores.columns; ++key) {
        if (bucket_of(parameters(), key - parameters().first - query, stage.rows) == row)
          add_addend(trace, {stage.inputs[0], query, key}, explanation);
      }
    }
    return explanation;
  }
};

class RelativeBias final : public ParameterOperation<RelativeBiasParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "relative_bias"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $0[\\mathrm{bucket}(j − i), #" + std::to_string(parameters().head) + "]",
            "$out = $0_{$bucket,$head}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View bias = out;
    for (Index row = 0; row < made.rows; ++row) {
      for (Index column = 0; column < made.columns; ++column) {
        const Index offset = made.column + column - parameters().first - made.row - row;
        bias(row, column) = inputs[0](bucket_of(parameters(), offset, inputs[0].rows()), parameters().head);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    const Index offset = column - parameters().first - row;
    const Index place = bucket_of(parameters(), offset, trace.stage(stage.inputs[0]).rows);
    Term term;
    term.left = trace.at(stage.inputs[0], place, parameters().head);
    term.left_cell = {stage.inputs[0], place, parameters().head};
    term.value = term.left;
    explanation.terms.push_back(term);
    explanation.quantities = {{"quantity.offset", static_cast<double>(offset)},
                              {"quantity.bucket", static_cast<double>(place)}};
    explanation.formula = formula_of_cell(stage, row, column,
                                          {{"bucket", Ordinal{place}}, {"head", Ordinal{parameters().head}}});
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return {std::make_shared<RelativeBiasGradient>(parameters()), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr relative_bias(Index max_distance, bool both_ways, Index head, Index first) {
  return std::make_shared<RelativeBias>(RelativeBiasParameters{max_distance, both_ways, head, first});
}

}  // namespace engine
