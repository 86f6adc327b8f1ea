// base.cpp: the effect on the sinusoids of a base that is too small or too large.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/look/labels.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/position_measures.h"
#include "engine/core/formula.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {
namespace {

using engine::Index;

void draw_base_slider(const Frame& frame) {
  const auto& style = frame.style;
  control_name(frame, "lab.positions.base");
  double value = engine::positions_lab_of(frame.session.document().config).base;
  constexpr double kLeast = 1;
  constexpr double kMost = 1e7;
  ImGui::SetNextItemWidth(std::min(style.px(360), ImGui::GetContentRegionAvail().x * 0.45f));
  if (ui::slider(style, "##positions base", value, kLeast, kMost, "%.0f", ui::SliderScale::kLogarithmic)) {
    edit_positions(frame, "lab.positions.base",
                   [value](engine::PositionsLab& lab, app::PositionsPage&) { lab.base = value; });
  }
  ui::tip(style, frame.tr("lab.positions.base.tip"));
  for (const double base : {1.0, 10.0, 10000.0, 1e7}) {
    ImGui::SameLine(0, style.px(6));
    const std::string number = look::whole_number(static_cast<Index>(base));
    std::string face = number;
    face.append("##base ").append(number);
    if (ui::button(style, face.c_str(), ui::ButtonKind::kOutline)) {
      edit_positions(frame, "", [base](engine::PositionsLab& lab, app::PositionsPage&) { lab.base = base; });
    }
    ui::tip(style, frame.tr("lab.positions.base.choose.tip"));
  }
}

// The results in two sentences: the nearest alias, and the pairs that hardly rotate.
std::string base_sentence(const Frame& frame, const std::vector<engine::Alias>& aliases) {
  const engine::PositionsLab& lab = positions_lab(frame);
  const std::string near = engine::number_markup(kNearlySame, 1);
  const std::string length = std::to_string(lab.length);
  const std::string first =
      aliases.empty()
          ? frame.tr("lab.positions.no_alias", {{"length", length}, {"near", near}})
          : frame.tr("lab.positions.alias", {{"offset", std::to_string(aliases.front().offset)},
                                             {"count", std::to_string(aliases.size())},
                                             {"chord", engine::number_markup(aliases.front().chord, 3)},
                                             {"length", length}});
  const Index still = engine::still_pairs(lab.length, lab.d_model, lab.base, kNearlySame);
  return first + " " +
         frame.tr("lab.positions.still", {{"still", std::to_string(still)},
                                          {"pairs", std::to_string((lab.d_model + 1) / 2)},
                                          {"near", near},
                                          {"length", length}});
}

// Room on both sides of the plots, so that their edges are below each other.
ImVec2 plot_names(const Frame& frame) {
  float right = 0;
  for (const char* const key : {"lab.positions.alike", "lab.positions.one_turn", "lab.positions.hardly",
                                "lab.positions.offset", "lab.positions.pair"})
    right = std::max(right, ui::text_size(frame.tr(key), frame.style.small_strong()).x);
  return {frame.style.px(44), right + frame.style.px(8)};
}

// The similarity of position 0 to the others, and where they are nearly the same.
void draw_likeness(const Frame& frame, const std::vector<OffsetRange>& ranges,
                   const std::vector<engine::Alias>& aliases, ImVec2 at, ImVec2 room) {
  const double most = std::max(ranges.front().mean, 1e-9);
  double low = 0;
  for (const OffsetRange& range : ranges) low = std::min(low, range.mean / most);
  LinePlot plot{
      .title = frame.tr("lab.positions.likeness"),
      .x = {frame.tr("lab.positions.offset"), 0, static_cast<double>(std::max<size_t>(ranges.size() - 1, 1))},
      .y = {"", low, 1.05},
      .least = plot_names(frame),
      .names_x_beside = true};
  PlotLine& line = plot.lines.emplace_back();
  line.colour = frame.style.colours.ink;
  for (const OffsetRange& range : ranges)
    line.points.emplace_back(static_cast<double>(range.offset), range.mean / most);
  if (!aliases.empty()) {
    PlotLine& dots = plot.lines.emplace_back();
    dots.colour = frame.style.colours.accent;
    dots.has_line = false;
    dots.has_dots = true;
    dots.name = frame.tr("lab.positions.alike");
    for (const engine::Alias& alias : aliases)
      dots.points.emplace_back(static_cast<double>(alias.offset),
                               ranges.at(static_cast<size_t>(alias.offset)).mean / most);
  }
  draw_line_plot(frame, "positions likeness", plot, at, room);
}

// How far each pair rotates over all visible positions, compared with one whole turn and almost none.
void draw_whole_turns(const Frame& frame, ImVec2 at, ImVec2 room) {
  const engine::PositionsLab& lab = positions_lab(frame);
  const auto turns = engine::turns(lab.length - 1, lab.d_model, lab.base);
  if (turns.empty()) return;
  const auto last = static_cast<double>(std::max<size_t>(turns.size() - 1, 1));
  LinePlot plot{.title = frame.tr("lab.positions.whole_turns"),
                .x = {frame.tr("lab.positions.pair"), 0, last},
                .y = {"", 1e-3, std::pow(10.0, std::ceil(std::log10(turns.front().angle + 1))), true},
                .least = plot_names(frame),
                .names_x_beside = true};
  PlotLine& line = plot.lines.emplace_back();
  line.colour = frame.style.colours.ink;
  for (const engine::PairTurn& turn : turns)
    line.points.emplace_back(static_cast<double>(turn.pair), turn.angle);
  for (const auto& [key, height] : {std::pair{"lab.positions.one_turn", 2 * std::numbers::pi},
                                    std::pair{"lab.positions.hardly", kNearlySame}}) {
    PlotLine& mark = plot.lines.emplace_back();
    mark.name = frame.tr(key);
    mark.colour = frame.style.colours.accent;
    mark.points = {{0, height}, {last, height}};
  }
  draw_line_plot(frame, "positions turns", plot, at, room);
}

}  // namespace

void draw_positions_base(const Frame& frame) {
  const auto& style = frame.style;
  draw_base_slider(frame);
  const engine::PositionsLab& lab = positions_lab(frame);
  const int products = positions_stage(frame, "products");
  const auto ranges = products_read(frame, products);
  const auto aliases = engine::aliases(lab.length, lab.d_model, lab.base, kNearlySame);
  finding(frame, base_sentence(frame, aliases), ImGui::GetContentRegionAvail().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side = std::min(room.y - style.px(4), std::floor(room.x * 0.42f));
  const auto matrix = draw_small_map(frame,
                                     {.stage = products,
                                      .caption = frame.tr("lab.positions.page.products"),
                                      .scale = frame.facts.scale(products)},
                                     {at.x, at.y + style.px(4)}, {side, side});
  ImGui::SetCursorScreenPos(matrix.corner);
  const bool pressed = ImGui::InvisibleButton("positions alike", matrix.size);
  const engine::Cell cell = pointed_at(matrix);
  if (pressed && cell.stage >= 0) go_to_cell(frame, cell);
  const float left = matrix.corner.x + matrix.size.x + style.px(28) - at.x;
  const ImVec2 each(room.x - left, std::floor((room.y - style.px(16)) / 2));
  draw_likeness(frame, ranges, aliases, {at.x + left, at.y + style.px(4)}, each);
  draw_whole_turns(frame, {at.x + left, at.y + each.y + style.px(12)}, each);
}

}  // namespace views
