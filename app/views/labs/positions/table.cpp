// table.cpp: the table of sinusoids as a picture, two of its columns as waves, and each pair's wavelength.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/position_measures.h"
#include "engine/analysis/reorder.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

constexpr float kBarWidth = 56;  // of the colour bar with its numbers, pixels at 100 %

Index pair_count(const engine::PositionsLab& lab) {
  return (lab.d_model + 1) / 2;
}

// The pair whose waves are drawn, within the valid range.
Index shown_pair(const Frame& frame) {
  return std::clamp<Index>(positions_page(frame).pair, 0, pair_count(positions_lab(frame)) - 1);
}

double pair_frequency(const engine::PositionsLab& lab, Index pair) {
  return std::pow(lab.base, -static_cast<double>(2 * pair) / static_cast<double>(lab.d_model));
}

double pair_wavelength(const engine::PositionsLab& lab, Index pair) {
  return 2 * std::numbers::pi / pair_frequency(lab, pair);
}

// How many positions a pair's waves are drawn over: four of its periods, where the table has more.
Index positions_of_waves(const engine::PositionsLab& lab, Index pair) {
  constexpr double kPeriods = 4;
  const double enough = std::ceil(kPeriods * pair_wavelength(lab, pair));
  return enough < static_cast<double>(lab.length) ? static_cast<Index>(enough) : lab.length;
}

// The cell that is worked out: the one that is pointed at, or the chosen wave at position 1.
engine::Cell worked_cell(const Frame& frame, int table) {
  const engine::Cell pointed = frame.explained_cell();
  return pointed.stage == table ? pointed : engine::Cell{table, 1, 2 * shown_pair(frame)};
}

void choose_pair(const Frame& frame, Index pair) {
  const Index last = pair_count(positions_lab(frame)) - 1;
  edit_positions(frame, "lab.positions.pair",
                 [pair = std::clamp<Index>(pair, 0, last)](engine::PositionsLab&, app::PositionsPage& page) {
                   page.pair = pair;
                 });
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

// Around the columns from `first` to `last`, as far down as their waves are drawn.
void outline_columns(const Frame& frame, const ui::MatrixFrame& matrix, Index first, Index last) {
  const float edge = frame.style.px(1);
  const Index rows = positions_of_waves(positions_lab(frame), shown_pair(frame));
  const auto [low, high] = matrix.box({matrix.stage, 0, first}, {matrix.stage, rows - 1, last});
  ImGui::GetWindowDrawList()->AddRect({low.x - edge, low.y}, {high.x + edge, high.y}, frame.style.colours.ink,
                                      0, 0, frame.style.px(2));
}

// A colour bar on the right of the placed table.
void draw_bar_beside(const Frame& frame, int table, const ui::MatrixFrame& matrix) {
  draw_colour_bar(frame, frame.facts.scale(table),
                  {matrix.corner.x + matrix.size.x + frame.style.px(12), matrix.corner.y}, matrix.size.y);
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
  ring_cell(frame, matrix, worked_cell(frame, table));
  draw_bar_beside(frame, table, matrix);
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
  draw_bar_beside(frame, table, matrix);
  const Index pair = shown_pair(frame);
  outline_columns(halves, matrix, pair, pair);
  if (sines + pair < columns) outline_columns(halves, matrix, sines + pair, sines + pair);
  ring_cell(halves, matrix, moved);
  ImGui::SetCursorScreenPos(matrix.corner);
  const bool pressed = ImGui::InvisibleButton("positions halves", matrix.size);
  const engine::Cell cell = pointed_at(matrix);
  if (!pressed || cell.stage < 0) return std::nullopt;
  return cell.column % sines;
}

// The picture; a click on one of its columns chooses the pair. Two columns are outlined.
void draw_table_map(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  const bool in_halves = positions_page(frame).in_halves;
  room.x -= frame.style.px(kBarWidth);
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

// Its columns, and its wavelength in positions.
std::string pair_sentence(const Frame& frame, Index pair) {
  const double wavelength = pair_wavelength(positions_lab(frame), pair);
  return frame.tr("lab.positions.pair.is", {{"pair", std::to_string(pair)},
                                            {"sine", std::to_string(2 * pair)},
                                            {"cosine", std::to_string(2 * pair + 1)},
                                            {"wavelength", engine::number_markup(wavelength, 2)}});
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

// The wave between the positions, and a dot at each, with the table's values.
void add_wave(const Frame& frame, int table, Index column, bool is_sine, ImU32 colour, LinePlot& plot) {
  constexpr Index kBetween = 12;
  const engine::PositionsLab& lab = positions_lab(frame);
  const double frequency = pair_frequency(lab, column / 2);
  PlotLine& wave = plot.lines.emplace_back();
  wave.name = frame.tr(is_sine ? "lab.positions.wave_sine" : "lab.positions.wave_cosine",
                       {{"column", std::to_string(column)}});
  wave.colour = colour;
  const Index positions = positions_of_waves(lab, column / 2);
  const Index steps = (positions - 1) * kBetween;
  for (Index step = 0; step <= steps; ++step) {
    const double position = static_cast<double>(step) / static_cast<double>(kBetween);
    const double angle = position * frequency;
    wave.points.emplace_back(position, is_sine ? std::sin(angle) : std::cos(angle));
  }
  PlotLine& dots = plot.lines.emplace_back();
  dots.colour = colour;
  dots.has_line = false;
  dots.has_dots = true;
  const engine::Matrix values = frame.trace().read_column(table, column);
  for (Index row = 0; row < positions; ++row)
    dots.points.emplace_back(static_cast<double>(row), static_cast<double>(values(row, 0)));
}

// Where the axis of wavelengths ends: at a power of ten.
double highest_wavelength(const engine::PositionsLab& lab) {
  return std::max(10 * std::pow(10.0, std::ceil(std::log10(lab.base))), 1000.0);
}

// "100,000": powers of ten in digits, as long as those can be counted.
std::string in_thousands(double tick) {
  std::string digits = engine::number_markup(tick, 0);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

// Room on the left and on the right of both plots, so that their edges are below each other.
ImVec2 plot_margins(const Frame& frame) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  const std::string highest = in_thousands(highest_wavelength(lab));
  const auto width = [&](const std::string& name) { return ui::text_size(name, style.small_strong()).x; };
  const std::string last = std::to_string(lab.d_model - 1);
  return {ui::text_size(highest, style.small()).x + style.px(8),
          std::max({width(frame.tr("lab.positions.wavelength")),
                    width(frame.tr("lab.positions.shown", {{"count", std::to_string(lab.length)}})),
                    width(frame.tr("lab.positions.wave_cosine", {{"column", last}}))})};
}

void draw_waves(const Frame& frame, int table, ImVec2 at, ImVec2 room) {
  const Index pair = shown_pair(frame);
  const engine::PositionsLab& lab = positions_lab(frame);
  LinePlot plot{.title = frame.tr("lab.positions.waves"),
                .x = {frame.tr("axis.position"), 0, static_cast<double>(positions_of_waves(lab, pair) - 1)},
                .y = {"", -1, 1}};
  const std::string end = std::to_string(positions_of_waves(lab, pair) - 1);
  plot.notes = {frame.tr("lab.positions.waves.why", {{"last", end}}),
                frame.tr("lab.positions.waves.why_short", {{"last", end}})};
  add_wave(frame, table, 2 * pair, true, frame.style.colours.query, plot);
  const bool has_cosine = 2 * pair + 1 < lab.d_model;
  if (has_cosine) add_wave(frame, table, 2 * pair + 1, false, frame.style.colours.key, plot);
  const engine::Cell worked = worked_cell(frame, table);
  if (worked.column / 2 == pair && worked.row < positions_of_waves(lab, pair)) {
    const auto value = static_cast<double>(frame.trace().at(table, worked.row, worked.column));
    plot.points = {{"", static_cast<double>(worked.row), value}};
  }
  plot.least = plot_margins(frame);
  const auto here = draw_line_plot(frame, "positions waves", plot, at, room);
  if (!here || !ui::begin_tooltip(frame.style)) return;
  const auto row = static_cast<Index>(std::lround(*here));
  for (Index column = 2 * pair; column <= 2 * pair + (has_cosine ? 1 : 0); ++column) {
    std::string cell = "P[" + std::to_string(row);
    cell.append(", ").append(std::to_string(column)).append("] = ");
    ui::label(cell.append(ui::fixed_number(static_cast<double>(frame.trace().at(table, row, column)), 6)),
              frame.style.small_ink());
  }
  ui::end_tooltip();
}

// Every power of ten up to `high`, or every second one of many.
std::vector<double> decades(double high) {
  constexpr int kMany = 6;
  const int last = static_cast<int>(std::lround(std::log10(high)));
  std::vector<double> ticks;
  for (int power = 0; power <= last; power += last > kMany ? 2 : 1) ticks.push_back(std::pow(10.0, power));
  return ticks;
}

void draw_wavelengths(const Frame& frame, ImVec2 at, ImVec2 room) {
  const engine::PositionsLab& lab = positions_lab(frame);
  const Index last = pair_count(lab) - 1;
  const Index pair = shown_pair(frame);
  const double high = highest_wavelength(lab);
  const auto label = [&](double tick) { return in_thousands(tick); };
  LinePlot plot{
      .title = frame.tr("lab.positions.wavelengths"),
      .x = {frame.tr("axis.dimension"), 0, static_cast<double>(std::max<Index>(2 * last, 1))},
      .y = {.low = 1, .high = high, .is_log = true, .ticks = decades(high), .label = label},
      .points = {{frame.tr("lab.positions.pair.name", {{"pair", std::to_string(pair)}}),
                  static_cast<double>(2 * pair), pair_wavelength(lab, pair)}},
      .least = plot_margins(frame),
      .notes = {frame.tr("lab.positions.wavelengths.why"), frame.tr("lab.positions.wavelengths.why_short")}};
  PlotLine& line = plot.lines.emplace_back();
  line.colour = frame.style.colours.accent;
  line.name = frame.tr("lab.positions.wavelength");
  for (Index each = 0; each <= last; ++each)
    line.points.emplace_back(static_cast<double>(2 * each), pair_wavelength(lab, each));
  PlotLine& shown = plot.lines.emplace_back();
  shown.colour = frame.style.colours.muted;
  shown.name = frame.tr("lab.positions.shown", {{"count", std::to_string(lab.length)}});
  const auto length = static_cast<double>(lab.length);
  shown.points = {{0, length}, {static_cast<double>(2 * last), length}};
  const auto here = draw_line_plot(frame, "positions wavelengths", plot, at, room);
  if (!here) return;
  const auto pointed = std::clamp<Index>(static_cast<Index>(std::lround(*here / 2)), 0, last);
  if (ImGui::IsItemClicked()) choose_pair(frame, pointed);
  if (!ui::begin_tooltip(frame.style)) return;
  ui::label(pair_sentence(frame, pointed), frame.style.small_ink());
  ui::end_tooltip();
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
  const float half = std::floor((room.y - style.px(12)) / 2);
  draw_waves(frame, table, {x, at.y}, {width, half});
  draw_wavelengths(frame, {x, at.y + half + style.px(12)}, {width, half});
  draw_pair_buttons(frame, {at.x, foot}, left);
  ImGui::NewLine();
}

}  // namespace views
