// flow.cpp: the maximum flow of attention from a token to an input, through the maps of all layers.
// Abnar & Zuidema 2020, sec. 3.
#include <cmath>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/max_flow.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// Which flow of a stage: of one query, or (-1) row by row.
Index source_of(Index query, Index row) {
  return query < 0 ? row : query;
}

struct FlowMap {
  Index query = -1;
  Index layer = 0;

  bool operator==(const FlowMap&) const = default;
};

// dF, maps (T, T) -> (T, T) for the map of one layer: a flow is as large as its minimum cut, so a link of the
// cut gets the flow's gradient, and every other link nothing. Ford & Fulkerson 1956.
class FlowGradient final : public ParameterOperation<FlowMap> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "flow_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string map = "$" + std::to_string(parameters().layer + 1);
    return {"$out_{a,b} = Σ_{i,j: " + map + "_{a,b} ∈ C_{i,j}} $0_{i,j}",
            "$out = Σ_{i,j: " + map + " ∈ C_{i,j}} $0_{i,j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for_links(inputs[0], inputs.subspan(1), [&](Index query, Index sink, const LayeredFlow::Pipe& link) {
      out(link.from, link.to) += inputs[0](query, sink);
    });
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    std::vector<Matrix> numbers;
    for (const int input : stage.inputs)
      numbers.push_back(trace.read(input, 0, 0, trace.stage(input).rows, trace.stage(input).columns));
    std::vector<ConstView> views;
    views.reserve(numbers.size());
    for (const Matrix& each : numbers) views.push_back(whole(each));
    const std::span<const ConstView> maps = std::span(views).subspan(1);
    for_links(views[0], maps, [&](Index query, Index sink, const LayeredFlow::Pipe& link) {
      if (link.from == row && link.to == column)
        add_addend(trace, {stage.inputs[0], query, sink}, explanation);
    });
    explanation.note = explanation.terms.empty() ? "note.gradient_not_in_cut" : "note.gradient_min_cut";
    return explanation;
  }

 private:
  // For each flow that has a gradient, and each link of its minimum cut in this map: visit(row, sink, link).
  template <class Visit>
  void for_links(const ConstView& gradient, std::span<const ConstView> maps, const Visit& visit) const {
    LayeredFlow flow(maps);
    for (Index row = 0; row < gradient.rows(); ++row) {
      for (Index sink = 0; sink < gradient.cols(); ++sink) {
        if (gradient(row, sink) == 0) continue;
        flow.run(source_of(parameters().query, row), sink);
        for (const LayeredFlow::Pipe& pipe : flow.cut()) {
          if (pipe.layer == parameters().layer) visit(row, sink, pipe);
        }
      }
    }
  }
};

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
    return {"$out_{i,j} = \\mathrm{max flow}_{i → j}(" + maps + ")", "$out_{$query,$j} = Σ_{C} c"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    LayeredFlow flow(inputs);
    for (Index row = 0; row < out.rows(); ++row) {
      for (Index sink = 0; sink < out.cols(); ++sink)
        out(row, sink) = static_cast<float>(flow.run(source(row), sink));
    }
  }

  // A flow is as large as its minimum cut: the edges of the cut are the terms.
  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.style = TermStyle::kCut;
    explanation.note = "note.min_cut";
    explanation.formula = formula_of_cell(stage, row, column, {{"query", Ordinal{source(row)}}});
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

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    Backward back{std::make_shared<FlowGradient>(FlowMap{parameters(), static_cast<Index>(input)}),
                  {Backward::kGradient}};
    for (size_t map = 0; map < inputs.size(); ++map) back.operands.push_back(static_cast<int>(map));
    return back;
  }

 private:
  Index source(Index row) const { return source_of(parameters(), row); }
};

}  // namespace

OperationPtr flow(Index query) {
  return std::make_shared<Flow>(query);
}

}  // namespace engine
