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
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

// Sizes in pixels.
struct GridPlan {
  int columns = 1;
  int rows = 1;
  float map = 0;   // the longer side of a head's picture
  float flat = 1;  // its height, of that side
  float line = 0;  // a line of text: one above the picture, one below
  float gap = 0;

  ImVec2 each() const { return {map + gap, map * flat + 2 * line + gap}; }
};

// In the model's order a row is a layer; otherwise as many per row as fit.
GridPlan plan_grid(const Frame& frame, const std::vector<GridHead>& heads, int heads_in_layer, bool by_layer,
                   ImVec2 room) {
  const auto& style = frame.style;
  GridPlan plan;
  plan.line = style.px(18);
  plan.gap = style.px(10);
  const engine::Stage& shape = frame.trace().stage(heads.front().stage);
  plan.flat = static_cast<float>(shape.rows) / static_cast<float>(std::max(shape.rows, shape.columns));
  const auto count = static_cast<int>(heads.size());
  const auto fits = [&](int columns) {
    const int rows = (count + columns - 1) / columns;
    const float wide = (room.x - ImGui::GetStyle().ScrollbarSize) / static_cast<float>(columns) - plan.gap;
    const float high = (room.y / static_cast<float>(rows) - 2 * plan.line - plan.gap) / plan.flat;
    // If not all rows fit they scroll: then only the width decides.
    return std::floor(std::min(wide, std::max(high, style.px(96))));
  };
  plan.columns = std::max(heads_in_layer, 1);
  if (!by_layer) {
    for (int columns = 1; columns <= count; ++columns) {
      if (fits(columns) > fits(plan.columns)) plan.columns = columns;
    }
  }
  plan.rows = (count + plan.columns - 1) / plan.columns;
  plan.map = std::max(fits(plan.columns), style.px(46));
  return plan;
}

bool is_offered(const Frame& frame, const GridOrder& order, bool crosses) {
  return (!crosses || order.in_cross) && (order.offered == nullptr || order.offered(frame));
}

void choose_order(const Frame& frame, const GridOrder& order) {
  frame.requests.arrange([wanted = order.order](app::Desk& desk) { desk.comparing.order = wanted; });
}

// In a low page: one button at the end of the title's line, or below it, with the orders below.
void draw_order_list(const Frame& frame, const GridOrder& now, bool crosses) {
  if (!ui::begin_choices(frame.style, "orders", frame.tr(now.key) + " ▾", false, ui::ButtonKind::kOutline))
    return ui::tip(frame.style, frame.tr(std::string(now.key) + ".tip"));
  for (const GridOrder& order : grid_orders()) {
    if (!is_offered(frame, order, crosses)) continue;
    if (ui::menu_row(frame.style, frame.tr(order.key), {.is_chosen = order.order == now.order}))
      choose_order(frame, order);
    ui::tip(frame.style, frame.tr(std::string(order.key) + ".tip"));
  }
  ImGui::EndPopup();
}

void draw_order_choice(const Frame& frame, const GridOrder& now, bool crosses) {
  ui::Flow flow(frame.style.px(2));
  for (const GridOrder& order : grid_orders()) {
    if (!is_offered(frame, order, crosses)) continue;
    const std::string name = frame.tr(order.key);
    flow.next(ui::text_size(name, frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x);
    const auto face = order.order == now.order ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (ui::button(frame.style, (name + "##" + order.key).c_str(), face)) choose_order(frame, order);
    ui::tip(frame.style, frame.tr(std::string(order.key) + ".tip"));
  }
}

// The title, what the maps are, and their order with what it measures; in a low page the title and the order.
void draw_grid_heading(const Frame& frame, const GridOrder& order, const engine::Stage& map, bool crosses) {
  const auto& style = frame.style;
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string why = look::axis_title(frame.tr, map) + "   ·   " + frame.tr("grid.why");
  const std::string meaning = grid_meaning(frame, order, map);
  if (is_low_page(frame)) {
    const float list = ui::button_width(style, frame.tr(order.key) + " ▾");
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_title_and_kinds(frame, frame.tr("grid.title"), why + "\n" + meaning);
    const ImVec2 below = ImGui::GetCursorScreenPos();
    const bool beside = attention_kinds(frame).size() < 2;
    if (beside) ImGui::SetCursorScreenPos({start.x + width - list, start.y - style.px(2)});
    draw_order_list(frame, order, crosses);
    if (beside) ImGui::SetCursorScreenPos(below);
    return;
  }
  draw_title_and_kinds(frame, frame.tr("grid.title"));
  ui::paragraph(why, width, style.quiet());
  draw_order_choice(frame, order, crosses);
  ui::paragraph(meaning, width, style.small());
}

// The picture's frame, centred in a square of the plan's size if it is not square itself.
ui::MatrixFrame place_map(const engine::Stage& map, int stage, ImVec2 at, const GridPlan& plan) {
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(map.rows);
  matrix.columns = static_cast<double>(map.columns);
  const float cell = plan.map / static_cast<float>(std::max(map.rows, map.columns));
  matrix.size = {std::max(2.0f, std::floor(cell * static_cast<float>(map.columns))),
                 std::max(2.0f, std::floor(cell * static_cast<float>(map.rows)))};
  matrix.corner = {std::round(at.x), std::round(at.y + plan.line)};
  return matrix;
}

void open_head(const Frame& frame, const std::string& address) {
  frame.requests.edit("", [address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.view = "stage";
  });
}

// "E3 · Head 12", or "3·12" in little room.
std::string head_name(const Frame& frame, const GridHead& head, float width, const ui::TextStyle& type) {
  const std::string number = frame.tr.nth(head.head);
  if (!frame.facts.has_layers()) return frame.tr("head.name", {{"head", number}});
  const engine::StageAddress place = engine::parse_address(frame.trace().stage(head.stage).address);
  const std::string name = short_layer_name(frame, place) + " · " + frame.tr("head.name", {{"head", number}});
  return ui::text_size(name, type).x <= width ? name : frame.tr.nth(head.layer) + "·" + number;
}

// "E3 · Head 12   97 %" above the picture, "previous" below it.
// `maps`: the frame itself, or that of the same maps between words.
void draw_head(const Frame& frame, const Frame& maps, const GridHead& head, const GridOrder& order,
               const GridPlan& plan, ImVec2 at, const std::vector<LitBlock>& lit) {
  const auto& style = frame.style;
  const int stage = maps.trace().find(frame.trace().stage(head.stage).address).value_or(head.stage);
  const engine::Stage& map = maps.trace().stage(stage);
  const std::string layer = frame.tr.nth(head.layer);
  const std::string number = frame.tr.nth(head.head);
  const ui::MatrixFrame matrix = place_map(map, stage, at, plan);
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton(("grid head " + layer + "." + number).c_str(),
                             {plan.map, plan.map * plan.flat + 2 * plan.line}))
    open_head(frame, map.address);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) {
    if (const auto cell = matrix.cell_at(ImGui::GetIO().MousePos)) maps.hover(*cell);
    ui::tip(style, frame.tr("grid.head.tip", {{"layer", layer},
                                              {"head", number},
                                              {"habit", head_pattern_sentence(frame, head.stage)}}));
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool here = head.stage == frame.facts.weights_of(frame.session.focused_stage());
  const ui::TextStyle name = here ? style.small_strong() : style.small_ink();
  const std::string measured = grid_number(frame, head.stage, order);
  const float room = plan.map - ui::text_size(measured, style.small()).x - style.px(6);
  ui::draw_text(list, at, head_name(frame, head, room, name), name);
  ui::draw_text_right(list, {at.x + plan.map, at.y}, measured, style.small());
  if (here || hovered) {
    list.AddRect({matrix.corner.x - 3, matrix.corner.y - 3},
                 {matrix.corner.x + matrix.size.x + 3, matrix.corner.y + matrix.size.y + 3},
                 here ? style.colours.ink : style.colours.muted, style.px(3), 0, style.px(here ? 2 : 1));
  }
  draw_matrix(maps, matrix, frame.facts.scale(head.stage), lit);
  ui::draw_text(list, {at.x, matrix.corner.y + matrix.size.y + style.px(2)},
                ui::ellipsise(head_pattern_word(frame, head.stage), plan.map, style.small()), style.small());
}

void draw_heads_of_all(const Frame& frame, const Frame& maps, const std::vector<GridHead>& heads,
                       const GridOrder& order, const GridPlan& plan) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 each = plan.each();
  const float inset = frame.style.px(4);  // for the outline of the first one
  const std::vector<LitBlock> lit = lit_blocks(maps);
  for (size_t i = 0; i < heads.size(); ++i) {
    const int column = static_cast<int>(i) % plan.columns;
    const int row = static_cast<int>(i) / plan.columns;
    const ImVec2 at(start.x + inset + static_cast<float>(column) * each.x,
                    start.y + static_cast<float>(row) * each.y);
    if (!ImGui::IsRectVisible(at, {at.x + each.x, at.y + each.y})) continue;
    draw_head(frame, maps, heads[i], order, plan, at, lit);
  }
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({each.x * static_cast<float>(plan.columns), each.y * static_cast<float>(plan.rows)});
}

std::vector<int> all_of(std::span<const engine::LayerHeads> layers) {
  std::vector<int> all;
  for (const engine::LayerHeads& heads : layers) all.insert(all.end(), heads.begin(), heads.end());
  return all;
}

}  // namespace

void draw_grid(const Frame& frame) {
  if (!frame.session.trace()) return;
  const auto& style = frame.style;
  const AttentionKind kind = attention_kind(frame);
  const auto layers = heads_by_layer(frame, kind);
  if (layers.empty()) return;
  const bool crosses = kind.sublayer == engine::Sublayer::kCross;
  const GridOrder& chosen = grid_order(frame.session.desk().comparing.order);
  const GridOrder& order = is_offered(frame, chosen, crosses) ? chosen : grid_orders().front();
  const engine::Stage& map = frame.trace().stage(layers.front().front());
  const auto merged = merged_frame(frame, all_of(layers));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  draw_grid_heading(frame, order, map, crosses);
  const float width = ImGui::GetContentRegionAvail().x;
  if (merged) ui::paragraph(frame.tr("merged.why"), width, style.small());
  ImGui::Dummy({0, style.px(2)});
  ImGui::PopStyleVar();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 whole = ImGui::GetContentRegionAvail();
  const float bar = style.px(58);
  const ImVec2 room(whole.x - bar, std::max(whole.y, style.px(120)));
  const auto heads = ordered_heads(frame, layers, order);
  const GridPlan plan =
      plan_grid(frame, heads, static_cast<int>(layers.front().size()), order.measure == nullptr, room);
  if (ImGui::BeginChild("grid", room, 0,
                        ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoBackground))
    draw_heads_of_all(frame, merged ? *merged : frame, heads, order, plan);
  ImGui::EndChild();
  draw_colour_bar(frame, frame.facts.scale(layers.front().front()),
                  {corner.x + room.x + style.px(10), corner.y + plan.line},
                  std::min(style.px(190), room.y - style.px(30)));
}

}  // namespace views
