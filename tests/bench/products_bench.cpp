// products_bench.cpp: our products beside Eigen's, oneDNN's, BLIS's and OpenBLAS's, on the shapes that
// attention needs. Of each the least time of several in random order.
// build/release/tests/bench/products_bench
#include "tests/bench/products_bench.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/core/memory.h"
#include "engine/core/parallel.h"
#include "engine/kernels/instructions.h"
#include "engine/kernels/matrix_product.h"

namespace engine::products_bench {
namespace {

struct Library {
  const char* name;
  Multiply (*prepare)(const Operands&);
  bool packs = false;  // only worth it for weights, which stay the same
};

struct Product {
  std::string group;
  Index rows;
  Index depth;
  Index columns;
  bool is_transposed;
  bool is_near = true;        // one b, again and again, or as many as no cache holds
  bool is_by_weights = true;  // b is the same from run to run
};

Multiply by_ours(const Operands& operands) {
  return [&operands](size_t which) {
    if (operands.is_transposed) {
      multiply_transposed(operands.a, operands.b[which], operands.out);
    } else {
      multiply(operands.a, operands.b[which], operands.out);
    }
  };
}

// Eigen multiplies on one core; columns are split over the cores where ours are: from 4 million multiply-adds
// or half a million numbers of b on.
Multiply by_eigen(const Operands& operands) {
  return [&operands, out = operands.out](size_t which) mutable {
    const ConstView& b = operands.b[which];
    const bool is_split = operands.a.size() * out.cols() >= 4'000'000 || b.size() >= 500'000;
    const Index parts = is_split ? cores() : 1;
    parallel_for(parts, [&](Index part) {
      const Index from = out.cols() * part / parts;
      const Index count = out.cols() * (part + 1) / parts - from;
      if (operands.is_transposed) {
        out.middleCols(from, count).noalias() = operands.a * b.middleRows(from, count).transpose();
      } else {
        out.middleCols(from, count).noalias() = operands.a * b.middleCols(from, count);
      }
    });
  };
}

std::vector<Library> find_libraries() {
  std::vector<Library> all = {
      {"ours", by_ours},     {"Eigen", by_eigen},
#ifdef PRODUCTS_BENCH_ONEDNN
      {"oneDNN", by_onednn}, {"oneDNN packed", by_onednn_packed, true},
#endif
#ifdef PRODUCTS_BENCH_BLIS
      {"BLIS", by_blis},
#endif
  };
  if (has_openblas()) all.push_back({"OpenBLAS", by_openblas});
  return all;
}

const std::vector<Library>& libraries() {
  static const std::vector<Library> kAll = find_libraries();
  return kAll;
}

std::vector<Product> products() {
  std::vector<Product> all;
  for (const bool is_near : {false, true}) {
    for (const bool is_transposed : {false, true}) {
      const std::string group = std::string("GPT-2's weights ") + (is_transposed ? "(n, k)" : "(k, n)") +
                                (is_near ? ", in the cache" : ", from memory");
      for (const auto& [depth, columns] : {std::pair<Index, Index>{768, 768}, {768, 3072}, {3072, 768}}) {
        for (const Index rows : {1, 8, 32, 128, 512})
          all.push_back({group, rows, depth, columns, is_transposed, is_near});
      }
    }
  }
  for (const Index tokens : {32, 128, 512})
    all.push_back({"a head's scores", tokens, 64, tokens, true, true, false});
  for (const Index tokens : {32, 128, 512})
    all.push_back({"a head's output", tokens, tokens, 64, false, true, false});
  all.push_back({"in class, (k, n)", 11, 64, 64, false});
  all.push_back({"in class, (n, k)", 11, 64, 64, true});
  return all;
}

std::string name_of(const Product& product, const Library& library) {
  return product.group + ", " + std::to_string(product.rows) + " x " + std::to_string(product.depth) + " x " +
         std::to_string(product.columns) + "/" + library.name;
}

// Numbers for every b: more than any cache holds.
const Matrix& far_numbers() {
  static const Matrix kNumbers = Matrix::Random(1, Index{32} << 20);
  return kNumbers;
}

void run_product(benchmark::State& state, const Product& product, const Library& library) {
  const Matrix a = Matrix::Random(product.rows, product.depth);
  Matrix out(product.rows, product.columns);
  Operands operands{whole(a), {}, product.is_transposed, whole(out)};
  const Index b_rows = product.is_transposed ? product.columns : product.depth;
  const Index b_columns = product.is_transposed ? product.depth : product.columns;
  const Index copies = product.is_near ? 1 : far_numbers().size() / (b_rows * b_columns);
  for (Index i = 0; i < copies; ++i)
    operands.b.emplace_back(far_numbers().data() + i * b_rows * b_columns, b_rows, b_columns,
                            Eigen::OuterStride<>(b_columns));
  const Multiply multiply_by = library.prepare(operands);
  static std::set<std::string> checked;  // once, not at every repetition
  if (checked.insert(name_of(product, library)).second) {
    by_eigen(operands)(0);
    const Matrix expected = out;
    multiply_by(0);
    if ((out - expected).cwiseAbs().maxCoeff() > 1e-3f)
      return state.SkipWithError("other numbers than Eigen's");
  }
  // Goes on where the run before left off, whose factors are still near.
  static size_t turn = 0;
  for (auto _ : state) {
    multiply_by(++turn % operands.b.size());
    benchmark::ClobberMemory();
  }
}

// Keeps the least time of each, and prints at the end how many times ours the others take.
class RatioReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& /*context*/) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      if (run.error_occurred)
        std::printf("%s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
      if (run.error_occurred) continue;
      double& least = least_.try_emplace(run.run_name.function_name, kInfinity).first->second;
      least = std::min(least, run.GetAdjustedRealTime());
    }
  }

  void Finalize() override {
    std::string group;
    for (const Product& product : products()) {
      const auto ours = least_.find(name_of(product, libraries().front()));
      if (ours == least_.end()) continue;
      if (group != product.group) print_heading(group = product.group);
      std::printf("%4ld x %4ld x %4ld %10.1f", static_cast<long>(product.rows),
                  static_cast<long>(product.depth), static_cast<long>(product.columns), ours->second / 1e3);
      for (size_t i = 1; i < libraries().size(); ++i) print_ratio(product, libraries()[i], ours->second);
      std::printf("\n");
    }
    print_means();
  }

 private:
  static void print_heading(const std::string& group) {
    std::printf("\n%s: others' time over ours\n%-18s %10s", group.c_str(), "rows x k x n", "ours, us");
    for (size_t i = 1; i < libraries().size(); ++i) std::printf(" %14s", libraries()[i].name);
    std::printf("\n");
  }

  void print_ratio(const Product& product, const Library& library, double ours) {
    const auto found = least_.find(name_of(product, library));
    if (found == least_.end()) {
      std::printf(" %14s", "-");
      return;
    }
    const double ratio = found->second / ours;
    std::printf(" %14.2f", ratio);
    logarithms_[library.name].push_back(std::log(ratio));
  }

  void print_means() {
    std::printf("\n%-29s", "geometric mean");
    for (size_t i = 1; i < libraries().size(); ++i) {
      const std::vector<double>& all = logarithms_[libraries()[i].name];
      double sum = 0;
      for (const double each : all) sum += each;
      std::printf(" %14.2f", std::exp(sum / static_cast<double>(std::max<size_t>(all.size(), 1))));
    }
    std::printf("\n");
  }

  std::map<std::string, double> least_;  // nanoseconds
  std::map<std::string, std::vector<double>> logarithms_;
};

void register_all() {
  for (const Product& product : products()) {
    for (const Library& library : libraries()) {
      if (library.packs && !product.is_by_weights) continue;
      benchmark::RegisterBenchmark(name_of(product, library).c_str(), run_product, product, library)
          ->UseRealTime();
    }
  }
}

}  // namespace
}  // namespace engine::products_bench

int main(int count, char** values) {
  engine::keep_freed_memory();
  // What is asked for on the command line comes later, and counts.
  std::vector<std::string> defaults = {"--benchmark_repetitions=25", "--benchmark_min_time=0.005",
                                       "--benchmark_enable_random_interleaving=true"};
  std::vector<char*> arguments(values, values + count);
  std::transform(defaults.begin(), defaults.end(), std::inserter(arguments, arguments.begin() + 1),
                 [](std::string& each) { return each.data(); });
  count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  engine::products_bench::register_all();
  std::printf("%ld cores, instructions %s of %s\n", static_cast<long>(engine::cores()),
              std::string(name_of(engine::instructions())).c_str(), engine::available_instructions().c_str());
  engine::products_bench::RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
