// grid.cpp: every head of every layer at once, small, on one colour scale: what the heads of a model do.
#include "app/views/heads/grid.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/merged_frame.h"
#include "app/views/core/outline.h"
#include "app/views/core/page_heading.h"
#include "app/views/heads/grid_kinds.h"
#include "app/views/heads/grid_orders.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/heads/heads_parts.h"
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

// Sizes in pixels. Labels are shared: left of each line of pictures, and above the first.
struct GridPlan {
  int columns = 1;
  int rows = 1;
  ImVec2 map;                 // a head's picture
  float line = 0;             // a line of text: one above the picture, one below
  float gap = 0;              // between lines
  float across = 0;           // between the pictures of a line
  float labels = 0;           // width left of a line
  float above = 0;            // height of the labels above the first line
  bool names_layers = false;  // left of each line, rather than above each picture

  ImVec2 each() const { return {map.x + across, map.y + 2 * line + gap}; }
  // From the corner of the first head on, labels included.
  ImVec2 place(size_t at) const {
    const auto column = static_cast<float>(static_cast<int>(at) % columns);
    const int row = static_cast<int>(at) / columns;
    return {labels + column * each().x, static_cast<float>(row) * each().y + (row > 0 ? above : 0)};
  }
  ImVec2 size() const {
    return {labels + each().x * static_cast<float>(columns), above + each().y * static_cast<float>(rows)};
  }
};

constexpr float kLeastMap = 96;  // pixels at 100 %: lower ones would show little, so they scroll

// Between so many pictures in a line: the last slanted label ends before the next picture, where a line has
// room for that.
float gap_across(const GridPlan& plan, float overhang, int columns, float room) {
  constexpr float kMostShare = 0.12f;  // of a picture
  return std::clamp(overhang, plan.gap, std::max(plan.gap, kMostShare * room / static_cast<float>(columns)));
}

// The picture of a head with so many in a line.
ImVec2 map_in(const Frame& frame, const GridPlan& plan, const engine::Stage& shape, int count, int columns,
              ImVec2 room) {
  const auto rows = static_cast<float>(shape.rows);
  const auto keys = static_cast<float>(shape.columns);
  const int full = (count + columns - 1) / columns;
  const float wide = (room.x - plan.labels - ImGui::GetStyle().ScrollbarSize) / static_cast<float>(columns) -
                     plan.across - frame.style.px(2);
  const float high = (room.y - plan.above) / static_cast<float>(full) - 2 * plan.line - plan.gap;
  const float across = std::max(wide, frame.style.px(46));
  // If not all lines fit they scroll, with square cells.
  const float least = std::min(frame.style.px(kLeastMap) * rows / std::max(rows, keys), across * rows / keys);
  const ImVec2 size = map_size({across, std::max(high, least)}, rows, keys);
  return {std::max(size.x, 2.0f), std::max(size.y, 2.0f)};
}

// In the model's order a line is a layer, or several where that makes the pictures much larger; otherwise as
// many are in a line as make them largest.
GridPlan plan_grid(const Frame& frame, const engine::Stage& shape, int count, int heads_in_layer,
                   bool by_layer, ImVec2 room) {
  const auto& style = frame.style;
  GridPlan plan;
  plan.line = style.px(18);
  plan.gap = style.px(12);
  plan.labels = row_label_width(frame, shape.rows_are(), shape.rows);
  plan.above = column_label_height(frame, shape.columns_are(), shape.columns);
  plan.across = plan.gap;
  const auto fits = [&](int columns) { return map_in(frame, plan, shape, count, columns, room); };
  const auto area = [](ImVec2 size) { return size.x * size.y; };
  plan.columns = std::max(heads_in_layer, 1);
  constexpr float kMuchLarger = 1.3f;
  const float more = by_layer ? kMuchLarger : 1;
  const int step = by_layer ? plan.columns : 1;
  for (int columns = step; columns <= count; columns += step) {
    if (area(fits(columns)) > more * area(fits(plan.columns))) plan.columns = columns;
  }
  plan.names_layers = by_layer && plan.columns == heads_in_layer && frame.facts.has_layers();
  const float cell = fits(plan.columns).x / static_cast<float>(shape.columns);
  if (labels_lie_flat(frame, shape.columns_are(), shape.columns, cell)) {
    plan.above = flat_label_height(frame);
  } else {
    const float overhang = column_label_overhang(frame, shape.columns_are(), shape.columns, cell);
    plan.across = gap_across(plan, overhang, plan.columns, room.x);
  }
  plan.rows = (count + plan.columns - 1) / plan.columns;
  plan.map = fits(plan.columns);
  return plan;
}

// In smaller type where that keeps the choice in one line.
bool is_long_choice(const Frame& frame, int stage) {
  float width = ui::text_size(frame.tr("grid.sort"), frame.style.quiet()).x + frame.style.px(10);
  for (const GridOrder& order : grid_orders()) {
    if (order.is_offered(frame, stage))
      width += ui::button_width(frame.style, frame.tr(order.key)) + frame.style.px(2);
  }
  return width > ImGui::GetContentRegionAvail().x;
}

void choose_order(const Frame& frame, const GridOrder& order) {
  frame.requests.arrange([&order](app::Desk& desk) {
    desk.comparing.order = order.order;
    if (order.row != nullptr) desk.comparing.measure = order.row->measure;
  });
}

// In a low page: one button at the end of the title's line, or below it, with the orders below.
void draw_order_list(const Frame& frame, const GridOrder& now, int stage) {
  if (!ui::begin_choices(frame.style, "orders", frame.tr(now.key) + " ▾", false, ui::ButtonKind::kOutline))
    return ui::tip(frame.style, frame.tr(now.key + ".tip"), grid_formula(frame, now));
  for (const GridOrder& order : grid_orders()) {
    if (!order.is_offered(frame, stage)) continue;
    if (ui::menu_row(frame.style, frame.tr(order.key), {.is_chosen = &order == &now}))
      choose_order(frame, order);
    ui::tip(frame.style, frame.tr(order.key + ".tip"), grid_formula(frame, order));
  }
  ImGui::EndPopup();
}

// Left out where the choice, which takes so much, would need another line for it.
void draw_sort_label(const Frame& frame, ui::Flow& flow, const ui::TextStyle& type, float down, float taken) {
  const std::string words = frame.tr("grid.sort");
  const float width = ui::text_size(words, type).x + frame.style.px(8);
  if (taken + width > ImGui::GetContentRegionAvail().x) return;
  flow.next(width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + down}, words, type);
  ImGui::Dummy({width, ImGui::GetFrameHeight()});
}

void draw_order_choice(const Frame& frame, const GridOrder& now, int stage) {
  const auto& style = frame.style;
  const bool is_long = is_long_choice(frame, stage);
  const ui::TextStyle type = is_long ? style.small_ink() : style.text();
  const ImVec2 padding = is_long ? ImVec2(style.px(7), style.px(4)) : ImGui::GetStyle().FramePadding;
  ui::push_font(type.font, type.size);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, padding);
  ui::Flow flow(style.px(2));
  float taken = 0;
  for (const GridOrder& order : grid_orders()) {
    if (order.is_offered(frame, stage))
      taken += ui::text_size(frame.tr(order.key), type).x + 2 * padding.x + style.px(2);
  }
  draw_sort_label(frame, flow, is_long ? style.small() : style.quiet(), padding.y, taken);
  for (const GridOrder& order : grid_orders()) {
    if (!order.is_offered(frame, stage)) continue;
    const std::string name = frame.tr(order.key);
    flow.next(ui::text_size(name, type).x + 2 * padding.x);
    const auto face = &order == &now ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(style, (name + "##" + order.key).c_str(), face)) choose_order(frame, order);
    ui::tip(style, frame.tr(order.key + ".tip"), grid_formula(frame, order));
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// The title, what the maps are with their colour bar, and their order with what it measures; in a low page
// the title and the order. Before a class, keys and the palette choose the order.
void draw_grid_heading(const Frame& frame, const GridOrder& order, int stage) {
  const auto& style = frame.style;
  const engine::Stage& map = frame.trace().stage(stage);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool presents = frame.session.desk().presenting.is_on;
  const std::string axes = look::axis_title(frame.tr, map);
  const std::string why = presents ? axes : axes + "   ·   " + frame.tr("grid.why");
  const std::string meaning = grid_meaning(frame, order, map);
  if (is_low_page(frame)) {
    const float list = ui::button_width(style, frame.tr(order.key) + " ▾");
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_title_and_kinds(frame, frame.tr("grid.title"), why + "\n" + meaning);
    const ImVec2 below = ImGui::GetCursorScreenPos();
    const bool beside = attention_kinds(frame).size() < 2;
    if (beside) ImGui::SetCursorScreenPos({start.x + width - list, start.y - style.px(2)});
    draw_order_list(frame, order, stage);
    if (beside) ImGui::SetCursorScreenPos(below);
    return;
  }
  draw_title_and_kinds(frame, frame.tr("grid.title"));
  const look::ColourScale scale = frame.facts.scale_of_layers(stage);
  draw_bar_in(frame, scale, draw_sentence_by_bar(frame, why, scale));
  if (!presents) draw_order_choice(frame, order, stage);
  ui::paragraph(meaning, width, style.small());
  if (order.row != nullptr) ui::formula(style, grid_formula(frame, order), style.small());
}

ui::MatrixFrame place_map(const engine::Stage& map, int stage, ImVec2 corner, ImVec2 size) {
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(map.rows);
  matrix.columns = static_cast<double>(map.columns);
  matrix.size = size;
  matrix.corner = {std::round(corner.x), std::round(corner.y)};
  return matrix;
}

void open_head(const Frame& frame, const std::string& address) {
  frame.requests.edit("", [address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

// "E3 · Head 12", or "3·12" in little room.
std::string head_name(const Frame& frame, const GridHead& head, const GridPlan& plan, float width,
                      const ui::TextStyle& type) {
  const std::string number = frame.tr.nth(head.head);
  if (!frame.facts.has_layers() || plan.names_layers) return frame.tr("head.name", {{"head", number}});
  const engine::StageAddress place = engine::parse_address(frame.trace().stage(head.stage).address);
  const std::string name = short_layer_name(frame, place) + " · " + frame.tr("head.name", {{"head", number}});
  return ui::text_size(name, type).x <= width ? name : frame.tr.nth(head.layer) + "·" + number;
}

// The labels left of a line's first picture and above the first line's.
void draw_head_labels(const Frame& maps, const ui::MatrixFrame& matrix, size_t at, const GridPlan& plan) {
  const engine::Cell lit = lit_in(maps, matrix.stage);
  if (at % static_cast<size_t>(plan.columns) == 0) draw_row_labels(maps, matrix, lit);
  if (at < static_cast<size_t>(plan.columns)) draw_column_labels(maps, matrix, lit);
}

// "E3 · Head 12   97 %" above the picture, "previous" below it.
void draw_head_words(const Frame& frame, const GridHead& head, const GridOrder& order, const GridPlan& plan,
                     const ui::MatrixFrame& matrix, float top, bool here) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ui::TextStyle name = here ? style.small_strong() : style.small_ink();
  const std::string measured = grid_number(frame, head.stage, order);
  const float room = matrix.size.x - ui::text_size(measured, style.small()).x - style.px(6);
  const float left = matrix.corner.x;
  ui::draw_text(list, {left, top}, head_name(frame, head, plan, room, name), name);
  if (!measured.empty()) ui::draw_text_right(list, {left + matrix.size.x, top}, measured, style.small());
  if (plan.names_layers && head.head == 0) {
    const engine::StageAddress place = engine::parse_address(frame.trace().stage(head.stage).address);
    ui::draw_text_right(list, {left - style.px(8), top}, short_layer_name(frame, place),
                        style.small_strong());
  }
  std::string pattern = head_pattern_word(frame, head.stage);
  if (ui::text_size(pattern, style.small()).x > matrix.size.x)
    pattern = head_pattern_word(frame, head.stage, true);
  ui::draw_text(list, {left, matrix.corner.y + matrix.size.y + style.px(3)},
                ui::ellipsise(pattern, matrix.size.x, style.small()), style.small());
}

// `maps`: the frame itself, or that of the same maps between words; `at`: its place in the grid.
void draw_head(const Frame& frame, const Frame& maps, const GridHead& head, const GridOrder& order,
               const GridPlan& plan, size_t at, ImVec2 corner, const std::vector<LitBlock>& lit) {
  const auto& style = frame.style;
  const int stage = maps.trace().find(frame.trace().stage(head.stage).address).value_or(head.stage);
  const engine::Stage& map = maps.trace().stage(stage);
  const std::string layer = frame.tr.nth(head.layer);
  const std::string number = frame.tr.nth(head.head);
  const float above = plan.line + (at < static_cast<size_t>(plan.columns) ? plan.above : 0);
  const ui::MatrixFrame matrix = place_map(map, stage, {corner.x, corner.y + above}, plan.map);
  ImGui::SetCursorScreenPos(corner);
  if (ImGui::InvisibleButton(("grid head " + layer + "." + number).c_str(),
                             {plan.map.x, above + plan.map.y + plan.line}))
    open_head(frame, map.address);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) {
    if (const auto cell = matrix.cell_at(ImGui::GetIO().MousePos)) maps.hover(*cell);
    ui::tip(
        style,
        frame.tr("grid.head.tip",
                 {{"layer", layer}, {"head", number}, {"habit", head_pattern_sentence(frame, head.stage)}}),
        habit_formula(frame, head.stage));
  }
  const bool here = head.stage == frame.facts.weights_of(frame.session.focused_stage());
  if (here || hovered) {
    ImGui::GetWindowDrawList()->AddRect(
        {matrix.corner.x - 3, matrix.corner.y - 3},
        {matrix.corner.x + matrix.size.x + 3, matrix.corner.y + matrix.size.y + 3},
        here ? style.colours.ink : style.colours.muted, style.px(3), 0, style.px(here ? 2 : 1));
  }
  draw_matrix(maps, matrix, frame.facts.scale_of_layers(head.stage), lit);
  draw_head_labels(maps, matrix, at, plan);
  draw_head_words(frame, head, order, plan, matrix, corner.y, here);
}

void draw_heads_of_all(const Frame& frame, const Frame& maps, const std::vector<GridHead>& heads,
                       const GridOrder& order, const GridPlan& plan) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 each = plan.each();
  const float inset = frame.style.px(4);  // for the outline of the first one
  const std::vector<LitBlock> lit = lit_blocks(maps);
  for (size_t i = 0; i < heads.size(); ++i) {
    const ImVec2 place = plan.place(i);
    const ImVec2 corner(start.x + inset + place.x, start.y + place.y);
    if (!ImGui::IsRectVisible(corner, {corner.x + each.x, corner.y + each.y + plan.above})) continue;
    draw_head(frame, maps, heads[i], order, plan, i, corner, lit);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy(plan.size());
}

std::vector<int> all_of(std::span<const engine::LayerHeads> layers) {
  std::vector<int> all;
  for (const engine::LayerHeads& heads : layers) all.insert(all.end(), heads.begin(), heads.end());
  return all;
}

}  // namespace

void draw_grid(const Frame& frame) {
  const auto& style = frame.style;
  const AttentionKind kind = attention_kind(frame);
  const auto layers = heads_by_layer(frame, kind);
  if (layers.empty()) return;
  const GridOrder& order = grid_order(frame, layers.front().front());
  const engine::Stage& map = frame.trace().stage(layers.front().front());
  const auto merged = merged_frame(frame, all_of(layers));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  draw_grid_heading(frame, order, layers.front().front());
  const float width = ImGui::GetContentRegionAvail().x;
  if (merged) ui::paragraph(frame.tr("merged.why"), width, style.small());
  ImGui::Dummy({0, style.px(2)});
  ImGui::PopStyleVar();
  const ImVec2 whole = ImGui::GetContentRegionAvail();
  const ImVec2 room(whole.x, std::max(whole.y, style.px(120)));
  const auto heads = ordered_heads(frame, layers, order);
  // A number in a small cell is left out before it is hard to read.
  constexpr float kLegible = 12.5f;
  ui::Style legible = style;
  legible.numbers.least = std::max(legible.numbers.least, kLegible);
  legible.numbers.most = std::max(legible.numbers.most, kLegible);
  const Frame maps = (merged ? *merged : frame).in(legible);
  const engine::Stage& shape = maps.trace().stage(maps.trace().find(map.address).value_or(0));
  const GridPlan plan = plan_grid(maps, shape, static_cast<int>(heads.size()),
                                  static_cast<int>(layers.front().size()), order.measure == nullptr, room);
  if (ImGui::BeginChild("grid", room, 0,
                        ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoBackground))
    draw_heads_of_all(frame, maps, heads, order, plan);
  ImGui::EndChild();
}

}  // namespace views
