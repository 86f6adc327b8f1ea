// table.cpp: the table of sinusoids as a picture, with one of its cells worked out.
#include <algorithm>
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

// The picture, in either order; a click on one of its columns chooses the pair.
void draw_table_map(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  constexpr float kLeast = 130;  // pixels at 100 %, with its labels: a lower table is better without strips
  const float right = at.x + room.x;
  room.x -= beside_table(frame);
  float strip = strip_height(frame, room.y);
  if (room.y - strips_height(frame, strip) < frame.style.px(kLeast)) strip = 0;
  if (strip > 0) room.y -= strips_height(frame, strip);
  SmallMap map{.stage = table,
               .caption = frame.tr("lab.positions.table"),
               .scale = frame.facts.scale(table),
               .lit = worked_cell(frame, table),
               .crowded = Crowded::kRegular};
  std::optional<Index> pair;
  const auto draw = [&](const Frame& shown, Index sines, const char* id) {
    map.lit = {map.stage, map.lit.row, PlacedTable{shown, {}, sines}.shown_at(map.lit.column)};
    const PlacedTable placed{shown, draw_small_map(shown, map, at, room), sines, at.x, right};
    pair = draw_placed(frame, table, placed, id, strip);
  };
  if (positions_page(frame).in_halves) {
    const std::string& address = frame.trace().stage(table).address;
    const Index columns = frame.trace().stage(table).columns;
    const auto& derived = frame.derivations.get("position halves", {frame.trace_pointer()}, frame.style, [&] {
      return engine::columns_moved_trace(frame.trace(), address, sines_then_cosines(columns),
                                         "note.moved_columns");
    });
    if (!derived.trace) return;
    map.stage = 0;
    map.caption = frame.tr("lab.positions.table_halves");
    map.explains = map.column_labels = false;
    draw(frame.over(derived.trace, *derived.facts, "position halves"), (columns + 1) / 2, "positions halves");
  } else {
    draw(frame, 0, "positions table");
  }
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
      markup, {&style.fonts, style.px(18), colours.ink, colours.query, colours.key, colours.value});
}

// The chosen pair's buttons and what it is; behind them the ringed cell, or in a narrow page below.
class Foot {
 public:
  Foot(const Frame& frame, int table, float width)
      : frame_(frame), style_(frame.style), width_(width), formula_(one_cell(frame, table)) {
    name_ = frame.tr("lab.positions.one_cell");
    const float name = ui::text_size(name_, style_.quiet()).x + style_.px(10);
    if (name + formula_.width > width) name_.clear();
    before_ = name_.empty() ? 0 : name;
    const float sentence = ui::text_size(pair_sentence(frame, shown_pair(frame)), style_.text()).x;
    // Not by its own width, which changes with the cell that is pointed at.
    is_one_line_ = style_.px(kButtons + kBeforeCell + kFormula) + sentence + before_ <= width;
  }

  float height() const { return style_.px(is_one_line_ ? kLine : 2 * kLine); }

  void draw(ImVec2 at) const {
    const float end = draw_pair_buttons(at);
    const ImVec2 cell =
        is_one_line_ ? ImVec2(end + style_.px(kBeforeCell), at.y) : ImVec2(at.x, at.y + style_.px(kLine));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = cell.y + ImGui::GetStyle().FramePadding.y;
    if (!name_.empty()) ui::draw_text(list, {cell.x, line}, name_, style_.quiet());
    const float baseline = line + ui::baseline(style_.text().font, style_.text().size);
    const float left = cell.x + before_;
    if (left + formula_.width <= at.x + width_) ui::draw_math(list, {left, baseline}, formula_);
  }

 private:
  static constexpr float kLine = 34;  // pixels at 100 %
  static constexpr float kButtons = 144;
  static constexpr float kBeforeCell = 28;
  static constexpr float kFormula = 290;

  // Returns where their sentence ends.
  float draw_pair_buttons(ImVec2 at) const {
    const Index pair = shown_pair(frame_);
    const Index last = pair_count(positions_lab(frame_)) - 1;
    ImGui::SetCursorScreenPos(at);
    for (const auto& [label, to] : {std::pair{"«##pair first", Index{0}}, std::pair{"−##pair", pair - 1},
                                    std::pair{"+##pair", pair + 1}, std::pair{"»##pair last", last}}) {
      if (ui::button(style_, label, ui::ButtonKind::kOutline, to >= 0 && to <= last && to != pair))
        choose_pair(frame_, to);
      ui::tip(style_, frame_.tr("lab.positions.pair.tip"));
      ImGui::SameLine(0, style_.px(6));
    }
    ImGui::AlignTextToFramePadding();
    const float room = at.x + width_ - ImGui::GetCursorScreenPos().x;
    ui::plain(ui::ellipsise(pair_sentence(frame_, pair), room, style_.text()));
    return ImGui::GetItemRectMax().x;
  }

  const Frame& frame_;
  const ui::Style& style_;
  float width_ = 0;
  ui::MathLayout formula_;
  std::string name_;  // before the formula; empty where both have no room
  float before_ = 0;  // its width with the gap behind it
  bool is_one_line_ = true;
};

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
  const Foot foot(frame, table, room.x);
  const float height = room.y - foot.height();
  const float left = std::floor(room.x * 0.53f);
  draw_table_map(frame, table, at, {left, height - style.px(6)});
  const float x = at.x + left + style.px(24);
  const float width = room.x - left - style.px(24);
  const float both = height - style.px(16);
  const float waves = std::floor(both * 0.58f);
  draw_waves(frame, table, {x, at.y}, {width, waves});
  draw_wavelengths(frame, {x, at.y + waves + style.px(12)}, {width, both - waves});
  foot.draw({at.x, at.y + height});
  ImGui::NewLine();
}

}  // namespace views
