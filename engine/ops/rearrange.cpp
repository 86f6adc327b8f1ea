// rearrange.cpp: every number keeps its value and gets another place: channels become pixels, a row a
// matrix, rows the order of windows.
#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/drawing.h"

namespace engine {
namespace {

enum class Order { kShuffle, kUnshuffle, kCut, kJoin, kFold, kFlatten };

struct Rearranging {
  Order order = Order::kShuffle;
  Grid grid;       // of the picture with fewer pixels; of what a row is folded into
  Index side = 2;  // of a window; the columns of what a row is folded into

  bool operator==(const Rearranging&) const = default;
};

constexpr Index kFold = 2;  // of a shuffle: pixels along each side that come from one

Order opposite(Order order) {
  switch (order) {
    case Order::kShuffle:
      return Order::kUnshuffle;
    case Order::kUnshuffle:
      return Order::kShuffle;
    case Order::kCut:
      return Order::kJoin;
    case Order::kJoin:
      return Order::kCut;
    case Order::kFold:
      return Order::kFlatten;
    case Order::kFlatten:
      break;
  }
  return Order::kFold;
}

struct Spot {
  Index row = 0;
  Index column = 0;
};

// Of a number of the larger picture, where it stands in the smaller one.
Spot before_shuffle(const Grid& small, const Spot& at) {
  const Index across = kFold * small.width;
  const Index y = at.row / across;
  const Index x = at.row % across;
  return {y / kFold * small.width + x / kFold, (at.column * kFold + y % kFold) * kFold + x % kFold};
}

// And of a number of the smaller one, where it stands in the larger one.
Spot after_shuffle(const Grid& small, const Spot& at) {
  const Index part = at.column % (kFold * kFold);
  const Index y = at.row / small.width * kFold + part / kFold;
  const Index x = at.row % small.width * kFold + part % kFold;
  return {y * kFold * small.width + x, at.column / (kFold * kFold)};
}

// The pixel that has place `at` in the order of windows.
Index pixel_of_window(const Rearranging& windows, Index at) {
  const Index in_window = windows.side * windows.side;
  const Index across = windows.grid.width / windows.side;
  const Index window = at / in_window;
  const Index y = window / across * windows.side + at % in_window / windows.side;
  const Index x = window % across * windows.side + at % windows.side;
  return y * windows.grid.width + x;
}

// The place in the order of windows that a pixel has.
Index window_of_pixel(const Rearranging& windows, Index pixel) {
  const Index y = pixel / windows.grid.width;
  const Index x = pixel % windows.grid.width;
  const Index across = windows.grid.width / windows.side;
  const Index window = y / windows.side * across + x / windows.side;
  return (window * windows.side + y % windows.side) * windows.side + x % windows.side;
}

class Rearrange final : public ParameterOperation<Rearranging> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "rearrange"; }
  Layout layout() const override { return Layout::kGather; }
  bool takes_stacks() const override { return true; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    if (moves_channels()) return "$out_{i,j} = $0_{r,c}";
    return "$out_{i} = $0_{r}";
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    const Index made = rows_of_result();
    const Index read = rows_read();
    for (Index row = 0; row < out.rows(); ++row) {
      const Index picture = row / made;
      for (Index column = 0; column < out.cols(); ++column) {
        const Spot from = source(row % made, column);
        out(row, column) = inputs[0](picture * read + from.row, from.column);
      }
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Spot from = source(row, column);
    Explanation explanation =
        explain_copy(trace, stage, row, column, {stage.inputs[0], from.row, from.column});
    explanation.note = note();
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    Rearranging back = parameters();
    back.order = opposite(back.order);
    return {std::make_shared<Rearrange>(back), {Backward::kGradient}};
  }

 private:
  bool moves_channels() const {
    return parameters().order != Order::kCut && parameters().order != Order::kJoin;
  }
  const char* note() const {
    if (!moves_channels()) return "note.windows";
    const bool is_folded = parameters().order == Order::kFold || parameters().order == Order::kFlatten;
    return is_folded ? "note.folded_row" : "note.pixel_shuffle";
  }
  Index rows_of_result() const { return rows_made(parameters().order); }
  Index rows_read() const { return rows_made(opposite(parameters().order)); }
  Index rows_made(Order order) const {
    const Index small = parameters().grid.pixels();
    if (order == Order::kFlatten) return 1;
    return order == Order::kShuffle ? kFold * kFold * small : small;
  }

  // Where a number comes from.
  Spot source(Index row, Index column) const {
    switch (parameters().order) {
      case Order::kShuffle:
        return before_shuffle(parameters().grid, {row, column});
      case Order::kUnshuffle:
        return after_shuffle(parameters().grid, {row, column});
      case Order::kCut:
        return {pixel_of_window(parameters(), row), column};
      case Order::kJoin:
        return {window_of_pixel(parameters(), row), column};
      case Order::kFold:
        return {0, row * parameters().side + column};
      case Order::kFlatten:
        break;
    }
    return {column / parameters().side, column % parameters().side};
  }
};

}  // namespace

OperationPtr pixel_shuffle(const Grid& grid) {
  return std::make_shared<Rearrange>(Rearranging{.order = Order::kShuffle, .grid = grid});
}

OperationPtr fold_row(Index rows, Index columns) {
  return std::make_shared<Rearrange>(Rearranging{.order = Order::kFold, .grid = {rows, 1}, .side = columns});
}

OperationPtr cut_windows(const Grid& grid, Index side) {
  return std::make_shared<Rearrange>(Rearranging{.order = Order::kCut, .grid = grid, .side = side});
}

OperationPtr join_windows(const Grid& grid, Index side) {
  return std::make_shared<Rearrange>(Rearranging{.order = Order::kJoin, .grid = grid, .side = side});
}

}  // namespace engine
