// row_measures.cpp: measures the rows of a map, and averages them over the rows that count.
#include "engine/ops/row_measures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"
#include "engine/masks/mask.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

using Ints = Eigen::Array<int, 1, Eigen::Dynamic>;
using Bools = Eigen::Array<bool, 1, Eigen::Dynamic>;
using Numbers = std::unordered_map<std::string_view, int>;

std::vector<int> number_tokens(const std::vector<std::string>& tokens, Numbers& known) {
  std::vector<int> numbers;
  numbers.reserve(tokens.size());
  for (const std::string& token : tokens)
    numbers.push_back(known.emplace(token, static_cast<int>(known.size())).first->second);
  return numbers;
}

Eigen::Map<const Ints> array_of(const std::vector<int>& numbers) {
  return {numbers.data(), static_cast<Index>(numbers.size())};
}

// Scores of hidden keys are at or near the mask's value; no score of a model is.
bool is_seen(float score) {
  return score > kFiniteMask / 2;
}

// The sums over one row of the map.
struct RowSums {
  Index visible = 0;        // keys that the mask does not hide
  Index visible_equal = 0;  // of those, tokens equal to the query, itself included
  double equal = 0;         // weight on equal tokens
  double entropy = 0;       // in nats
};

// `own`: the query's number; `numbers`: the keys'.
RowSums sum_row(const RowNumbers& weights, const RowNumbers* masked, int own,
                const Eigen::Map<const Ints>& numbers) {
  const auto is_equal = (numbers == own).eval();
  RowSums sums;
  sums.entropy = -static_cast<double>((weights > 0).select(weights * weights.log(), 0).sum());
  sums.equal = static_cast<double>(is_equal.select(weights, 0).sum());
  sums.visible = masked == nullptr ? weights.size() : (*masked > kFiniteMask / 2).count();
  sums.visible_equal = masked == nullptr ? is_equal.count() : (is_equal && *masked > kFiniteMask / 2).count();
  return sums;
}

// The weight on the tokens that follow an earlier token equal to the query; nullopt if it sees none. The
// previous token is not counted: it is read for its place.
std::optional<double> after_earlier_equal(const RowNumbers& weights, const RowNumbers* masked, Index query,
                                          const Eigen::Map<const Ints>& numbers) {
  const Index count = query - 2;  // keys 1 to query - 2
  if (count <= 0) return std::nullopt;
  Bools follows = numbers.head(count) == numbers[query];
  if (masked != nullptr) follows = follows && masked->segment(1, count) > kFiniteMask / 2;
  if (!follows.any()) return std::nullopt;
  return static_cast<double>(follows.select(weights.segment(1, count), 0).sum());
}

// The weights and the scores of one row of a trace.
struct ReadRow {
  RowNumbers weights;
  std::optional<RowNumbers> masked;

  const RowNumbers* scores() const { return masked ? &*masked : nullptr; }
  Index visible() const { return masked ? (*masked > kFiniteMask / 2).count() : weights.size(); }
};

// How a cell of a measure is written; $key: the only key that it reads.
constexpr auto kFormulas = std::to_array<const char*>(
    {"$out = $0_{$i,$key}", "$out = $0_{$i,$key}", "$out = $0_{$i,$key}", "$out = $0_{$i,$key}",
     "$out = Σ_{j: x_{j} = x_{$i}} $0_{$i,j}", "$out = Σ_{j ≠ $i: x_{j} = x_{$i}} $0_{$i,j}",
     "$out = Σ_{j: x_{j−1} = x_{$i}} $0_{$i,j}", "$out = −Σ_{j} $0_{$i,j} \\mathrm{ln} $0_{$i,j}",
     "$out = −\\frac{1}{\\mathrm{ln} n_{$i}} Σ_{j} $0_{$i,j} \\mathrm{ln} $0_{$i,j}",
     "$out = Σ_{j} |$i − j| $0_{$i,j}"});

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
    const auto at = static_cast<size_t>(column);
    if (!measure_row(parameters(), row, read.weights, read.scores()).at(at))
      return by_rule(CellFormula{"$out = 0", row, column}, "note.measure_not_counted", 0);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const auto measure = static_cast<RowMeasure>(column);
    explanation.formula = {kFormulas.at(at), row, column, {{"key", Ordinal{only_key(measure, row)}}}};
    for (Index key = 0; key < read.weights.size(); ++key) {
      if (!takes(measure, row, key)) continue;
      add_product(trace, {stage.inputs[0], row, key}, factor(measure, row, key, read), explanation);
    }
    if (measure == RowMeasure::kEvenness)
      explanation.quantities = {{"quantity.seen_keys", static_cast<double>(read.visible())}};
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_measured");
  }

 private:
  // Of a measure that reads one key alone.
  static Index only_key(RowMeasure measure, Index query) {
    if (measure == RowMeasure::kPrevious) return query - 1;
    if (measure == RowMeasure::kNext) return query + 1;
    return measure == RowMeasure::kFirst ? 0 : query;
  }

  bool equals(Index key, Index query) const {
    return parameters().keys[static_cast<size_t>(key)] == parameters().queries[static_cast<size_t>(query)];
  }

  bool takes(RowMeasure measure, Index query, Index key) const {
    switch (measure) {
      case RowMeasure::kEqualTokens:
        return equals(key, query);
      case RowMeasure::kOtherEqual:
        return equals(key, query) && !(parameters().of_itself && key == query);
      case RowMeasure::kInduction:
        return key >= 1 && key < query - 1 && equals(key - 1, query);
      case RowMeasure::kEntropy:
      case RowMeasure::kEvenness:
      case RowMeasure::kDistance:
        return true;
      default:
        return key == only_key(measure, query);
    }
  }

  // What the weight of a key is multiplied by.
  static double factor(RowMeasure measure, Index query, Index key, const ReadRow& read) {
    if (measure == RowMeasure::kDistance) return static_cast<double>(std::abs(query - key));
    if (measure != RowMeasure::kEntropy && measure != RowMeasure::kEvenness) return 1;
    const double weight = read.weights[key];
    if (!(weight > 0)) return 0;
    const double base = measure == RowMeasure::kEvenness ? std::log(static_cast<double>(read.visible())) : 1;
    return -std::log(weight) / base;
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

MapTokens map_tokens(const Sequence& queries, const Sequence& keys, bool of_itself) {
  Numbers known;
  MapTokens tokens;
  tokens.queries = number_tokens(queries.tokens, known);
  tokens.keys = number_tokens(keys.tokens, known);
  tokens.padding = queries.padding;
  tokens.of_itself = of_itself;
  return tokens;
}

RowMeasures measure_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                        const RowNumbers* masked) {
  const auto numbers = array_of(tokens.keys);
  const RowSums sums = sum_row(weights, masked, tokens.queries[static_cast<size_t>(query)], numbers);
  const bool sees_itself = tokens.of_itself && (masked == nullptr || is_seen((*masked)[query]));
  const bool blind = masked != nullptr ? sums.visible == 0 : weights.sum() == 0;
  RowMeasures measured;
  if (blind || (tokens.padding[static_cast<size_t>(query)] && !sees_itself)) return measured;
  const auto set = [&](RowMeasure measure, double value) {
    measured.at(static_cast<size_t>(measure)) = value;
  };
  const double own = tokens.of_itself ? weights[query] : 0;
  if (tokens.of_itself) {
    if (query > 0) set(RowMeasure::kPrevious, weights[query - 1]);
    if (query + 1 < weights.size()) set(RowMeasure::kNext, weights[query + 1]);
    set(RowMeasure::kSame, own);
    const auto from = static_cast<float>(-query);
    const auto away =
        RowNumbers::LinSpaced(weights.size(), from, from + static_cast<float>(weights.size() - 1));
    set(RowMeasure::kDistance, (weights * away.abs()).sum());
    if (const auto after = after_earlier_equal(weights, masked, query, numbers))
      set(RowMeasure::kInduction, *after);
  }
  set(RowMeasure::kEqualTokens, sums.equal);
  set(RowMeasure::kFirst, weights[0]);
  set(RowMeasure::kEntropy, sums.entropy);
  const bool sees_repeat = sums.visible_equal > (sees_itself ? 1 : 0);
  if (sees_repeat && sums.visible_equal < sums.visible) set(RowMeasure::kOtherEqual, sums.equal - own);
  if (sums.visible > 1)
    set(RowMeasure::kEvenness, sums.entropy / std::log(static_cast<double>(sums.visible)));
  return measured;
}

OperationPtr row_measures(MapTokens tokens) {
  return std::make_shared<RowMeasuresOf>(std::move(tokens));
}

OperationPtr measure_means(std::vector<std::vector<bool>> counted) {
  return std::make_shared<MeasureMeans>(std::move(counted));
}

}  // namespace engine
