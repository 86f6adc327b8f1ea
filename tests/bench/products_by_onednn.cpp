// products_by_onednn.cpp: products by oneDNN 2, which takes as many threads as OpenMP gives it: one a core.
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#include "tests/bench/products_bench.h"

namespace engine::products_bench {
namespace {

using dnnl::memory;

memory::desc described(Index rows, Index columns, Index row_step, Index column_step) {
  return {{rows, columns}, memory::data_type::f32, {row_step, column_step}};
}

class OneDnn {
 public:
  OneDnn(const Operands& operands, bool packs) : cpu_(dnnl::engine::kind::cpu, 0), stream_(cpu_) {
    const Index rows = operands.a.rows();
    const Index depth = operands.a.cols();
    const Index columns = operands.out.cols();
    const memory::desc a = described(rows, depth, depth, 1);
    const memory::desc out = described(rows, columns, columns, 1);
    const memory::desc lying =
        operands.is_transposed ? described(depth, columns, 1, depth) : described(depth, columns, columns, 1);
    const memory::desc liked({depth, columns}, memory::data_type::f32, memory::format_tag::any);
    const dnnl::matmul::primitive_desc plan({a, packs ? liked : lying, out}, cpu_);
    product_ = dnnl::matmul(plan);
    for (const ConstView& b : operands.b) {
      memory factor = memory(lying, cpu_, const_cast<float*>(b.data()));
      if (packs) factor = reordered(factor, plan.weights_desc());
      arguments_.push_back({{DNNL_ARG_SRC, memory(a, cpu_, const_cast<float*>(operands.a.data()))},
                            {DNNL_ARG_WEIGHTS, factor},
                            {DNNL_ARG_DST, memory(out, cpu_, const_cast<float*>(operands.out.data()))}});
    }
  }

  void multiply(size_t which) {
    product_.execute(stream_, arguments_[which]);
    stream_.wait();
  }

 private:
  memory reordered(memory& from, const memory::desc& order) {
    memory to(order, cpu_);
    dnnl::reorder(from, to).execute(stream_, from, to);
    stream_.wait();
    return to;
  }

  dnnl::engine cpu_;
  dnnl::stream stream_;
  dnnl::matmul product_;
  std::vector<std::unordered_map<int, memory>> arguments_;
};

Multiply prepared(const Operands& operands, bool packs) {
  return [library = std::make_shared<OneDnn>(operands, packs)](size_t which) { library->multiply(which); };
}

}  // namespace

Multiply by_onednn(const Operands& operands) {
  return prepared(operands, false);
}
Multiply by_onednn_packed(const Operands& operands) {
  return prepared(operands, true);
}

}  // namespace engine::products_bench
