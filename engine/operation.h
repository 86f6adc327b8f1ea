// operation.h: what every operation can do: compute a stage, and explain any cell of it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/explanation.h"
#include "engine/matrix.h"

namespace engine {

class Trace;
struct Stage;

// How an operation's operands stand around its result when they are drawn.
enum class Layout {
  kSource,        // no operand
  kProduct,       // first operand to the left, second above as its transpose, result in the corner: A Bᵀ
  kProductPlain,  // first operand to the left, second above as it is: A B
  kElementwise,   // operands and result of one shape, side by side
  kRowwise,       // one operand of the result's shape; a row makes a row
  kGather,        // rows picked from a table, or blocks set side by side
};

// One step of a computation. Instances are immutable and shared by the stages that they make.
// A new operation is one file in engine/ops/ and one row in ops/operations.cpp.
class Operation {
 public:
  virtual ~Operation() = default;

  // The field's name, as printed by `headlight stages`.
  virtual std::string_view name() const = 0;
  virtual Layout layout() const = 0;

  // The whole stage's formula in the markup of engine/formula.h. `result` and `inputs` are symbols such as
  // "Q".
  virtual std::string formula(const std::string& result, std::span<const std::string> inputs) const = 0;

  // Writes the result. `out` has the shape that the trace gave the stage; inputs have theirs.
  virtual void forward(std::span<const ConstView> inputs, View out) const = 0;

  // The arithmetic of one cell; reads only through the trace. Its result equals forward's number up to
  // rounding: |explain - forward| <= 1e-5 * magnitude.
  virtual Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const = 0;

  // Whether its numbers can be negative by nature: else they are drawn on a scale from 0 up.
  virtual bool is_signed() const { return true; }

  // Whether it computes the same from the same inputs: then a stage of an earlier trace need not be computed
  // again. An operation with parameters compares them; one without is its only instance.
  virtual bool same_as(const Operation& other) const { return this == &other; }
};

}  // namespace engine
