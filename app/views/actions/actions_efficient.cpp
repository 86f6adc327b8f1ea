// actions_efficient.cpp: the efficient attention lab, by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/labs/efficient/efficient_lab.h"

namespace views {

void add_efficient_actions(Actions& all) {
  all.push_back({.id = "cheaper draw",
                 .group = ActionGroup::kView,
                 .key = "action.cheaper_draw",
                 .tip = "cheaper.new_draw.tip",
                 .chords = {once(ImGuiKey_R, "cheaper")},
                 .run = edits(draw_anew),
                 .available =
                     [](const Frame& frame) {
                       const auto kind = frame.session.document().config.attention.kind;
                       return has_trace(frame) && engine::row_of(kind).parameters.seed;
                     },
                 .needs = "needs.drawn_attention"});
}

}  // namespace views
