// waves.cpp: two columns of the table as waves, and the wavelength of each pair.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/labs/positions/table_parts.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

double pair_frequency(const engine::PositionsLab& lab, Index pair) {
  return std::pow(lab.base, -static_cast<double>(2 * pair) / static_cast<double>(lab.d_model));
}

double pair_wavelength(const engine::PositionsLab& lab, Index pair) {
  return 2 * std::numbers::pi / pair_frequency(lab, pair);
}

// "6.28", and what has many digits without decimals.
std::string wavelength_in_digits(const engine::PositionsLab& lab, Index pair) {
  constexpr double kMany = 1000;
  const double wavelength = pair_wavelength(lab, pair);
  return wavelength < kMany ? engine::number_markup(wavelength, 2)
                            : look::whole_number(std::llround(wavelength));
}

}  // namespace

Index pair_count(const engine::PositionsLab& lab) {
  return (lab.d_model + 1) / 2;
}

Index shown_pair(const Frame& frame) {
  return std::clamp<Index>(positions_page(frame).pair, 0, pair_count(positions_lab(frame)) - 1);
}

Index positions_of_waves(const engine::PositionsLab& lab, Index pair) {
  constexpr double kPeriods = 4;
  const double enough = std::ceil(kPeriods * pair_wavelength(lab, pair));
  return enough < static_cast<double>(lab.length) ? static_cast<Index>(enough) : lab.length;
}

std::optional<Index> compared_pair(const engine::PositionsLab& lab, Index pair) {
  constexpr double kQuarters = 4;
  constexpr double kMuchSlower = 4;
  const double own = pair_wavelength(lab, pair);
  if (own > kMuchSlower * pair_wavelength(lab, 0)) return 0;
  const auto positions = static_cast<double>(positions_of_waves(lab, pair) - 1);
  for (Index slow = pair + 1; slow < pair_count(lab); ++slow) {
    const double wavelength = pair_wavelength(lab, slow);
    if (wavelength >= kQuarters * positions && wavelength > kMuchSlower * own) return slow;
  }
  return std::nullopt;
}

Index first_without_turn(const engine::PositionsLab& lab) {
  Index pair = 0;
  while (pair < pair_count(lab) && pair_wavelength(lab, pair) <= static_cast<double>(lab.length)) ++pair;
  return pair;
}

engine::Cell worked_cell(const Frame& frame, int table) {
  const engine::Cell pointed = frame.explained_cell();
  if (pointed.stage == table) return pointed;
  const Index pair = shown_pair(frame);
  const auto marked = marked_position(frame);
  const bool is_marked = marked && *marked < positions_of_waves(positions_lab(frame), pair);
  return {table, is_marked ? *marked : 1, 2 * pair};
}

std::string cell_sentence(const Frame& frame, int table, Index position, Index column) {
  const auto value = static_cast<double>(frame.trace().at(table, position, column));
  std::string words = "P[" + std::to_string(position);
  words.append(", ").append(std::to_string(column)).append("] = ");
  return words.append(ui::fixed_number(value, 6));
}

void choose_pair(const Frame& frame, Index pair) {
  const Index last = pair_count(positions_lab(frame)) - 1;
  edit_positions(frame, "lab.positions.pair",
                 [pair = std::clamp<Index>(pair, 0, last)](engine::PositionsLab&, app::PositionsPage& page) {
                   page.pair = pair;
                 });
}

std::string pair_title(const Frame& frame, Index pair) {
  const bool has_cosine = 2 * pair + 1 < positions_lab(frame).d_model;
  return frame.tr(has_cosine ? "lab.positions.pair.title" : "lab.positions.pair.title_odd",
                  {{"pair", std::to_string(pair)},
                   {"sine", std::to_string(2 * pair)},
                   {"cosine", std::to_string(2 * pair + 1)}});
}

std::vector<std::string> pair_details(const Frame& frame, Index pair) {
  const std::string wavelength = wavelength_in_digits(positions_lab(frame), pair);
  return {frame.tr("lab.positions.pair.dots", {{"wavelength", wavelength}}),
          frame.tr("lab.positions.pair.wavelength", {{"wavelength", wavelength}}),
          frame.tr("lab.positions.pair.wavelength_short", {{"wavelength", wavelength}})};
}

std::string pair_sentence(const Frame& frame, Index pair) {
  return frame.tr(
      "lab.positions.pair.is",
      {{"pair", pair_title(frame, pair)}, {"wavelength", wavelength_in_digits(positions_lab(frame), pair)}});
}

namespace {

// The wave of a column over these positions.
PlotLine wave_of(const engine::PositionsLab& lab, Index column, Index positions) {
  constexpr Index kBetween = 12;
  const double frequency = pair_frequency(lab, column / 2);
  PlotLine wave;
  for (Index step = 0; step <= (positions - 1) * kBetween; ++step) {
    const double position = static_cast<double>(step) / static_cast<double>(kBetween);
    const double angle = position * frequency;
    wave.points.emplace_back(position, column % 2 == 0 ? std::sin(angle) : std::cos(angle));
  }
  return wave;
}

// The wave between the positions, and a dot at each, with the table's values.
void add_wave(const Frame& frame, int table, Index column, ImU32 colour, LinePlot& plot) {
  const engine::PositionsLab& lab = positions_lab(frame);
  const Index positions = positions_of_waves(lab, column / 2);
  PlotLine& wave = plot.lines.emplace_back(wave_of(lab, column, positions));
  wave.name = frame.tr(column % 2 == 0 ? "lab.positions.wave_sine" : "lab.positions.wave_cosine",
                       {{"column", std::to_string(column)}});
  wave.colour = colour;
  PlotLine& dots = plot.lines.emplace_back();
  dots.colour = colour;
  dots.has_line = false;
  dots.has_dots = true;
  const engine::Matrix values = frame.trace().read_column(table, column);
  for (Index row = 0; row < positions; ++row)
    dots.points.emplace_back(static_cast<double>(row), static_cast<double>(values(row, 0)));
}

std::string compared_name(const Frame& frame, Index pair, Index other) {
  return frame.tr(other > pair ? "lab.positions.wave_slow" : "lab.positions.wave_fast",
                  {{"column", std::to_string(2 * other)}});
}

// Whether names on the right of the plots take lines rather than room from them.
bool is_narrow(const Frame& frame, float width) {
  return width < frame.style.px(600);
}

// In grey and dashed, below the others: how much slower or faster another pair is.
void add_compared_wave(const Frame& frame, Index pair, float width, LinePlot& plot) {
  const engine::PositionsLab& lab = positions_lab(frame);
  const auto other = compared_pair(lab, pair);
  if (!other) return;
  PlotLine& wave = plot.lines.emplace_back(wave_of(lab, 2 * *other, positions_of_waves(lab, pair)));
  wave.name = compared_name(frame, pair, *other);
  wave.colour = frame.style.colours.muted;
  wave.is_dashed = true;
  wave.is_name_wrapped = is_narrow(frame, width);
}

// Whether a number has room on the left of a position.
bool has_room_before(const Frame& frame, Index position, const PlotPlace& place, const LinePlot& plot) {
  const auto& style = frame.style;
  const float inside = place.width - plot.least.x - plot.least.y - style.px(12);
  const float before = inside * static_cast<float>(static_cast<double>(position) / plot.x.high);
  return before > ui::text_size("−0.00", style.small_strong()).x + style.px(12);
}

// Rings around both numbers of a position; the upper one's is on their right, the lower one's on their left,
// or both on the right, of close ones the upper one's above its ring.
void add_rings(const Frame& frame, int table, Index pair, Index position, const PlotPlace& place,
               LinePlot& plot) {
  constexpr float kNumbered = 80;  // pixels at 100 %: in a lower plot they would touch what is around it
  constexpr double kLastNumbered = 0.85;  // of the positions: behind it they have no room on the right
  const auto value = [&](Index column) {
    return static_cast<double>(frame.trace().at(table, position, column));
  };
  const float height = place.bottom - place.top;
  const bool has_numbers =
      height >= frame.style.px(kNumbered) && static_cast<double>(position) <= kLastNumbered * plot.x.high;
  const bool has_cosine = 2 * pair + 1 < positions_lab(frame).d_model;
  const auto apart = [&] {
    return std::abs(value(2 * pair) - value(2 * pair + 1)) / 2 * static_cast<double>(height);
  };
  const bool is_above = has_cosine && !has_room_before(frame, position, place, plot) &&
                        apart() < static_cast<double>(ui::text_size("0", frame.style.small_strong()).y);
  for (Index column = 2 * pair; column <= 2 * pair + (has_cosine ? 1 : 0); ++column) {
    const Index other = column % 2 == 0 ? column + 1 : column - 1;
    const bool is_upper = !has_cosine || value(column) > value(other);
    plot.points.push_back({.name = has_numbers ? ui::fixed_number(value(column), 2) : "",
                           .x = static_cast<double>(position),
                           .y = value(column),
                           .is_below = is_upper != is_above,
                           .is_right = is_upper && is_above});
  }
}

// Where the axis of wavelengths ends: at a power of ten.
double highest_wavelength(const engine::PositionsLab& lab) {
  return std::max(10 * std::pow(10.0, std::ceil(std::log10(lab.base))), 1000.0);
}

// Buttons to other pairs, as far to the right as `right`, in a line of this height. Returns where they begin.
float draw_pair_buttons(const Frame& frame, float right, float top, float height) {
  constexpr float kSide = 24;  // pixels at 100 %
  const auto& style = frame.style;
  const Index pair = shown_pair(frame);
  const Index last = pair_count(positions_lab(frame)) - 1;
  const float gap = style.px(3);
  const float left = right - 4 * style.px(kSide) - 3 * gap;
  ImVec2 at(std::round(left), std::round(top + (height - style.px(kSide)) / 2));
  const float above = (style.px(kSide) - ImGui::GetFontSize()) / 2;
  for (const auto& [face, to] : {std::pair{"«##pair first", Index{0}}, std::pair{"−##pair", pair - 1},
                                 std::pair{"+##pair", pair + 1}, std::pair{"»##pair last", last}}) {
    const std::string_view sign = std::string_view(face).substr(0, std::string_view(face).find('#'));
    const float beside = (style.px(kSide) - ui::text_size(sign, style.text()).x) / 2;
    ImGui::SetCursorScreenPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(beside, above));
    if (ui::button(style, face, ui::ButtonKind::kOutline, to >= 0 && to <= last && to != pair))
      choose_pair(frame, to);
    ImGui::PopStyleVar();
    ui::tip(style, frame.tr("lab.positions.pair.tip"));
    at.x += style.px(kSide) + gap;
  }
  return left;
}

// Which pair the waves are, and behind it the buttons to another.
void draw_waves_title(const Frame& frame, Index pair, ImVec2 at, float width) {
  const auto& style = frame.style;
  const float height = ui::text_size("0", style.strong()).y;
  const float end = draw_pair_buttons(frame, at.x + width, at.y, height) - style.px(10);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::string title = pair_title(frame, pair);
  if (ui::text_size(title, style.strong()).x > end - at.x)
    title = frame.tr("lab.positions.pair.name", {{"pair", std::to_string(pair)}});
  ui::draw_text(list, at, title, style.strong());
  const float left = at.x + ui::text_size(title, style.strong()).x + style.px(10);
  const float drop = (height - ui::text_size("0", style.small()).y) * 0.7f;
  for (const std::string& details : pair_details(frame, pair)) {
    if (left + ui::text_size(details, style.small()).x > end) continue;
    return ui::draw_text(list, {left, at.y + drop}, details, style.small());
  }
}

// Room on the left and on the right of both plots, so that their edges are below each other.
ImVec2 plot_margins(const Frame& frame, float room) {
  const auto& style = frame.style;
  const engine::PositionsLab& lab = positions_lab(frame);
  const std::string highest = look::whole_number(std::llround(highest_wavelength(lab)));
  const auto width = [&](const std::string& name) { return ui::text_size(name, style.small_strong()).x; };
  const std::string last = std::to_string(lab.d_model - 1);
  const Index pair = shown_pair(frame);
  const auto other = compared_pair(lab, pair);
  const float compared = other && !is_narrow(frame, room) ? width(compared_name(frame, pair, *other)) : 0;
  return {
      ui::text_size(highest, style.small()).x + style.px(8),
      std::max({compared, width(frame.tr("lab.positions.no_turn")), width(frame.tr("lab.positions.turns")),
                width(frame.tr("lab.positions.shown", {{"count", std::to_string(lab.length)}})),
                width(frame.tr("lab.positions.wave_cosine", {{"column", last}}))})};
}

// The length of the table, and in three lines, where they have room, what the waves above and below it do
// there.
std::string what_is_shown(const Frame& frame, float height) {
  constexpr float kThreeLines = 46;  // pixels at 100 %
  const engine::PositionsLab& lab = positions_lab(frame);
  std::string shown = frame.tr("lab.positions.shown", {{"count", std::to_string(lab.length)}});
  if (height < frame.style.px(kThreeLines)) return shown;
  const Index slow = first_without_turn(lab);
  std::string words = slow < pair_count(lab) ? frame.tr("lab.positions.no_turn") + "\n" : "";
  words.append(shown);
  return slow > 0 ? words.append("\n").append(frame.tr("lab.positions.turns")) : words;
}

// Every power of ten up to `high`, or every second one of many, for an axis of this height.
std::vector<double> decades(const Frame& frame, double high, float height) {
  constexpr int kMany = 6;
  constexpr float kLeastApart = 22;  // pixels at 100 %
  const int last = static_cast<int>(std::lround(std::log10(high)));
  const bool are_many = last > kMany || height < frame.style.px(kLeastApart) * static_cast<float>(last);
  std::vector<double> ticks;
  for (int power = 0; power <= last; power += are_many ? 2 : 1) ticks.push_back(std::pow(10.0, power));
  return ticks;
}

}  // namespace

void draw_waves(const Frame& frame, int table, const PlotPlace& place) {
  const Index pair = shown_pair(frame);
  const engine::PositionsLab& lab = positions_lab(frame);
  LinePlot plot{.title = {},
                .x = {frame.tr("axis.position"), 0, static_cast<double>(positions_of_waves(lab, pair) - 1)},
                .y = {"", -1, 1},
                .inside = std::pair(place.top, place.bottom),
                .names_x_beside = true};
  draw_waves_title(frame, pair, place.at, place.width);
  plot.least = plot_margins(frame, place.width);
  add_compared_wave(frame, pair, place.width, plot);
  // No roles: a sine and a cosine neither ask nor answer.
  const auto& hues = frame.style.colours.heads;
  add_wave(frame, table, 2 * pair, hues[0], plot);
  const bool has_cosine = 2 * pair + 1 < lab.d_model;
  if (has_cosine) add_wave(frame, table, 2 * pair + 1, hues[1], plot);
  const Index positions = positions_of_waves(lab, pair);
  const auto marked = marked_position(frame);
  if (marked && *marked < positions) {
    plot.mark = static_cast<double>(*marked);
    plot.mark_name = position_name(frame, *marked);
    plot.mark_colour = frame.style.colours.query;
    add_rings(frame, table, pair, *marked, place, plot);
  }
  const engine::Cell worked = worked_cell(frame, table);
  if (worked.column / 2 == pair && worked.row < positions && worked.row != marked) {
    const auto value = static_cast<double>(frame.trace().at(table, worked.row, worked.column));
    plot.points.push_back(
        {.name = marked ? "" : ui::fixed_number(value, 2), .x = static_cast<double>(worked.row), .y = value});
  }
  const auto here = draw_line_plot(frame, "positions waves", plot, place.at, {place.width, 0});
  if (!here || !ui::begin_tooltip(frame.style)) return;
  const auto row = static_cast<Index>(std::lround(*here));
  for (Index column = 2 * pair; column <= 2 * pair + (has_cosine ? 1 : 0); ++column) {
    ui::label(cell_sentence(frame, table, row, column), frame.style.small_ink());
  }
  ui::end_tooltip();
}

void draw_wavelengths(const Frame& frame, const PlotPlace& place) {
  constexpr double kLowestWavelength = 0.4;  // leaves the fastest pair's name room below its point
  constexpr float kNamed = 95;               // pixels at 100 %: in a lower plot it would hide other pairs
  const engine::PositionsLab& lab = positions_lab(frame);
  const Index last = pair_count(lab) - 1;
  const Index pair = shown_pair(frame);
  const double high = highest_wavelength(lab);
  const auto label = [&](double tick) { return look::whole_number(std::llround(tick)); };
  const float height = place.bottom - place.top;
  const bool is_named = height >= frame.style.px(kNamed);
  const std::string name =
      is_named ? frame.tr("lab.positions.pair.name", {{"pair", std::to_string(pair)}}) : "";
  LinePlot plot{.title = frame.tr("lab.positions.wavelengths"),
                .x = {.name = frame.tr("lab.positions.pair.axis"),
                      .high = static_cast<double>(std::max<Index>(last, 1)),
                      .is_whole = true},
                .y = {.low = kLowestWavelength,
                      .high = high,
                      .is_log = true,
                      .ticks = decades(frame, high, height),
                      .label = label},
                .points = {{name, static_cast<double>(pair), pair_wavelength(lab, pair)}},
                .least = plot_margins(frame, place.width),
                .inside = std::pair(place.top, place.bottom),
                .names_x_beside = true};
  PlotLine& line = plot.lines.emplace_back();
  line.colour = frame.style.colours.accent;
  line.has_line = false;
  line.has_dots = true;
  for (Index each = 0; each <= last; ++each)
    line.points.emplace_back(static_cast<double>(each), pair_wavelength(lab, each));
  PlotLine& shown = plot.lines.emplace_back();
  shown.colour = frame.style.colours.muted;
  shown.name = what_is_shown(frame, height);
  shown.is_name_wrapped = true;
  const auto length = static_cast<double>(lab.length);
  shown.points = {{0, length}, {static_cast<double>(last), length}};
  const auto here = draw_line_plot(frame, "positions wavelengths", plot, place.at, {place.width, 0});
  if (!here) return;
  const auto pointed = std::clamp<Index>(static_cast<Index>(std::lround(*here)), 0, last);
  if (ImGui::IsItemClicked()) choose_pair(frame, pointed);
  if (!ui::begin_tooltip(frame.style)) return;
  ui::label(pair_sentence(frame, pointed), frame.style.small_ink());
  ui::end_tooltip();
}

}  // namespace views
