// actions_lab.cpp: the labs by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/labs/positions/pages.h"

namespace views {

void add_lab_actions(Actions& all) {
  const auto step = [&](const char* id, const char* key, ImGuiKey pressed, int by) {
    all.push_back({.id = id,
                   .group = ActionGroup::kView,
                   .key = key,
                   .tip = "lab.positions.circle.tip",
                   .chords = {{.key = pressed, .view = "positions"}},
                   .run = [by](const Frame& frame) { step_circles(frame, by); },
                   .available = [by](const Frame& frame) { return can_step_circles(frame, by); },
                   .needs = "needs.circles"});
  };
  step("circles on", "action.circles_on", ImGuiKey_RightArrow, 1);
  step("circles back", "action.circles_back", ImGuiKey_LeftArrow, -1);
}

}  // namespace views
