// actions_lab.cpp: the labs by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/ways/ways_view.h"

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
  const auto walk = [&](const char* id, const char* key, ImGuiKey pressed, int by, int lines) {
    all.push_back({.id = id,
                   .group = ActionGroup::kView,
                   .key = key,
                   .tip = "action.ways.tip",
                   .chords = {{.key = pressed, .shift = ShiftKey::kUp, .view = "ways"}},
                   .run = [by, lines](const Frame& frame) { walk_ways(frame, by, lines); },
                   .available = can_walk_ways,
                   .needs = "needs.ways"});
  };
  walk("ways on", "action.ways_on", ImGuiKey_RightArrow, 1, 0);
  walk("ways back", "action.ways_back", ImGuiKey_LeftArrow, -1, 0);
  walk("ways below", "action.ways_below", ImGuiKey_DownArrow, 0, 1);
  walk("ways above", "action.ways_above", ImGuiKey_UpArrow, 0, -1);
  all.push_back({.id = "ways use",
                 .group = ActionGroup::kView,
                 .key = "action.ways_use",
                 .tip = "action.ways_use.tip",
                 .chords = {{.key = ImGuiKey_Enter, .repeats = false, .view = "ways"}},
                 .run = use_marked_way,
                 .available = can_use_marked_way,
                 .needs = "needs.marked_way"});
}

}  // namespace views
