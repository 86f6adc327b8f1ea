// action_item.cpp: name, keys and tip of an action.
#include "app/views/window/action_item.h"

#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/action.h"

namespace views {

void action_item(const Frame& frame, std::string_view id, float width) {
  const Action* const action = find_action(id);
  if (action == nullptr) return;
  const std::string keys = shortcut(*action);
  const bool pressed = ui::menu_row(frame.style, action_name(*action, frame.tr),
                                    {.note = keys, .enabled = action->is_available(frame), .width = width});
  ui::tip(frame.style, action_tip(*action, frame.tr));
  if (pressed) action->run(frame);
}

float action_item_width(const Frame& frame, std::string_view id) {
  const Action* const action = find_action(id);
  if (action == nullptr) return 0;
  const std::string keys = shortcut(*action);
  return ui::menu_row_width(frame.style, action_name(*action, frame.tr), {.note = keys});
}

}  // namespace views
