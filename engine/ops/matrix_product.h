// matrix_product.h: the two products that attention is made of.
#pragma once

#include "engine/matrix.h"

namespace engine {

// out (m, n) = a (m, k) b (n, k)ᵀ. `out` overlaps neither.
void multiply_transposed(const ConstView& a, const ConstView& b, View out);

// out (m, n) = a (m, k) b (k, n). `out` overlaps neither.
void multiply(const ConstView& a, const ConstView& b, View out);

}  // namespace engine
