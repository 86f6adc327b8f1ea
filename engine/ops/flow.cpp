// flow.cpp: the maximum flow of attention from a token to an input, through the maps of all layers.
// Abnar & Zuidema 2020, sec. 3.
#include <cmath>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/ops/max_flow.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Flow final : public ParameterOperation<Index> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "flow"; }
  Layout layout() const override { return Layout::kSource; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string maps = "$0";
    if (inputs > 2) maps += ", …";
    if (inputs > 1) maps += ", $" + std::to_string(inputs - 1);
    return {"$out_{i,j} = \\mathrm{max flow}_{i → j}(" + maps + ")", "{@out}_{$query,$j} = Σ_{C} c"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    LayeredFlow flow(inputs);
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index sink = 0; sink < out.cols(); ++sink)
        out(row, sink) = static_cast<float>(flow.run(source(row), sink));
    }
  }

  // A flow is as large as its narrowest cut: the pipes of that are the terms.
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.style = TermStyle::kCut;
    explanation.note = "note.min_cut";
    explanation.formula = formula_of_cell(trace, stage, row, column, {{"query", source(row)}});
    std::vector<Matrix> maps;
    maps.reserve(stage.inputs.size());
    std::vector<ConstView> views;
    views.reserve(stage.inputs.size());
    for (const int input : stage.inputs) {
      maps.push_back(trace.read(input, 0, 0, trace.stage(input).rows, trace.stage(input).columns));
      views.push_back(whole(std::as_const(maps.back())));
    }
    LayeredFlow flow(views);
    flow.run(source(row), column);
    for (const LayeredFlow::Pipe& pipe : flow.cut()) {
      Term term;
      term.left_cell = {stage.inputs[static_cast<size_t>(pipe.layer)], pipe.from, pipe.to};
      term.left = trace.at(term.left_cell.stage, pipe.from, pipe.to);
      term.value = term.left;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += term.value;
    }
    return explanation;
  }

 private:
  Index query() const { return parameters(); }
  Index source(Index row) const { return query() < 0 ? row : query(); }
};

}  // namespace

OperationPtr flow(Index query) {
  return std::make_shared<Flow>(query);
}

}  // namespace engine
