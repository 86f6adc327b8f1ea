// attention_bench.cpp: ways of computing attention beside each other, one head of 4096 tokens, 64 wide: times
// as ratios, beside the ratios of their operations. build/release/tests/bench/headlight_attention_bench
#include <array>
#include <chrono>
#include <cstdio>

#include "engine/analysis/method_measures.h"
#include "engine/core/memory.h"
#include "engine/core/parallel.h"
#include "engine/kernels/instructions.h"

namespace engine {
namespace {

constexpr std::array<Index, 1> kLengths = {4096};
constexpr MeasuredWidths kWidths = {.d_k = 64, .d_v = 64};
constexpr int kRounds = 5;

double seconds_of(const AttentionMethod& method) {
  const Meters meters{[] {
                        const auto now = std::chrono::steady_clock::now().time_since_epoch();
                        return std::chrono::duration<double>(now).count();
                      },
                      [](const std::function<void()>& work) {
                        work();
                        return std::optional<double>();
                      }};
  return measure_lengths(method, kWidths, kLengths, meters)->points.front().seconds;
}

// In turn, so that a slow moment of the machine meets all of them; of each the fastest.
void compare_methods(const std::vector<AttentionMethod>& methods) {
  std::vector<double> seconds(methods.size(), 1e9);
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < methods.size(); ++i) seconds[i] = std::min(seconds[i], seconds_of(methods[i]));
  }
  const auto cost = [&](size_t i) {
    return method_cost(methods[i], {kLengths[0], kLengths[0], kWidths.d_k, kWidths.d_v});
  };
  std::printf("%-10s %10s %14s %14s %12s\n", "attention", "ms", "time / exact", "count / exact",
              "MB counted");
  for (size_t i = 0; i < methods.size(); ++i) {
    const std::string name(name_of(methods[i].kind));
    std::printf("%-10s %10.2f %14.3f %14.3f %12.2f\n", name.c_str(), seconds[i] * 1e3,
                seconds[i] / seconds[0], cost(i).operations / cost(0).operations, cost(i).bytes / 1e6);
  }
}

}  // namespace
}  // namespace engine

int main() {
  engine::keep_freed_memory();
  std::vector<engine::AttentionMethod> methods;
  for (const engine::MethodRow& row : engine::attention_methods())
    methods.push_back({.kind = row.kind, .features = 256});
  std::printf("%ld tokens, %ld wide, %ld cores, instructions %s of %s\n",
              static_cast<long>(engine::kLengths[0]), static_cast<long>(engine::kWidths.d_k),
              static_cast<long>(engine::cores()), std::string(name_of(engine::instructions())).c_str(),
              engine::available_instructions().c_str());
  engine::compare_methods(methods);
  return 0;
}
