// merged_frame.cpp: merges the maps of heads, once for each run.
#include "app/views/core/merged_frame.h"

#include <algorithm>

#include "engine/analysis/merged_maps.h"

namespace views {
namespace {

constexpr engine::Index kMostMerged = 20'000'000;  // weights, of all maps together

bool are_weights(const engine::Trace& trace, std::span<const int> maps) {
  return !maps.empty() && std::all_of(maps.begin(), maps.end(), [&](int map) {
    const engine::Stage& stage = trace.stage(map);
    return stage.kind == engine::StageKind::kWeights && stage.operation->makes_shares() &&
           stage.rows_are() == trace.stage(maps.front()).rows_are() &&
           stage.columns_are() == trace.stage(maps.front()).columns_are();
  });
}

}  // namespace

std::optional<Frame> merged_frame(const Frame& frame, std::span<const int> maps) {
  if (!frame.style.merged_pieces || frame.derived || !are_weights(frame.trace(), maps)) return std::nullopt;
  const engine::Stage& like = frame.trace().stage(maps.front());
  const auto count = static_cast<engine::Index>(maps.size());
  if (like.rows * like.columns > kMostMerged / count) return std::nullopt;
  const auto& queries = frame.trace().sequence(like.row_sequence).tokens;
  const auto& keys = frame.trace().sequence(like.column_sequence).tokens;
  const engine::TokenWords rows = engine::words_of(queries);
  const engine::TokenWords columns = engine::words_of(keys);
  if (!rows.merges_any(queries.size()) && !columns.merges_any(keys.size())) return std::nullopt;
  const std::string name = "merged pieces " + like.address + " " + std::to_string(count);
  const auto& derived = frame.derivations.get(name, {frame.session.trace()}, frame.style, [&] {
    return engine::merged_maps_trace(frame.trace(), maps, rows, columns);
  });
  if (!derived.trace) return std::nullopt;
  return frame.over(derived.trace, *derived.facts, "merged pieces");
}

}  // namespace views
