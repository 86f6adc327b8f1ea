// costs.cpp: the cost of a layer of each relative with the user's own n, d and k, the length beyond which
// attention costs more, and the time of each on this machine.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/document/labs/labs.h"
#include "app/session/layer_times.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/relatives/pages.h"

namespace views {
namespace {

using engine::Index;
using engine::LayerSize;
using engine::Relative;

LayerSize asked_size(const Frame& frame) {
  const app::RelativesPage& page = relatives_page(frame);
  return {static_cast<double>(page.length), static_cast<double>(page.width),
          static_cast<double>(page.kernel)};
}

void draw_cost_field(const Frame& frame, const char* key, Index app::RelativesPage::*field) {
  const auto& style = frame.style;
  constexpr Index kStep = 1;
  Index value = relatives_page(frame).*field;
  control_name(frame, key);
  ImGui::SetNextItemWidth(style.px(150));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ui::input_number((std::string("##") + key).c_str(), ImGuiDataType_S64, &value, &kStep, "%lld")) {
    value = std::clamp<Index>(value, 1, app::kMostCosts);
    edit_relatives(frame, key,
                   [field, value](engine::RelativesLab&, app::RelativesPage& page) { page.*field = value; });
  }
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
}

// "131,072", and from a million up "8.59 × 10⁹".
std::string cost_number(double value) {
  constexpr std::array<const char*, 10> kSuperscripts = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (value < 1e6) {
    std::string digits = ui::fixed_number(std::round(value), 0);
    if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
    return digits;
  }
  const int power = static_cast<int>(std::floor(std::log10(value)));
  std::string text = ui::fixed_number(value / std::pow(10.0, power), 2) + " × 10";
  for (const char digit : std::to_string(power)) text += kSuperscripts.at(static_cast<size_t>(digit - '0'));
  return text;
}

std::string cost_bytes(double bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
  size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  return ui::fixed_number(bytes, bytes < 10 && unit > 0 ? 2 : 0) + " " + kUnits.at(unit);
}

// The lines of the table: a relative's name, its formulas with their values, steps and path lengths. Vaswani
// et al. 2017, table 1.
struct CostRow {
  Relative kind;
  const char* operations;
  const char* bytes;
  const char* steps;
  const char* path;
};
constexpr std::array<CostRow, 3> kCostRows = {
    {{Relative::kAttention, "n² d", "4 (n d + n²)", "O(1)", "O(1)"},
     {Relative::kRecurrence, "n d²", "4 (n d + d²)", "O(n)", "O(n)"},
     {Relative::kConvolution, "k n d²", "4 (n d + k d²)", "O(1)", "O(n/k), O(logₖ n)"}}};

void draw_cost_cells(const Frame& frame, ImVec2 at, float width, const std::array<std::string, 7>& cells,
                     const ui::TextStyle& first, const ui::TextStyle& rest) {
  constexpr std::array<float, 7> kStarts = {0, 0.15f, 0.24f, 0.39f, 0.53f, 0.66f, 0.8f};
  for (size_t i = 0; i < cells.size(); ++i) {
    const float end = i + 1 < kStarts.size() ? kStarts.at(i + 1) : 1.0f;
    const float room = width * (end - kStarts.at(i)) - frame.style.px(8);
    const ui::TextStyle& type = i == 0 ? first : rest;
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + width * kStarts.at(i), at.y},
                  ui::ellipsise(cells.at(i), room, type), type);
  }
}

float draw_cost_table(const Frame& frame, ImVec2 at, float width) {
  const auto& style = frame.style;
  const LayerSize size = asked_size(frame);
  const float line = style.px(26);
  draw_cost_cells(frame, at, width,
                  {"", frame.tr("relatives.costs.operations"), "", frame.tr("relatives.costs.bytes"), "",
                   frame.tr("relatives.costs.steps"), frame.tr("relatives.costs.path")},
                  style.small(), style.small());
  float y = at.y + style.px(22);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const CostRow& row : kCostRows) {
    list.AddLine({at.x, y - style.px(3)}, {at.x + width, y - style.px(3)}, style.colours.hairline);
    ui::TextStyle name = style.strong();
    name.colour = frame.style.word_colour(relative_colour(frame, row.kind));
    draw_cost_cells(frame, {at.x, y}, width,
                    {relative_name(frame, row.kind), row.operations,
                     "= " + cost_number(engine::layer_operations(row.kind, size)), row.bytes,
                     "= " + cost_bytes(engine::layer_bytes(row.kind, size)), row.steps, row.path},
                    name, style.text());
    y += line;
  }
  return y - at.y;
}

// "At n = 4096 attention takes 8 times the operations of a recurrence ..."
std::string cost_sentence(const Frame& frame) {
  const LayerSize size = asked_size(frame);
  const double attention = engine::layer_operations(Relative::kAttention, size);
  const auto times = [&](Relative kind) {
    return ui::fixed_number(attention / engine::layer_operations(kind, size), 2);
  };
  return frame.tr("relatives.costs.finding",
                  {{"n", cost_number(size.n)},
                   {"recurrence", times(Relative::kRecurrence)},
                   {"convolution", times(Relative::kConvolution)},
                   {"d", cost_number(engine::overtakes_in_operations(Relative::kRecurrence, size))},
                   {"kd", cost_number(engine::overtakes_in_operations(Relative::kConvolution, size))}});
}

using CostFunction = double (*)(Relative kind, const LayerSize& size);

// Lengths around n, d and k d, in powers of ten.
std::pair<double, double> shown_lengths(const LayerSize& size) {
  const double least = std::min({size.n, size.d, 16.0});
  const double most = std::max(size.n, size.k * size.d) * 2;
  return {std::pow(10.0, std::floor(std::log10(least))), std::pow(10.0, std::ceil(std::log10(most)))};
}

LinePlot cost_plot(const Frame& frame, const char* title, CostFunction cost, CostFunction overtakes) {
  constexpr int kPoints = 96;
  const LayerSize size = asked_size(frame);
  const auto [low, high] = shown_lengths(size);
  LinePlot plot{.title = frame.tr(title),
                .x = {frame.tr("relatives.costs.length"), low, high, true},
                .y = {},
                .lines = {}};
  double least = HUGE_VAL;
  double most = 0;
  for (const Relative kind : kRelativesShown) {
    PlotLine& line = plot.lines.emplace_back();
    line.name = relative_name(frame, kind);
    line.colour = relative_colour(frame, kind);
    for (int i = 0; i <= kPoints; ++i) {
      LayerSize at = size;
      at.n = low * std::pow(high / low, static_cast<double>(i) / kPoints);
      line.points.emplace_back(at.n, cost(kind, at));
    }
    least = std::min(least, line.points.front().second);
    most = std::max(most, line.points.back().second);
  }
  plot.y = {"", std::pow(10.0, std::floor(std::log10(least))), std::pow(10.0, std::ceil(std::log10(most))),
            true};
  plot.mark = size.n;
  for (const Relative other : {Relative::kRecurrence, Relative::kConvolution}) {
    LayerSize at = size;
    at.n = overtakes(other, size);
    plot.points.push_back(
        {"n = " + cost_number(at.n), at.n, cost(other, at), other == Relative::kConvolution});
  }
  return plot;
}

// The measured times, as the operations that the fastest of them does in that time: a dot above its line took
// longer per operation.
double add_measured(const Frame& frame, const app::LayerTimes& times, LinePlot& plot) {
  double rate = 0;
  const std::vector<app::LayerTime> measured = times.measured();
  const auto operations = [&](const app::LayerTime& each) {
    LayerSize at = times.size();
    at.n = each.n;
    return engine::layer_operations(each.kind, at);
  };
  for (const app::LayerTime& each : measured) rate = std::max(rate, operations(each) / each.seconds);
  for (const Relative kind : kRelativesShown) {
    PlotLine& dots = plot.lines.emplace_back();
    dots.colour = relative_colour(frame, kind);
    dots.has_line = false;
    dots.has_dots = true;
    for (const app::LayerTime& each : measured) {
      if (each.kind == kind) dots.points.emplace_back(each.n, each.seconds * rate);
    }
  }
  return rate;
}

// The start button, the progress, and the cancel button; continues while the page is visible.
void draw_measuring(const Frame& frame) {
  const std::shared_ptr<app::LayerTimes> times = frame.session.desk().layer_times;
  const LayerSize size = asked_size(frame);
  const bool is_of_these = times && times->size().d == size.d && times->size().k == size.k;
  if (!is_of_these) {
    if (button(frame, "relatives.measure")) {
      auto begun = std::make_shared<app::LayerTimes>(size);
      frame.requests.arrange([begun](app::Desk& desk) { desk.layer_times = begun; });
    }
    return;
  }
  const bool is_over = times->is_done() || times->has_failed();
  if (button(frame, is_over ? "relatives.measure.clear" : "relatives.measure.cancel"))
    frame.requests.arrange([](app::Desk& desk) { desk.layer_times = nullptr; });
  if (times->has_failed())
    ui::paragraph(frame.tr("error.out_of_memory"), ImGui::GetContentRegionAvail().x, frame.style.small());
  if (is_over) return;
  frame.session.background().want_measured(times, app::Urgency::kCanWait);
  ImGui::SameLine(0, frame.style.px(8));
  const auto part =
      static_cast<float>(times->done()) / static_cast<float>(std::max<size_t>(times->count(), 1));
  ImGui::ProgressBar(part, {frame.style.px(120), 0},
                     (std::to_string(times->done()) + " / " + std::to_string(times->count())).c_str());
}

void draw_cost_plots(const Frame& frame, ImVec2 at, ImVec2 room) {
  const float gap = frame.style.px(20);
  const ImVec2 each(std::floor((room.x - gap) / 2), room.y);
  LinePlot operations = cost_plot(frame, "relatives.costs.operations_by_n", engine::layer_operations,
                                  engine::overtakes_in_operations);
  const std::shared_ptr<app::LayerTimes> times = frame.session.desk().layer_times;
  if (times && times->done() > 0) {
    const double rate = add_measured(frame, *times, operations);
    operations.title = frame.tr("relatives.costs.measured", {{"rate", ui::fixed_number(rate / 1e9, 1)}});
  }
  const LinePlot bytes =
      cost_plot(frame, "relatives.costs.bytes_by_n", engine::layer_bytes, engine::overtakes_in_bytes);
  draw_line_plot(frame, "operations by n", operations, at, each);
  draw_line_plot(frame, "bytes by n", bytes, {at.x + each.x + gap, at.y}, each);
}

}  // namespace

void draw_relatives_costs(const Frame& frame) {
  const auto& style = frame.style;
  ui::Flow flow(style.px(18));
  const auto next = [&](const char* key) {
    flow.next(ui::text_size(frame.tr(key), style.text()).x + style.px(158));
  };
  next("relatives.costs.n");
  draw_cost_field(frame, "relatives.costs.n", &app::RelativesPage::length);
  next("relatives.costs.d");
  draw_cost_field(frame, "relatives.costs.d", &app::RelativesPage::width);
  next("relatives.costs.k");
  draw_cost_field(frame, "relatives.costs.k", &app::RelativesPage::kernel);
  flow.next(style.px(300));
  draw_measuring(frame);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float table = draw_cost_table(frame, {corner.x, corner.y + style.px(4)}, width);
  ImGui::SetCursorScreenPos({corner.x, corner.y + table + style.px(10)});
  finding(frame, cost_sentence(frame), width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_cost_plots(frame, {at.x, at.y + style.px(6)}, {width, ImGui::GetContentRegionAvail().y - style.px(6)});
}

}  // namespace views
