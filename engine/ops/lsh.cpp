// lsh.cpp: hashes vectors by the direction they point in, and finds which keys share a query's bucket.
// Andoni et al. 2015 (1509.02897); Kitaev et al. 2020 (2001.04451), sec. 2.

#include "engine/ops/lsh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {

HashedKeys::HashedKeys(const MaskRule& rule, Index chunk, const ConstView& buckets, const ConstView& places)
    : rule_(rule), chunk_(chunk), buckets_(buckets), places_(places) {
  order_.resize(static_cast<size_t>(places.cols()), std::vector<Index>(static_cast<size_t>(places.rows())));
  for (Index key = 0; key < places.rows(); ++key) {
    for (Index round = 0; round < places.cols(); ++round)
      order_[static_cast<size_t>(round)][static_cast<size_t>(places(key, round))] = key;
  }
}

std::vector<std::vector<Index>> HashedKeys::keys_of(Index query) const {
  const Index token = rule_.first_query + query;
  std::vector<std::vector<Index>> lists(order_.size());
  bool is_alone = true;
  for (Index round = 0; round < rounds(); ++round) {
    auto& list = lists[static_cast<size_t>(round)];
    const auto& order = order_[static_cast<size_t>(round)];
    const float bucket = buckets_(token, round);
    const auto in_bucket = [&](Index place) {
      return buckets_(order[static_cast<size_t>(place)], round) == bucket;
    };
    const auto own = static_cast<Index>(places_(token, round));
    const Index chunk = own / chunk_;
    const Index end = std::min((chunk + 1) * chunk_, keys());
    // Tokens of the same bucket are adjacent, in the order of their positions.
    Index place = own;
    while (place > std::max<Index>(chunk - 1, 0) * chunk_ && in_bucket(place - 1)) --place;
    for (; place < end && in_bucket(place); ++place) {
      const Index key = order[static_cast<size_t>(place)];
      if (key != token && rule_.verdict(query, key) == MaskVerdict::kVisible) list.push_back(key);
    }
    is_alone = is_alone && list.empty();
  }
  // Itself only if nothing else is in reach.
  const bool sees_itself = is_alone && rule_.verdict(query, token) == MaskVerdict::kVisible;
  for (auto& list : lists) {
    if (sees_itself) list.push_back(token);
  }
  return lists;
}

namespace {

class HashBuckets final : public ParameterOperation<Index, ByRows<1>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "hash_buckets"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,r} = \\mathrm{argmax} [$0_{i,r}; −$0_{i,r}]", "$out = $bucket"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index round = 0; round < rounds(); ++round)
        out(row, round) = static_cast<float>(bucket(inputs[0].row(row), round).first);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix numbers = trace.read_row(stage.inputs[0], row);
    const auto [bucket_number, place] = bucket(numbers.row(0), column);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    Term term;
    term.left = numbers(0, place);
    term.left_cell = {stage.inputs[0], row, place};
    term.value = static_cast<double>(bucket_number);
    explanation.terms.push_back(term);
    explanation.formula = formula_of_cell(stage, row, column, {{"bucket", bucket_number}});
    explanation.note = "note.hash_bucket";
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_bucket");
  }

 private:
  Index rounds() const { return parameters(); }
  // The bucket of a row in a round, and the column that decides it: the one with the largest absolute value;
  // its sign selects one of the two halves.
  template <class Row>
  std::pair<Index, Index> bucket(const Row& row, Index round) const {
    const Index half = row.cols() / rounds();
    Index best = 0;
    for (Index i = 1; i < half; ++i) {
      if (std::abs(row(round * half + i)) > std::abs(row(round * half + best))) best = i;
    }
    const Index place = round * half + best;
    return {row(place) < 0 ? best + half : best, place};
  }
};

class SortedPlaces final : public Operation {
 public:
  std::string_view name() const override { return "sorted_places"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,r} = \\mathrm{rank}($0_{i,r}, i)", "$out = n_{<} + n_{=}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    std::vector<Index> order(static_cast<size_t>(out.rows()));
    for (Index round = 0; round < out.cols(); ++round) {
      std::iota(order.begin(), order.end(), Index{0});
      std::stable_sort(order.begin(), order.end(),
                       [&](Index a, Index b) { return inputs[0](a, round) < inputs[0](b, round); });
      for (size_t place = 0; place < order.size(); ++place)
        out(order[place], round) = static_cast<float>(place);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix buckets = trace.read_column(stage.inputs[0], column);
    const float own = buckets(row, 0);
    const auto lower = static_cast<double>((buckets.array() < own).count());
    const auto before = static_cast<double>((buckets.topRows(row).array() == own).count());
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.quantities = {{"quantity.lower_buckets", lower}, {"quantity.same_bucket_before", before}};
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.sorted_place";
    explanation.result = lower + before;
    explanation.magnitude = explanation.result;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_bucket");
  }
};

struct ReachParameters {
  MaskRule rule;
  Index chunk = 0;

  bool operator==(const ReachParameters&) const = default;
};

class Reach final : public ParameterOperation<ReachParameters> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "reach"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = |{r : $0_{i,r} = $0_{j,r}}|", "$out = $count"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    const HashedKeys hashed(parameters().rule, parameters().chunk, inputs[0], inputs[1]);
    View counts = out;
    counts.setZero();
    for (Index row = 0; row < made.rows; ++row) {
      for (const auto& keys : hashed.keys_of(made.row + row)) {
        for (const Index key : keys) counts(row, key) += 1;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& buckets = trace.stage(stage.inputs[0]);
    const Matrix numbers = trace.read(stage.inputs[0], 0, 0, buckets.rows, buckets.columns);
    const Matrix places = trace.read(stage.inputs[1], 0, 0, buckets.rows, buckets.columns);
    Index count = 0;
    for (const auto& keys :
         HashedKeys(parameters().rule, parameters().chunk, whole(numbers), whole(places)).keys_of(row))
      count += std::count(keys.begin(), keys.end(), column);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.quantities = {{"quantity.rounds", static_cast<double>(buckets.columns)}};
    explanation.formula = formula_of_cell(stage, row, column, {{"count", count}});
    explanation.note = count > 0 ? "note.reach" : "note.out_of_reach";
    explanation.result = static_cast<double>(count);
    explanation.magnitude = explanation.result;
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_bucket");
  }
};

class WhereReached final : public Operation {
 public:
  std::string_view name() const override { return "where_reached"; }
  Layout layout() const override { return Layout::kElementwise; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = $0_{i,j} ($1_{i,j} > 0), −∞", "$out = $0"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = (inputs[1].array() > 0).select(inputs[0].array(), -kInfinity).matrix();
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    const bool is_reached = trace.at(stage.inputs[1], row, column) > 0;
    if (!is_reached) {
      explanation.arithmetic = Arithmetic::kRule;
      explanation.formula = CellFormula{"$out = −∞", row, column};
      explanation.note = "note.out_of_reach";
      explanation.result = -static_cast<double>(kInfinity);
      return explanation;
    }
    explanation.arithmetic = Arithmetic::kCopy;
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = term.left;
    explanation.terms.push_back(term);
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.reach";
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 1) return Backward::blocked("note.gradient_bucket");
    const auto self = std::make_shared<const WhereReached>(*this);
    return by_links(self, input, inputs.size(), [](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[0].rows(); ++row) {
        for (Index key = 0; key < x[0].cols(); ++key) {
          if (x[2](row, key) > 0) visit(row, key, row, key, 1);
        }
      }
    });
  }
};

}  // namespace

OperationPtr hash_buckets(Index rounds) {
  return std::make_shared<HashBuckets>(rounds);
}
OperationPtr sorted_places() {
  static const OperationPtr kOnly = std::make_shared<SortedPlaces>();
  return kOnly;
}
OperationPtr reach(const MaskRule& rule, Index chunk) {
  return std::make_shared<Reach>(ReachParameters{rule, chunk});
}
OperationPtr where_reached() {
  static const OperationPtr kOnly = std::make_shared<WhereReached>();
  return kOnly;
}

}  // namespace engine
