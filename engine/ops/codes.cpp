// codes.cpp: a vector becomes the code nearest to it, and its gradient goes straight through.
#include <cmath>
#include <limits>

#include "engine/core/trace.h"
#include "engine/ops/drawing.h"
#include "engine/ops/products.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

// The nearest code, and how far it and the next one are: their squared distances.
struct Nearest {
  template <class Row>
  Nearest(const Row& vector, const ConstView& codes) {
    for (Index code = 0; code < codes.rows(); ++code) {
      const double away =
          (vector.template cast<double>() - codes.row(code).template cast<double>()).squaredNorm();
      if (away < distance) {
        next = distance;
        distance = away;
        number = code;
      } else if (away < next) {
        next = away;
      }
    }
  }
  Index number = 0;
  double distance = std::numeric_limits<double>::infinity();
  double next = std::numeric_limits<double>::infinity();
};

class NearestCode final : public Operation {
 public:
  std::string_view name() const override { return "nearest_code"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }
  bool follows_rows(size_t input) const override { return input == 0; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\mathrm{argmin}_{k} ‖$0_{i} − $1_{k}‖^{2}",
            "$out = \\mathrm{argmin}_{k} ‖$0_{$i} − $1_{k}‖^{2}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      out(row, 0) = static_cast<float>(Nearest(inputs[0].row(row), inputs[1]).number);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Stage& table = trace.stage(stage.inputs[1]);
    const Matrix codes = trace.read(stage.inputs[1], 0, 0, table.rows, table.columns);
    const Matrix vector = trace.read_row(stage.inputs[0], row);
    const Nearest nearest(vector.row(0), whole(codes));
    std::vector<Quantity> quantities = {{"quantity.code_distance", nearest.distance}};
    if (codes.rows() > 1) quantities.push_back({"quantity.next_code_distance", nearest.next});
    return by_rule(formula_of_cell(stage, row, column), "note.nearest_code",
                   static_cast<double>(nearest.number), std::move(quantities));
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_nearest_code");
  }
};

class Held final : public Operation {
 public:
  std::string_view name() const override { return "held"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool is_elementwise() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return "$out = $0"; }

  void forward(std::span<const ConstView> inputs, View out) const override { out = inputs[0]; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCopy;
    explanation.formula = formula_of_cell(stage, row, column);
    add_addend(trace, {stage.inputs[0], row, column}, explanation);
    explanation.note = "note.held";
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_held");
  }
};

}  // namespace

OperationPtr nearest_code() {
  static const OperationPtr kOnly = std::make_shared<NearestCode>();
  return kOnly;
}

OperationPtr held() {
  static const OperationPtr kOnly = std::make_shared<Held>();
  return kOnly;
}

}  // namespace engine
