// lookup.cpp: looks up each token's row of the embedding table, times a factor.
// Vaswani et al. 2017, sec. 3.4: the factor is sqrt(d_model).
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct LookupParameters {
  double factor = 0;
  Parameter table;

  bool operator==(const LookupParameters&) const = default;
};

// dY (L, d), ids (L, 1) -> (vocabulary, d): a row of the table gets, times the factor, what goes back to
// every place where its token stands.
class LookupGradient final : public ParameterOperation<double> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "lookup_gradient"; }
  Layout layout() const override { return Layout::kGather; }
  bool sums_rows() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{t} = " + times_markup() + "Σ_{i: $1_{i} = t} $0_{i}",
            "$out = " + times_markup() + "Σ_{i: $1_{i} = $i} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index token = 0; token < inputs[0].rows(); ++token)
      out.row(static_cast<Index>(inputs[1](token, 0))) += inputs[0].row(token);
    out *= static_cast<float>(parameters());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    const Matrix ids = trace.read_column(stage.inputs[1], 0);
    for (Index token = 0; token < ids.rows(); ++token) {
      if (static_cast<Index>(ids(token, 0)) != row) continue;
      add_product(trace, {stage.inputs[0], token, column}, parameters(), explanation);
    }
    if (explanation.terms.empty()) explanation.note = "note.gradient_token_absent";
    return explanation;
  }

 private:
  std::string times_markup() const {
    const double factor = parameters();
    return factor == 1 ? "" : "\\sqrt{" + number_markup(factor * factor) + "} ";
  }
};

class Lookup final : public ParameterOperation<LookupParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return "lookup"; }
  Layout layout() const override { return Layout::kGather; }
  bool follows_rows(size_t input) const override { return input == 0; }
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
    explanation.formula = formula_of_cell(stage, row, column, {{"id", Ordinal{id}}});
    explanation.terms.push_back(term);
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    if (input == 0) return Backward::blocked("note.gradient_whole_numbers");
    return {std::make_shared<LookupGradient>(parameters().factor), {Backward::kGradient, 0}};
  }

 private:
  // As written before the value.
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
