// mask.cpp: what a query may not look at: -inf there, 0 elsewhere, to be added to the scores.
// Vaswani et al. 2017, sec. 3.2.3.
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Mask final : public Operation {
 public:
  explicit Mask(MaskRule rule) : rule_(std::move(rule)) {}

  std::string_view name() const override { return "mask"; }
  Layout layout() const override { return Layout::kSource; }

  std::string formula(const std::string& result, std::span<const std::string> /*inputs*/) const override {
    // P is the set of padding tokens.
    const std::string cell = "{" + result + "}_{i,j} = ";
    if (rule_.causal && rule_.has_padding()) return cell + "−∞ (j > i ∨ j ∈ P), 0";
    if (rule_.causal) return cell + "−∞ (j > i), 0 (j ≤ i)";
    if (rule_.has_padding()) return cell + "−∞ (j ∈ P), 0 (j ∉ P)";
    return cell + "0";
  }

  void forward(std::span<const ConstView> /*inputs*/, View out) const override {
    for (Index query = 0; query < out.rows(); ++query) {
      for (Index key = 0; key < out.cols(); ++key) {
        out(query, key) = rule_.verdict(query, key) == MaskVerdict::kVisible ? 0.0f : -kInfinity;
      }
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    const MaskVerdict verdict = rule_.verdict(row, column);
    explanation.formula = entry(stage.symbol, index_pair(row, column)) + " = " +
                          (verdict == MaskVerdict::kVisible ? "0" : "−∞");
    explanation.result = verdict == MaskVerdict::kVisible ? 0.0 : -kInfinity;
    switch (verdict) {
      case MaskVerdict::kVisible:
        explanation.note = "note.mask_visible";
        break;
      case MaskVerdict::kFuture:
        explanation.note = "note.mask_future";
        break;
      case MaskVerdict::kPadding:
        explanation.note = "note.mask_padding";
        break;
    }
    return explanation;
  }

  bool same_as(const Operation& other) const override {
    const auto* const same = dynamic_cast<const Mask*>(&other);
    return same != nullptr && same->rule_ == rule_;
  }

 private:
  MaskRule rule_;
};

}  // namespace

OperationPtr mask(const MaskRule& rule) {
  return std::make_shared<Mask>(rule);
}

}  // namespace engine
