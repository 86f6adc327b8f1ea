// lookup.cpp: each token takes its row of the embedding table, times a factor.
// Vaswani et al. 2017, sec. 3.4: the factor is sqrt(d_model).
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct LookupParameters {
  double factor = 0;
  Parameter table;

  bool operator==(const LookupParameters&) const = default;
};

class Lookup final : public ParameterOperation<LookupParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "lookup"; }
  Layout layout() const override { return Layout::kGather; }
  Growth growth() const override { return Growth::kRow; }
  bool keeps_scale() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = " + factor() + "$1[$0]", "$out = " + factor() + "$1_{$id,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const auto factor = static_cast<float>(parameters().factor);
    for (Index token = 0; token < out.rows(); ++token) {
      const auto id = static_cast<Index>(inputs[0](token, 0));
      if (!parameters().table) {
        out.row(token) = factor * inputs[1].row(id);
        continue;
      }
      parameters().table.read(id, 0,
                              View(out.row(token).data(), 1, out.cols(), Eigen::OuterStride<>(out.cols())));
      out.row(token) *= factor;
    }
  }

  Block unit(const Block& wanted, const Shape& result) const override {
    return {wanted.row, 0, wanted.rows, result.columns};
  }
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return input == 0 ? Block{made.row, 0, made.rows, 1} : shape.all();
  }
  bool reads(size_t input) const override { return input == 0 || !parameters().table; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kProduct;
    const auto id = static_cast<Index>(trace.at(stage.inputs[0], row, 0));
    Term term;
    term.left = parameters().factor;
    term.right = trace.at(stage.inputs[1], id, column);
    term.has_right = true;
    term.value = term.left * term.right;
    term.right_cell = {stage.inputs[1], id, column};
    explanation.formula = formula_of_cell(trace, stage, row, column, {{"id", id}});
    explanation.terms.push_back(term);
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

 private:
  // As it stands before the number.
  std::string factor() const {
    const double factor = parameters().factor;
    return factor == 1 ? "" : "\\sqrt{" + number_markup(factor * factor) + "} ";
  }
};

}  // namespace

OperationPtr lookup(double factor, const Parameter& table) {
  return std::make_shared<Lookup>(LookupParameters{factor, table});
}

}  // namespace engine
