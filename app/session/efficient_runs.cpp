// efficient_runs.cpp: runs the engine's measurements in the background, and reports their progress.
#include "app/session/efficient_runs.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/document/measuring.h"

namespace app {

using engine::Index;

double EfficientProgress::part() const {
  const Index all = planned;
  return all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 0;
}

engine::MeasureProgress EfficientProgress::teller() {
  return [this](Index now, Index all) {
    done = now;
    planned = all;
  };
}

// The work keeps the run that it reports on alive.
void want(const std::shared_ptr<EfficientSweep>& run, Background& background) {
  background.want(
      run->result, [run] { return engine::run_sweep(run->heads, run->sweep, run->progress.teller()); },
      Urgency::kCanWait);
}

void want(const std::shared_ptr<EfficientLengths>& run, Background& background) {
  const auto make = [run]() -> std::optional<EfficientLengths::Result> {
    const engine::Meters meters = machine_meters();
    const bool is_exact = run->method.kind == engine::AttentionKind::kExact;
    const auto measure = [&](const engine::AttentionMethod& method, Index before) {
      return engine::measure_lengths(method, run->widths, run->lengths, meters, [&](Index now, Index all) {
        run->progress.done = before + now;
        run->progress.planned = is_exact ? all : 2 * all;
      });
    };
    auto method = measure(run->method, 0);
    if (!method) return std::nullopt;
    if (is_exact) return EfficientLengths::Result{*method, *method};
    auto exact = measure({}, run->progress.planned / 2);
    if (!exact) return std::nullopt;
    return EfficientLengths::Result{*std::move(exact), *std::move(method)};
  };
  background.want(run->result, make, Urgency::kCanWait);
}

std::vector<Index> sweep_values(const engine::MethodNumber& number, Index most) {
  const bool is_features = number.name == "features";
  const bool is_buckets = number.name == "buckets";
  std::vector<Index> values;
  for (Index value = is_features ? 16 : is_buckets ? 2 : 1; value <= std::min<Index>(most, 1024); value *= 2)
    values.push_back(value);
  return values;
}

std::vector<Index> measured_lengths() {
  std::vector<Index> lengths;
  for (Index length = 256; length <= 16384; length *= 2) lengths.push_back(length);
  return lengths;
}

}  // namespace app
