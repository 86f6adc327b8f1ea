// actions.cpp: assembles the table of actions.
#include <algorithm>

#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"

namespace views {
namespace {

Actions make_all() {
  Actions all;
  add_present_actions(all);
  // Before those that share their keys: Esc closes the film before it unpins a cell.
  add_play_actions(all);
  add_figure_actions(all);
  add_pieces_actions(all);
  add_lab_actions(all);
  add_lesson_actions(all);
  add_walk_actions(all);
  add_cell_actions(all);
  add_efficient_actions(all);
  add_view_actions(all);
  add_edit_actions(all);
  add_explore_actions(all);
  add_mask_actions(all);  // before the model's, which also use P
  add_model_actions(all);
  add_session_actions(all);
  add_export_actions(all);
  add_reading_actions(all);
  add_window_actions(all);
  add_panel_actions(all);
  return all;
}

}  // namespace

const std::vector<Action>& actions() {
  static const Actions kAll = make_all();
  return kAll;
}

const Action* find_action(std::string_view id) {
  const auto& all = actions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Action& row) { return row.id == id; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace views
