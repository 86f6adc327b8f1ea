// habits.cpp: puts words to a head's measures.
#include "app/views/habits.h"

#include <cmath>

namespace views {
namespace {

const char* key_of(engine::Habit habit) {
  switch (habit) {
    case engine::Habit::kPrevious:
      return "habit.previous";
    case engine::Habit::kSame:
      return "habit.same";
    case engine::Habit::kEqualTokens:
      return "habit.equal";
    case engine::Habit::kFirst:
      return "habit.first";
    case engine::Habit::kEven:
      return "habit.even";
    case engine::Habit::kNone:
      break;
  }
  return "habit.none";
}

}  // namespace

std::string habit_sentence(const Frame& frame, int stage) {
  if (frame.facts.sees_nothing(stage)) return frame.tr("habit.blind");
  const engine::HeadHabit& habit = frame.facts.habit(stage);
  const auto percent = std::to_string(static_cast<int>(std::round(100 * habit.share)));
  const auto weights = frame.facts.weights_of(stage);
  const engine::Index keys = weights ? frame.trace().stage(*weights).columns : 0;
  return frame.tr(key_of(habit.habit), {{"percent", percent}, {"count", std::to_string(keys)}});
}

}  // namespace views
