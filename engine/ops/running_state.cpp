// running_state.cpp: attention as a state that is carried from token to token, and may forget. Katharopoulos
// et al. 2020 (2006.16236), sec. 3.3; the gate: Peng et al. 2021 (2103.02143), eq. 7.
#include <algorithm>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Every step of it knows the position of the first query.
class Running : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;
  Layout layout() const override { return Layout::kGather; }

 protected:
  // The number of keys up to the query of row `row`, its own included.
  Index seen_by(Index row, Index keys) const { return std::clamp<Index>(first() + row + 1, 0, keys); }

  // What query `row` keeps of key `key`; or, of the gate `of`, its slope. `gates` as below.
  double kept(Index row, Index key, Index keys, const ConstView* gates, Index of = -1) const {
    if (key >= seen_by(row, keys)) return 0;
    if (gates == nullptr) return 1;
    double product = of == key ? -1 : 1 - double{(*gates)(key, 0)};
    bool is_met = of == key;
    for (Index t = key + 1; t < seen_by(row, keys); ++t) {
      is_met = is_met || t == of;
      if (t != of) product *= double{(*gates)(t, 0)};
    }
    return of < 0 || is_met ? product : 0;
  }

  // Walks over the keys up to the query `rows` - 1, `take(key, keep, add)`: the state times `keep`, and the
  // key times `add`; `show(row)` when a query's keys are all taken. `gates` may be null.
  template <class Take, class Show>
  void walk(Index rows, Index keys, const ConstView* gates, Take take, Show show) const {
    Index key = 0;
    for (Index row = 0; row < rows; ++row) {
      for (const Index end = seen_by(row, keys); key < end; ++key) {
        const float gate = gates == nullptr ? 0 : (*gates)(key, 0);
        take(key, gates == nullptr ? 1 : gate, 1 - gate);
      }
      show(row);
    }
  }

 private:
  Index first() const { return parameters(); }
};

const ConstView* gates_of(std::span<const ConstView> inputs, size_t place) {
  return inputs.size() > place ? &inputs[place] : nullptr;
}

class Decay final : public Running {
 public:
  using Running::Running;
  std::string_view name() const override { return "decay"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    if (inputs == 0) return {"$out_{i,j} = 1 (j ≤ i)", "$out = $seen"};
    return {"$out_{i,j} = (1 − $0_{j}) Π_{j < t ≤ i} $0_{t}", "$out = (1 − $0_{$j}) Π_{t} g_{t}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  // Whole rows: a gate affects every value to its left.
  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View numbers = out;
    numbers.setZero();
    for (Index row = 0; row < made.rows; ++row) {
      float left = 1;
      for (Index key = seen_by(made.row + row, made.columns) - 1; key >= 0; --key) {
        const float gate = inputs.empty() ? 0 : inputs[0](key, 0);
        numbers(row, key) = left * (1 - gate);
        if (!inputs.empty()) left *= gate;
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    const Index seen = seen_by(row, stage.columns);
    if (column >= seen || stage.inputs.empty()) {
      explanation.result = column < seen ? 1 : 0;
      explanation.note = column < seen ? "note.decay_all" : "note.mask_future";
      explanation.formula = CellFormula{"$out = $seen", row, column, {{"seen", column < seen ? 1 : 0}}};
      explanation.magnitude = 1;
      return explanation;
    }
    const Matrix gates = trace.read(stage.inputs[0], 0, 0, seen, 1);
    double left = 1;
    for (Index key = column + 1; key < seen; ++key) left *= gates(key, 0);
    Term term;
    term.left = 1 - static_cast<double>(gates(column, 0));
    term.right = left;
    term.has_right = true;
    term.value = term.left * left;
    explanation.terms.push_back(term);
    explanation.arithmetic = Arithmetic::kProduct;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.decay_gates";
    explanation.result = term.value;
    explanation.magnitude = term.value;
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const Decay>(*this);
    return by_links(self, input, inputs.size(), [self](std::span<const ConstView> x, const VisitLink& visit) {
      for (Index row = 0; row < x[0].rows(); ++row) {
        for (Index key = 0; key < x[0].cols(); ++key) {
          for (Index gate = 0; gate < x[1].rows(); ++gate)
            visit(row, key, gate, 0, self->kept(row, key, x[0].cols(), &x[1], gate));
        }
      }
    });
  }
};

class RunningSum final : public Running {
 public:
  using Running::Running;
  std::string_view name() const override { return "running_sum"; }
  bool reads(size_t input) const override { return input != 1; }

  FormulaTemplate formulas(size_t inputs) const override {
    return {
        inputs < 3 ? "$out_{i} = $out_{i−1} + $0_{i}" : "$out_{i} = g_{i} $out_{i−1} + (1 − g_{i}) $0_{i}",
        "$out = Σ_{j} $1_{$i,j} $0_{j,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    Eigen::RowVectorXf sum = Eigen::RowVectorXf::Zero(out.cols());
    walk(
        out.rows(), inputs[0].rows(), gates_of(inputs, 2),
        [&](Index key, float keep, float add) { sum = keep * sum + add * inputs[0].row(key); },
        [&](Index row) { out.row(row) = sum; });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[1], row, 0}}, {{stage.inputs[0], 0, column}, 1, 0},
                            seen_by(row, trace.stage(stage.inputs[0]).rows));
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.running_state";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 1) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const RunningSum>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          const ConstView* const gates = gates_of(x, 3);
          const Index keys = x[1].rows();
          for (Index row = 0; row < x[0].rows(); ++row) {
            for (Index key = 0; key < keys; ++key) {
              for (Index c = 0; c < x[0].cols(); ++c) {
                if (input == 0) visit(row, c, key, c, self->kept(row, key, keys, gates));
                for (Index gate = 0; input == 2 && gate < keys; ++gate)
                  visit(row, c, gate, 0, self->kept(row, key, keys, gates, gate) * double{x[1](key, c)});
              }
            }
          }
        });
  }
};

class RunningState final : public Running {
 public:
  using Running::Running;
  std::string_view name() const override { return "running_state"; }
  bool reads(size_t input) const override { return input != 2; }

  // Only the rows wanted: the whole is much larger than any other stage.
  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }

  FormulaTemplate formulas(size_t inputs) const override {
    const std::string step = "$0_{i} \\v{$1_{i}}^{T}";
    return {
        inputs < 4 ? "$out_{i} = $out_{i−1} + " + step : "$out_{i} = g_{i} $out_{i−1} + (1 − g_{i}) " + step,
        "$out = Σ_{j} $0_{j,$m} $2_{$i,j} \\v{$1_{j,$c}}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View states = out;
    Matrix state = Matrix::Zero(inputs[0].cols(), inputs[1].cols());
    walk(
        made.row + made.rows, inputs[0].rows(), gates_of(inputs, 3),
        [&](Index key, float keep, float add) {
          state = keep * state + add * inputs[0].row(key).transpose() * inputs[1].row(key);
        },
        [&](Index row) {
          if (row < made.row) return;
          states.row(row - made.row) = Eigen::Map<const Eigen::RowVectorXf>(state.data(), state.size());
        });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index d_v = trace.stage(stage.inputs[1]).columns;
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    const Index seen = seen_by(row, trace.stage(stage.inputs[0]).rows);
    const Matrix left = trace.read(stage.inputs[2], row, 0, 1, seen);
    for (Index key = 0; key < seen; ++key) {
      Term term;
      term.left_cell = {stage.inputs[0], key, column / d_v};
      term.left = trace.at(stage.inputs[0], key, column / d_v);
      term.right = static_cast<double>(left(0, key)) * trace.at(stage.inputs[1], key, column % d_v);
      term.has_right = true;
      term.value = term.left * term.right;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.formula =
        formula_of_cell(stage, row, column, {{"m", Ordinal{column / d_v}}, {"c", Ordinal{column % d_v}}});
    explanation.note = "note.running_state";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 2) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const RunningState>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          const ConstView* const gates = gates_of(x, 4);
          const Index keys = x[1].rows();
          const Index d_v = x[2].cols();
          for (Index row = 0; row < x[0].rows(); ++row) {
            for (Index key = 0; key < keys; ++key) {
              const double kept = self->kept(row, key, keys, gates);
              for (Index column = 0; column < x[0].cols(); ++column) {
                const double feature = x[1](key, column / d_v);
                const double value = x[2](key, column % d_v);
                if (input == 0) visit(row, column, key, column / d_v, kept * value);
                if (input == 1) visit(row, column, key, column % d_v, kept * feature);
                for (Index gate = 0; input == 3 && gate < keys; ++gate)
                  visit(row, column, gate, 0, self->kept(row, key, keys, gates, gate) * feature * value);
              }
            }
          }
        });
  }
};

class RunningMixture final : public Running {
 public:
  using Running::Running;
  std::string_view name() const override { return "running_mixture"; }
  bool reads(size_t input) const override { return input != 3; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j ≤ i} $3_{i,j} \\v{$2_{j}}", "$out = Σ_{j} $3_{$i,j} \\v{$2_{j,$j}}"};
  }

  // Carries only the state: (m, d_v), whatever the length.
  void forward(std::span<const ConstView> inputs, View out) const override {
    Matrix state = Matrix::Zero(inputs[1].cols(), inputs[2].cols());
    walk(
        out.rows(), inputs[1].rows(), gates_of(inputs, 4),
        [&](Index key, float keep, float add) {
          if (keep != 1) state *= keep;
          state.noalias() += (add * inputs[1].row(key).transpose()) * inputs[2].row(key);
        },
        [&](Index row) { out.row(row).noalias() = inputs[0].row(row) * state; });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation =
        explain_dot_product(trace, {{stage.inputs[3], row, 0}}, {{stage.inputs[2], 0, column}, 1, 0},
                            seen_by(row, trace.stage(stage.inputs[2]).rows));
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = "note.running_state";
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 3) return Backward::blocked("note.gradient_shown_only");
    const auto self = std::make_shared<const RunningMixture>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          const ConstView* const gates = gates_of(x, 5);
          const Index keys = x[2].rows();
          for (Index row = 0; row < x[0].rows(); ++row) {
            for (Index key = 0; key < keys; ++key) {
              const double kept = self->kept(row, key, keys, gates);
              const double product = x[1].row(row).cast<double>().dot(x[2].row(key).cast<double>());
              for (Index c = 0; c < x[0].cols(); ++c) {
                const double value = x[3](key, c);
                for (Index m = 0; input < 2 && m < x[2].cols(); ++m) {
                  if (input == 0) visit(row, c, row, m, kept * double{x[2](key, m)} * value);
                  if (input == 1) visit(row, c, key, m, kept * double{x[1](row, m)} * value);
                }
                if (input == 2) visit(row, c, key, c, kept * product);
                for (Index gate = 0; input == 4 && gate < keys; ++gate)
                  visit(row, c, gate, 0, self->kept(row, key, keys, gates, gate) * product * value);
              }
            }
          }
        });
  }
};

}  // namespace

OperationPtr decay(Index first) {
  return std::make_shared<Decay>(first);
}
OperationPtr running_sum(Index first) {
  return std::make_shared<RunningSum>(first);
}
OperationPtr running_state(Index first) {
  return std::make_shared<RunningState>(first);
}
OperationPtr running_mixture(Index first) {
  return std::make_shared<RunningMixture>(first);
}

}  // namespace engine
