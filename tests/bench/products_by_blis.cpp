// products_by_blis.cpp: products by BLIS.
#include <blis.h>

#include "engine/core/parallel.h"
#include "tests/bench/products_bench.h"

namespace engine::products_bench {

Multiply by_blis(const Operands& operands) {
  bli_thread_set_num_threads(cores());
  return [&operands](size_t which) {
    const Index depth = operands.a.cols();
    const Index columns = operands.out.cols();
    // It takes what it only reads by pointers to what may change.
    auto* const a = const_cast<float*>(operands.a.data());
    auto* const b = const_cast<float*>(operands.b[which].data());
    auto* const out = const_cast<float*>(operands.out.data());
    float one = 1;
    float zero = 0;
    bli_sgemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, operands.a.rows(), columns, depth, &one, a, depth, 1, b,
              operands.is_transposed ? 1 : columns, operands.is_transposed ? depth : 1, &zero, out, columns,
              1);
  };
}

}  // namespace engine::products_bench
