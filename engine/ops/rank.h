// rank.h: operations that tell how far the rows of a matrix still differ. Dong et al. 2021 (2103.03404).
#pragma once

#include "engine/ops/operations.h"

namespace engine {

// X (n, d) -> X − 1 mᵀ, where m is the mean row: what sets each row apart from the others.
OperationPtr row_residual();

// R, X (n, d) -> (1, 1): ‖R‖ / ‖X‖, where ‖A‖ = √(‖A‖₁ ‖A‖_∞), the largest column sum of |A| and the largest
// row sum. 0 where X is 0. Sec. 2.
OperationPtr composite_ratio();

// ‖A‖ of a matrix.
double composite_norm(const ConstView& numbers);

}  // namespace engine
