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

std::string habit_sentence(const app::Words& tr, const Facts& facts, int head) {
  if (facts.sees_nothing(head)) return tr("habit.blind");
  const engine::HeadHabit& habit = facts.habit(head);
  const auto percent = std::to_string(static_cast<int>(std::round(100 * habit.share)));
  return tr(key_of(habit.habit), {{"percent", percent}, {"count", std::to_string(facts.labels().size())}});
}

}  // namespace views
