// picture_losses.cpp: how far what is said of a picture is from what is there: classes, boxes and masks.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/core/parameter_operation.h"
#include "engine/ops/gradients.h"
#include "engine/ops/pictures.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

// What a rule gives, with the quantities behind it.
Explanation by_rule(CellFormula formula, std::string note, double result, std::vector<Quantity> quantities) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kRule;
  explanation.formula = std::move(formula);
  explanation.note = std::move(note);
  explanation.result = result;
  explanation.magnitude = std::abs(result);
  explanation.quantities = std::move(quantities);
  return explanation;
}

Matrix row_of(const Trace& trace, const Stage& stage, size_t input, Index row) {
  return trace.read_row(stage.inputs[input], row);
}

// --- classes

// A row of logits as shares, and the logarithm of the sum behind them.
struct Shares {
  template <class Row>
  explicit Shares(const Row& logits) {
    const Eigen::ArrayXd numbers = logits.transpose().template cast<double>().array();
    const double peak = numbers.maxCoeff();
    log_sum = peak + std::log((numbers - peak).exp().sum());
    shares = (numbers - log_sum).exp();
  }
  double log_sum = 0;
  Eigen::ArrayXd shares;
};

class CrossEntropyAt final : public Operation {
 public:
  std::string_view name() const override { return "cross_entropy_at"; }
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }
  bool follows_rows(size_t /*input*/) const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = \\mathrm{ln} Σ_{j} e^{$0_{i,j}} − $0_{i,$1_{i}}",
            "$out = \\mathrm{ln} Σ_{j} e^{$0_{$i,j}} − $0_{$i,$label}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const auto label = static_cast<Index>(inputs[1](row, 0));
      out(row, 0) =
          label < 0 ? 0
                    : static_cast<float>(Shares(inputs[0].row(row)).log_sum - double{inputs[0](row, label)});
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto label = static_cast<Index>(trace.at(stage.inputs[1], row, 0));
    if (label < 0) return by_rule(CellFormula{"$out = 0", row, column}, "note.loss_left_out", 0, {});
    const Shares all(row_of(trace, stage, 0, row).row(0));
    const double own = trace.at(stage.inputs[0], row, label);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kCentred;
    explanation.formula = formula_of_cell(stage, row, column, {{"label", Ordinal{label}}});
    explanation.result = all.log_sum - own;
    explanation.terms = {
        {.left = own, .value = explanation.result, .left_cell = {stage.inputs[0], row, label}}};
    explanation.quantities = {{"quantity.log_sum", all.log_sum, Measure::kOwn},
                              {"quantity.label_logit", own, Measure::kTaken},
                              {"quantity.label_probability", all.shares[label]},
                              {"quantity.loss_factor", 1, Measure::kFactor}};
    explanation.note = "note.cross_entropy";
    explanation.magnitude = std::abs(all.log_sum) + std::abs(own);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    if (input == 1) return Backward::blocked("note.gradient_label");
    return by_links(cross_entropy_at(), input, inputs.size(),
                    [](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        const auto label = static_cast<Index>(operands[2](row, 0));
                        if (label < 0) continue;
                        const Shares all(operands[1].row(row));
                        for (Index j = 0; j < all.shares.size(); ++j)
                          visit(row, 0, row, j, all.shares[j] - (j == label ? 1 : 0));
                      }
                    });
  }
};

// --- distances of rows

double sign_of(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// A measure of how far two numbers are apart, summed along each row.
class RowDistance : public Operation {
 public:
  Layout layout() const override { return Layout::kGather; }
  bool is_signed() const override { return false; }
  bool makes_shares() const override { return false; }
  bool follows_rows(size_t /*input*/) const override { return true; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      double sum = 0;
      for (Index j = 0; j < inputs[0].cols(); ++j)
        sum += value(double{inputs[0](row, j)} - double{inputs[1](row, j)});
      out(row, 0) = static_cast<float>(sum);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Matrix a = row_of(trace, stage, 0, row);
    const Matrix b = row_of(trace, stage, 1, row);
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    explanation.note = note();
    for (Index j = 0; j < a.cols(); ++j) {
      const double away = value(double{a(0, j)} - double{b(0, j)});
      explanation.terms.push_back({.left = away, .value = away});
      explanation.result += away;
      explanation.magnitude += away;
    }
    return explanation;
  }

 protected:
  virtual double value(double away) const = 0;
  virtual std::string note() const = 0;

  // By the slope of value().
  static Backward by_slope(OperationPtr of, size_t input, double (*slope)(double away)) {
    return by_links(std::move(of), input, 2,
                    [input, slope](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        for (Index j = 0; j < operands[1].cols(); ++j) {
                          const double away = double{operands[1](row, j)} - double{operands[2](row, j)};
                          visit(row, 0, row, j, (input == 0 ? 1 : -1) * slope(away));
                        }
                      }
                    });
  }
};

class L1Rows final : public RowDistance {
 public:
  std::string_view name() const override { return "l1_rows"; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} |$0_{i,j} − $1_{i,j}|", "$out = Σ_{j} |$0_{$i,j} − $1_{$i,j}|"};
  }
  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return by_slope(l1_rows(), input, sign_of);
  }

 protected:
  double value(double away) const override { return std::abs(away); }
  std::string note() const override { return "note.l1_rows"; }
};

class SmoothL1Rows final : public RowDistance {
 public:
  std::string_view name() const override { return "smooth_l1_rows"; }
  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out_{i} = Σ_{j} h($0_{i,j} − $1_{i,j})", "$out = Σ_{j} h($0_{$i,j} − $1_{$i,j})"};
  }
  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return by_slope(smooth_l1_rows(), input,
                    [](double away) { return std::abs(away) < 1 ? away : sign_of(away); });
  }

 protected:
  double value(double away) const override {
    return std::abs(away) < 1 ? away * away / 2 : std::abs(away) - 0.5;
  }
  std::string note() const override { return "note.smooth_l1_rows"; }
};

// --- boxes

// A box as two corners, and one along a side of two boxes: how much they share, and how much holds both; with
// the slopes in the first one's ends.
struct Extent {
  double low = 0, high = 0;
  double length() const { return high - low; }
};
struct SharedSide {
  SharedSide(const Extent& a, const Extent& b)
      : shared(std::max(0.0, std::min(a.high, b.high) - std::max(a.low, b.low))),
        around(std::max(a.high, b.high) - std::min(a.low, b.low)) {
    const bool meet = shared > 0;
    shared_high = meet && a.high < b.high ? 1 : 0;
    shared_low = meet && a.low > b.low ? -1 : 0;
    around_high = a.high > b.high ? 1 : 0;
    around_low = a.low < b.low ? -1 : 0;
  }
  double shared = 0, around = 0;
  double shared_low = 0, shared_high = 0, around_low = 0, around_high = 0;
};

// A row of a matrix of boxes, as cx, cy, w, h.
struct Corners {
  template <class Row>
  explicit Corners(const Row& box) {
    const auto side = [&](Index centre, Index size) {
      return Extent{double{box(centre)} - double{box(size)} / 2, double{box(centre)} + double{box(size)} / 2};
    };
    across = side(0, 2);
    down = side(1, 3);
  }
  double area() const { return across.length() * down.length(); }
  Extent across, down;
};

// The generalised overlap of two boxes.
struct Giou {
  Giou(const Corners& first, const Corners& second)
      : a(first), b(second), across(a.across, b.across), down(a.down, b.down) {
    shared = across.shared * down.shared;
    all = a.area() + b.area() - shared;
    around = across.around * down.around;
  }
  double iou() const { return all > 0 ? shared / all : 0; }
  double value() const { return around > 0 ? iou() - (around - all) / around : 0; }

  // In cx, cy, w, h of the first.
  std::array<double, 4> slopes() const {
    std::array<double, 4> slopes{};
    if (!(all > 0) || !(around > 0)) return slopes;
    along(across, down, a.down.length(), slopes[0], slopes[2]);
    along(down, across, a.across.length(), slopes[1], slopes[3]);
    return slopes;
  }

  // In the ends of one side; the centre moves both the same way, the size apart.
  void along(const SharedSide& own, const SharedSide& other, double other_length, double& centre,
             double& size) const {
    const double low = slope(own.shared_low * other.shared, -other_length, own.around_low * other.around);
    const double high = slope(own.shared_high * other.shared, other_length, own.around_high * other.around);
    centre = low + high;
    size = (high - low) / 2;
  }
  // By what shared, the first's area and what holds both change.
  double slope(double d_shared, double d_area, double d_around) const {
    const double d_all = d_area - d_shared;
    return d_shared / all - shared * d_all / (all * all) + d_all / around -
           all * d_around / (around * around);
  }

  Corners a, b;
  SharedSide across, down;
  double shared = 0, all = 0, around = 0;
};

class GiouRows final : public Operation {
 public:
  std::string_view name() const override { return "giou_rows"; }
  Layout layout() const override { return Layout::kGather; }
  bool follows_rows(size_t /*input*/) const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = \\frac{|A ∩ B|}{|A ∪ B|} − \\frac{|C| − |A ∪ B|}{|C|}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row)
      out(row, 0) =
          static_cast<float>(Giou(Corners(inputs[0].row(row)), Corners(inputs[1].row(row))).value());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Giou overlap(Corners(row_of(trace, stage, 0, row).row(0)),
                       Corners(row_of(trace, stage, 1, row).row(0)));
    return by_rule(formula_of_cell(stage, row, column), "note.giou", overlap.value(),
                   {{"quantity.boxes_shared", overlap.shared},
                    {"quantity.boxes_all", overlap.all},
                    {"quantity.boxes_around", overlap.around}});
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    return by_links(giou_rows(), input, inputs.size(),
                    [input](std::span<const ConstView> operands, const VisitLink& visit) {
                      for (Index row = 0; row < operands[1].rows(); ++row) {
                        const Corners own(operands[1 + input].row(row));
                        const Corners other(operands[2 - input].row(row));
                        const auto slopes = Giou(own, other).slopes();
                        for (Index j = 0; j < 4; ++j) visit(row, 0, row, j, slopes[static_cast<size_t>(j)]);
                      }
                    });
  }
};

// --- masks

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

// --- sums

class WeightedMean final : public Operation {
 public:
  std::string_view name() const override { return "weighted_mean"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return "$out = \\frac{Σ_{i} $1_{i} $0_{i}}{Σ_{i} $1_{i}}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const double all = inputs[1].cast<double>().sum();
    out(0, 0) =
        all > 0
            ? static_cast<float>(inputs[0].cast<double>().cwiseProduct(inputs[1].cast<double>()).sum() / all)
            : 0;
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index rows = trace.stage(stage.inputs[0]).rows;
    const double all = trace.read_column(stage.inputs[1], 0).cast<double>().sum();
    if (!(all > 0)) return by_rule(CellFormula{"$out = 0", row, column}, "note.nothing_counted", 0, {});
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index i = 0; i < rows; ++i) {
      add_product(trace, {stage.inputs[0], i, 0}, double{trace.at(stage.inputs[1], i, 0)} / all, explanation);
    }
    explanation.quantities = {{"quantity.weights_sum", all, Measure::kSum}};
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    return by_links(weighted_mean(), input, inputs.size(),
                    [input](std::span<const ConstView> operands, const VisitLink& visit) {
                      const double all = operands[2].cast<double>().sum();
                      if (!(all > 0)) return;
                      for (Index i = 0; i < operands[1].rows(); ++i) {
                        const double slope = input == 0
                                                 ? double{operands[2](i, 0)}
                                                 : double{operands[1](i, 0)} - double{operands[0](0, 0)};
                        visit(0, 0, i, 0, slope / all);
                      }
                    });
  }
};

class WeightedTotal final : public ParameterOperation<std::vector<double>> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "weighted_total"; }
  Layout layout() const override { return Layout::kElementwise; }
  bool follows_rows(size_t /*input*/) const override { return true; }
  bool keeps_scale() const override { return false; }

  FormulaTemplate formulas(size_t inputs) const override {
    std::string markup = "$out =";
    for (size_t i = 0; i < inputs; ++i)
      markup.append(i == 0 ? " f_{" : " + f_{")
          .append(std::to_string(i + 1))
          .append("} $")
          .append(std::to_string(i));
    return markup;
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = static_cast<float>(parameters()[0]) * inputs[0];
    for (size_t i = 1; i < inputs.size(); ++i) out += static_cast<float>(parameters()[i]) * inputs[i];
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (size_t i = 0; i < stage.inputs.size(); ++i)
      add_product(trace, {stage.inputs[i], row, column}, parameters()[i], explanation);
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> /*inputs*/) const override {
    return {times(parameters()[input]), {Backward::kGradient}};
  }
};

// --- matching

class MatchingCost final : public ParameterOperation<MatchingFactors> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "matching_cost"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {
        "$out_{n,m} = f_{1} (−$0_{n,$2_{m}}) + f_{2} ‖$1_{n} − $3_{m}‖_{1} − f_{3} \\mathrm{GIoU}($1_{n}, "
        "$3_{m})",
        "$out = f_{1} (−$0_{$i,$label}) + f_{2} ‖$1_{$i} − $3_{$j}‖_{1} − f_{3} \\mathrm{GIoU}($1_{$i}, "
        "$3_{$j})"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index query = 0; query < out.rows(); ++query) {
      for (Index object = 0; object < out.cols(); ++object) {
        const Cost cost(inputs[0].row(query), inputs[1].row(query), static_cast<Index>(inputs[2](object, 0)),
                        inputs[3].row(object));
        out(query, object) = static_cast<float>(total(cost));
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto label = static_cast<Index>(trace.at(stage.inputs[2], column, 0));
    const Cost cost(row_of(trace, stage, 0, row).row(0), row_of(trace, stage, 1, row).row(0), label,
                    row_of(trace, stage, 3, column).row(0));
    return by_rule(formula_of_cell(stage, row, column, {{"label", Ordinal{label}}}), "note.matching_cost",
                   total(cost),
                   {{"quantity.label_probability", cost.share},
                    {"quantity.box_distance", cost.distance},
                    {"quantity.box_giou", cost.overlap}});
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    return Backward::blocked("note.gradient_matching");
  }

 private:
  struct Cost {
    template <class Row>
    Cost(const Row& shares, const Row& box, Index label, const Row& truth)
        : share(shares(label)),
          distance((box.template cast<double>() - truth.template cast<double>()).cwiseAbs().sum()),
          overlap(Giou(Corners(box), Corners(truth)).value()) {}
    double share, distance, overlap;
  };
  double total(const Cost& cost) const {
    return -parameters().kind * cost.share + parameters().box * cost.distance -
           parameters().overlap * cost.overlap;
  }
};

}  // namespace

OperationPtr cross_entropy_at() {
  static const OperationPtr kOnly = std::make_shared<CrossEntropyAt>();
  return kOnly;
}

OperationPtr l1_rows() {
  static const OperationPtr kOnly = std::make_shared<L1Rows>();
  return kOnly;
}

OperationPtr smooth_l1_rows() {
  static const OperationPtr kOnly = std::make_shared<SmoothL1Rows>();
  return kOnly;
}

OperationPtr giou_rows() {
  static const OperationPtr kOnly = std::make_shared<GiouRows>();
  return kOnly;
}

OperationPtr dice_loss() {
  static const OperationPtr kOnly = std::make_shared<DiceLoss>();
  return kOnly;
}

OperationPtr weighted_mean() {
  static const OperationPtr kOnly = std::make_shared<WeightedMean>();
  return kOnly;
}

OperationPtr weighted_total(std::vector<double> factors) {
  return std::make_shared<WeightedTotal>(std::move(factors));
}

OperationPtr matching_cost(const MatchingFactors& factors) {
  return std::make_shared<MatchingCost>(factors);
}

}  // namespace engine
