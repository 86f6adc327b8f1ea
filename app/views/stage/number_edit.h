// number_edit.h: typing over computed values: a single one in a field at its cell, or a whole matrix.
#pragma once

#include "app/views/core/fields.h"
#include "app/views/core/frame.h"
#include "app/views/stage/stage_layout.h"

namespace views {

// Opens the field at a cell of the session's trace, and pins the cell.
void open_number(const Frame& frame, const engine::Cell& cell);

// The field, if open, at its cell in the layout.
void draw_number_field(const Frame& frame, const StageLayout& layout);

// A corner in the accent colour on every edited cell; a single one if all were edited.
void draw_typed_marks(const Frame& frame, const ui::MatrixFrame& matrix);

// Beside the name of an explained cell, with their right end at `right`: change it, type all of its matrix.
// Returns where their left end is.
float draw_number_buttons(const Frame& frame, const engine::Cell& cell, ImVec2 right);
// Of a mask, that it is painted.
void draw_paint_note(const Frame& frame, const engine::Cell& cell);

// "typed 3", with all edits below it; nothing if there are none: number_edit_list.cpp.
void typed_setting(Fields& fields);

// The dialogs that read a matrix, if one is open: number_edit_dialog.cpp, number_edit_worked.cpp.
void draw_matrix_dialog(const Frame& frame);
void draw_worked_dialog(const Frame& frame);
void open_worked_dialog(const Frame& frame);

// Shared by the dialogs: an error in the accent colour, or the space of one line for it.
void dialog_error(const Frame& frame, const std::optional<engine::Error>& error, float width);
// A window over the page with a title; true if open. Then call end_dialog.
bool begin_dialog(const Frame& frame, const char* name, std::string_view title_key);
void end_dialog();

}  // namespace views
