// table.cpp: the table of sinusoids as a picture, with one of its cells worked out.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/reorder.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBarWidth = 44;     // of the colour bar with its numbers, pixels at 100 %
constexpr float kBeforeBar = 26;    // between it and the table
constexpr float kMarkedWords = 64;  // the longest name of a marked position
constexpr float kBesideMarked = 6;  // before it

// What its name takes beside the table, in pixels.
float marked_width(const Frame& frame) {
  const auto marked = marked_position(frame);
  if (!marked) return 0;
  const float name = ui::text_size(marked->name, frame.style.small_strong()).x;
  return std::min(name, frame.style.px(kMarkedWords)) + frame.style.px(kBesideMarked);
}

// The table's columns with all sines first, then all cosines: the two smooth pictures that are interleaved in
// it.
std::vector<Index> sines_then_cosines(Index columns) {
  std::vector<Index> order;
  order.reserve(static_cast<size_t>(columns));
  for (const Index first : {Index{0}, Index{1}}) {
    for (Index column = first; column < columns; column += 2) order.push_back(column);
  }
  return order;
}

// A ring in black and white around the worked cell, over everything else and never too small to be seen.
void ring_cell(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell) {
  const float least = frame.style.px(5);  // from its middle
  const auto [low, high] = matrix.box(cell, cell);
  const ImVec2 middle((low.x + high.x) / 2, (low.y + high.y) / 2);
  const ImVec2 half(std::max((high.x - low.x) / 2, least), std::max((high.y - low.y) / 2, least));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [colour, width] :
       {std::pair{frame.style.colours.panel, 5.0f}, std::pair{frame.style.colours.ink, 2.0f}}) {
    list.AddRect({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y}, colour,
                 frame.style.px(2), 0, frame.style.px(width));
  }
}

// Its number in a box beside the ring, over the row: the cell itself is too small to be read.
void draw_callout(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell, double value) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small_strong();
  const std::string number = ui::fixed_number(value, 2);
  const ImVec2 words = ui::text_size(number, type);
  const ImVec2 size(words.x + style.px(10), words.y + style.px(2));
  const auto [low, high] = matrix.box(cell, cell);
  const float apart = std::max((high.x - low.x) / 2, style.px(5)) + style.px(14);
  const float middle = (low.x + high.x) / 2;
  const bool fits = middle + apart + size.x < matrix.corner.x + matrix.size.x;
  const float left = std::round(fits ? middle + apart : middle - apart - size.x);
  const float top = std::round((low.y + high.y - size.y) / 2);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left, top}, {left + size.x, top + size.y}, style.colours.panel, style.px(4));
  list.AddRect({left, top}, {left + size.x, top + size.y}, style.colours.ink, style.px(4));
  ui::draw_text(list, {left + style.px(5), top + style.px(1)}, number, type);
}

// Around the columns from `first` to `last`, as far down as their waves are drawn.
void outline_columns(const Frame& frame, const ui::MatrixFrame& matrix, Index first, Index last) {
  const float edge = frame.style.px(1);
  const Index rows = positions_of_waves(positions_lab(frame), shown_pair(frame));
  const auto [low, high] = matrix.box({matrix.stage, 0, first}, {matrix.stage, rows - 1, last});
  ImGui::GetWindowDrawList()->AddRect({low.x - edge, low.y}, {high.x + edge, high.y}, frame.style.colours.ink,
                                      0, 0, frame.style.px(2));
}

// On the right of the placed table: the name of the pinned token, whose row is framed, and a colour bar.
void draw_beside(const Frame& frame, int table, const ui::MatrixFrame& matrix) {
  const auto& style = frame.style;
  const float right = matrix.corner.x + matrix.size.x;
  draw_colour_bar(frame, frame.facts.scale(table),
                  {right + marked_width(frame) + style.px(kBeforeBar), matrix.corner.y}, matrix.size.y);
  const auto marked = marked_position(frame);
  if (!marked) return;
  ui::TextStyle type = style.small_strong();
  type.colour = style.colours.query;
  const auto columns = static_cast<Index>(matrix.columns);
  const auto [low, high] =
      matrix.box({matrix.stage, marked->position, 0}, {matrix.stage, marked->position, columns - 1});
  const float edge = style.px(1);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect({low.x - edge, low.y - edge}, {high.x + edge, high.y + edge}, type.colour, 0, 0, style.px(1));
  const std::string name = ui::ellipsise(marked->name, style.px(kMarkedWords), type);
  const float line = ui::text_size(name, type).y;
  ui::draw_text(list, {right + style.px(kBesideMarked), (low.y + high.y - line) / 2}, name, type);
}

// As in the formula: a sine, its cosine, the next sine. Returns the pair under the mouse if it was clicked.
std::optional<Index> draw_interleaved(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  const Index pair = shown_pair(frame);
  const auto matrix = draw_small_map(frame,
                                     {.stage = table,
                                      .caption = frame.tr("lab.positions.table"),
                                      .scale = frame.facts.scale(table),
                                      .lit = worked_cell(frame, table),
                                      .crowded = Crowded::kRegular},
                                     at, room);
  const Index last = std::min(2 * pair + 1, frame.trace().stage(table).columns - 1);
  outline_columns(frame, matrix, 2 * pair, last);
  const engine::Cell worked = worked_cell(frame, table);
  draw_beside(frame, table, matrix);
  ring_cell(frame, matrix, worked);
  draw_callout(frame, matrix, worked, frame.trace().at(table, worked.row, worked.column));
  ImGui::SetCursorScreenPos(matrix.corner);
  const bool pressed = ImGui::InvisibleButton("positions table", matrix.size);
  const engine::Cell cell = pointed_at(matrix);
  if (!pressed || cell.stage < 0) return std::nullopt;
  return cell.column / 2;
}

std::optional<Index> draw_halves(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  const std::string& address = frame.trace().stage(table).address;
  const Index columns = frame.trace().stage(table).columns;
  const auto& derived = frame.derivations.get("position halves", {frame.trace_pointer()}, frame.style, [&] {
    return engine::columns_moved_trace(frame.trace(), address, sines_then_cosines(columns),
                                       "note.moved_columns");
  });
  if (!derived.trace) return std::nullopt;
  const Frame halves = frame.over(derived.trace, *derived.facts, "position halves");
  const Index sines = (columns + 1) / 2;
  const engine::Cell worked = worked_cell(frame, table);
  const engine::Cell moved{0, worked.row, worked.column % 2 * sines + worked.column / 2};
  const auto matrix = draw_small_map(halves,
                                     {.stage = 0,
                                      .caption = frame.tr("lab.positions.table_halves"),
                                      .scale = frame.facts.scale(table),
                                      .lit = moved,
                                      .explains = false,
                                      .column_labels = false,
                                      .crowded = Crowded::kRegular},
                                     at, room);
  draw_beside(frame, table, matrix);
  const Index pair = shown_pair(frame);
  outline_columns(halves, matrix, pair, pair);
  if (sines + pair < columns) outline_columns(halves, matrix, sines + pair, sines + pair);
  ring_cell(halves, matrix, moved);
  draw_callout(halves, matrix, moved, frame.trace().at(table, worked.row, worked.column));
  ImGui::SetCursorScreenPos(matrix.corner);
  const bool pressed = ImGui::InvisibleButton("positions halves", matrix.size);
  const engine::Cell cell = pointed_at(matrix);
  if (!pressed || cell.stage < 0) return std::nullopt;
  return cell.column % sines;
}

// The picture; a click on one of its columns chooses the pair. Two columns are outlined.
void draw_table_map(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  const bool in_halves = positions_page(frame).in_halves;
  room.x -= frame.style.px(kBarWidth + kBeforeBar) + marked_width(frame);
  const auto pair =
      in_halves ? draw_halves(frame, table, at, room) : draw_interleaved(frame, table, at, room);
  if (pair) choose_pair(frame, *pair);
}

// Which order the columns have: behind the sizes, if it fits there.
void draw_halves_switch(const Frame& frame) {
  const auto keys = {"lab.positions.interleaved", "lab.positions.halves"};
  ImGui::SameLine(0, frame.style.px(18));
  if (ImGui::GetContentRegionAvail().x < segmented_choice_width(frame, keys)) ImGui::NewLine();
  const auto pressed = draw_segmented_choice(frame, keys, positions_page(frame).in_halves ? 1 : 0);
  if (!pressed) return;
  edit_positions(frame, "", [halves = *pressed == 1](engine::PositionsLab&, app::PositionsPage& page) {
    page.in_halves = halves;
  });
}

// The outlined cell of the table as the formula makes it.
void draw_one_cell(const Frame& frame, int table, ImVec2 at, float width) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  const engine::Cell cell = worked_cell(frame, table);
  const bool is_sine = cell.column % 2 == 0;
  const std::string position = std::to_string(cell.row);
  std::string markup = "P_{" + position + "," + std::to_string(cell.column) + "} = \\mathrm{";
  markup.append(is_sine ? "sin" : "cos").append("}\\frac{").append(position).append("}{");
  markup.append(engine::number_markup(lab.base, 6)).append("^{");
  markup.append(std::to_string(cell.column / 2 * 2)).append("/").append(std::to_string(lab.d_model));
  const auto value = static_cast<double>(frame.trace().at(table, cell.row, cell.column));
  markup.append("}} = ").append(engine::number_markup(value, 4));
  const ui::Colours& colours = style.colours;
  const ui::MathLayout formula = ui::layout_math(
      markup, {&style.fonts, style.px(18), colours.ink, colours.query, colours.key, colours.value});
  const std::string name = frame.tr("lab.positions.one_cell");
  const float before = ui::text_size(name, style.quiet()).x + style.px(10);
  const bool has_name = before + formula.width <= width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float baseline = at.y + style.px(24);
  if (has_name) ui::draw_text(list, {at.x, baseline - style.px(15)}, name, style.quiet());
  if (formula.width <= width) ui::draw_math(list, {at.x + (has_name ? before : 0), baseline}, formula);
}

void draw_pair_buttons(const Frame& frame, ImVec2 at, float width) {
  const auto& style = frame.style;
  const Index pair = shown_pair(frame);
  const Index last = pair_count(positions_lab(frame)) - 1;
  ImGui::SetCursorScreenPos(at);
  for (const auto& [label, to] : {std::pair{"«##pair first", Index{0}}, std::pair{"−##pair", pair - 1},
                                  std::pair{"+##pair", pair + 1}, std::pair{"»##pair last", last}}) {
    if (ui::button(style, label, ui::ButtonKind::kOutline, to >= 0 && to <= last && to != pair))
      choose_pair(frame, to);
    ui::tip(style, frame.tr("lab.positions.pair.tip"));
    ImGui::SameLine(0, style.px(6));
  }
  ImGui::AlignTextToFramePadding();
  const float room = at.x + width - ImGui::GetCursorScreenPos().x;
  ui::plain(ui::ellipsise(pair_sentence(frame, pair), room, style.text()));
}

}  // namespace

void draw_positions_table(const Frame& frame) {
  const auto& style = frame.style;
  const int table = positions_stage(frame, "table");
  lab_sizes(frame);
  draw_halves_switch(frame);
  lab_explain(frame);
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float left = std::floor(room.x * 0.52f);
  const float below = style.px(40 + 44);  // the pair, and one cell
  draw_table_map(frame, table, at, {left, room.y - below - style.px(4)});
  const float foot = at.y + room.y - below;
  draw_one_cell(frame, table, {at.x, foot + style.px(38)}, left);
  const float x = at.x + left + style.px(24);
  const float width = room.x - left - style.px(24);
  const float both = room.y - style.px(12);
  const float waves = std::floor(both * 0.64f);
  draw_waves(frame, table, {x, at.y}, {width, waves});
  draw_wavelengths(frame, {x, at.y + waves + style.px(12)}, {width, both - waves});
  draw_pair_buttons(frame, {at.x, foot}, left);
  ImGui::NewLine();
}

}  // namespace views
