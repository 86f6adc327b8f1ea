// class_sheet.h: what was answered in lessons, as a table for a spreadsheet.
#pragma once

#include <string>

#include "app/session/lesson_state.h"
#include "app/text/tr.h"

namespace app {

// CSV in UTF-8 with a byte-order mark, by which spreadsheets know it: lesson, title, steps reached, step,
// answer, right, tries, shown. One row for each answer, in the order of lessons and steps, counted from 1; a
// lesson without any has one row. A cell that a spreadsheet would take for a formula begins with an
// apostrophe.
std::string class_sheet(const AllProgress& progress, const Words& words);

}  // namespace app
