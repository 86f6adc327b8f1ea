// view.h: a view of the middle of the window, and which of them is shown.
#pragma once

#include <span>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// Where a view is chosen: in the header, or, as another picture of the stage, above the stage.
enum class ChosenWhere { kInHeader, kAsPicture };

// What can stand in the middle of the window. A new one is a file, its header and a row of
// the table, window/view_table.cpp.
struct View {
  std::string_view name;  // as in `headlight shot --view NAME`
  void (*draw)(const Frame& frame);
  bool stands_alone = false;  // takes the room of the card and of the strip: it shows no cell and no head
  ChosenWhere chosen = ChosenWhere::kInHeader;
  // Of a picture: the stage nearest to this one that it can show, itself where it can; -1 where there is
  // none. Null: it can show any.
  int (*nearest)(const Frame& frame, int stage) = nullptr;
  bool (*available)(const Frame& frame) = nullptr;  // whether it is offered at all; null: always
  bool only_there = false;  // of a picture: it is offered at the stages that it can show, and nowhere else
};
// All of them, in the table's order.
std::span<const View> central_views();
// The one that the document asks for.
const View& shown_view(const Frame& frame);
// Asks for another.
void choose_view(const Frame& frame, const View& view);

}  // namespace views
