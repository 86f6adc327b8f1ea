// facts_beside.cpp: how a trace differs from an earlier one, and from a pinned one.
#include <algorithm>
#include <optional>
#include <vector>

#include "app/views/core/facts.h"
#include "engine/core/parallel.h"

namespace views {
namespace {

// Ends at the first difference.
bool has_difference(const engine::Trace& trace, int stage, const engine::Trace& pinned) {
  const engine::Stage& now = trace.stage(stage);
  const auto same = pinned.find(now.address);
  if (!same || pinned.stage(*same).rows != now.rows || pinned.stage(*same).columns != now.columns)
    return true;
  if (trace.shares(stage, pinned)) return false;
  constexpr engine::Index kAtOnce = 16;
  for (engine::Index first = 0; first < now.rows && !engine::stop_requested(); first += kAtOnce) {
    const engine::Index count = std::min(kAtOnce, now.rows - first);
    if (trace.read(stage, first, 0, count, now.columns) != pinned.read(*same, first, 0, count, now.columns))
      return true;
  }
  return false;
}

std::optional<std::vector<engine::Index>> find_moved_rows(const engine::Trace& trace, int stage,
                                                          const engine::Trace& earlier) {
  const engine::Stage& now = trace.stage(stage);
  const auto same = earlier.find(now.address);
  if (!same || earlier.stage(*same).rows != now.rows || earlier.stage(*same).columns != now.columns)
    return std::nullopt;
  std::vector<engine::Index> moved;
  if (trace.shares(stage, earlier)) return moved;
  constexpr engine::Index kAtOnce = 16;
  for (engine::Index first = 0; first < now.rows && !engine::stop_requested(); first += kAtOnce) {
    const engine::Index count = std::min(kAtOnce, now.rows - first);
    const engine::Matrix numbers = trace.read(stage, first, 0, count, now.columns);
    const engine::Matrix before = earlier.read(*same, first, 0, count, now.columns);
    for (engine::Index row = 0; row < count; ++row) {
      if (numbers.row(row) != before.row(row)) moved.push_back(first + row);
    }
  }
  return moved;
}

}  // namespace

const Facts::MovedRows& Facts::moved_rows(int stage,
                                          const std::shared_ptr<const engine::Trace>& earlier) const {
  static const MovedRows kUnknown;
  if (earlier != earlier_) derived_->forget("moved rows");
  earlier_ = earlier;
  if (!earlier) return kUnknown;
  const MovedRows* const moved = derived_->find<MovedRows>(
      {"moved rows", stage}, is_slow(stage),
      [trace = trace_, stage, earlier] { return find_moved_rows(*trace, stage, *earlier); });
  return moved != nullptr ? *moved : kUnknown;
}

bool Facts::differs(int stage, const std::shared_ptr<const engine::Trace>& pinned) const {
  if (pinned != pinned_) derived_->forget("differs");
  pinned_ = pinned;
  if (!pinned) return false;
  const bool* const found = derived_->find<bool>(
      {"differs", stage}, is_slow(stage),
      [trace = trace_, stage, pinned] { return has_difference(*trace, stage, *pinned); });
  return found != nullptr && *found;
}

}  // namespace views
