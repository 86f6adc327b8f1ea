// strip.cpp: the same stage in every head, all on one colour scale, each with what it was measured to do.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/habits.h"
#include "app/views/views.h"

namespace views {
namespace {

void picture(const Frame& frame, int stage, ImVec2 at, float side) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  matrix.corner = at;
  matrix.size = {side, side};
  const exporter::ColourScale& scale = frame.facts.scale(stage);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.session.trace(), matrix, scale, frame.style);
  list.AddRect(at, {at.x + side, at.y + side}, frame.style.colours.hairline);
}

// What the head was measured to do: with its remark that this is after softmax where there is room for all of
// it, else without; the last line that has room ends in an ellipsis if more would follow.
void draw_caption(const Frame& frame, int stage, ImVec2 at, float width, float bottom) {
  const ui::TextStyle type = frame.style.small();
  const float line = type.size * 1.35f;
  const auto room = static_cast<size_t>(std::max(1.0f, (bottom - at.y) / line));
  const std::string habit = habit_sentence(frame, stage);
  std::vector<std::string> lines = ui::wrap_text(habit, width, type);
  if (app::stage_kind(frame.trace().stage(stage).address) != "weights") {
    auto longer = ui::wrap_text(frame.tr("habit.after_softmax", {{"habit", habit}}), width, type);
    if (longer.size() <= room) lines = std::move(longer);
  }
  const bool cut = lines.size() > room;
  if (cut) lines.resize(room);
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool ends_cut = cut && i + 1 == lines.size();
    const std::string text = ends_cut ? ui::ellipsise(lines[i] + " …", width, type) : lines[i];
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + line * static_cast<float>(i)}, text, type);
  }
}

void head_card(const Frame& frame, int head, ImVec2 size) {
  const auto& style = frame.style;
  const engine::Trace& trace = frame.trace();
  const std::string& focus = frame.here();
  const std::string address = app::in_head(frame.facts.attention_near(focus), head);
  const auto stage = trace.find(address);
  if (!stage) return;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton(("head " + std::to_string(head + 1)).c_str(), size)) {
    frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
  }
  const bool hovered = ImGui::IsItemHovered();
  const bool here = app::head_of(focus) && head == frame.session.focused_head();
  if (here && !ImGui::IsItemVisible()) ImGui::SetScrollHereX();
  if (!ImGui::IsRectVisible(at, {at.x + size.x, at.y + size.y})) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  list.AddRectFilled(at, end, hovered && !here ? style.colours.chip : style.colours.panel, style.px(10));
  list.AddRect({at.x + 1, at.y + 1}, {end.x - 1, end.y - 1},
               here ? style.colours.ink : style.colours.hairline, style.px(10), 0, here ? style.px(2) : 1.0f);
  const float side = size.y - style.px(24);
  picture(frame, *stage, {at.x + style.px(12), at.y + style.px(12)}, side);
  const float text_x = at.x + style.px(24) + side;
  const float text_width = end.x - text_x - style.px(10);
  ui::draw_text(list, {text_x, at.y + style.px(10)},
                frame.tr("head.name", {{"head", std::to_string(head + 1)}}), style.strong());
  draw_caption(frame, *stage, {text_x, at.y + style.px(32)}, text_width, end.y - style.px(6));
}

}  // namespace

void draw_strip(const Frame& frame) {
  if (!frame.session.trace()) return;
  const auto& style = frame.style;
  const int heads = app::head_count(frame.trace());
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(12);
  const float least = room.y + style.px(112);
  const float even = (room.x - gap * static_cast<float>(heads - 1)) / static_cast<float>(heads);
  const bool scrolls = even < least;
  const ImVec2 size(std::floor(scrolls ? least : std::min(even, style.px(300))),
                    room.y - (scrolls ? ImGui::GetStyle().ScrollbarSize : 0));
  for (int head = 0; head < heads; ++head) {
    if (head > 0) ImGui::SameLine(0, gap);
    head_card(frame, head, size);
  }
}

}  // namespace views
