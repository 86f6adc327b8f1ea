// mask.cpp: what a query may not look at: -inf there (or -1e9), 0 elsewhere, or a bias painted by hand.
// Vaswani et al. 2017, sec. 3.2.3.
#include <cmath>

#include "engine/formula.h"
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
    if (rule_.none()) return "{" + result + "}_{i,j} = 0";
    // P is the set of padding tokens, R the pairs that the pattern leaves, H those that are painted.
    std::string hides;
    std::string shows;
    const auto hide = [&](bool part, const char* condition, const char* otherwise) {
      if (!part) return;
      shows = hides.empty() ? otherwise : "";
      hides += hides.empty() ? "" : " ∨ ";
      hides += condition;
    };
    hide(rule_.causal, "j > i", " (j ≤ i)");
    hide(rule_.has_padding(), "j ∈ P", " (j ∉ P)");
    hide(rule_.has_pattern(), "(i,j) ∉ R", "");
    std::string rule = "{" + result + "}_{i,j} = ";
    if (rule_.painted) rule += hides.empty() ? "H_{i,j}" : "H_{i,j}, ";
    return hides.empty() ? rule : rule + hidden_markup() + " (" + hides + "), 0" + shows;
  }

  void forward(std::span<const ConstView> /*inputs*/, View out) const override {
    for (Index query = 0; query < out.rows(); ++query) {
      for (Index key = 0; key < out.cols(); ++key) out(query, key) = rule_.value(query, key);
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.result = rule_.value(row, column);
    const bool is_hidden = explanation.result == rule_.hidden;
    explanation.formula = "{" + stage.symbol + "}_{" + index_pair(row, column) +
                          "} = " + (is_hidden ? hidden_markup() : number_markup(explanation.result, 4));
    explanation.note = note(rule_.verdict(row, column));
    return explanation;
  }

  bool same_as(const Operation& other) const override {
    const auto* const same = dynamic_cast<const Mask*>(&other);
    return same != nullptr && same->rule_ == rule_;
  }

 private:
  std::string hidden_markup() const { return std::isinf(rule_.hidden) ? "−∞" : "−10^{9}"; }

  static std::string note(MaskVerdict verdict) {
    switch (verdict) {
      case MaskVerdict::kVisible:
        return "note.mask_visible";
      case MaskVerdict::kFuture:
        return "note.mask_future";
      case MaskVerdict::kPadding:
        return "note.mask_padding";
      case MaskVerdict::kPattern:
        return "note.mask_pattern";
      case MaskVerdict::kPainted:
        break;
    }
    return "note.mask_painted";
  }

  MaskRule rule_;
};

}  // namespace

OperationPtr mask(const MaskRule& rule) {
  return std::make_shared<Mask>(rule);
}

}  // namespace engine
