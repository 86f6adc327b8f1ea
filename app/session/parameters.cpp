// parameters.cpp: adds up the shapes of a trace's parameters, and what is typed over them.
#include "app/session/parameters.h"

#include <algorithm>

#include "engine/core/address.h"

namespace app {
namespace {

bool is_parameter(const engine::Stage& stage) {
  const bool of_dimensions =
      stage.row_axis == engine::Axis::kDimensions || stage.row_axis == engine::Axis::kVocabulary;
  // The examples of a batch share one model.
  return stage.operation->is_given() && of_dimensions && engine::parse_address(stage.address).batch <= 0;
}

}  // namespace

ParameterCount count_parameters(const engine::Trace& trace, const engine::Config& config) {
  ParameterCount count;
  if (config.positions == engine::PositionKind::kLearned) count.positions = config.context * config.d_model;
  for (const engine::Stage& stage : trace.stages()) {
    if (!is_parameter(stage)) continue;
    const engine::StageAddress place = engine::parse_address(stage.address);
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

TypedParameters typed_parameters(const engine::Trace& trace, const engine::Config& config) {
  if (config.edits.empty()) return TypedParameters::kNone;
  bool any = false;
  bool all = config.positions != engine::PositionKind::kLearned;
  for (const engine::Stage& stage : trace.stages()) {
    if (!is_parameter(stage)) continue;
    const engine::StageEdits* const edits = engine::find_edits(config.edits, stage.address);
    const auto is_there = [&](const engine::CellEdit& cell) {
      return cell.row < stage.rows && cell.column < stage.columns;
    };
    const engine::Index typed = edits == nullptr ? 0 : std::ranges::count_if(edits->cells, is_there);
    any = any || typed > 0;
    all = all && typed == stage.rows * stage.columns;
  }
  if (!any) return TypedParameters::kNone;
  return all ? TypedParameters::kAll : TypedParameters::kSome;
}

}  // namespace app
