// uniform_rows.cpp: the weights of a head whose scores are ignored: every key that is seen counts the same.
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

// Scores of hidden keys are at or near the mask's value; no score of a model is.
bool is_seen(float score) {
  return score > kFiniteMask / 2;
}

class UniformRows final : public Operation {
 public:
  std::string_view name() const override { return "uniform"; }
  Layout layout() const override { return Layout::kRowwise; }
  Growth growth() const override { return Growth::kRow; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i,j} = \\frac{1}{n_{i}}", "$out = \\frac{1}{n_{$i}} = \\frac{1}{$count}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const ConstView& scores = inputs[0];
    for (Index query = 0; query < scores.rows(); ++query) {
      const Index seen = count_seen(scores.row(query));
      const float weight = seen > 0 ? 1.0f / static_cast<float>(seen) : 0.0f;
      for (Index key = 0; key < scores.cols(); ++key)
        out(query, key) = is_seen(scores(query, key)) ? weight : 0.0f;
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix scores = trace.read_row(stage.inputs[0], row);
    const Index seen = count_seen(scores.row(0));
    const std::vector<Quantity> quantities = {{"quantity.seen_keys", static_cast<double>(seen)}};
    if (!is_seen(scores(0, column)))
      return by_rule(CellFormula{"$out = 0", row, column},
                     seen > 0 ? "note.uniform_hidden" : "note.blind_row", 0, quantities);
    return by_rule(formula_of_cell(stage, row, column, {{"count", seen}}), "note.uniform",
                   1.0 / static_cast<double>(seen), quantities);
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_uniform");
  }

 private:
  template <class Row>
  static Index count_seen(const Row& scores) {
    return (scores.array() > kFiniteMask / 2).count();
  }
};

}  // namespace

OperationPtr uniform_rows() {
  static const OperationPtr kOnly = std::make_shared<UniformRows>();
  return kOnly;
}

}  // namespace engine
