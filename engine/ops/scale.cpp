// scale.cpp: divides the scores, so that their size does not grow with the width of a head.
// Vaswani et al. 2017, sec. 3.2.1: independent unit-variance q and k give scores of variance d_k.
#include <cmath>

#include "engine/core/formula.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Scale final : public Operation {
 public:
  Scale(Index d_k, bool by_root, double temperature)
      : d_k_(d_k), by_root_(by_root), temperature_(temperature) {}

  std::string_view name() const override { return "scale"; }
  Layout layout() const override { return Layout::kRowwise; }
  bool keeps_scale() const override { return true; }
  bool is_elementwise() const override { return true; }

  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return result + " = " + divided(inputs[0]);
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out = inputs[0] / static_cast<float>(divisor());
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    explanation.formula =
        entry(stage.symbol, index_pair(row, column)) + " = " + divided("s_{" + index_pair(row, column) + "}");
    Term term;
    term.left = trace.at(stage.inputs[0], row, column);
    term.left_cell = {stage.inputs[0], row, column};
    term.value = term.left / divisor();
    explanation.terms.push_back(term);
    if (by_root_)
      explanation.quantities.push_back({"quantity.root_d_k", std::sqrt(static_cast<double>(d_k_))});
    if (temperature_ != 1) explanation.quantities.push_back({"quantity.temperature", temperature_});
    explanation.result = term.value;
    explanation.magnitude = std::abs(term.value);
    return explanation;
  }

  bool same_as(const Operation& other) const override {
    const auto* const same = dynamic_cast<const Scale*>(&other);
    return same != nullptr && same->d_k_ == d_k_ && same->by_root_ == by_root_ &&
           same->temperature_ == temperature_;
  }

 private:
  double divisor() const { return (by_root_ ? std::sqrt(static_cast<double>(d_k_)) : 1.0) * temperature_; }

  std::string divided(const std::string& numerator) const {
    std::string below = by_root_ ? "\\sqrt{" + std::to_string(d_k_) + "}" : "";
    if (temperature_ != 1) below += (below.empty() ? "" : " · ") + number_markup(temperature_, 6);
    return below.empty() ? numerator : "\\frac{" + numerator + "}{" + below + "}";
  }

  Index d_k_;
  bool by_root_;
  double temperature_;
};

}  // namespace

OperationPtr scale(Index d_k, bool by_root, double temperature) {
  return std::make_shared<Scale>(d_k, by_root, temperature);
}

}  // namespace engine
