// view.h: a view in the middle of the window, and which of them is shown.
#pragma once

#include <span>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Where to choose a view: in the header, or, as another picture of the stage, above the stage.
enum class ChosenWhere { kInHeader, kAsPicture };

// What it shows: the focused stage; the heads of the attention nearest to it; a whole in which that stage is
// marked; a whole without it; a lab; runs of training, which are there before any trace.
enum class Shows { kStage, kHeads, kMarked, kWhole, kLab, kRuns };

// A possible content of the middle of the window. A new one is a file, its header and a row of the table,
// window/view_table.cpp.
struct View {
  std::string_view name;  // as in `headlight shot --view NAME`
  void (*draw)(const Frame& frame);
  bool stands_alone = false;  // uses the space of the card and the head strip: it shows no cell and no head
  ChosenWhere chosen = ChosenWhere::kInHeader;
  // For a picture: the nearest stage that it can show, the stage itself if possible; -1 if there is none.
  // Null: it can show any.
  int (*nearest)(const Frame& frame, int stage) = nullptr;
  bool (*available)(const Frame& frame) = nullptr;  // whether it is offered at all; null: always
  bool only_there = false;     // for a picture: it is offered only at the stages that it can show
  bool shows_heads = false;    // large, or what they are together: uses the space of the head strip too
  bool draws_nearest = false;  // for a picture: of the nearest stage at once, where it cannot show this one
  Shows shows = Shows::kStage;
  bool (*card)(const Frame& frame) = nullptr;  // while no cell is explained; false: it has nothing to say
  // Whether it has no result yet, only what one will look like: then it uses the space of the card and the
  // strip, too. Null: never.
  bool (*is_empty)(const Frame& frame) = nullptr;
  // What the card explains until a cell is pointed at or pinned. Null: nothing of the view's own.
  engine::Cell (*explains)(const Frame& frame) = nullptr;
  // Whether it shows nothing of the text: then the sentence, its model's settings and the walk give way.
  bool is_textless = false;
};
// All views, in the table's order.
std::span<const View> central_views();
// The one that the document names.
const View& shown_view(const Frame& frame);
// Draws it; if it needs a trace and there is none, the sentence that says why.
void draw_shown_view(const Frame& frame);
// Why there is no trace.
void draw_no_trace(const Frame& frame);
// Requests another.
void choose_view(const Frame& frame, const View& view);

}  // namespace views
