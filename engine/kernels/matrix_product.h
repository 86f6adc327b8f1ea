// matrix_product.h: the two products that attention is made of. Large ones are split over the cores, and end
// early, their result worth nothing, where stop_requested() of parallel.h says so.
#pragma once

#include "engine/core/matrix.h"
#include "engine/core/parameter.h"

namespace engine {

// out (m, n) = a (m, k) b (n, k)ᵀ, and to every row a bias (1, n) where one is given. `out` overlaps none.
void multiply_transposed(const ConstView& a, const ConstView& b, const View& out,
                         const ConstView* bias = nullptr);
// The same with a `b` that is read where it lies, whatever its precision and order.
void multiply_transposed(const ConstView& a, const Parameter& b, const View& out,
                         const ConstView* bias = nullptr);

// out (m, n) = a (m, k) b (k, n). `out` overlaps neither.
void multiply(const ConstView& a, const ConstView& b, const View& out);

}  // namespace engine
