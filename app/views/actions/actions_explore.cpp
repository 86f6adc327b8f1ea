// actions_explore.cpp: typing values, comparing two runs, and moving tokens, by keyboard.
#include "app/session/exploring.h"
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/stage/number_edit.h"
#include "engine/core/address.h"

namespace views {
namespace {

bool has_baseline(const Frame& frame) {
  return frame.session.document().baseline.has_value();
}

// Whether the explained cell can be edited: it must be in the session's own trace.
bool can_type(const Frame& frame) {
  if (!has_trace(frame)) return false;
  const engine::Cell cell = frame.session.explained_cell();
  return cell.stage >= 0 && engine::may_be_typed(frame.session.trace()->stage(cell.stage).address);
}

void add_compare(Actions& all, const std::string& name, void (*change)(app::State&), bool needs_baseline) {
  const std::string key = "compare." + name;
  all.push_back({.id = "compare " + name,
                 .group = ActionGroup::kEdit,
                 .key = "action.set",
                 .arguments = {{"setting", "view.compare"}, {"value", key}},
                 .tip = key + ".tip",
                 .run = edits(change),
                 .available = needs_baseline ? has_baseline : has_trace,
                 .needs = needs_baseline ? "needs.baseline" : "needs.trace"});
}

}  // namespace

void add_explore_actions(Actions& all) {
  all.push_back({.id = "type number",
                 .group = ActionGroup::kCell,
                 .key = "action.type_number",
                 .tip = "number.change.tip",
                 .chords = {once(ImGuiKey_E), once(ImGuiKey_Enter, "stage")},
                 .run = [](const Frame& frame) { open_number(frame, frame.session.explained_cell()); },
                 .available = can_type,
                 .needs = "needs.typed"});
  all.push_back({.id = "worked example",
                 .group = ActionGroup::kEdit,
                 .key = "worked.open",
                 .tip = "worked.open.tip",
                 .run = open_worked_dialog});
  add_compare(all, "pin", app::pin_baseline, false);
  add_compare(all, "swap", app::swap_baseline, true);
  add_compare(all, "drop", app::drop_baseline, true);
  all.push_back({.id = "text's order",
                 .group = ActionGroup::kEdit,
                 .key = "sequence.order",
                 .tip = "sequence.order.tip",
                 .run = edits([](app::State& state) { state.document.order.clear(); }),
                 .available = [](const Frame& frame) { return !frame.session.document().order.empty(); },
                 .needs = "needs.moved"});
}

}  // namespace views
