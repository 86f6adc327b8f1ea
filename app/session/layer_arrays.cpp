// layer_arrays.cpp: finds the heads behind a layer's address.
#include "app/session/layer_arrays.h"

#include "engine/core/address.h"

namespace app {

std::string layer_address(std::string_view address) {
  engine::StageAddress place = engine::parse_address(address);
  place.head = -1;
  return engine::address_of(place);
}

std::vector<int> stages_of_layer(const engine::Trace& trace, std::string_view address) {
  engine::StageAddress place = engine::parse_address(address);
  if (place.head >= 0 || place.sublayer == engine::Sublayer::kNone) return {};
  const auto in_head = [&](size_t head) {
    place.head = static_cast<int>(head);
    return trace.find(engine::address_of(place));
  };
  std::vector<int> stages;
  for (auto stage = in_head(0); stage; stage = in_head(stages.size())) {
    const engine::Stage& first = trace.stage(stages.empty() ? *stage : stages.front());
    const engine::Stage& one = trace.stage(*stage);
    if (one.rows != first.rows || one.columns != first.columns) return {};
    stages.push_back(*stage);
  }
  return stages;
}

}  // namespace app
