// mask.cpp: what a query must not attend to: -inf there (or -1e9), 0 elsewhere, or a bias painted by hand.
// Vaswani et al. 2017, sec. 3.2.3.
#include <algorithm>
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Mask final : public ParameterOperation<MaskRule> {
 public:
  using ParameterOperation::ParameterOperation;

  const MaskRule& rule() const { return parameters(); }

  std::string_view name() const override { return "mask"; }
  Layout layout() const override { return Layout::kSource; }
  Growth growth() const override { return Growth::kRow; }

  FormulaTemplate formulas(size_t /*inputs*/) const override { return {whole(), "$out = $value"}; }

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  void forward_block(std::span<const ConstView> /*inputs*/, const View& out,
                     const Block& made) const override {
    View block = out;
    for (Index row = 0; row < made.rows; ++row) {
      float* const numbers = block.row(row).data();
      if (rule().painted || rule().has_pattern()) {
        for (Index key = 0; key < made.columns; ++key)
          numbers[key] = rule().value(made.row + row, made.column + key);
      } else {
        fill_row(made, row, numbers);
      }
    }
  }

  Explanation explain(const Trace& /*trace*/, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    explanation.result = rule().value(row, column);
    const bool is_hidden = explanation.result == rule().hidden;
    explanation.formula = formula_of_cell(
        stage, row, column, {{"value", is_hidden ? hidden_markup() : number_markup(explanation.result, 4)}});
    explanation.note = note(rule().verdict(row, column));
    return explanation;
  }

 private:
  std::string whole() const {
    if (rule().none()) return "$out_{i,j} = 0";
    // P is the set of padding tokens, R the pairs that the pattern keeps, H what is painted, where it is
    // painted.
    std::string hides;
    std::string shows;
    const auto hide = [&](bool part, const std::string& condition, const std::string& otherwise) {
      if (!part) return;
      const bool is_first = hides.empty();
      hides += (is_first ? "" : " ∨ ") + condition;
      shows += (is_first ? "" : " ∧ ") + otherwise;
    };
    hide(rule().causal, "j > i", "j ≤ i");
    hide(rule().has_padding(), "j ∈ P", "j ∉ P");
    const std::string window = std::to_string(rule().window);
    hide(rule().window > 0, "|i−j| ≥ " + window, "|i−j| < " + window);
    hide(rule().pattern.kind != PatternKind::kNone, "(i,j) ∉ R", "(i,j) ∈ R");
    if (hides.empty()) return "$out_{i,j} = H_{i,j}";
    if (rule().first_added) {
      const std::string first = std::to_string(*rule().first_added);
      hides = "(" + hides + ") ∧ j < " + first;
      shows = "(" + shows + ") ∨ j ≥ " + first;
    }
    const std::string painted = rule().painted ? "{H_{i,j}}{(i,j) ∈ H}" : "";
    return "$out_{i,j} = \\cases" + painted + "{0}{" + shows + "}{" + hidden_markup() + "}{" + hides + "}";
  }

  // A row under causal and padding: a run of visible keys, with holes.
  void fill_row(const Block& made, Index row, float* numbers) const {
    const Index seen = rule().causal ? rule().first_query + made.row + row + 1 : made.column + made.columns;
    const Index shown = std::clamp<Index>(seen - made.column, 0, made.columns);
    std::fill_n(numbers, shown, 0.0F);
    std::fill_n(numbers + shown, made.columns - shown, rule().hidden);
    const auto marks = std::min(static_cast<Index>(rule().padding.size()), made.column + made.columns);
    for (Index key = made.column; key < marks; ++key) {
      if (rule().padding[static_cast<size_t>(key)]) numbers[key - made.column] = rule().hidden;
    }
    const Index added = std::max(rule().first_added.value_or(made.column + made.columns), made.column);
    for (Index key = added; key < made.column + made.columns; ++key) numbers[key - made.column] = 0;
  }

  std::string hidden_markup() const { return std::isinf(rule().hidden) ? "−∞" : "−10^{9}"; }

  static std::string note(MaskVerdict verdict) {
    switch (verdict) {
      case MaskVerdict::kVisible:
        return "note.mask_visible";
      case MaskVerdict::kFuture:
        return "note.mask_future";
      case MaskVerdict::kPadding:
        return "note.mask_padding";
      case MaskVerdict::kTooFar:
        return "note.mask_too_far";
      case MaskVerdict::kPattern:
        return "note.mask_pattern";
      case MaskVerdict::kPainted:
        break;
    }
    return "note.mask_painted";
  }
};

}  // namespace

OperationPtr mask(const MaskRule& rule) {
  return std::make_shared<Mask>(rule);
}

const MaskRule* rule_of(const Operation& operation) {
  const auto* const found = dynamic_cast<const Mask*>(&operation);
  return found == nullptr ? nullptr : &found->rule();
}

}  // namespace engine
