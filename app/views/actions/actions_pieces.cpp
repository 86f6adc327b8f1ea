// actions_pieces.cpp: the tokenization of the text, by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/pictures/cutting.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

void show_pieces(const Frame& frame) {
  const int tokens = nearest_tokens(frame, frame.session.focused_stage());
  frame.requests.edit("", [address = frame.trace().stage(tokens).address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "pieces";
  });
}

bool has_tokens(const Frame& frame) {
  return has_trace(frame) && frame.session.focused_stage() >= 0 &&
         nearest_tokens(frame, frame.session.focused_stage()) >= 0;
}

}  // namespace

void add_pieces_actions(Actions& all) {
  const auto step = [&](const char* id, const char* key, const char* tip, ImGuiKey pressed, int by) {
    all.push_back({.id = id,
                   .group = ActionGroup::kView,
                   .key = key,
                   .tip = tip,
                   .chords = {{.key = pressed, .view = "pieces"}},
                   .run = [by](const Frame& frame) { cut(frame, by); },
                   .available = [by](const Frame& frame) { return can_cut(frame, by); },
                   .needs = "needs.cutting"});
  };
  step("cut on", "action.cut_on", "cutting.on.tip", ImGuiKey_RightArrow, 1);
  step("cut back", "action.cut_back", "cutting.back.tip", ImGuiKey_LeftArrow, -1);
  all.push_back(
      {.id = "pieces",
       .group = ActionGroup::kView,
       .key = "action.pieces",
       .tip = "picture.pieces.tip",
       .run = show_pieces,
       .available = has_tokens,
       .needs = "needs.tokens",
       .chosen = [](const Frame& frame) { return frame.session.document().focus.view == "pieces"; }});
}

}  // namespace views
