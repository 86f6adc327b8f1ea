// depth_curves.cpp: takes draws in turn, one of each order of the norm.
#include "app/session/depth_curves.h"

#include <array>
#include <utility>

#include "engine/core/parallel.h"

namespace app {
namespace {

using engine::DepthLayer;
using engine::Index;
using engine::NormOrder;

constexpr std::array kNormOrders = {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T};

}  // namespace

DepthCurves::DepthCurves(engine::DepthStack stack, Index layers, Index draws)
    : stack_(stack), layers_(layers), draws_(draws) {
  for (const NormOrder norm : kNormOrders)
    sums_.push_back({norm, 0, std::vector<DepthLayer>(static_cast<size_t>(layers))});
}

size_t DepthCurves::count() const {
  return kNormOrders.size() * static_cast<size_t>(draws_);
}

void DepthCurves::measure() {
  while (!is_done() && !is_cancelled() && !has_failed()) {
    const size_t next = done();
    const NormOrder norm = kNormOrders.at(next % kNormOrders.size());
    const auto draw = static_cast<uint64_t>(next / kNormOrders.size());
    const std::vector<DepthLayer> drawn = engine::measure_draw({norm, layers_, stack_}, draw);
    if (engine::stop_requested()) return;
    if (drawn.empty()) return fail();
    {
      const std::lock_guard lock(mutex_);
      DepthCurve& curve = sums_.at(next % kNormOrders.size());
      ++curve.draws;
      for (size_t i = 0; i < drawn.size(); ++i) curve.layers[i] += drawn[i];
    }
    done_.fetch_add(1, std::memory_order_release);
  }
}

std::vector<DepthCurve> DepthCurves::measured() const {
  const std::lock_guard lock(mutex_);
  std::vector<DepthCurve> means;
  for (DepthCurve curve : sums_) {
    if (curve.draws == 0) continue;
    for (DepthLayer& layer : curve.layers) layer /= static_cast<double>(curve.draws);
    means.push_back(std::move(curve));
  }
  return means;
}

}  // namespace app
