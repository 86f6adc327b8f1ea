// matrix_product.h: the matrix products of attention and of its gradients. Large ones are split over the
// cores, and end early, with an invalid result, if stop_requested() of parallel.h says so.
#pragma once

#include "engine/core/matrix.h"
#include "engine/core/parameter.h"

namespace engine {

// out (m, n) = a (m, k) b (n, k)ᵀ, plus a bias (1, n) in every row if given. `out` overlaps no operand.
void multiply_transposed(const ConstView& a, const ConstView& b, const View& out,
                         const ConstView* bias = nullptr);
// As above, with a `b` that is read in place, whatever its precision and order.
void multiply_transposed(const ConstView& a, const Parameter& b, const View& out,
                         const ConstView* bias = nullptr);

// out (m, n) = a (m, k) b (k, n). `out` overlaps no operand.
void multiply(const ConstView& a, const ConstView& b, const View& out);

// out (m, n) = aᵀ b with a (k, m) and b (k, n): a sum over their rows. `out` overlaps no operand.
void multiply_across(const ConstView& a, const ConstView& b, const View& out);

}  // namespace engine
