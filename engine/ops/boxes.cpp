// boxes.cpp: how well boxes agree, and what it costs to give an object to a query.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"
#include "engine/ops/gradients.h"
#include "engine/ops/pictures.h"
#include "engine/ops/rule.h"

namespace engine {
namespace {

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
    const Giou overlap(Corners(trace.read_row(stage.inputs[0], row).row(0)),
                       Corners(trace.read_row(stage.inputs[1], row).row(0)));
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
    const Cost cost(trace.read_row(stage.inputs[0], row).row(0), trace.read_row(stage.inputs[1], row).row(0),
                    label, trace.read_row(stage.inputs[3], column).row(0));
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

OperationPtr giou_rows() {
  static const OperationPtr kOnly = std::make_shared<GiouRows>();
  return kOnly;
}

OperationPtr matching_cost(const MatchingFactors& factors) {
  return std::make_shared<MatchingCost>(factors);
}

}  // namespace engine
