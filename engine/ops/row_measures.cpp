// row_measures.cpp: measures the rows of a map, and averages them over the rows that count.
#include "engine/ops/row_measures.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

// The weights and the scores of one row of a trace.
struct ReadRow {
  RowNumbers weights;
  std::optional<RowNumbers> masked;

  const RowNumbers* scores() const { return masked ? &*masked : nullptr; }
};

class RowMeasuresOf final : public ParameterOperation<MapTokens> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "row_measures"; }
  Layout layout() const override { return Layout::kGather; }
  Growth growth() const override { return Growth::kRow; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out_{i} = \\mathrm{measures}($0_{i})";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    ReadRow read;
    for (Index row = 0; row < out.rows(); ++row) {
      read.weights = inputs[0].row(row).array();
      if (inputs.size() > 1) read.masked = inputs[1].row(row).array();
      const RowMeasures measured = measure_row(parameters(), row, read.weights, read.scores());
      for (size_t i = 0; i < kRowMeasures; ++i)
        out(row, static_cast<Index>(i)) = static_cast<float>(measured.at(i).value_or(0));
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    ReadRow read;
    read.weights = trace.read_row(stage.inputs[0], row).array();
    if (stage.inputs.size() > 1) read.masked = trace.read_row(stage.inputs[1], row).array();
    const MeasureRow& measure = row_of(static_cast<RowMeasure>(column));
    const auto counted = map_row(parameters(), row, read.weights, read.scores());
    if (!counted || !measure.value(*counted))
      return by_rule(CellFormula{"$out = 0", row, column}, "note.measure_not_counted", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    Index last = 0;  // the only key of a measure that reads one
    for (Index key = 0; key < read.weights.size(); ++key) {
      const auto factor = measure.factor(*counted, key);
      if (!factor) continue;
      add_product(trace, {stage.inputs[0], row, key}, *factor, explanation);
      last = key;
    }
    explanation.formula = {"$out = " + std::string(measure.formula), row, column, {{"key", Ordinal{last}}}};
    if (measure.measure == RowMeasure::kEvenness)
      explanation.quantities = {{"quantity.seen_keys", static_cast<double>(counted->visible)}};
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_measured");
  }
};

class MeasureMeans final : public ParameterOperation<std::vector<std::vector<bool>>> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "measure_means"; }
  Layout layout() const override { return Layout::kGather; }
  Growth growth() const override { return Growth::kRow; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string heads = "$0";
    if (inputs > 1) heads += (inputs > 2 ? ", …, $" : ", $") + std::to_string(inputs - 1);
    return "$out = \\mathrm{mean}_{i}(" + heads + ")";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index head = 0; head < out.rows(); ++head) {
      const ConstView& rows = inputs[static_cast<size_t>(head)];
      for (Index column = 0; column < out.cols(); ++column) {
        double sum = 0;
        for (Index row = 0; row < rows.rows(); ++row)
          sum += counts(head, row, column) ? rows(row, column) : 0;
        out(head, column) = static_cast<float>(sum / std::max(1.0, count(head, column, rows.rows())));
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const int input = stage.inputs[static_cast<size_t>(row)];
    const Index rows = trace.stage(input).rows;
    const double counted = count(row, column, rows);
    if (counted == 0) return by_rule(CellFormula{"$out = 0", row, column}, "note.nothing_counted", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    explanation.formula = {"$out = \\frac{1}{n} Σ_{i} $" + std::to_string(row) + "_{i,$j}", row, column};
    for (Index i = 0; i < rows; ++i) {
      if (counts(row, i, column)) add_addend(trace, {input, i, column}, explanation);
    }
    for (Term& term : explanation.terms) term.value /= counted;
    explanation.quantities = {{"quantity.rows_counted", counted}};
    explanation.result /= counted;
    explanation.magnitude /= counted;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_measured");
  }

 private:
  bool counts(Index head, Index row, Index column) const {
    return parameters()[static_cast<size_t>(head)]
                       [static_cast<size_t>(row) * kRowMeasures + static_cast<size_t>(column)];
  }

  double count(Index head, Index column, Index rows) const {
    Index count = 0;
    for (Index row = 0; row < rows; ++row) count += counts(head, row, column) ? 1 : 0;
    return static_cast<double>(count);
  }
};

}  // namespace

OperationPtr row_measures(MapTokens tokens) {
  return std::make_shared<RowMeasuresOf>(std::move(tokens));
}

OperationPtr measure_means(std::vector<std::vector<bool>> counted) {
  return std::make_shared<MeasureMeans>(std::move(counted));
}

}  // namespace engine
