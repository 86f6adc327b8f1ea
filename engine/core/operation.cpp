// operation.cpp: which blocks of its inputs a block of a result depends on, by the operation's layout.
#include "engine/core/operation.h"

namespace engine {

Block Operation::unit(const Block& wanted, const Shape& result) const {
  if (is_elementwise()) return wanted;
  switch (layout()) {
    case Layout::kElementwise:
    case Layout::kProduct:
    case Layout::kProductPlain:
      return wanted;
    case Layout::kRowwise:
      return {wanted.row, 0, wanted.rows, result.columns};
    case Layout::kSource:
    case Layout::kGather:
      break;
  }
  return result.all();
}

Block Operation::footprint(size_t input, const Block& made, const Shape& shape) const {
  if (is_elementwise()) return made;
  switch (layout()) {
    case Layout::kElementwise:
      return made;
    case Layout::kProduct:  // rows of the first; rows of the second, which become columns; columns of a bias
      if (input == 0) return {made.row, 0, made.rows, shape.columns};
      if (input == 1) return {made.column, 0, made.columns, shape.columns};
      return {0, made.column, 1, made.columns};
    case Layout::kProductPlain:
      return input == 0 ? Block{made.row, 0, made.rows, shape.columns}
                        : Block{0, made.column, shape.rows, made.columns};
    case Layout::kRowwise:
      if (input == 0) return {made.row, 0, made.rows, shape.columns};
      break;
    case Layout::kSource:
    case Layout::kGather:
      break;
  }
  return shape.all();
}

Backward Operation::backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const {
  return {};
}

}  // namespace engine
