// layer_times.cpp: times the engine's own operations on random values.
#include "app/session/layer_times.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "app/document/measuring.h"
#include "engine/core/parallel.h"
#include "engine/core/random.h"
#include "engine/ops/relatives.h"

namespace app {
namespace {

using engine::ConstView;
using engine::Index;
using engine::LayerSize;
using engine::Matrix;
using engine::Relative;

constexpr Index kShortest = 16;
constexpr Index kLongest = 8192;
constexpr double kMostOperations = 1.5e9;  // of one run
constexpr double kMostNumbers = 2e7;       // of one map, or of a kernel

Matrix drawn_numbers(Index rows, Index columns, const char* name) {
  const engine::RandomStream stream(0, name);
  Matrix numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i)
    numbers.data()[i] = 0.05f * stream.symmetric(static_cast<uint64_t>(i));
  return numbers;
}

Matrix run_operation(const engine::OperationPtr& operation, const std::vector<ConstView>& inputs, Index rows,
                     Index columns) {
  Matrix out(rows, columns);
  operation->forward(inputs, engine::whole(out));
  return out;
}

// One layer's work, repeatable.
std::function<void()> work_of(const LayerTime& asked, const LayerSize& size) {
  const auto n = static_cast<Index>(asked.n);
  const auto d = static_cast<Index>(size.d);
  const auto x = std::make_shared<const Matrix>(drawn_numbers(n, d, "times.x"));
  switch (asked.kind) {
    case Relative::kAttention:
      return [x, n, d] {
        const Matrix scores = run_operation(engine::scores(), {engine::whole(*x), engine::whole(*x)}, n, n);
        const Matrix weights = run_operation(engine::softmax_rows(), {engine::whole(scores)}, n, n);
        run_operation(engine::weighted_sum(), {engine::whole(weights), engine::whole(*x)}, n, d);
      };
    case Relative::kRecurrence: {
      const auto w = std::make_shared<const Matrix>(drawn_numbers(d, d, "times.w"));
      return [x, w, n, d] {
        run_operation(engine::recurrence(false), {engine::whole(*x), engine::whole(*w)}, n, d);
      };
    }
    case Relative::kConvolution:
      break;
  }
  const auto k = static_cast<Index>(size.k);
  const auto w = std::make_shared<const Matrix>(drawn_numbers(k * d, d, "times.kernel"));
  return [x, w, n, d, k] {
    run_operation(engine::convolution({.kernel = k}), {engine::whole(*x), engine::whole(*w)}, n, d);
  };
}

bool is_measurable(Relative kind, const LayerSize& at) {
  const double numbers = kind == Relative::kAttention ? at.n * at.n : at.k * at.d * at.d;
  return engine::layer_operations(kind, at) <= kMostOperations &&
         std::max(numbers, at.n * at.d) <= kMostNumbers;
}

}  // namespace

LayerTimes::LayerTimes(const LayerSize& size) : size_(size) {
  LayerSize at = size;
  for (Index n = kShortest; n <= kLongest; n *= 2) {
    at.n = static_cast<double>(n);
    for (const Relative kind : engine::kRelativeKinds) {
      if (is_measurable(kind, at)) asked_.push_back({kind, at.n, 0});
    }
  }
}

void LayerTimes::measure() {
  const engine::Serial one_core;
  const engine::Meters meters = machine_meters();
  while (!is_done() && !has_failed()) {
    LayerTime next = asked_[done()];
    next.seconds = engine::shortest_seconds(work_of(next, size_), meters);
    if (engine::stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      measured_.push_back(next);
    }
    done_.fetch_add(1, std::memory_order_release);
  }
}

std::vector<LayerTime> LayerTimes::measured() const {
  const std::lock_guard lock(mutex_);
  return measured_;
}

}  // namespace app
