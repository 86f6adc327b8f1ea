// parameters.cpp: adds up the shapes of a trace's parameters.
#include "app/session/parameters.h"

#include "engine/core/address.h"

namespace app {

ParameterCount count_parameters(const engine::Trace& trace, const engine::Config& config) {
  ParameterCount count;
  if (config.positions == engine::PositionKind::kLearned) count.positions = config.context * config.d_model;
  for (const engine::Stage& stage : trace.stages()) {
    const bool of_dimensions =
        stage.row_axis == engine::Axis::kDimensions || stage.row_axis == engine::Axis::kVocabulary;
    if (!stage.operation->is_given() || !of_dimensions) continue;
    const engine::StageAddress place = engine::parse_address(stage.address);
    // The examples of a batch share one model.
    if (place.batch > 0) continue;
    const engine::Index numbers = stage.rows * stage.columns;
    if (stage.kind == engine::StageKind::kNormWeight || stage.kind == engine::StageKind::kNormBias) {
      count.norms += numbers;
    } else if (place.sublayer == engine::Sublayer::kFeedForward) {
      count.feed_forward += numbers;
    } else if (place.sublayer == engine::Sublayer::kNone) {
      count.embedding += numbers;
    } else {
      count.attention += numbers;
    }
  }
  return count;
}

}  // namespace app
