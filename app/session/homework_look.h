// homework_look.h: one stage of somebody's own numbers, looked at closely: the numbers, and what would
// explain them.
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
  std::vector<engine::Mistake> mistakes;         // that give their numbers
  // The first stage that this one is made from whose own numbers differ, where with those numbers theirs are
  // right; empty elsewhere.
  std::string follows_from;
};

// A look that is made on a thread of its own.
struct HomeworkLooking {
  HomeworkLook begun;  // which one it is, without the numbers
  Later<HomeworkLook> look;
};

// Which look is wanted of a row, without reading anything.
HomeworkLook begin_look(const Homework& homework, const HomeworkRow& row, double tolerance);

// Reads the row's file again. A stage of more than kMostExplained numbers is not explained.
inline constexpr engine::Index kMostExplained = engine::Index{1} << 22U;
HomeworkLook look_closely(const Homework& homework, const HomeworkRow& row, double tolerance);

// Whether a look is still that of this row.
bool is_current(const HomeworkLook& look, const Homework& homework, const HomeworkRow& row, double tolerance);

// The stages "theirs", "ours" and "difference" = theirs − ours, labelled as ours; where the shapes differ
// "theirs" alone.
std::shared_ptr<const engine::Trace> side_by_side(const engine::Trace& trace, int stage,
                                                  const std::shared_ptr<const engine::Matrix>& theirs);

}  // namespace app
