// rollout_card.cpp: of one row of the map over several layers, the largest numbers as bars.
#include <algorithm>
#include <numeric>

#include "app/ui/widgets.h"
#include "app/views/pictures/rollout.h"
#include "app/views/pictures/rollout_maps.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;

constexpr size_t kMostRolloutRows = 6;

// "animal   ▬▬▬▬   26 %".
void draw_row_part(const ui::Style& style, const std::string& name, float value, float largest, float width) {
  const float height = style.px(20);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float words = style.px(96);
  ui::draw_text(list, at, ui::ellipsise(name, words - style.px(6), style.small_ink()), style.small_ink());
  const ImVec2 low(at.x + words, at.y + height * 0.24f);
  const float room = std::max(width - words - style.px(48), 1.0f);
  const float length = largest > 0 ? room * value / largest : 0;
  list.AddRectFilled(low, {low.x + std::max(1.0f, length), at.y + height * 0.64f}, style.colours.accent, 2);
  ui::draw_text_right(list, {at.x + width, at.y}, percent(static_cast<double>(value)), style.small_ink());
}

}  // namespace

bool draw_rollout_card(const Frame& frame) {
  const LayersMap map = layers_map(frame);
  if (map.layers.empty() || map.derived == nullptr || map.stage < 0) return false;
  const auto& style = frame.style;
  const engine::Trace& trace = *map.derived->trace;
  const engine::Stage& made = trace.stage(map.stage);
  const Index row = row_on_card(frame, map);
  const engine::Matrix numbers = trace.read_row(map.stage, row);
  std::vector<Index> order(static_cast<size_t>(made.columns));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index one, Index other) { return numbers(0, one) > numbers(0, other); });
  const size_t shown = std::min(order.size(), kMostRolloutRows);
  const float width = ImGui::GetContentRegionAvail().x;
  const Frame of = frame.over(map.derived->trace, *map.derived->facts, map.name);
  const std::string token = of.facts.label(made.rows_are(), row);
  ui::label(frame.tr("rollout." + std::string(map.name)), style.small());
  const ui::TextStyle type{style.fonts.semibold, style.px(18), style.colours.ink};
  ui::paragraph(frame.tr("rollout.card", {{"token", token}}), width, type);
  ui::paragraph(frame.tr("rollout.card.why"), width, style.quiet());
  ImGui::Dummy({0, style.px(6)});
  float rest = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    const float value = numbers(0, order[i]);
    if (i >= shown) {
      rest += value;
      continue;
    }
    draw_row_part(style, of.facts.label(made.columns_are(), order[i]), value, numbers(0, order.front()),
                  width);
  }
  if (order.size() > shown && map.across != app::AcrossLayers::kFlow)
    draw_row_part(style, frame.tr("rollout.card.rest", {{"count", std::to_string(order.size() - shown)}}),
                  rest, std::max(numbers(0, order.front()), rest), width);
  ImGui::Dummy({0, style.px(8)});
  ui::paragraph(frame.tr("card.head.hint"), width, style.quiet());
  return true;
}

}  // namespace views
