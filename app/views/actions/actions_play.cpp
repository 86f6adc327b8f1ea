// actions_play.cpp: the film of a stage by keyboard.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/learning/learning.h"
#include "app/views/stage/transport.h"

namespace views {
namespace {

bool is_open(const Frame& frame) {
  return frame.session.play_plan().has_value();
}

bool is_playing(const Frame& frame) {
  return is_open(frame) && frame.session.desk().playback.is_playing;
}

// In the views where Space chooses the next token, or trains, it plays nothing.
bool can_play(const Frame& frame) {
  const std::string& view = frame.session.document().focus.view;
  return has_trace(frame) && view != "generate" && view != "learning";
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

void add_training(Actions& all, std::string id, const std::string& key, Chord chord,
                  std::function<void(const Frame&)> run) {
  all.push_back({.id = std::move(id),
                 .group = ActionGroup::kPlay,
                 .key = key,
                 .arguments = {},
                 .tip = key + ".tip",
                 .chords = {chord},
                 .run = std::move(run),
                 .available = can_train,
                 .needs = "needs.learning",
                 .chosen = {}});
}

}  // namespace

void add_play_actions(Actions& all) {
  constexpr std::string_view kLearning = "learning";
  add_training(all, "train", "learning.play", once(ImGuiKey_Space, kLearning), toggle_training);
  add_training(all, "train step", "learning.one_step", {.key = ImGuiKey_Period, .view = kLearning},
               take_training_step);
  add_training(all, "snapshot back", "learning.back", {.key = ImGuiKey_Comma, .view = kLearning},
               [](const Frame& frame) { go_to_snapshot(frame, -1); });
  add_training(all, "snapshot on", "learning.on",
               {.key = ImGuiKey_Period, .shift = ShiftKey::kDown, .view = kLearning},
               [](const Frame& frame) { go_to_snapshot(frame, 1); });
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
