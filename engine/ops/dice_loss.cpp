// dice_loss.cpp: how far a mask is from what is there, class by class. Milletari et al. 2016 (1606.04797),
// eq. 3.
#include "engine/core/trace.h"
#include "engine/ops/gradients.h"
#include "engine/ops/pictures.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

// Of one class: twice what is shared, and all of both, each with one added.
struct DiceShare {
  DiceShare(const ConstView& shares, const ConstView& truth, Index column) {
    for (Index row = 0; row < shares.rows(); ++row) {
      const double p = shares(row, column);
      const double y = truth(row, column);
      twice += 2 * p * y;
      all += p * p + y;
    }
  }
  double value() const { return twice / all; }

  double twice = 1;
  double all = 1;
};

class DiceLoss final : public Operation {
 public:
  std::string_view name() const override { return "dice_loss"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = 1 − \\mathrm{mean}_{c} \\frac{2 Σ_{i} $0_{i,c} $1_{i,c} + 1}{Σ_{i} $0_{i,c}^{2} + Σ_{i} "
           "$1_{i,c} + 1}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    double sum = 0;
    for (Index column = 0; column < inputs[0].cols(); ++column)
      sum += DiceShare(inputs[0], inputs[1], column).value();
    out(0, 0) = static_cast<float>(1 - sum / static_cast<double>(inputs[0].cols()));
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Shape shape = trace.stage(stage.inputs[0]).shape();
    const Matrix shares = trace.read(stage.inputs[0], 0, 0, shape.rows, shape.columns);
    const Matrix truth = trace.read(stage.inputs[1], 0, 0, shape.rows, shape.columns);
    double sum = 0;
    for (Index each = 0; each < shape.columns; ++each)
      sum += DiceShare(whole(shares), whole(truth), each).value();
    const double mean = sum / static_cast<double>(shape.columns);
    return by_rule(formula_of_cell(stage, row, column), "note.dice", 1 - mean,
                   {{"quantity.dice_mean", mean, Measure::kMean}});
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    return by_links(dice_loss(), input, inputs.size(),
                    [input](std::span<const ConstView> operands, const VisitLink& visit) {
                      const ConstView& shares = operands[1];
                      const ConstView& truth = operands[2];
                      const auto classes = static_cast<double>(shares.cols());
                      for (Index column = 0; column < shares.cols(); ++column) {
                        const DiceShare dice(shares, truth, column);
                        for (Index row = 0; row < shares.rows(); ++row) {
                          const double p = shares(row, column);
                          const double y = truth(row, column);
                          const double up = input == 0 ? 2 * y : 2 * p;
                          const double down = input == 0 ? 2 * p : 1;
                          visit(0, 0, row, column, -(up - dice.value() * down) / dice.all / classes);
                        }
                      }
                    });
  }
};

}  // namespace

OperationPtr dice_loss() {
  static const OperationPtr kOnly = std::make_shared<DiceLoss>();
  return kOnly;
}

}  // namespace engine
