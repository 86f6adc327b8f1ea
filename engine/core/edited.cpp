// edited.cpp: an operation with some of its results typed by hand.
#include "engine/core/edited.h"

#include <algorithm>
#include <cmath>

#include "engine/core/formula.h"
#include "engine/core/parameter_operation.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

struct EditedParameters {
  OperationPtr inner;
  StageEdits edits;

  bool operator==(const EditedParameters& other) const {
    return edits == other.edits && inner->same_as(*other.inner);
  }
};

class Edited final : public ParameterOperation<EditedParameters> {
 public:
  using ParameterOperation::ParameterOperation;

  std::string_view name() const override { return inner().name(); }
  Layout layout() const override { return inner().layout(); }
  std::string_view sign() const override { return inner().sign(); }
  bool is_drawn_backwards() const override { return inner().is_drawn_backwards(); }
  Growth growth() const override { return inner().growth(); }
  bool keeps_scale() const override { return inner().keeps_scale(); }
  Normalisation normalisation() const override { return inner().normalisation(); }
  bool is_given() const override { return inner().is_given(); }
  bool makes_shares() const override { return inner().makes_shares() && !is_signed(); }
  bool is_signed() const override {
    return inner().is_signed() || std::any_of(edits().cells.begin(), edits().cells.end(),
                                              [](const CellEdit& cell) { return cell.value < 0; });
  }
  FormulaTemplate formulas(size_t inputs) const override { return inner().formulas(inputs); }

  void forward(std::span<const ConstView> inputs, View out) const override {
    inner().forward(inputs, out);
    write_edits(edits(), out);
  }

  Block unit(const Block& wanted, const Shape& result) const override { return inner().unit(wanted, result); }
  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return inner().footprint(input, made, shape);
  }
  bool is_elementwise() const override { return inner().is_elementwise(); }
  bool reads(size_t input) const override { return inner().reads(input); }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    inner().forward_block(inputs, out, made);
    StageEdits here{edits().address, {}};
    for (CellEdit cell : edits().cells) {
      cell.row -= made.row;
      cell.column -= made.column;
      if (cell.row >= 0 && cell.column >= 0) here.cells.push_back(cell);
    }
    View block = out;
    write_edits(here, block);
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    return inner().backward(input, inputs);
  }
  const StageEdits* typed() const override { return &edits(); }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const auto typed = std::find_if(edits().cells.begin(), edits().cells.end(), [=](const CellEdit& cell) {
      return cell.row == row && cell.column == column;
    });
    if (typed == edits().cells.end()) return inner().explain(trace, stage, row, column);
    Explanation explanation;
    explanation.formula = CellFormula{"$out", row, column};
    // The trace does not hold the value that an edit replaced in a given stage.
    if (!stage.inputs.empty())
      explanation.quantities = {{"quantity.computed", inner().explain(trace, stage, row, column).result}};
    explanation.note = "note.edited";
    explanation.result = typed->value;
    explanation.magnitude = std::abs(typed->value);
    return explanation;
  }

 private:
  const Operation& inner() const { return *parameters().inner; }
  const StageEdits& edits() const { return parameters().edits; }
};

}  // namespace

OperationPtr edited(OperationPtr inner, StageEdits edits) {
  return std::make_shared<Edited>(EditedParameters{std::move(inner), std::move(edits)});
}

}  // namespace engine
