// edited.cpp: an operation some of whose results were typed by hand.
#include "engine/core/edited.h"

#include <algorithm>
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

class Edited final : public Operation {
 public:
  Edited(OperationPtr inner, StageEdits edits) : inner_(std::move(inner)), edits_(std::move(edits)) {}

  std::string_view name() const override { return inner_->name(); }
  Layout layout() const override { return inner_->layout(); }
  std::string_view sign() const override { return inner_->sign(); }
  bool is_drawn_backwards() const override { return inner_->is_drawn_backwards(); }
  Growth growth() const override { return inner_->growth(); }
  bool keeps_scale() const override { return inner_->keeps_scale(); }
  Normalisation normalisation() const override { return inner_->normalisation(); }
  bool is_given() const override { return inner_->is_given(); }
  bool makes_shares() const override { return inner_->makes_shares() && !is_signed(); }
  bool is_signed() const override {
    return inner_->is_signed() || std::any_of(edits_.cells.begin(), edits_.cells.end(),
                                              [](const CellEdit& cell) { return cell.value < 0; });
  }
  std::string formula(const std::string& result, std::span<const std::string> inputs) const override {
    return inner_->formula(result, inputs);
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    inner_->forward(inputs, out);
    write_edits(edits_, out);
  }

  Block unit(const Block& wanted, const Shape& result) const override { return inner_->unit(wanted, result); }
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return inner_->footprint(input, made, shape);
  }
  bool is_elementwise() const override { return inner_->is_elementwise(); }
  bool reads(size_t input) const override { return inner_->reads(input); }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    inner_->forward_block(inputs, out, made);
    StageEdits here{edits_.address, {}};
    for (CellEdit cell : edits_.cells) {
      cell.row -= made.row;
      cell.column -= made.column;
      if (cell.row >= 0 && cell.column >= 0) here.cells.push_back(cell);
    }
    View block = out;
    write_edits(here, block);
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto typed = std::find_if(edits_.cells.begin(), edits_.cells.end(), [=](const CellEdit& cell) {
      return cell.row == row && cell.column == column;
    });
    if (typed == edits_.cells.end()) return inner_->explain(trace, stage, row, column);
    Explanation explanation;
    explanation.formula = entry(stage.symbol, index_pair(row, column));
    // What a given number was before is not in the trace.
    if (!stage.inputs.empty())
      explanation.quantities = {{"quantity.computed", inner_->explain(trace, stage, row, column).result}};
    explanation.note = "note.edited";
    explanation.result = typed->value;
    explanation.magnitude = std::abs(typed->value);
    return explanation;
  }

  bool same_as(const Operation& other) const override {
    const auto* const same = dynamic_cast<const Edited*>(&other);
    return same != nullptr && same->edits_ == edits_ && same->inner_->same_as(*inner_);
  }

 private:
  OperationPtr inner_;
  StageEdits edits_;
};

}  // namespace

OperationPtr edited(OperationPtr inner, StageEdits edits) {
  return std::make_shared<Edited>(std::move(inner), std::move(edits));
}

}  // namespace engine
