// one_token.cpp: the notation that courses teach before matrices, on the same stage.
#include "app/views/stage/one_token.h"

#include <algorithm>
#include <utility>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/row_choice.h"
#include "app/views/core/written_sum.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/token_picture.h"
#include "app/views/stage/transport.h"
#include "app/views/stage/written_sums.h"
#include "engine/core/letters.h"
#include "engine/core/size_symbols.h"

namespace views {
namespace {

using engine::Index;

void follow(const Frame& frame, std::string_view merge, std::optional<Index> token) {
  frame.requests.edit(merge, [token](app::State& state) { app::follow_token(state, token); });
}

// Where the last followed row is stored between frames: it is not part of the document.
int* last_followed() {
  return ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("followed before"), -1);
}

// The initial token: that of the pinned cell, or the last followed one.
Index first_token(const Frame& frame, int stage) {
  const auto& pinned = frame.session.document().focus.pinned;
  if (pinned && stage == frame.session.focused_stage()) return pinned->first;
  return std::clamp<Index>(*last_followed(), 0, frame.trace().stage(stage).rows - 1);
}

// The height that the stage had for the picture in the last frame.
float& room_for_picture() {
  return *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("room for the picture"), 0);
}

bool has_room_for_picture(const Frame& frame, float height) {
  return height >= token_picture_height(frame);
}

// What the switch between the picture and the rows reads; nothing where there is no choice.
std::string picture_key(const Frame& frame, int stage) {
  if (!has_room_for_picture(frame, room_for_picture()) || !has_token_picture(frame, stage)) return "";
  return frame.session.desk().one_token_rows ? "one_token.picture" : "one_token.rows";
}

void draw_picture_switch(const Frame& frame, const std::string& key) {
  if (key.empty()) return;
  if (ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline))
    frame.requests.arrange([](app::Desk& desk) { desk.one_token_rows = !desk.one_token_rows; });
  ui::tip(frame.style, frame.tr(key + ".tip"));
  ImGui::SameLine(0, frame.style.px(4));
}

}  // namespace

bool has_token_rows(const Frame& frame, int stage) {
  return stage >= 0 && frame.trace().stage(stage).rows_are().counts_tokens();
}

void follow_one_token(const Frame& frame) {
  frame.requests.edit("", [token = first_token(frame, frame.session.focused_stage())](app::State& state) {
    app::follow_token(state, token);
    state.document.focus.view = "stage";
  });
}

void follow_all_tokens(const Frame& frame) {
  if (const auto row = followed_row(frame, frame.session.focused_stage()))
    *last_followed() = static_cast<int>(*row);
  follow(frame, "", std::nullopt);
}

bool shows_token_picture(const Frame& frame, int stage, float height) {
  room_for_picture() = height;
  const bool is_wanted = !frame.session.desk().one_token_rows && !has_transport(frame);
  return is_wanted && has_room_for_picture(frame, height) && has_token_picture(frame, stage);
}

bool is_pictured(const Frame& frame, int stage) {
  return followed_row(frame, stage).has_value() && !frame.session.desk().one_token_rows &&
         !has_transport(frame) && has_room_for_picture(frame, room_for_picture()) &&
         has_token_picture(frame, stage);
}

int summed_below_picture(const Frame& frame, int stage) {
  const engine::Trace& trace = frame.trace();
  const bool is_weights = trace.stage(stage).kind == engine::StageKind::kWeights;
  const auto picture = is_weights ? token_picture(trace, stage, 0, 1) : std::nullopt;
  return picture ? picture->output : stage;
}

float sums_below_picture(const Frame& frame, int stage, Index row, float height) {
  const auto beside = [&](float picture) { return height - picture - frame.style.px(6); };
  const float least = frame.style.px(72);
  const auto below_all = [&](const Frame& sized) {
    return beside(std::max(full_token_picture_height(sized), std::ceil(height * 0.62f)));
  };
  const ui::Style larger = projected_style(frame.style, ImGui::GetContentRegionAvail().x);
  float rest = below_all(frame.in(larger));
  if (rest < least) rest = below_all(frame);
  // Numbers of pairs are in the picture itself, which those of vectors are not.
  const bool is_drawn = frame.trace().stage(stage).column_axis == engine::Axis::kKeys;
  // They keep three lines then.
  const float few = frame.style.px(98);
  if (rest < least && !is_drawn) rest = std::min(beside(whole_token_picture_height(frame)), few);
  if (rest < least && !is_drawn) rest = std::min(beside(token_picture_height(frame)), few);
  return rest < least ? 0 : std::min(rest, sums_height(frame, summed_below_picture(frame, stage), row));
}

float sums_below_rows(const Frame& frame, float height) {
  constexpr float kLeastRows = 150;  // pixels at 100 %: two rows, with their names and labels
  const float sums = std::floor(height * 0.44f);
  return height - sums < frame.style.px(kLeastRows) ? 0 : sums;
}

std::optional<Index> followed_row(const Frame& frame, int stage) {
  const auto& token = frame.session.document().focus.token;
  if (!token || !has_token_rows(frame, stage)) return std::nullopt;
  return std::min(*token, frame.trace().stage(stage).rows - 1);
}

float follow_switch_width(const Frame& frame, int stage) {
  if (!has_token_rows(frame, stage)) return 0;
  const float one = is_low_page(frame) ? ui::button_width(frame.style, frame.tr("one_token.one")) : 0;
  if (!followed_row(frame, stage)) return one;
  const std::string key = picture_key(frame, stage);
  const float choice = key.empty() ? 0 : ui::button_width(frame.style, frame.tr(key)) + frame.style.px(4);
  const float all = is_low_page(frame) ? ui::button_width(frame.style, frame.tr("one_token.all")) : 0;
  return choice + all + frame.style.px(4) + row_choice_width(frame);
}

void draw_follow_switch(const Frame& frame, int stage, ImVec2 right) {
  const auto row = followed_row(frame, stage);
  if (!has_token_rows(frame, stage) || (!row && !is_low_page(frame))) return;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({right.x - follow_switch_width(frame, stage), right.y});
  if (row) {
    const engine::Stage& rows = frame.trace().stage(stage);
    const auto chosen = draw_row_choice(frame, frame.facts.label(rows.rows_are(), *row), *row, rows.rows - 1);
    if (chosen) follow(frame, "token", *chosen);
    ImGui::SameLine(0, frame.style.px(4));
    draw_picture_switch(frame, picture_key(frame, stage));
  }
  // Words of the row of pictures lead to one token and back; where these are a list it is a button.
  const std::string key = row ? "one_token.all" : "one_token.one";
  if (is_low_page(frame)) {
    if (ui::button(frame.style, (frame.tr(key) + "##" + key).c_str(), ui::ButtonKind::kOutline))
      row ? follow_all_tokens(frame) : follow_one_token(frame);
    ui::tip(frame.style, frame.tr(key + ".tip"));
  }
  ImGui::SetCursorScreenPos(before);
}

void draw_vector_name(const Frame& frame, const ui::MatrixFrame& matrix, ImVec2 at, float room) {
  const engine::Stage& named = frame.trace().stage(matrix.stage);
  if (matrix.transposed || matrix.rows != 1 || !named.rows_are().counts_tokens()) {
    draw_matrix_name(frame, matrix.stage, matrix.transposed, at, room);
    return;
  }
  const ui::MathStyle type{&frame.style.fonts,        frame.style.px(17),      frame.style.colours.ink,
                           frame.style.colours.query, frame.style.colours.key, frame.style.colours.value};
  const auto row = static_cast<Index>(matrix.first_row);
  const engine::Lettering& lettering = frame.style.lettering;
  const std::string symbol = engine::row_symbol(frame.trace(), named, frame.tr.nth(row), lettering);
  ui::MathLayout layout = ui::layout_math(symbol, type);
  if (lettering.notation == engine::Notation::kShapes) {
    ui::MathLayout with_shape = ui::layout_math(symbol + engine::row_membership(frame.trace(), named), type);
    if (with_shape.width <= room) layout = std::move(with_shape);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = at.y + frame.style.px(15);
  ui::draw_math(list, {at.x, baseline}, layout);
  const ui::TextStyle small = frame.style.small();
  ui::draw_text(list,
                {at.x + layout.width + frame.style.px(6), baseline - ui::baseline(small.font, small.size)},
                std::to_string(named.columns), small);
}

void draw_followed_before(const Frame& frame, const StageLayout& layout) {
  int* const last = last_followed();
  if (*last < 0) return;
  const ui::MatrixFrame& result = layout.result().frame;
  const engine::Stage& stage = frame.trace().stage(result.stage);
  if (frame.session.hover().stage >= 0) *last = -1;
  if (*last < 0 || *last >= stage.rows || !stage.rows_are().counts_tokens()) return;
  const auto [low, high] = result.box({result.stage, *last, 0}, {result.stage, *last, stage.columns - 1});
  if (high.y - low.y < 0.5f) return;
  ImGui::GetWindowDrawList()->AddRect({low.x - 2, low.y - 2}, {high.x + 2, high.y + 2},
                                      frame.style.colours.accent, frame.style.px(3), 0, frame.style.px(2));
}

}  // namespace views
