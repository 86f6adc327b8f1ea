// actions_play.cpp: the film of a stage by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/stage/transport.h"

namespace views {
namespace {

bool is_open(const Frame& frame) {
  return frame.session.play_plan().has_value();
}

bool is_playing(const Frame& frame) {
  return is_open(frame) && frame.session.desk().playback.is_playing;
}

// In the view where Space chooses the next token, it plays nothing.
bool can_play(const Frame& frame) {
  return has_trace(frame) && frame.session.document().focus.view != "generate";
}

void add_step(Actions& all, std::string id, const std::string& key, ImGuiKey pressed, int by) {
  all.push_back({.id = std::move(id),
                 .group = ActionGroup::kPlay,
                 .key = key,
                 .arguments = {},
                 .tip = key + ".tip",
                 .chords = {plain(pressed)},
                 .run = [by](const Frame& frame) { step_playing(frame, by); },
                 .available = is_open,
                 .needs = "needs.playing",
                 .chosen = {}});
}

}  // namespace

void add_play_actions(Actions& all) {
  all.push_back({.id = "play",
                 .group = ActionGroup::kPlay,
                 .key = "action.play",
                 .arguments = {},
                 .tip = "play.play.tip",
                 .chords = {once(ImGuiKey_Space)},
                 .run = toggle_playing,
                 .available = can_play,
                 .needs = "needs.trace",
                 .chosen = is_playing});
  add_step(all, "play back", "action.play_back", ImGuiKey_Comma, -1);
  add_step(all, "play on", "action.play_on", ImGuiKey_Period, 1);
  all.push_back({.id = "play close",
                 .group = ActionGroup::kPlay,
                 .key = "action.play_close",
                 .arguments = {},
                 .tip = "action.play_close.tip",
                 .chords = {once(ImGuiKey_Escape)},
                 .run = close_playing,
                 .available = is_open,
                 .needs = "needs.playing",
                 .chosen = {}});
}

}  // namespace views
