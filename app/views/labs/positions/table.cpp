// table.cpp: the table of sinusoids as a picture, with one of its cells worked out.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
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

// The ringed cell of the table as the formula makes it.
ui::MathLayout one_cell(const Frame& frame, int table) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  const engine::Cell cell = worked_cell(frame, table);
  const std::string position = std::to_string(cell.row);
  std::string markup = "P_{" + position + "," + std::to_string(cell.column) + "} = \\mathrm{";
  markup.append(cell.column % 2 == 0 ? "sin" : "cos").append("}(").append(position).append(" / ");
  markup.append(engine::number_markup(lab.base, 6)).append("^{");
  markup.append(std::to_string(cell.column / 2 * 2)).append(" / ").append(std::to_string(lab.d_model));
  const auto value = static_cast<double>(frame.trace().at(table, cell.row, cell.column));
  markup.append("}) = ").append(engine::number_markup(value, 4));
  const ui::Colours& colours = style.colours;
  return ui::layout_math(
      markup, {&style.fonts, style.px(16), colours.ink, colours.query, colours.key, colours.value});
}

// The ringed cell worked out: behind the table's caption, or in a narrow page below the table.
class WorkedLine {
 public:
  WorkedLine(const Frame& frame, int table, const std::string& caption, float width)
      : style_(frame.style), formula_(one_cell(frame, table)) {
    const engine::Stage& stage = frame.trace().stage(table);
    const float left = row_label_width(frame, stage.rows_are(), stage.rows) + style_.px(kBeforeCell) +
                       ui::text_size(caption, style_.strong()).x;
    name_ = frame.tr("lab.positions.one_cell");
    // Not by its own width, which changes with the cell that is pointed at.
    const float rest = width - style_.px(kFormula) - ui::text_size(name_, style_.quiet()).x - style_.px(kGap);
    is_beside_ = left + style_.px(kFormula + kRing + kGap) <= width;
    if (rest < (is_beside_ ? left : 0)) name_.clear();
  }

  // What it takes below the table.
  float height() const { return is_beside_ ? 0 : style_.px(kLine); }

  void draw(const PlacedTable& placed, ImVec2 at, float below, const std::string& caption) const {
    const float caption_end =
        placed.matrix.corner.x + ui::text_size(caption, style_.strong()).x + style_.px(kBeforeCell);
    draw_from(is_beside_ ? ImVec2(caption_end, at.y) : ImVec2(at.x, below), placed.right);
  }

 private:
  static constexpr float kLine = 26;  // pixels at 100 %
  static constexpr float kBeforeCell = 24;
  static constexpr float kRing = 10;  // in front of the formula, where words have no room
  static constexpr float kGap = 8;
  static constexpr float kFormula = 258;

  void draw_from(ImVec2 at, float right) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float baseline = at.y + ui::baseline(style_.strong().font, style_.strong().size);
    if (name_.empty()) {
      const float side = style_.px(kRing);
      list.AddRect({at.x, baseline - side}, {at.x + side, baseline}, style_.colours.ink, style_.px(2), 0,
                   style_.px(2));
      at.x += side + style_.px(kGap);
    } else {
      ui::draw_text(list, at, name_, style_.quiet());
      at.x += ui::text_size(name_, style_.quiet()).x + style_.px(kGap);
    }
    if (at.x + formula_.width <= right) ui::draw_math(list, {at.x, baseline}, formula_);
  }

  const ui::Style& style_;
  ui::MathLayout formula_;
  std::string name_;  // before the formula; empty where both have no room
  bool is_beside_ = true;
};

// Above each half of the columns, what it has; the shorter name where it has no room.
void draw_names_of_halves(const Frame& frame, const PlacedTable& placed) {
  const ui::TextStyle type = frame.style.small();
  const ui::MatrixFrame& matrix = placed.matrix;
  const float y = matrix.corner.y - frame.style.px(6) - ui::text_size("0", type).y;
  const float split = placed.matrix.cell_width() * static_cast<float>(placed.sines);
  for (const auto& [half, left, width] :
       {std::tuple{"sines", 0.0f, split}, std::tuple{"cosines", split, matrix.size.x - split}}) {
    const std::string key = std::string("lab.positions.half.") + half;
    const std::string full = frame.tr(key);
    const std::string name = ui::text_size(full, type).x <= width ? full : frame.tr(key + ".short");
    ui::draw_text_centred(*ImGui::GetWindowDrawList(), {matrix.corner.x + left + width / 2, y}, name, type);
  }
}

// Clicks on the placed table, and what is drawn over, around and below it. Returns the pair of a column that
// was clicked.
std::optional<Index> draw_placed(const Frame& frame, int table, const PlacedTable& placed, const char* id,
                                 float strip) {
  draw_table_marks(frame, table, placed);
  std::optional<Index> pair;
  if (strip > 0) pair = draw_strips(frame, table, placed, strip);
  ImGui::SetCursorScreenPos(placed.matrix.corner);
  const bool is_pressed = ImGui::InvisibleButton(id, placed.matrix.size);
  const engine::Cell cell = pointed_at(placed.matrix);
  return is_pressed && cell.stage >= 0 ? placed.pair_at(cell.column) : pair;
}

// The picture, in either order; a click on one of its columns chooses the pair. Returns where its cells and
// those of its strips begin and end.
std::pair<float, float> draw_table_map(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  constexpr float kLeast = 130;  // pixels at 100 %, with its labels: a lower table is better without strips
  const bool in_halves = positions_page(frame).in_halves;
  const std::string caption = frame.tr("lab.positions.table");
  const WorkedLine line(frame, table, caption, room.x);
  room.y -= line.height();
  const float below = at.y + room.y;
  const float right = at.x + room.x;
  room.x -= beside_table(frame);
  float strip = strip_height(frame, room.y);
  if (room.y - strips_height(frame, strip) < frame.style.px(kLeast)) strip = 0;
  const std::pair inside(at.y + frame.style.px(24) + flat_label_height(frame),
                         below - (strip > 0 ? below_strips(frame) : 0));
  if (strip > 0) room.y -= strips_height(frame, strip);
  SmallMap map{.stage = table,
               .caption = {},
               .scale = frame.facts.scale(table),
               .lit = worked_cell(frame, table),
               .crowded = Crowded::kRegular};
  std::optional<Index> pair;
  const auto draw = [&](const Frame& shown, Index sines, const char* id) {
    map.lit = {map.stage, map.lit.row, PlacedTable{shown, {}, sines}.shown_at(map.lit.column)};
    // The names of the halves take the place of the columns' numbers.
    const float names = map.column_labels ? 0 : flat_label_height(frame);
    const PlacedTable placed{shown,
                             draw_small_map(shown, map, {at.x, at.y + names}, {room.x, room.y - names}),
                             sines, at.x, right};
    if (in_halves) draw_names_of_halves(frame, placed);
    ui::draw_text(*ImGui::GetWindowDrawList(), {placed.matrix.corner.x, at.y}, caption, frame.style.strong());
    line.draw(placed, at, below, caption);
    pair = draw_placed(frame, table, placed, id, strip);
  };
  if (in_halves) {
    const std::string& address = frame.trace().stage(table).address;
    const Index columns = frame.trace().stage(table).columns;
    const auto& derived = frame.derivations.get("position halves", {frame.trace_pointer()}, frame.style, [&] {
      return engine::columns_moved_trace(frame.trace(), address, sines_then_cosines(columns),
                                         "note.moved_columns");
    });
    if (!derived.trace) return inside;
    map.stage = 0;
    map.explains = map.column_labels = false;
    draw(frame.over(derived.trace, *derived.facts, "position halves"), (columns + 1) / 2, "positions halves");
  } else {
    draw(frame, 0, "positions table");
  }
  if (pair) choose_pair(frame, *pair);
  return inside;
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

// Both plots, between the same lines as the table with its strips.
void draw_plots(const Frame& frame, int table, ImVec2 at, float width, std::pair<float, float> inside) {
  constexpr float kShareOfWaves = 0.57f;
  const auto& style = frame.style;
  const auto [top, bottom] = inside;
  const float ticks = style.px(4) + ui::text_size("0", style.small()).y;
  const float title = ui::text_size("0", style.strong()).y + style.px(8);
  const float between = ticks + style.px(10) + title;
  const float waves = std::floor((bottom - top - between) * kShareOfWaves);
  const float second = top + waves + between;
  draw_waves(frame, table, {at, width, top, top + waves});
  draw_wavelengths(frame, {{at.x, second - title}, width, second, bottom});
}

}  // namespace

void draw_positions_table(const Frame& frame) {
  const auto& style = frame.style;
  const int table = positions_stage(frame, "table");
  lab_sizes(frame);
  draw_halves_switch(frame);
  lab_explain(frame);
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 at(std::round(corner.x), std::round(corner.y));
  const ImVec2 avail = ImGui::GetContentRegionAvail();
  const ImVec2 room(std::floor(avail.x), std::floor(avail.y));
  const float left = std::floor(room.x * 0.53f);
  const auto inside = draw_table_map(frame, table, at, {left, room.y});
  draw_plots(frame, table, {at.x + left + style.px(24), at.y}, room.x - left - style.px(24), inside);
}

}  // namespace views
