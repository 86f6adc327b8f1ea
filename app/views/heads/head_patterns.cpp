// head_patterns.cpp: puts a head's measures into words.
#include "app/views/heads/head_patterns.h"

#include <cmath>

#include "engine/core/address.h"

namespace views {
namespace {

// `crosses`: the keys are tokens of another sequence.
const char* key_of(engine::Habit habit, bool crosses) {
  switch (habit) {
    case engine::Habit::kPrevious:
      return "habit.previous";
    case engine::Habit::kSame:
      return "habit.same";
    case engine::Habit::kEqualTokens:
      return crosses ? "habit.equal_cross" : "habit.equal";
    case engine::Habit::kFirst:
      return crosses ? "habit.first_cross" : "habit.first";
    case engine::Habit::kEven:
      return "habit.even";
    case engine::Habit::kNext:
      return "habit.next";
    case engine::Habit::kInduction:
      return "habit.induction";
    case engine::Habit::kDuplicate:
      return crosses ? "habit.equal_cross" : "habit.duplicate";
    case engine::Habit::kNone:
      break;
  }
  return "habit.none";
}

// For a narrow place.
std::string brief_key(engine::Habit habit) {
  switch (habit) {
    case engine::Habit::kPrevious:
      return "habit.brief.previous";
    case engine::Habit::kSame:
      return "habit.brief.same";
    case engine::Habit::kEqualTokens:
    case engine::Habit::kDuplicate:
      return "habit.brief.equal";
    case engine::Habit::kFirst:
      return "habit.brief.first";
    case engine::Habit::kNext:
      return "habit.brief.next";
    case engine::Habit::kInduction:
      return "habit.brief.induction";
    case engine::Habit::kEven:
    case engine::Habit::kNone:
      break;
  }
  return habit == engine::Habit::kEven ? "habit.even" : "habit.none";
}

}  // namespace

std::string brief_head_pattern(const Frame& frame, int stage) {
  if (!frame.facts.weights_of(stage) || !frame.facts.is_measured(stage) || frame.facts.sees_nothing(stage))
    return head_pattern_sentence(frame, stage);
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  const auto percent = std::to_string(static_cast<int>(std::round(100 * habit.share)));
  return frame.tr(brief_key(habit.habit), {{"percent", percent}});
}

std::string head_pattern_sentence(const Frame& frame, int stage) {
  if (engine::is_gradient(frame.trace().stage(stage).address)) return "";
  if (frame.facts.sees_nothing(stage)) return frame.tr("habit.blind");
  if (!frame.facts.is_measured(stage) && frame.facts.weights_of(stage)) return frame.tr("map.measuring");
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  const auto percent = std::to_string(static_cast<int>(std::round(100 * habit.share)));
  const auto weights = frame.facts.weights_of(stage);
  if (!weights) return "";
  const engine::Stage& map = frame.trace().stage(*weights);
  const bool crosses = map.row_sequence != map.column_sequence;
  const engine::Index keys = map.columns;
  return frame.tr(key_of(habit.habit, crosses), {{"percent", percent}, {"count", std::to_string(keys)}});
}

}  // namespace views
