// homework_look.h: one stage of the user's own arrays in detail: its values, and what would explain them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/homework.h"
#include "engine/analysis/mistakes.h"

namespace app {

struct HomeworkLook {
  HomeworkFile file;
  std::shared_ptr<const engine::Trace> trace;
  double tolerance = 0;
  std::shared_ptr<const engine::Matrix> theirs;  // null: the file cannot be read
  std::shared_ptr<const engine::Trace> sides;    // see side_by_side; null with `theirs`
  std::vector<engine::Mistake> mistakes;         // that reproduce their values
  // The first input stage whose own values differ, if theirs are right given those values; otherwise empty.
  std::string follows_from;
};

// A look in progress on its own thread.
struct HomeworkLooking {
  HomeworkLook begun;  // identifies it, without the values
  Later<HomeworkLook> look;
};

// The look for a row, before reading anything.
HomeworkLook begin_look(const Homework& homework, const HomeworkRow& row, double tolerance);

// Reads the row's file again. A stage with more than kMostExplained values is not explained.
inline constexpr engine::Index kMostExplained = engine::Index{1} << 22U;
HomeworkLook look_closely(const Homework& homework, const HomeworkRow& row, double tolerance);

// Whether a look still belongs to this row.
bool is_current(const HomeworkLook& look, const Homework& homework, const HomeworkRow& row, double tolerance);

// The stages "theirs", "ours" and "difference" = theirs − ours, labelled as ours; if the shapes differ, only
// "theirs".
std::shared_ptr<const engine::Trace> side_by_side(const engine::Trace& trace, int stage,
                                                  const std::shared_ptr<const engine::Matrix>& theirs);

}  // namespace app
