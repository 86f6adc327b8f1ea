// receptive_field.cpp: which inputs can reach an output at all, whatever their values: 1 or 0.
#include "engine/core/hidden.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

// A cell that is 1 or 0, and why.
Explanation reach_cell(bool reaches, const char* yes, const char* no) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kRule;
  explanation.note = reaches ? yes : no;
  explanation.result = reaches ? 1 : 0;
  explanation.magnitude = 1;
  return explanation;
}

class ReceptiveField final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "receptive_field"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    return {inputs == 0 ? "$out_{i,j} = 1 (j = i + t)" : "$out_{i} = \\mathrm{max}_{t} $0_{i + t}",
            "$out = $reaches"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    const Index below = inputs.empty() ? out.cols() : inputs[0].rows();
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index offset = 0; offset < offsets().kernel; ++offset) {
        const Index read = offsets().row(row, offset, below);
        if (read == KernelOffsets::kOutside) continue;
        if (inputs.empty()) {
          out(row, read) = 1;
        } else {
          out.row(row) = out.row(row).cwiseMax(inputs[0].row(read));
        }
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    std::vector<Term> terms;
    bool reaches = false;
    const Index below = stage.inputs.empty() ? stage.columns : trace.stage(stage.inputs[0]).rows;
    for (Index offset = 0; offset < offsets().kernel; ++offset) {
      const Index read = offsets().row(row, offset, below);
      if (read == KernelOffsets::kOutside) continue;
      if (stage.inputs.empty()) {
        reaches = reaches || read == column;
        continue;
      }
      Term term;
      term.left = trace.at(stage.inputs[0], read, column);
      term.left_cell = {stage.inputs[0], read, column};
      term.value = term.left;
      reaches = reaches || term.left > 0;
      terms.push_back(term);
    }
    Explanation explanation = reach_cell(reaches, "note.reach_taps", "note.reach_none");
    explanation.formula = formula_of_cell(stage, row, column, {{"reaches", reaches ? 1 : 0}});
    explanation.terms = std::move(terms);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_reach");
  }

 private:
  const KernelOffsets& offsets() const { return parameters(); }
};

class ReachOfState final : public Operation {
 public:
  std::string_view name() const override { return "reach_of_state"; }
  Layout layout() const override { return Layout::kSource; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = 1 (j ≤ i)", "$out = $reaches"};
  }

  void forward(std::span<const ConstView> /*inputs*/, View out) const override {
    out.setZero();
    for (Index row = 0; row < out.rows(); ++row) out.row(row).head(row + 1).setOnes();
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    const bool reaches = column <= row;
    Explanation explanation = reach_cell(reaches, "note.reach_state", "note.reach_later");
    explanation.formula = formula_of_cell(stage, row, column, {{"reaches", reaches ? 1 : 0}});
    return explanation;
  }
};

class ReachOfScores final : public Operation {
 public:
  std::string_view name() const override { return "reach_of_scores"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = 1 ($0_{i,j} > −∞)", "$out = $reaches"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0].unaryExpr([](float score) { return is_hidden(score) ? 0.0F : 1.0F; });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const bool seen = !is_hidden(trace.at(stage.inputs[0], row, column));
    Explanation explanation = reach_cell(seen, "note.reach_seen", "note.reach_hidden");
    explanation.formula = formula_of_cell(stage, row, column, {{"reaches", seen ? 1 : 0}});
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_reach");
  }
};

}  // namespace

OperationPtr receptive_field(const KernelOffsets& offsets) {
  return std::make_shared<ReceptiveField>(offsets);
}
OperationPtr reach_of_state() {
  static const OperationPtr kOnly = std::make_shared<ReachOfState>();
  return kOnly;
}
OperationPtr reach_of_scores() {
  static const OperationPtr kOnly = std::make_shared<ReachOfScores>();
  return kOnly;
}

}  // namespace engine
