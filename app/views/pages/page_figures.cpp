// page_figures.cpp: what translating costs, and how large models are.
#include "app/views/pages/page_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/pages/figures.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"

namespace views {
namespace {

// 1e19 as "10¹⁹".
std::string power_of_ten(double value) {
  constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = "10";
  for (const char digit : std::to_string(std::lround(std::log10(value))))
    text += kRaised.at(static_cast<size_t>(digit - '0'));
  return text;
}

// BLEU over training cost.
float draw_translation(const Frame& frame, ImVec2 corner, float width) {
  LinePlot plot;
  plot.title = frame.tr("figure.translation");
  plot.x = {.name = frame.tr("figure.translation.cost"),
            .low = 1e18,
            .high = 4e21,
            .is_log = true,
            .ticks = {1e18, 1e19, 1e20, 1e21},
            .label = power_of_ten};
  plot.y = {.name = "BLEU", .low = 24, .high = 29};
  for (const app::TranslationResult& result : app::translation_results())
    plot.points.push_back({result.name, result.flops, result.bleu, result.is_below});
  const float height = frame.style.px(300);
  draw_line_plot(frame, "page translation", plot, corner, {width, height});
  return height;
}

// Three digits of a large number, in the unit in which the language counts.
std::string amount(const Frame& frame, double value, bool is_whole = false) {
  const bool is_english = frame.tr.language() == app::Language::kEnglish;
  constexpr double kMillion = 1e6;
  constexpr double kHundredMillion = 1e8;
  constexpr double kBillion = 1e9;
  std::pair<double, const char*> unit = {kHundredMillion, "figure.hundred_million"};
  if (is_english)
    unit = value < kBillion ? std::pair{kMillion, "figure.million"} : std::pair{kBillion, "figure.billion"};
  const double number = value / unit.first;
  const int decimals = is_whole ? 0 : number < 10 ? 2 : number < 100 ? 1 : 0;
  return frame.tr(unit.second, {{"number", ui::fixed_number(number, decimals)}});
}

using TableRow = std::vector<std::string>;

std::vector<TableRow> size_rows(const Frame& frame) {
  const app::Words& tr = frame.tr;
  std::vector<TableRow> rows = {{tr("figure.sizes.model"), tr("figure.sizes.year"), tr("figure.sizes.layers"),
                                 tr("figure.sizes.heads"), tr("figure.sizes.width"),
                                 tr("figure.sizes.context"), tr("figure.sizes.published"),
                                 tr("figure.sizes.counted"), tr("figure.sizes.maps")}};
  for (const app::ModelSizes& model : app::model_sizes()) {
    const bool has_context = model.context > 0;
    const std::string each = std::to_string(model.layers);
    std::string layers = each;
    if (model.kind == app::SizedKind::kTransformer) layers.append(" + ").append(each);
    rows.push_back({model.name, std::to_string(model.year), layers, std::to_string(model.heads),
                    std::to_string(model.width), has_context ? std::to_string(model.context) : "–",
                    amount(frame, model.published), amount(frame, app::parameters_of(model)),
                    has_context ? amount(frame, app::map_numbers_of(model)) : "–"});
  }
  return rows;
}

// Published parameters over the years; of two alike in one year the smaller is named below.
float draw_growth(const Frame& frame, ImVec2 corner, float width) {
  constexpr double kAlike = 1.5;
  LinePlot plot;
  plot.title = frame.tr("figure.growth");
  plot.x = {.name = frame.tr("figure.sizes.year"), .low = 2015.7, .high = 2020.5, .is_whole = true};
  plot.y = {.low = 5e7,
            .high = 5e11,
            .is_log = true,
            .ticks = {1e8, 1e9, 1e10, 1e11},
            .label = [&frame](double value) { return amount(frame, value, true); }};
  for (const app::ModelSizes& model : app::model_sizes()) {
    const bool is_below = std::ranges::any_of(app::model_sizes(), [&](const app::ModelSizes& other) {
      return other.year == model.year && other.published > model.published &&
             other.published < kAlike * model.published;
    });
    plot.points.push_back({model.name, static_cast<double>(model.year), model.published, is_below});
  }
  const float height = frame.style.px(230);
  draw_line_plot(frame, "page growth", plot, corner, {width, height});
  return height;
}

// The first column begins at the left, the others end at the right of their room.
float draw_sizes(const Frame& frame, ImVec2 corner, float width) {
  const auto& style = frame.style;
  const std::vector<TableRow> rows = size_rows(frame);
  const ui::TextStyle head = style.small();
  const ui::TextStyle body = style.small_ink();
  std::vector<float> widths(rows.front().size(), 0);
  std::vector<std::vector<std::string>> names;
  names.reserve(widths.size());
  float sum = 0;
  size_t most = 1;  // lines of a column's name
  for (size_t column = 0; column < widths.size(); ++column) {
    float& widest = widths[column];
    for (size_t row = 1; row < rows.size(); ++row)
      widest = std::max(widest, ui::text_size(rows[row][column], body).x);
    names.push_back(ui::wrap_text(rows.front()[column], std::max(widest, style.px(66)), head));
    for (const std::string& name : names.back()) widest = std::max(widest, ui::text_size(name, head).x);
    most = std::max(most, names.back().size());
    sum += widest;
  }
  const float gap = std::max(style.px(6), (width - sum) / static_cast<float>(widths.size() - 1));
  const float line = style.px(26);
  const float small = ui::text_size("A", head).y;
  const float above = small * static_cast<float>(most - 1);  // the names stand on one line
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto write = [&](const std::string& words, size_t column, ImVec2 at, const ui::TextStyle& type) {
    if (column == 0) return ui::draw_text(list, at, words, type);
    ui::draw_text_right(list, {at.x + widths[column], at.y}, words, type);
  };
  for (size_t row = 0; row < rows.size(); ++row) {
    const float y = corner.y + above + line * static_cast<float>(row) + style.px(5);
    float x = corner.x;
    for (size_t column = 0; column < widths.size(); ++column) {
      if (row > 0) write(rows[row][column], column, {x, y}, body);
      float up = small * static_cast<float>(names[column].size() - 1);
      for (const std::string& name : names[column]) {
        if (row == 0) write(name, column, {x, y - up}, head);
        up -= small;
      }
      x += widths[column] + gap;
    }
    const float rule = corner.y + above + line * static_cast<float>(row + 1);
    list.AddLine({corner.x, rule}, {corner.x + width, rule}, style.colours.hairline);
  }
  const float below = above + line * static_cast<float>(rows.size()) + style.px(18);
  return below + draw_growth(frame, {corner.x, corner.y + below}, width);
}

struct FigureRow {
  std::string_view name;
  float (*draw)(const Frame& frame, ImVec2 corner, float width);
};
constexpr std::array<FigureRow, 2> kFigures = {{{"translation", draw_translation}, {"sizes", draw_sizes}}};

}  // namespace

bool is_figure(std::string_view name) {
  return std::ranges::find(kFigures, name, &FigureRow::name) != kFigures.end();
}

float draw_figure(const Frame& frame, std::string_view name, ImVec2 corner, float width) {
  const auto* const row = std::ranges::find(kFigures, name, &FigureRow::name);
  return row == kFigures.end() ? 0 : row->draw(frame, corner, width);
}

}  // namespace views
