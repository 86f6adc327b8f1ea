// products_bench.h: one product of matrices, and how a library is asked for it.
#pragma once

#include <functional>
#include <vector>

#include "engine/core/matrix.h"

namespace engine::products_bench {

// out (rows, columns) = a (rows, depth) b. The factors b are used in turn: many of them lie too far apart for
// a cache, one stays near.
struct Operands {
  ConstView a;
  std::vector<ConstView> b;  // each (columns, depth) where `is_transposed`, else (depth, columns)
  bool is_transposed;
  View out;
};

// Computes `out` from the factor b of that number.
using Multiply = std::function<void(size_t)>;

// Each gets ready, which is not timed, and multiplies on cores() threads. `operands` outlive what is
// returned. oneDNN with b as it lies, and with b in the order that it likes best, copied there beforehand.
Multiply by_onednn(const Operands& operands);
Multiply by_onednn_packed(const Operands& operands);
Multiply by_blis(const Operands& operands);
// Only where has_openblas().
bool has_openblas();
Multiply by_openblas(const Operands& operands);

}  // namespace engine::products_bench
