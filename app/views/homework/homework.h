// homework.h: the parts of the view that compares the user's own arrays with ours.
#pragma once

#include <memory>
#include <string>

#include "app/session/homework.h"
#include "app/session/homework_look.h"
#include "app/views/core/frame.h"

namespace views {

void draw_homework(const Frame& frame);

// Whether no folder is chosen yet.
bool has_no_homework(const Frame& frame);

// What is known about the folder so far; null: none was chosen, or there is no trace yet. Reads on briefly,
// or checks once a second whether a file was saved again.
std::shared_ptr<const app::Homework> watch_homework(const Frame& frame);
// A detailed look at the focused stage; null if it has no file.
std::shared_ptr<const app::HomeworkLook> look_at_homework(
    const Frame& frame, const std::shared_ptr<const app::Homework>& homework);
// The row of the focused stage; null if there is none.
const app::HomeworkRow* focused_row(const Frame& frame, const app::Homework& homework);

// Focuses a row's stage, at the cell that differs most.
void go_to_row(const Frame& frame, const app::Homework& homework, const app::HomeworkRow& row);

// "Encoder 1 · Head 2 · Attention weights": the address in words; other names are returned unchanged.
std::string row_name(const Frame& frame, const app::HomeworkRow& row);
// "differs", "agrees", "other shape", "cannot be read", "no file".
std::string standing_name(const Frame& frame, app::Standing standing);
// "12 × 64"
std::string shape_name(const engine::Shape& shape);

// Theirs, ours and the difference side by side, as large as fits. Returns their lower edge.
float draw_homework_maps(const Frame& frame, const app::Homework& homework, const app::HomeworkRow& row,
                         const app::HomeworkLook& look, ImVec2 at, ImVec2 room);
// Every row with its result, in the space from the cursor on.
void draw_homework_list(const Frame& frame, const app::Homework& homework, ImVec2 room);

}  // namespace views
