// lsh_rounds.cpp: attention within the buckets of one round of hashing, and of all rounds together.
// Kitaev et al. 2020 (2001.04451), sec. 2 and appendix A.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "engine/core/parallel.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/lsh.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

enum LshInput : size_t { kTokens, kUnit, kBuckets, kPlaces, kScores, kReach, kSums, kValues };

// A key in reach, and its score minus the log of the number of rounds.
struct ReachedKey {
  Index key;
  float score;
};

// Counts in how many of the lists each key appears; counts of other keys are not read.
void count(const std::vector<std::vector<Index>>& lists, std::vector<int>& counts) {
  for (const auto& list : lists) {
    for (const Index key : list) counts[static_cast<size_t>(key)] = 0;
  }
  for (const auto& list : lists) {
    for (const Index key : list) ++counts[static_cast<size_t>(key)];
  }
}

// The logarithms of 0 up to the number of rounds.
std::vector<float> logs_to(Index rounds) {
  std::vector<float> logs;
  for (Index times = 0; times <= rounds; ++times) logs.push_back(std::log(static_cast<float>(times)));
  return logs;
}

constexpr Index kRowsOfAPart = 128;

class OfRounds : public ParameterOperation<HashRounds> {
 public:
  using ParameterOperation::ParameterOperation;
  Layout layout() const override { return Layout::kGather; }
  // The two maps are only for explanations.
  bool reads(size_t input) const override { return input != kScores && input != kReach; }

 protected:
  // Calls visit(row, round, keys) for each; different rows may run on different cores.
  template <class Visit>
  void visit_rounds(std::span<const ConstView> inputs, Index rows, Visit visit) const {
    const HashedKeys hashed(rounds().rule, rounds().chunk, inputs[kBuckets], inputs[kPlaces]);
    const std::vector<float> logs = logs_to(hashed.rounds());
    parallel_for((rows + kRowsOfAPart - 1) / kRowsOfAPart, [&](Index part) {
      if (stop_requested()) return;
      std::vector<ReachedKey> reached;
      std::vector<int> counts(static_cast<size_t>(hashed.keys()));
      const Index end = std::min(rows, (part + 1) * kRowsOfAPart);
      for (Index row = part * kRowsOfAPart; row < end; ++row) {
        const auto lists = hashed.keys_of(row);
        count(lists, counts);
        for (size_t round = 0; round < lists.size(); ++round) {
          reached.clear();
          for (const Index key : lists[round]) {
            const float product =
                inputs[kTokens].row(rounds().rule.first_query + row).dot(inputs[kUnit].row(key));
            const float times = logs[static_cast<size_t>(counts[static_cast<size_t>(key)])];
            reached.push_back({key, product / static_cast<float>(rounds().divisor) - times});
          }
          visit(row, static_cast<Index>(round), reached);
        }
      }
    });
  }

  // Calls visit(row, round, key) for all, on this thread; `x` is the result and behind it the inputs.
  template <class Visit>
  void visit_links(std::span<const ConstView> x, Index rows, Visit visit) const {
    std::mutex mutex;
    visit_rounds(x.subspan(1), rows, [&](Index row, Index round, const std::vector<ReachedKey>& keys) {
      const std::scoped_lock lock(mutex);
      for (const ReachedKey& key : keys) visit(row, round, key);
    });
  }
  // The slopes of a key's score, times `factor`, in the token's vector or in the key's unit vector.
  template <class Visit>
  void visit_score(std::span<const ConstView> x, size_t input, Index row, Index key, double factor,
                   Visit visit) const {
    const Index token = rounds().rule.first_query + row;
    const double scaled = factor / rounds().divisor;
    for (Index c = 0; c < x[1 + kTokens].cols(); ++c) {
      if (input == kTokens) visit(token, c, scaled * double{x[1 + kUnit](key, c)});
      if (input == kUnit) visit(key, c, scaled * double{x[1 + kTokens](token, c)});
    }
  }

  // The keys of one round with the scores that are shown.
  std::vector<std::pair<Index, double>> shown(const Trace& trace, const Stage& stage, Index row,
                                              Index round) const {
    const auto all = [&](LshInput input) {
      const int index = stage.inputs[input];
      return trace.read(index, 0, 0, trace.stage(index).rows, trace.stage(index).columns);
    };
    const Matrix buckets = all(kBuckets);
    const Matrix places = all(kPlaces);
    const HashedKeys hashed(rounds().rule, rounds().chunk, whole(buckets), whole(places));
    const Matrix scores = trace.read_row(stage.inputs[kScores], row);
    std::vector<std::pair<Index, double>> keys;
    const auto lists = hashed.keys_of(row);
    std::vector<int> counts(static_cast<size_t>(hashed.keys()));
    count(lists, counts);
    for (const Index key : lists.at(static_cast<size_t>(round))) {
      keys.emplace_back(key,
                        scores(0, key) - std::log(static_cast<double>(counts[static_cast<size_t>(key)])));
    }
    return keys;
  }

 private:
  const HashRounds& rounds() const { return parameters(); }
};

// Whether an input says which keys are in reach: steps, which have no slope.
constexpr bool is_bucket(size_t input) {
  return input == kBuckets || input == kPlaces;
}

class RoundSums final : public OfRounds {
 public:
  using OfRounds::OfRounds;
  std::string_view name() const override { return "round_sums"; }

  // $4: the scores; $5: the number of rounds in which each is reached.
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,r} = log Σ_{j} e^{$4_{i,j} − log $5_{i,j}}",
            "$out = log Σ_{j} e^{$4_{$i,j} − log n_{j}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    visit_rounds(inputs, out.rows(), [&](Index row, Index round, const std::vector<ReachedKey>& keys) {
      float peak = -kInfinity;
      for (const ReachedKey& key : keys) peak = std::max(peak, key.score);
      float sum = 0;
      for (const ReachedKey& key : keys) sum += std::exp(key.score - peak);
      out(row, round) = keys.empty() ? -kInfinity : peak + std::log(sum);
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.formula = formula_of_cell(stage, row, column);
    const auto keys = shown(trace, stage, row, column);
    double sum = 0;
    explanation.magnitude = 1;
    for (const auto& [key, score] : keys) {
      Term term;
      term.left = trace.at(stage.inputs[kScores], row, key);
      term.left_cell = {stage.inputs[kScores], row, key};
      term.value = std::exp(score);
      sum += term.value;
      explanation.magnitude = std::max(explanation.magnitude, std::abs(score));
      explanation.terms.push_back(term);
    }
    explanation.note = keys.empty() ? "note.nothing_in_round" : "note.round_sum";
    explanation.result = std::log(sum);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (is_bucket(input)) return Backward::blocked("note.gradient_bucket");
    if (!reads(input)) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const RoundSums>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          self->visit_links(x, x[0].rows(), [&](Index row, Index round, const ReachedKey& key) {
            self->visit_score(x, input, row, key.key, std::exp(double{key.score} - double{x[0](row, round)}),
                              [&](Index i, Index j, double slope) { visit(row, round, i, j, slope); });
          });
        });
  }
};

class RoundOutputs final : public OfRounds {
 public:
  using OfRounds::OfRounds;
  std::string_view name() const override { return "round_outputs"; }

  // $4, $5 as for the sums; $6: the sums; $7: the values.
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,r} = Σ_{j} e^{$4_{i,j} − log $5_{i,j} − $6_{i,r}} \\v{$7_{j}}",
            "$out = Σ_{j} e^{s_{j} − log n_{j} − $6_{$i,$r}} \\v{$7_{j,$c}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    const Index d_v = inputs[kValues].cols();
    visit_rounds(inputs, out.rows(), [&](Index row, Index round, const std::vector<ReachedKey>& keys) {
      auto mixture = out.row(row).segment(round * d_v, d_v);
      for (const ReachedKey& key : keys)
        mixture += std::exp(key.score - inputs[kSums](row, round)) * inputs[kValues].row(key.key);
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index d_v = trace.stage(stage.inputs[kValues]).columns;
    const Index round = column / d_v;
    const double sum = trace.at(stage.inputs[kSums], row, round);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const auto keys = shown(trace, stage, row, round);
    for (const auto& [key, score] : keys) {
      Term term;
      term.left = std::exp(score - sum);
      term.right = trace.at(stage.inputs[kValues], key, column % d_v);
      term.has_right = true;
      term.value = term.left * term.right;
      term.right_cell = {stage.inputs[kValues], key, column % d_v};
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value) * (1 + std::abs(score) + std::abs(sum));
    }
    explanation.formula =
        formula_of_cell(stage, row, column, {{"r", Ordinal{round}}, {"c", Ordinal{column % d_v}}});
    explanation.note = keys.empty() ? "note.nothing_in_round" : "note.round_output";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (is_bucket(input)) return Backward::blocked("note.gradient_bucket");
    if (!reads(input)) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const RoundOutputs>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          const Index d_v = x[1 + kValues].cols();
          self->visit_links(x, x[0].rows(), [&](Index row, Index round, const ReachedKey& key) {
            const double weight = std::exp(double{key.score} - double{x[1 + kSums](row, round)});
            for (Index c = 0; c < d_v; ++c) {
              const Index column = round * d_v + c;
              const double value = x[1 + kValues](key.key, c);
              if (input == kValues) visit(row, column, key.key, c, weight);
              if (input == kSums) visit(row, column, row, round, -weight * value);
              self->visit_score(x, input, row, key.key, weight * value,
                                [&](Index i, Index j, double slope) { visit(row, column, i, j, slope); });
            }
          });
        });
  }
};

class RoundMixture final : public ByRows<2> {
 public:
  std::string_view name() const override { return "round_mixture"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{r} \\frac{e^{$0_{i,r}}}{Σ_{t} e^{$0_{i,t}}} $1_{i,r}",
            "$out = Σ_{r} e^{$0_{$i,r} − z} $1_{$i,r}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index row = 0; row < out.rows(); ++row) {
      const float peak = inputs[0].row(row).maxCoeff();
      if (peak == -kInfinity) continue;
      float sum = 0;
      for (Index round = 0; round < inputs[0].cols(); ++round) {
        const float part = std::exp(inputs[0](row, round) - peak);
        sum += part;
        out.row(row) += part * inputs[1].row(row).segment(round * out.cols(), out.cols());
      }
      out.row(row) /= sum;
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Eigen::MatrixXd sums = trace.read_row(stage.inputs[0], row).cast<double>();
    const double peak = sums.maxCoeff();
    explanation.formula = formula_of_cell(stage, row, column);
    if (std::isinf(peak)) {
      explanation.note = "note.blind_row";
      return explanation;
    }
    const double total = (sums.array() - peak).exp().sum();
    for (Index round = 0; round < sums.cols(); ++round) {
      const Cell from{stage.inputs[1], row, round * stage.columns + column};
      Term term;
      term.left = std::exp(sums(0, round) - peak) / total;
      term.right = trace.at(from.stage, from.row, from.column);
      term.has_right = true;
      term.value = term.left * term.right;
      term.right_cell = from;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value) * (1 + std::abs(peak));
    }
    explanation.note = "note.round_mixture";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const RoundMixture>(*this);
    return by_links(self, input, inputs.size(),
                    [input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        const Eigen::ArrayXd sums = x[1].row(row).transpose().array().cast<double>();
                        if (sums.maxCoeff() == -double{kInfinity}) continue;
                        const Eigen::ArrayXd weights =
                            (sums - sums.maxCoeff()).exp() / (sums - sums.maxCoeff()).exp().sum();
                        for (Index round = 0; round < sums.size(); ++round) {
                          for (Index c = 0; c < x[0].cols(); ++c) {
                            const Index column = round * x[0].cols() + c;
                            if (input == 1) visit(row, c, row, column, weights[round]);
                            if (input == 0)
                              visit(row, c, row, round,
                                    weights[round] * (double{x[2](row, column)} - double{x[0](row, c)}));
                          }
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr round_sums(const HashRounds& rounds) {
  return std::make_shared<RoundSums>(rounds);
}
OperationPtr round_outputs(const HashRounds& rounds) {
  return std::make_shared<RoundOutputs>(rounds);
}
OperationPtr round_mixture() {
  static const OperationPtr kOnly = std::make_shared<RoundMixture>();
  return kOnly;
}

}  // namespace engine
