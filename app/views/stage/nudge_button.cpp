// nudge_button.cpp: the row that is nudged, and the button.
#include "app/views/stage/nudge_button.h"

#include <string>

#include "app/ui/widgets.h"
#include "engine/core/address.h"

namespace views {
namespace {

// A sub-layer's input rows are those of its sum.
std::optional<int> sum_of_sublayer(const Frame& frame, const std::string& address) {
  engine::StageAddress place = engine::parse_address(address);
  place.head = -1;
  place.step = "residual";
  return frame.trace().find(engine::address_of(place));
}

// The pinned row, or the last hovered one, or that of the followed token; otherwise the first.
engine::Index row_to_nudge(const Frame& frame, int index, const engine::Stage& sum) {
  const engine::Stage& stage = frame.trace().stage(index);
  const app::Focus& focus = frame.session.document().focus;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("nudged row");
  const bool same_rows = stage.rows_are().counts_tokens() && stage.row_sequence == sum.row_sequence;
  const engine::Cell& hover = frame.session.hover();
  if (hover.stage == index && same_rows) storage.SetInt(key, static_cast<int>(hover.row));
  engine::Index row = storage.GetInt(key, static_cast<int>(focus.token.value_or(0)));
  if (focus.pinned && same_rows) row = focus.pinned->first;
  return row < sum.rows ? row : 0;
}

constexpr float kLongestToken = 90;  // pixels at 100 %

bool can_nudge(const Frame& frame, const engine::Stage& stage) {
  return frame.facts.has_layers() && !engine::is_gradient(stage.address) &&
         stage.rows_are().counts_tokens() && !engine::sublayer_of(stage.address).empty() &&
         sum_of_sublayer(frame, stage.address).has_value();
}

}  // namespace

void draw_nudge_button(const Frame& frame, int stage, ImVec2 right, float room) {
  const auto& style = frame.style;
  const std::string& address = frame.trace().stage(stage).address;
  if (!can_nudge(frame, frame.trace().stage(stage))) return;
  const int sum = sum_of_sublayer(frame, address).value();
  const bool nudged = frame.session.document().config.nudge.has_value();
  const engine::Index row = row_to_nudge(frame, stage, frame.trace().stage(sum));
  const ui::TextStyle type = style.small_ink();
  const std::string token = ui::ellipsise(frame.facts.label(frame.trace().stage(sum).rows_are(), row),
                                          style.px(kLongestToken), type);
  const std::string text = frame.tr(nudged ? "nudge.off" : "nudge.on", {{"token", token}});
  const float width = ui::text_size(text, type).x + 2 * style.px(8);
  if (width > room) return;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ui::push_font(type.font, type.size);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(8), style.px(3)));
  ImGui::SetCursorScreenPos({right.x - width, right.y});
  if (ui::button(style, (text + "##nudge").c_str(), ui::ButtonKind::kOutline)) {
    std::optional<engine::Nudge> nudge;
    if (!nudged) nudge = engine::Nudge{engine::sublayer_of(address), row};
    frame.requests.edit("", [nudge](app::State& state) { app::set_nudge(state, nudge); });
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ui::tip(style, frame.tr("nudge.tip"));
  ImGui::SetCursorScreenPos(before);
}

}  // namespace views
