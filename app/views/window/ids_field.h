// ids_field.h: input by token ids instead of a text or a target.
#pragma once

#include <vector>

#include "app/views/core/frame.h"

namespace views {

// Which ids a field shows.
struct ListedIds {
  const char* id;     // of ImGui
  const char* leave;  // of the button that returns to the text
  const char* name;   // of the text's field, see opens()
  std::vector<engine::Index> app::Document::*numbers;
};
inline constexpr ListedIds kSourceIds = {"##ids", "##leave ids", "text", &app::Document::ids};
inline constexpr ListedIds kTargetIds = {"##target_ids", "##leave target ids", "target",
                                         &app::Document::target_ids};

// Whether ids replace the text. Not for the ids of a text with masked tokens: its text is what is typed.
bool reads_ids(const Frame& frame);

// The editable ids, and a button that returns to the text; both within `width`. Only if there are any.
void draw_ids_field(const Frame& frame, const ListedIds& field, float width);

}  // namespace views
