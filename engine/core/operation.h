// operation.h: what every operation can do: compute a stage, and explain any cell of it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/backward.h"
#include "engine/core/explanation.h"
#include "engine/core/formula_template.h"
#include "engine/core/matrix.h"

namespace engine {

class Trace;
struct Stage;
struct StageEdits;

// How an operation's operands stand around its result when they are drawn.
enum class Layout {
  kSource,        // no operand
  kProduct,       // first operand to the left, second above as its transpose, result in the corner: A Bᵀ
  kProductPlain,  // first operand to the left, second above as it is: A B
  kElementwise,   // operands and result of one shape, side by side
  kRowwise,       // one operand of the result's shape; a row makes a row
  kGather,        // rows picked from a table, or blocks set side by side
};

// How a row of the result comes to be, where that is shown step by step.
enum class Growth {
  kCells,     // number by number
  kRow,       // at once
  kShares,    // what each number becomes, then all divided by their sum
  kOperands,  // an operand after the other
  kTerms,     // a column of the first operand after the other
  kBlocks,    // the columns of an operand after those of the other
};

// What a normalisation divides a row by.
enum class Normalisation { kNone, kDeviation, kRootMeanSquare };

// A rectangle of a stage.
struct Block {
  Index row = 0;
  Index column = 0;
  Index rows = 0;
  Index columns = 0;

  bool operator==(const Block&) const = default;
};

struct Shape {
  Index rows = 0;
  Index columns = 0;

  Block all() const { return {0, 0, rows, columns}; }
};

// One step of a computation. Instances are immutable and shared by the stages that they make.
// A new operation is one file in engine/ops/ and one row in tests/engine/operation_table.cpp.
class Operation {
 public:
  virtual ~Operation() = default;

  // The field's name, as printed by `headlight stages`.
  virtual std::string_view name() const = 0;
  virtual Layout layout() const = 0;

  // What stands between operands that are drawn side by side.
  virtual std::string_view sign() const { return layout() == Layout::kElementwise ? "+" : ","; }
  // Whether the last operand stands first: the one that is subtracted from.
  virtual bool is_drawn_backwards() const { return false; }
  virtual Growth growth() const { return Growth::kCells; }
  // Whether the result's size beside its operands' is the point: then they share one scale of colours.
  virtual bool keeps_scale() const { return layout() == Layout::kElementwise; }
  virtual Normalisation normalisation() const { return Normalisation::kNone; }
  // Whether its numbers come from outside: typed, drawn, learned or read from a file.
  virtual bool is_given() const { return false; }

  // The formula of a stage with so many inputs, and of a cell of it: templates of core/formula_template.h.
  virtual FormulaTemplate formulas(size_t inputs) const = 0;
  // The whole stage's formula in the markup of core/formula.h. `result` and `inputs` are symbols such as
  // "Q".
  std::string formula(const std::string& result, std::span<const std::string> inputs) const {
    return whole_formula(formulas(inputs.size()).whole, result, inputs);
  }

  // Writes the result. `out` has the shape that the trace gave the stage; inputs have theirs.
  virtual void forward(std::span<const ConstView> inputs, View out) const = 0;

  // A result that is not kept is made again a block at a time. The smallest block that holds `wanted` and can
  // be computed by itself; by the layout: what it is for products and number by number, whole rows where a
  // row makes a row, else all of it.
  virtual Block unit(const Block& wanted, const Shape& result) const;

  // Which block of input number `input`, of this shape, a block of the result is made from; by the layout.
  virtual Block footprint(size_t input, const Block& made, const Shape& shape) const;

  // Writes a block of the result from the footprints of its inputs. As forward, where the place of a number
  // does not matter.
  virtual void forward_block(std::span<const ConstView> inputs, const View& out,
                             const Block& /*made*/) const {
    forward(inputs, out);
  }

  // Whether each number of the result is made from the numbers at its own place.
  virtual bool is_elementwise() const { return layout() == Layout::kElementwise; }

  // Whether forward reads the numbers of an input: not where the operation holds them itself, as a parameter.
  virtual bool reads(size_t /*input*/) const { return true; }

  // The arithmetic of one cell; reads only through the trace. Its result equals forward's number up to
  // rounding: |explain - forward| <= 1e-5 * magnitude.
  virtual Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const = 0;

  // How the gradient of the result goes back to input number `input`. `inputs` are the inputs' shapes. An
  // operation through which none can go says why (Backward::blocked).
  virtual Backward backward(size_t input, std::span<const Shape> inputs) const;

  // The numbers that were typed over its results: those depend on no input. Null where there are none.
  virtual const StageEdits* typed() const { return nullptr; }

  // Whether its numbers can be negative by nature: else they are drawn on a scale from 0 up.
  virtual bool is_signed() const { return true; }
  // Whether numbers that are never negative are shares, of 1 at most.
  virtual bool makes_shares() const { return !is_signed(); }

  // Whether it computes the same from the same inputs: then a stage of an earlier trace need not be computed
  // again. One with parameters (parameter_operation.h) compares them; one without is its only instance.
  virtual bool same_as(const Operation& other) const { return this == &other; }

 protected:
  // The template of a cell, with this cell's symbols and indices and the values that it names beside these.
  std::string formula_of_cell(const Trace& trace, const Stage& stage, Index row, Index column,
                              FormulaValues values = {}) const;
};

// The same of a template that not every cell has.
std::string cell_formula(std::string_view pattern, const Trace& trace, const Stage& stage, Index row,
                         Index column, FormulaValues values = {});

using OperationPtr = std::shared_ptr<const Operation>;

}  // namespace engine
