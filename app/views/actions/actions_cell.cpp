// actions_cell.cpp: the pinned cell, and the followed token, by keyboard.
#include <algorithm>

#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/navigation.h"
#include "app/views/core/next_tokens.h"
#include "app/views/stage/masking.h"
#include "app/views/stage/minimap.h"
#include "app/views/stage/picture_words.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

// The focused stage, in the view that has cells.
const engine::Stage* shown_stage(const Frame& frame) {
  if (!has_trace(frame) || frame.session.focused_stage() < 0) return nullptr;
  return &frame.session.trace()->stage(frame.session.focused_stage());
}

// Moves the pinned cell by this many rows and columns, or pins the first cell.
void move_cell(const Frame& frame, Index rows, Index columns) {
  const engine::Stage* const stage = shown_stage(frame);
  const Index last_row = stage->rows - 1;
  const Index last_column = stage->columns - 1;
  frame.requests.edit("cell", [=, address = stage->address](app::State& state) {
    app::Focus& focus = state.document.focus;
    if (focus.stage != address) app::focus_on(state, address);
    const auto from = focus.pinned.value_or(std::pair<Index, Index>(-rows, -columns));
    focus.pinned = {std::clamp<Index>(from.first + rows, 0, last_row),
                    std::clamp<Index>(from.second + columns, 0, last_column)};
  });
}

bool can_follow(const Frame& frame) {
  const engine::Stage* const stage = shown_stage(frame);
  return stage != nullptr && stage->rows_are().counts_tokens();
}

bool follows(const Frame& frame) {
  return can_follow(frame) && frame.session.document().focus.token.has_value();
}

// One token as a vector: that of the pinned cell, otherwise the first; or all of them again.
void toggle_follow(const Frame& frame) {
  const app::Focus& focus = frame.session.document().focus;
  std::optional<Index> token;
  if (!focus.token) token = focus.pinned ? focus.pinned->first : 0;
  frame.requests.edit("", [token](app::State& state) { app::follow_token(state, token); });
}

void follow_by(const Frame& frame, Index by) {
  const Index last = shown_stage(frame)->rows - 1;
  const Index token = std::clamp<Index>(frame.session.document().focus.token.value_or(0) + by, 0, last);
  frame.requests.edit("token", [token](app::State& state) { app::follow_token(state, token); });
}

void add_moves(Actions& all) {
  const auto add = [&](const char* id, const char* key, ImGuiKey pressed, Index rows, Index columns) {
    all.push_back({.id = id,
                   .group = ActionGroup::kCell,
                   .key = key,
                   .tip = "action.cell.tip",
                   .chords = {{.key = pressed, .control = true, .shift = ShiftKey::kUp}},
                   .run = [=](const Frame& frame) { move_cell(frame, rows, columns); },
                   .available = [](const Frame& frame) { return shown_stage(frame) != nullptr; },
                   .needs = "needs.trace"});
  };
  add("cell right", "action.cell_right", ImGuiKey_RightArrow, 0, 1);
  add("cell left", "action.cell_left", ImGuiKey_LeftArrow, 0, -1);
  add("cell down", "action.cell_down", ImGuiKey_DownArrow, 1, 0);
  add("cell up", "action.cell_up", ImGuiKey_UpArrow, -1, 0);
}

// Zooms in to the middle of the visible part, or out.
void zoom(const Frame& frame, double factor) {
  constexpr double kMiddle = 0.5;
  frame.requests.zoom(zoomed(frame.session.viewport(), factor, kMiddle, kMiddle, *shown_stage(frame)));
}

bool is_zoomed(const Frame& frame) {
  return shown_stage(frame) != nullptr && !frame.session.viewport().whole();
}

void add_zooms(Actions& all) {
  constexpr double kStep = 0.8;
  const auto add = [&](const char* id, const std::string& key, const std::vector<Chord>& chords, auto run,
                       bool (*available)(const Frame& frame)) {
    all.push_back({.id = id,
                   .group = ActionGroup::kCell,
                   .key = key,
                   .tip = key + ".tip",
                   .chords = chords,
                   .run = run,
                   .available = available,
                   .needs = "needs.zoom"});
  };
  add(
      "zoom in", "action.zoom_in", {plain(ImGuiKey_Equal), plain(ImGuiKey_KeypadAdd)},
      [](const Frame& frame) { zoom(frame, kStep); },
      [](const Frame& frame) { return shown_stage(frame) != nullptr; });
  add(
      "zoom out", "action.zoom_out", {plain(ImGuiKey_Minus), plain(ImGuiKey_KeypadSubtract)},
      [](const Frame& frame) { zoom(frame, 1 / kStep); }, is_zoomed);
  add(
      "zoom fit", "action.zoom_fit", {once(ImGuiKey_F)}, [](const Frame& frame) { frame.requests.zoom({}); },
      is_zoomed);
  all.push_back({.id = "jump largest",
                 .group = ActionGroup::kCell,
                 .key = "action.jump_largest",
                 .tip = "action.jump_largest.tip",
                 .chords = {once(ImGuiKey_W)},
                 .run = jump_to_largest,
                 .available = can_jump,
                 .needs = "needs.large_map"});
}

// The stage's sub-layer, as a nudge names it; empty if there is none to nudge.
std::string sublayer_here(const Frame& frame) {
  if (shown_stage(frame) == nullptr || engine::is_gradient(frame.here())) return {};
  std::string sublayer = engine::sublayer_of(frame.here());
  const auto all = engine::sublayers(frame.session.document().config);
  return std::find(all.begin(), all.end(), sublayer) == all.end() ? std::string() : sublayer;
}

// Nudges the pinned row of the sub-layer's input, otherwise the first; or removes the nudge.
void toggle_nudge(const Frame& frame) {
  std::optional<engine::Nudge> nudge;
  const app::Document& document = frame.session.document();
  if (!document.config.nudge)
    nudge = engine::Nudge{sublayer_here(frame), document.focus.pinned ? document.focus.pinned->first : 0};
  frame.requests.edit("", [nudge](app::State& state) { app::set_nudge(state, nudge); });
}

// The pinned cell as a target; nothing where none is pinned or it is part of a gradient itself.
std::optional<engine::CellTarget> pinned_target(const Frame& frame) {
  const app::Focus& focus = frame.session.document().focus;
  const engine::Stage* const stage = shown_stage(frame);
  if (stage == nullptr || !focus.pinned || stage->inputs.empty() || engine::is_gradient(stage->address))
    return std::nullopt;
  return engine::CellTarget{stage->address, focus.pinned->first, focus.pinned->second};
}

// Asks what moves the pinned number; where that is asked already, no more.
void toggle_target(const Frame& frame) {
  const auto cell = pinned_target(frame);
  const auto& asked = frame.session.document().gradient;
  std::optional<engine::GradientRequest> request;
  if (cell && (!asked || asked->target != engine::Target{*cell}))
    request = engine::GradientRequest{.target = *cell};
  frame.requests.edit("", [request](app::State& state) { app::set_gradient(state, request); });
}

// The rows of the tokens that a text hides from its model.
std::vector<Index> hidden_rows(const Frame& frame, int probabilities) {
  const engine::Stage& stage = frame.trace().stage(probabilities);
  const std::vector<std::string>& tokens = frame.trace().sequence(stage.row_sequence).tokens;
  std::vector<Index> rows;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "[MASK]" || tokens[i] == "<mask>") rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

// A row of probabilities, and a token of it that was pinned; -1: none was.
struct PredictedRow {
  int probabilities = -1;
  Index row = 0;
  Index pinned = -1;
};

// The row of the pinned logit or probability. Otherwise the one that is read last, or of a model of hidden
// tokens that of the first one, or of the first that it was trained to say another at; nullopt if there is
// none.
std::optional<PredictedRow> predicted_row(const Frame& frame) {
  if (!has_trace(frame)) return std::nullopt;
  const auto probabilities = probabilities_of(frame.trace(), focused_example(frame));
  if (!probabilities || frame.trace().stage(*probabilities).columns < 2) return std::nullopt;
  const engine::Stage* const stage = shown_stage(frame);
  const auto& pinned = frame.session.document().focus.pinned;
  const bool is_of_tokens = stage != nullptr && (stage->kind == engine::StageKind::kLogits ||
                                                 stage->kind == engine::StageKind::kProbabilities);
  if (pinned && is_of_tokens) return PredictedRow{*probabilities, pinned->first, pinned->second};
  if (frame.session.trace_document().config.predicts != engine::Prediction::kTokens)
    return PredictedRow{*probabilities, next_row(frame.trace(), *probabilities)};
  const std::vector<Index> hidden = hidden_rows(frame, *probabilities);
  if (!hidden.empty()) return PredictedRow{*probabilities, hidden.front()};
  const auto asked = first_asked(frame, frame.trace().stage(*probabilities).row_sequence);
  if (!asked) return std::nullopt;
  return PredictedRow{*probabilities, *asked};
}

Index best_of_row(const Frame& frame, int probabilities, Index row) {
  return likeliest_token(frame.trace(), probabilities, row).token;
}

// The token that is asked about: the pinned one, or the most probable.
Index asked_token(const Frame& frame, const PredictedRow& asked) {
  return asked.pinned >= 0 ? asked.pinned : best_of_row(frame, asked.probabilities, asked.row);
}

// The most probable token, and its rival: the pinned one, or the second.
std::pair<Index, Index> rivals(const Frame& frame, const PredictedRow& asked) {
  const Index best = best_of_row(frame, asked.probabilities, asked.row);
  if (asked.pinned >= 0 && asked.pinned != best) return {best, asked.pinned};
  engine::Matrix numbers = frame.trace().read_row(asked.probabilities, asked.row);
  numbers(0, best) = -1;
  Index second = 0;
  numbers.row(0).maxCoeff(&second);
  return {best, second};
}

// The pinned token in its row; otherwise what the model puts at each hidden token of its text, or at the one
// that it is asked at.
std::vector<engine::MaskedToken> masked_tokens(const Frame& frame, const PredictedRow& asked) {
  if (asked.pinned >= 0) return {{asked.row, asked.pinned}};
  std::vector<engine::MaskedToken> masked;
  for (const Index row : hidden_rows(frame, asked.probabilities))
    masked.push_back({row, best_of_row(frame, asked.probabilities, row)});
  if (masked.empty()) masked.push_back({asked.row, best_of_row(frame, asked.probabilities, asked.row)});
  return masked;
}

// Whether the window knows what was right: the text's own next tokens; otherwise, of a picture's class and of
// hidden tokens, what is pinned or what the model says itself, one text at a time.
bool has_loss(const Frame& frame) {
  const bool is_next = frame.session.document().config.predicts == engine::Prediction::kNextToken;
  return predicted_row(frame) && (is_next || focused_example(frame) < 0);
}

void ask_loss(const Frame& frame) {
  const PredictedRow asked = *predicted_row(frame);
  engine::GradientRequest request{.target = engine::LossTarget{}};
  if (frame.session.document().config.predicts == engine::Prediction::kClass)
    request.label = asked_token(frame, asked);
  if (frame.session.document().config.predicts == engine::Prediction::kTokens)
    request.masked = masked_tokens(frame, asked);
  frame.requests.edit("", [request](app::State& state) { app::set_gradient(state, request); });
}

void ask_target(const Frame& frame, engine::Target target) {
  frame.requests.edit("", [target = std::move(target)](app::State& state) {
    app::set_gradient(state, engine::GradientRequest{.target = target});
  });
}

// In a batch a logit is a cell of its sentence.
void ask_logit(const Frame& frame) {
  const PredictedRow asked = *predicted_row(frame);
  const Index token = asked_token(frame, asked);
  const int example = focused_example(frame);
  if (example < 0) return ask_target(frame, engine::LogitTarget{asked.row, token, std::nullopt});
  ask_target(frame, engine::CellTarget{engine::in_example("batch.0.logits", example), asked.row, token});
}

void ask_difference(const Frame& frame) {
  const PredictedRow asked = *predicted_row(frame);
  const auto [best, rival] = rivals(frame, asked);
  ask_target(frame, engine::LogitTarget{asked.row, best, engine::TokenName(rival)});
}

// The largest weight of the pinned row in the focused head, or of its last row; nothing where none attends.
std::optional<engine::CellTarget> largest_weight(const Frame& frame) {
  if (!has_trace(frame) || engine::is_gradient(frame.here())) return std::nullopt;
  const std::string near = frame.facts.attention_near(frame.here());
  const auto any = near.empty() ? std::nullopt : frame.trace().find(near);
  const auto weights = any ? frame.facts.weights_of(*any) : std::nullopt;
  if (!weights) return std::nullopt;
  const engine::Stage& stage = frame.trace().stage(*weights);
  const auto& pinned = frame.session.document().focus.pinned;
  const Index row = pinned && pinned->first < stage.rows ? pinned->first : stage.rows - 1;
  return engine::CellTarget{stage.address, row, best_of_row(frame, *weights, row)};
}

// Targets that need no pinned cell.
void add_targets(Actions& all) {
  const auto target = [&](const char* id, const char* key, bool (*available)(const Frame&),
                          void (*ask)(const Frame&), const char* needs) {
    all.push_back({.id = id,
                   .group = ActionGroup::kCell,
                   .key = key,
                   .tip = std::string(key) + ".tip",
                   .run = ask,
                   .available = available,
                   .needs = needs});
  };
  const auto predicts = [](const Frame& frame) { return predicted_row(frame).has_value(); };
  const auto predicts_alone = [](const Frame& frame) {
    return predicted_row(frame).has_value() && focused_example(frame) < 0;
  };
  target("target loss", "action.target_loss", has_loss, ask_loss, "needs.loss");
  target("target logit", "action.target_logit", predicts, ask_logit, "needs.prediction");
  target("target difference", "action.target_difference", predicts_alone, ask_difference,
         "needs.one_prediction");
  target(
      "target weight", "action.target_weight",
      [](const Frame& frame) { return largest_weight(frame).has_value(); },
      [](const Frame& frame) { ask_target(frame, *largest_weight(frame)); }, "needs.weights");
}

void add_gradients(Actions& all) {
  all.push_back({.id = "gradient of",
                 .group = ActionGroup::kCell,
                 .key = "action.gradient_of",
                 .tip = "action.gradient_of.tip",
                 .chords = {once(ImGuiKey_D)},
                 .run = toggle_target,
                 .available =
                     [](const Frame& frame) {
                       return frame.session.document().gradient || pinned_target(frame).has_value();
                     },
                 .needs = "needs.pinned",
                 .chosen = [](const Frame& frame) { return frame.session.document().gradient.has_value(); }});
  all.push_back({.id = "gradient side",
                 .group = ActionGroup::kCell,
                 .key = "action.gradient_side",
                 .tip = "action.gradient_side.tip",
                 .chords = {once(ImGuiKey_Y)},
                 .run =
                     [](const Frame& frame) {
                       frame.requests.edit("", [address = other_side(frame)](app::State& state) {
                         app::focus_on(state, address);
                       });
                     },
                 .available = [](const Frame& frame) { return !other_side(frame).empty(); },
                 .needs = "needs.gradient"});
}

}  // namespace

void add_cell_actions(Actions& all) {
  add_moves(all);
  add_zooms(all);
  add_gradients(all);
  add_targets(all);
  all.push_back(
      {.id = "nudge",
       .group = ActionGroup::kCell,
       .key = "action.nudge",
       .tip = "nudge.tip",
       .run = toggle_nudge,
       .available =
           [](const Frame& frame) {
             return frame.session.document().config.nudge || !sublayer_here(frame).empty();
           },
       .needs = "needs.layers",
       .chosen = [](const Frame& frame) { return frame.session.document().config.nudge.has_value(); }});
  all.push_back(
      {.id = "unpin",
       .group = ActionGroup::kCell,
       .key = "action.unpin",
       .tip = "action.unpin.tip",
       .chords = {plain(ImGuiKey_Escape)},
       .run = edits([](app::State& state) { state.document.focus.pinned.reset(); }),
       .available = [](const Frame& frame) { return frame.session.document().focus.pinned.has_value(); },
       .needs = "needs.pinned"});
  all.push_back({.id = "follow",
                 .group = ActionGroup::kCell,
                 .key = "one_token.one",
                 .tip = "one_token.one.tip",
                 .chords = {once(ImGuiKey_T)},
                 .run = toggle_follow,
                 .available = can_follow,
                 .chosen = follows});
  const auto token = [&](std::string id, std::string key, std::string tip, ImGuiKey pressed, Index by) {
    all.push_back({.id = std::move(id),
                   .group = ActionGroup::kCell,
                   .key = std::move(key),
                   .tip = std::move(tip),
                   .chords = {plain(pressed)},
                   .run = [by](const Frame& frame) { follow_by(frame, by); },
                   .available = follows,
                   .needs = "needs.followed"});
  };
  token("token before", "action.token_before", "one_token.before.tip", ImGuiKey_Comma, -1);
  token("token after", "action.token_after", "one_token.after.tip", ImGuiKey_Period, 1);
}

}  // namespace views
