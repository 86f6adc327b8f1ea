// by_rows.h: operations whose rows depend on the same rows of several inputs.
#pragma once

#include "engine/core/operation.h"

namespace engine {

// The first `kInputs` inputs have a row for each row of the result; the others are read whole.
template <size_t kInputs>
class ByRows : public Operation {
 public:
  Layout layout() const override { return Layout::kRowwise; }

  Block footprint(size_t input, const Block& made, const Shape& shape) const override {
    return input < kInputs ? Block{made.row, 0, made.rows, shape.columns} : shape.all();
  }
};

}  // namespace engine
