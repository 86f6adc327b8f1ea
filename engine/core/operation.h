// operation.h: the interface of every operation: computes a stage, and explains any cell of it.
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

// How an operation's operands are placed around its result when drawn.
enum class Layout {
  kSource,        // no operand
  kProduct,       // first operand on the left, second above and transposed, result in the corner: A Bᵀ
  kProductPlain,  // first operand on the left, second above as it is: A B
  kElementwise,   // operands and result of the same shape, side by side
  kRowwise,       // one operand with the result's shape; each row depends on one row
  kGather,        // rows picked from a table, or blocks side by side
};

// How a row of the result builds up when played step by step.
enum class Growth {
  kCells,     // value by value
  kRow,       // all at once
  kShares,    // each value's part first, then all divided by their sum
  kOperands,  // operand by operand
  kTerms,     // column by column of the first operand
  kBlocks,    // the columns of one operand, then those of the next
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

// One step of a computation. Instances are immutable and shared by the stages that they produce.
// A new operation is one file in engine/ops/ and one row in tests/engine/operation_table.cpp.
class Operation {
 public:
  virtual ~Operation() = default;

  // The field's name for it, as printed by `headlight stages`.
  virtual std::string_view name() const = 0;
  virtual Layout layout() const = 0;

  // The sign between operands that are drawn side by side.
  virtual std::string_view sign() const { return layout() == Layout::kElementwise ? "+" : ","; }
  // Whether the last operand is drawn first: the minuend.
  virtual bool is_drawn_backwards() const { return false; }
  virtual Growth growth() const { return Growth::kCells; }
  // Whether the result's size relative to its operands matters: then they share one colour scale.
  virtual bool keeps_scale() const { return layout() == Layout::kElementwise; }
  virtual Normalisation normalisation() const { return Normalisation::kNone; }
  // Whether its values come from outside: typed, drawn, learned or read from a file.
  virtual bool is_given() const { return false; }

  // The formulas of a stage with this many inputs and of one of its cells: templates of
  // core/formula_template.h.
  virtual FormulaTemplate formulas(size_t inputs) const = 0;

  // Writes the result. `out` has the shape that the trace gave the stage; inputs have theirs.
  virtual void forward(std::span<const ConstView> inputs, View out) const = 0;

  // A result that is not kept is recomputed block by block. The smallest block that holds `wanted` and can be
  // computed on its own. Depends on the layout: `wanted` itself for products and elementwise operations,
  // whole rows for rowwise ones, everything for the rest.
  virtual Block unit(const Block& wanted, const Shape& result) const;

  // The block of input `input`, of this shape, that a block of the result depends on; given by the layout.
  virtual Block footprint(size_t input, const Block& made, const Shape& shape) const;

  // Writes a block of the result from the footprints of its inputs. Same as forward unless a value's position
  // matters.
  virtual void forward_block(std::span<const ConstView> inputs, const View& out,
                             const Block& /*made*/) const {
    forward(inputs, out);
  }

  // Whether each value of the result depends only on the values at the same position.
  virtual bool is_elementwise() const { return layout() == Layout::kElementwise; }

  // Whether row i of the result depends, of this input, on row i alone, wherever that row stands. Where that
  // holds of every input that has the result's rows, and the others are read whole, the rows of many
  // sequences, one below the other, can be computed at once.
  virtual bool follows_rows(size_t /*input*/) const { return false; }
  // Whether the result is a sum over the rows of all inputs: rows of many sequences add up.
  virtual bool sums_rows() const { return false; }
  // Whether one call makes, from the inputs of many examples, one below the other, and of parameters once,
  // the results of these examples, one below the other.
  virtual bool takes_stacks() const { return false; }

  // Whether forward reads an input's values: false if the operation holds them itself, as a parameter.
  virtual bool reads(size_t /*input*/) const { return true; }

  // The arithmetic of one cell; reads only through the trace. Its result equals forward's value up to
  // rounding: |explain - forward| <= 1e-5 * magnitude.
  virtual Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const = 0;

  // How the gradient of the result goes back to input number `input`. `inputs` are the inputs' shapes. An
  // operation through which none can go says why (Backward::blocked).
  virtual Backward backward(size_t input, std::span<const Shape> inputs) const;

  // The numbers that were typed over its results: those depend on no input. Null where there are none.
  virtual const StageEdits* typed() const { return nullptr; }

  // Whether its numbers can be negative by nature: else they are drawn on a scale from 0 up.
  virtual bool is_signed() const { return true; }
  // Whether values that are never negative are shares, at most 1.
  virtual bool makes_shares() const { return !is_signed(); }

  // Whether it computes the same from the same inputs, so that an earlier trace's stage can be reused. An
  // operation with parameters (parameter_operation.h) compares them; one without has a single instance.
  virtual bool same_as(const Operation& other) const { return this == &other; }

 protected:
  // The template of a cell, with this cell's indices and the named values.
  CellFormula formula_of_cell(const Stage& stage, Index row, Index column, FormulaValues values = {}) const;
};

using OperationPtr = std::shared_ptr<const Operation>;

}  // namespace engine
