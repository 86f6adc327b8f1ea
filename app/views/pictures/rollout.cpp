// rollout.cpp: attention over several layers: the heads' average, rollout and flow, layer after layer.
// Abnar & Zuidema 2020.
#include "app/views/pictures/rollout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/page_heading.h"
#include "app/views/core/scrolling_page.h"
#include "app/views/pictures/rollout_maps.h"
#include "app/views/stage/matrix_view.h"
#include "engine/analysis/flow.h"

namespace views {
namespace {

using app::AcrossLayers;
using engine::Index;

// The maps that are drawn: of every layer, or only the one looked at.
std::vector<int> maps_drawn(const LayersMap& map) {
  std::vector<int> stages = {map.stage};
  for (int layer = 0; layer < static_cast<int>(map.layers.size()); ++layer) {
    const int stage = map.stage_of(layer);
    if (stage >= 0 && layer != map.layer) stages.push_back(stage);
  }
  return stages;
}

// One scale for all maps, up to their largest number.
look::ColourScale scale_of(const Frame& shown, const LayersMap& map) {
  float largest = 0;
  for (const int stage : maps_drawn(map)) {
    const engine::Summary* const summary = shown.facts.summary(stage);
    if (summary == nullptr) return {shown.style.sequential(), 0, 0};
    largest = std::max(largest, static_cast<float>(summary->largest));
  }
  return {shown.style.sequential(), 0, largest > 0 ? largest : 1};
}

void draw_across_choice(const Frame& frame, const LayersMap& map) {
  constexpr std::array<std::pair<AcrossLayers, const char*>, 3> kWays = {
      {{AcrossLayers::kMean, "rollout.mean"},
       {AcrossLayers::kRollout, "rollout.rollout"},
       {AcrossLayers::kFlow, "rollout.flow"}}};
  const bool crosses = attention_kind(frame).sublayer == engine::Sublayer::kCross;
  ui::Flow flow(frame.style.px(4));
  for (const auto& [across, key] : kWays) {
    const std::string name = frame.tr(key);
    flow.next(ui::text_size(name, frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x);
    const bool is_on = !crosses || across == AcrossLayers::kMean;
    const auto face = across == map.across ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, (name + "##" + key).c_str(), face, is_on))
      frame.requests.arrange([wanted = across](app::Desk& desk) { desk.comparing.across = wanted; });
    ui::tip(frame.style, frame.tr(is_on ? std::string(key) + ".tip" : "rollout.cross.tip"));
  }
}

// The token whose flow is shown, if that of all would take too long.
void draw_query_choice(const Frame& frame, const LayersMap& map) {
  const engine::Stage& weights = frame.trace().stage(map.layers.front().front());
  const Index query = std::clamp<Index>(frame.session.desk().comparing.query, 0, weights.rows - 1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string name = frame.tr("rollout.query");
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, name,
                frame.style.quiet());
  ImGui::SetCursorScreenPos({at.x + ui::text_size(name, frame.style.quiet()).x + frame.style.px(8), at.y});
  if (ui::begin_choices(frame.style, "flow query", frame.facts.label(weights.rows_are(), query), true,
                        ui::ButtonKind::kOutline)) {
    for (Index row = 0; row < weights.rows; ++row) {
      const std::string label = frame.facts.label(weights.rows_are(), row) + "##query " + std::to_string(row);
      if (ui::menu_row(frame.style, label, {.is_chosen = row == query}))
        frame.requests.arrange([row](app::Desk& desk) { desk.comparing.query = row; });
    }
    ImGui::EndPopup();
  }
  ui::tip(frame.style, frame.tr("rollout.query.tip"));
}

// The formulas of the map and of its inputs: on the right of the line above, if they fit after `taken`,
// otherwise below.
void draw_formulas(const Frame& shown, const LayersMap& map, ImVec2 line, float taken) {
  const auto& style = shown.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const ui::MathStyle math{&style.fonts,        style.px(19),      style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  std::vector<int> stages;
  const auto mixed = shown.trace().find(std::string(map.name) + "." + std::to_string(map.layer) + ".mixed");
  if (mixed) stages = {*mixed};
  stages.push_back(map.stage);
  const float gap = style.px(32);
  std::vector<ui::MathLayout> layouts;
  float all = -gap;
  for (const int stage : stages) {
    layouts.push_back(ui::layout_math(shown.trace().formula(stage, shown.style.lettering), math, width));
    all += layouts.back().width + gap;
  }
  const bool beside = taken + gap + all < width;
  ImVec2 at = beside ? ImVec2(line.x + width - all, line.y + style.px(20))
                     : ImVec2(line.x, ImGui::GetCursorScreenPos().y + style.px(28));
  const float left = at.x;
  for (const ui::MathLayout& layout : layouts) {
    if (!beside && at.x > left && at.x + layout.width > line.x + width) at = {left, at.y + style.px(40)};
    ui::draw_math(*ImGui::GetWindowDrawList(), at, layout);
    at.x += layout.width + gap;
  }
  if (beside) return;
  ImGui::Dummy({width, at.y + style.px(14) - ImGui::GetCursorScreenPos().y});
}

// The picture of a layer's map, or only its number if that was not computed.
void draw_layer(const Frame& shown, const Frame& frame, const LayersMap& map, int layer, float side) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string number = frame.tr.nth(layer);
  const float line = style.px(18);
  if (ImGui::InvisibleButton(("up to layer " + number).c_str(), {side, side + line}))
    look_at_layer(frame, map, layer);
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, frame.tr("rollout.layer.tip", {{"layer", number}}));
  if (!ImGui::IsRectVisible(at, {at.x + side, at.y + side + line})) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool here = layer == map.layer;
  const int stage = map.stage_of(layer);
  if (stage >= 0) {
    const engine::Stage& made = shown.trace().stage(stage);
    ui::MatrixFrame matrix;
    matrix.stage = stage;
    matrix.rows = static_cast<double>(made.rows);
    matrix.columns = static_cast<double>(made.columns);
    const float cell = side / static_cast<float>(std::max(made.rows, made.columns));
    matrix.size = {std::floor(cell * static_cast<float>(made.columns)),
                   std::floor(cell * static_cast<float>(made.rows))};
    matrix.corner = at;
    draw_matrix(shown, matrix, scale_of(shown, map), {});
  } else {
    list.AddRectFilled(at, {at.x + side, at.y + side}, style.colours.chip, style.px(6));
    ui::draw_text_centred(list, {at.x + side / 2, at.y + side / 2 - style.px(9)}, number, style.quiet());
  }
  if (here || hovered) {
    list.AddRect({at.x - 3, at.y - 3}, {at.x + side + 3, at.y + side + 3},
                 here ? style.colours.ink : style.colours.muted, style.px(3), 0, style.px(here ? 2 : 1));
  }
  const bool is_alone = map.across == AcrossLayers::kMean;
  ui::draw_text_centred(list, {at.x + side / 2, at.y + side + style.px(3)},
                        frame.tr(is_alone ? "path.layer" : "rollout.up_to", {{"layer", number}}),
                        here ? style.small_strong() : style.small());
}

// One picture per layer, in reading order, none larger than `most`.
void draw_layers(const Frame& shown, const Frame& frame, const LayersMap& map, ImVec2 room, float most) {
  const auto& style = frame.style;
  const ImVec2 left = ImGui::GetContentRegionAvail();
  const float gap = style.px(14);
  const auto count = static_cast<float>(map.layers.size());
  const float height = std::max(room.y, style.px(80));
  // As large as possible with all of them visible, and rather in full rows.
  const float least = style.px(54);
  float side = least;
  float in_full_rows = least;
  const bool pictured = map.stage_of(map.layer) >= 0;
  for (float wanted = least; pictured && wanted <= most; wanted += style.px(6)) {
    const float fit = std::floor((room.x - style.px(16)) / (wanted + gap));
    const float columns = std::clamp(fit, 1.0f, count);
    if (std::ceil(count / columns) * (wanted + style.px(18) + gap) > height) continue;
    side = wanted;
    if (std::fmod(count, columns) == 0) in_full_rows = wanted;
  }
  constexpr float kWorthIt = 0.45f;
  if (in_full_rows >= kWorthIt * side) side = in_full_rows;
  if (ImGui::BeginChild("layers", {std::min(room.x, left.x), height}, 0, ImGuiWindowFlags_NoBackground)) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({corner.x + style.px(4), corner.y + style.px(4)});
    ImGui::BeginGroup();
    ui::Flow flow(gap);
    for (int layer = 0; layer < static_cast<int>(map.layers.size()); ++layer) {
      flow.next(side);
      draw_layer(shown, frame, map, layer, side);
    }
    ImGui::EndGroup();
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
}

// The map's position: its labels on the left and above, its colour bar on the right.
ui::MatrixFrame place_map(const Frame& shown, int stage, ImVec2 at, ImVec2 room) {
  const auto& style = shown.style;
  const engine::Stage& made = shown.trace().stage(stage);
  const float labels = row_label_width(shown, made.rows_are(), made.rows);
  const float above = column_label_height(shown, made.columns_are(), made.columns);
  const auto rows = static_cast<float>(made.rows);
  const auto columns = static_cast<float>(made.columns);
  const ImVec2 inner(room.x - labels - style.px(64), room.y - above - style.px(24));
  const float cell = std::min({inner.x / columns, inner.y / rows, style.px(88)});
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(made.rows);
  matrix.columns = static_cast<double>(made.columns);
  matrix.corner = {std::round(at.x + labels), std::round(at.y + above)};
  matrix.size = {std::max(std::floor(cell * columns), 8.0f), std::max(std::floor(cell * rows), 8.0f)};
  constexpr float kWidestCell = 1.4f;  // times as wide as high, where numbers need it
  if (!numbers_fit(shown, matrix))
    matrix.size.x = std::max(std::floor(std::min(inner.x / columns, kWidestCell * cell) * columns), 8.0f);
  if (made.rows == 1) matrix.size.y = std::max(matrix.size.y, style.px(28));
  return matrix;
}

// Around a row of the map.
void outline_row(const Frame& shown, const ui::MatrixFrame& matrix, Index row) {
  const engine::Stage& made = shown.trace().stage(matrix.stage);
  const auto [low, high] = matrix.box({matrix.stage, row, 0}, {matrix.stage, row, made.columns - 1});
  ImGui::GetWindowDrawList()->AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1},
                                      shown.style.colours.query, shown.style.px(2), 0, shown.style.px(2));
}

// The pinned cell's, if it is in the row that the card is about; otherwise -1.
Index pinned_column(const Frame& frame, const LayersMap& map) {
  const auto& pinned = frame.session.document().focus.pinned;
  const bool is_here = pinned && !map.of_one && pinned->first == row_on_card(frame, map);
  return is_here && pinned->second < map.derived->trace->stage(map.stage).columns ? pinned->second : -1;
}

// Until a cell is pointed at, the row that the card is about is outlined, and in it the pinned cell.
void draw_map(const Frame& shown, const Frame& frame, const LayersMap& map, ImVec2 at, ImVec2 room) {
  const auto& style = shown.style;
  const int stage = map.stage;
  const ui::MatrixFrame matrix = place_map(shown, stage, at, room);
  const look::ColourScale scale = scale_of(shown, map);
  const engine::Cell pointed = shown.explained_cell();
  const bool is_resting = pointed.stage != stage;
  const engine::Cell lit =
      is_resting ? engine::Cell{stage, row_on_card(frame, map), pinned_column(frame, map)} : pointed;
  std::vector<LitBlock> blocks = lit_blocks(shown);
  if (is_resting && lit.column >= 0) blocks.push_back({lit, lit, style.colours.ink});
  draw_matrix(shown, matrix, scale, blocks);
  if (is_resting) outline_row(shown, matrix, lit.row);
  draw_row_labels(shown, matrix, lit);
  draw_column_labels(shown, matrix, lit);
  const float right = matrix.corner.x + matrix.size.x;
  const float bottom = matrix.corner.y + matrix.size.y;
  draw_colour_bar(shown, scale, {right + style.px(12), matrix.corner.y},
                  std::clamp(matrix.size.y, style.px(40), style.px(190)));
  // Only one layer's average is of queries and keys.
  const std::string axes =
      map.across == app::AcrossLayers::kMean
          ? look::axis_title(shown.tr, shown.trace().stage(stage), shown.style.predicted_rows)
          : shown.tr("axis.mixed");
  ui::draw_text(*ImGui::GetWindowDrawList(), {matrix.corner.x, bottom + style.px(6)}, axes, style.small());
  ImGui::SetCursorScreenPos(matrix.corner);
  ImGui::InvisibleButton("map of layers", matrix.size);
  const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
  if (cell && ImGui::IsItemHovered()) shown.hover(*cell);
}

// Measures of the visible map; for the flow of one token there is no map to measure.
std::string measured(const Frame& shown, const LayersMap& map) {
  if (map.across == AcrossLayers::kFlow) return shown.tr("rollout.own_scale");
  const engine::HeadMeasures& measures = shown.facts.map_measures(map.stage);
  const engine::Stage& made = shown.trace().stage(map.stage);
  const double most = std::log(static_cast<double>(made.columns));
  const bool crosses = made.row_sequence != made.column_sequence;
  return shown.tr(crosses ? "rollout.measured_cross" : "rollout.measured",
                  {{"entropy", ui::fixed_number(measures[engine::RowMeasure::kEntropy], 2)},
                   {"most", ui::fixed_number(most, 2)},
                   {"distance", ui::fixed_number(measures[engine::RowMeasure::kDistance], 2)},
                   {"percent", ui::fixed_number(100 * measures[engine::RowMeasure::kSame], 0)}}) +
         (maps_drawn(map).size() > 1 ? "   ·   " + shown.tr("rollout.one_scale") : "");
}

// Why the maps cannot be combined, or why there is no flow and how many tokens are possible.
void draw_refusal(const Frame& frame, const LayersMap& map) {
  if (map.across != AcrossLayers::kFlow) {
    ui::paragraph(frame.tr("rollout.too_large", {{"megabytes", ui::fixed_number(map.bytes(frame) / 1e6, 0)}}),
                  ImGui::GetContentRegionAvail().x, frame.style.text());
    return;
  }
  const auto layers = static_cast<Index>(map.layer) + 1;
  Index most = 1;
  while (engine::flow_room(most + 1, layers) != engine::FlowRoom::kNone) ++most;
  ui::TextStyle type = frame.style.text();
  type.colour = frame.style.colours.accent;
  ui::paragraph(frame.tr("rollout.refused", {{"tokens", std::to_string(map.tokens(frame))},
                                             {"layers", std::to_string(layers)},
                                             {"most", std::to_string(most)}}),
                ImGui::GetContentRegionAvail().x, type);
}

constexpr float kLeastMaps = 210;  // height in pixels at 100 %

// The map on the left, the layers on its right, a sentence of measures below.
void draw_maps(const Frame& shown, const Frame& frame, const LayersMap& map) {
  const auto& style = frame.style;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string foot = measured(shown, map);
  const float foot_height =
      ui::paragraph_height(foot, ImGui::GetContentRegionAvail().x, style.small()) + style.px(6);
  const ImVec2 whole = room_at_least(foot_height + style.px(kLeastMaps));
  const ImVec2 room(whole.x, whole.y - foot_height);
  const bool many = map.layers.size() > 1;
  const float least = std::clamp(room.x * 0.3f, style.px(96), style.px(420));
  const float gap = style.px(20);
  const ImVec2 map_room(many ? room.x - least - gap : room.x, room.y);
  draw_map(shown, frame, map, corner, map_room);
  if (many) {
    const ui::MatrixFrame matrix = place_map(shown, map.stage, corner, map_room);
    const float start =
        std::min(matrix.corner.x + matrix.size.x + style.px(64) + gap, corner.x + whole.x - least);
    ImGui::SetCursorScreenPos({start, corner.y});
    ImGui::BeginGroup();
    draw_layers(shown, frame, map, {corner.x + whole.x - start, room.y}, matrix.size.y);
    ImGui::EndGroup();
  }
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {corner.x, corner.y + whole.y - foot_height + style.px(6)},
                     whole.x, foot, style.small());
  take_room(corner, whole);
}

}  // namespace

void draw_rollout(const Frame& frame) {
  const LayersMap map = layers_map(frame);
  if (map.layers.empty()) return;
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  begin_scrolling_page("rollout");
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string meaning = frame.tr("rollout." + std::string(map.name) + ".meaning");
  const std::string title =
      frame.tr("rollout.title." + std::string(map.name), {{"layer", frame.tr.nth(map.layer)}});
  const bool is_low = is_low_page(frame);
  draw_title_and_kinds(frame, title, is_low ? meaning : "");
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 line = ImGui::GetCursorScreenPos();
  draw_across_choice(frame, map);
  const float taken = ImGui::GetItemRectMax().x - line.x;
  if (map.derived != nullptr && map.stage >= 0) {
    const Frame shown = frame.over(map.derived->trace, *map.derived->facts, map.name);
    draw_formulas(shown, map, line, taken);
    if (!is_low) ui::paragraph(meaning, width, style.quiet());
    if (map.of_one) draw_query_choice(frame, map);
    draw_maps(shown, frame, map);
  } else {
    ui::paragraph(meaning, width, style.quiet());
    if (map.is_made) {
      ui::paragraph(frame.tr("rollout.making"), width, style.text());
    } else {
      draw_refusal(frame, map);
    }
    draw_layers(frame, frame, map, ImGui::GetContentRegionAvail(), style.px(132));
  }
  end_scrolling_page();
  ImGui::PopStyleVar();
}

}  // namespace views
