// products_by_openblas.cpp: products by OpenBLAS, where it is installed. Loaded by name, since BLIS has
// functions of the same names.
#include <dlfcn.h>

#include "engine/core/parallel.h"
#include "tests/bench/products_bench.h"

namespace engine::products_bench {
namespace {

// The C interface's numbers for rows that are contiguous, and for a factor as it is or transposed.
enum { kRowMajor = 101, kAsItIs = 111, kTransposed = 112 };
using Sgemm = void (*)(int order, int a_as, int b_as, int rows, int columns, int depth, float alpha,
                       const float* a, int a_step, const float* b, int b_step, float beta, float* out,
                       int out_step);
using SetThreads = void (*)(int threads);

// A function of the library; null where that is not there.
template <class Function>
Function loaded(const char* name) {
  static void* const kLibrary = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return kLibrary == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(kLibrary, name));
}

}  // namespace

bool has_openblas() {
  return loaded<Sgemm>("cblas_sgemm") != nullptr;
}

Multiply by_openblas(const Operands& operands) {
  loaded<SetThreads>("openblas_set_num_threads")(static_cast<int>(cores()));
  return [&operands, multiply = loaded<Sgemm>("cblas_sgemm")](size_t which) {
    const auto rows = static_cast<int>(operands.a.rows());
    const auto depth = static_cast<int>(operands.a.cols());
    const auto columns = static_cast<int>(operands.out.cols());
    multiply(kRowMajor, kAsItIs, operands.is_transposed ? kTransposed : kAsItIs, rows, columns, depth, 1,
             operands.a.data(), depth, operands.b[which].data(), operands.is_transposed ? depth : columns, 0,
             const_cast<float*>(operands.out.data()), columns);
  };
}

}  // namespace engine::products_bench
