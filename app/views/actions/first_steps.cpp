// first_steps.cpp: a small map that says what rows and columns are, and beside it numbered steps.
#include "app/views/actions/first_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "app/ui/widgets.h"

namespace views {
namespace {

// Pixels at 100 %.
constexpr float kMapCell = 30;
constexpr float kMapLabels = 62;  // left of the map
constexpr float kMapBar = 28;     // right of it, its colour bar with numbers
constexpr float kMapWidth = kMapLabels + 4 * kMapCell + kMapBar + 20;
constexpr float kStepColumn = 270;
constexpr float kBetweenSteps = 28;
constexpr float kBadge = 22;

// Four words that read each other: the third reads from the first.
constexpr std::array<std::string_view, 4> kWordsOfMap = {"help.map.1", "help.map.2", "help.map.3",
                                                         "help.map.4"};
constexpr std::array<std::array<float, 4>, 4> kWeightsOfMap = {
    {{0.7f, 0.1f, 0.1f, 0.1f}, {0.5f, 0.3f, 0.1f, 0.1f}, {0.8f, 0.1f, 0.1f, 0}, {0.2f, 0.4f, 0.1f, 0.3f}}};
constexpr size_t kReading = 2;  // row
constexpr size_t kRead = 0;     // column

constexpr std::array<std::string_view, 6> kSteps = {"help.step.read", "help.step.point",
                                                    "help.step.walk", "help.step.change",
                                                    "help.step.look", "help.step.present"};

void draw_map_cells(const Frame& frame, ImVec2 corner, float cell) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const look::ColourScale scale{style.sequential(), 0, 1};
  for (size_t row = 0; row < kWeightsOfMap.size(); ++row) {
    for (size_t column = 0; column < kWeightsOfMap.size(); ++column) {
      const ImVec2 low(corner.x + cell * static_cast<float>(column),
                       corner.y + cell * static_cast<float>(row));
      list.AddRectFilled(low, {low.x + cell, low.y + cell},
                         ui::pack(look::colour_of(scale, kWeightsOfMap.at(row).at(column))));
    }
  }
  const float side = cell * static_cast<float>(kWeightsOfMap.size());
  const auto outline = [&](ImVec2 low, ImVec2 high, ImU32 colour) {
    list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, colour, style.px(3), 0, style.px(2));
  };
  const float row = corner.y + cell * static_cast<float>(kReading);
  const float column = corner.x + cell * static_cast<float>(kRead);
  outline({corner.x, row}, {corner.x + side, row + cell}, style.colours.query);
  outline({column, corner.y}, {column + cell, corner.y + side}, style.colours.key);
}

// What the colours mean, from 1 down to 0.
void draw_map_bar(const Frame& frame, ImVec2 at, float height) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const look::ColourScale scale{style.sequential(), 0, 1};
  constexpr int kBands = 48;
  const float width = style.px(9);
  for (int band = 0; band < kBands; ++band) {
    const float top = std::floor(at.y + height * static_cast<float>(band) / kBands);
    const float bottom = std::floor(at.y + height * static_cast<float>(band + 1) / kBands);
    const float value = 1 - (static_cast<float>(band) + 0.5f) / kBands;
    list.AddRectFilled({at.x, top}, {at.x + width, bottom}, ui::pack(look::colour_of(scale, value)));
  }
  const float line = ui::text_size("0", style.small()).y;
  ui::draw_text(list, {at.x + width + style.px(5), at.y - line * 0.2f}, "1", style.small());
  ui::draw_text(list, {at.x + width + style.px(5), at.y + height - line * 0.8f}, "0", style.small());
}

// The map with its words, and below it what it says; returns its height.
float draw_example_map(const Frame& frame, ImVec2 at) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float cell = style.px(kMapCell);
  const float line = style.px(20);
  const ImVec2 corner(at.x + style.px(kMapLabels), at.y + line);
  draw_map_cells(frame, corner, cell);
  const float side = cell * static_cast<float>(kWordsOfMap.size());
  draw_map_bar(frame, {corner.x + side + style.px(8), corner.y}, side);
  for (size_t i = 0; i < kWordsOfMap.size(); ++i) {
    const std::string word = frame.tr(kWordsOfMap.at(i));
    const float middle = cell * (static_cast<float>(i) + 0.5f);
    ui::TextStyle row = i == kReading ? style.small_strong() : style.small();
    if (i == kReading) row.colour = style.colours.query;
    ui::draw_text_right(list, {corner.x - style.px(8), corner.y + middle - ui::text_size(word, row).y / 2},
                        word, row);
    if (i != kRead) continue;
    ui::TextStyle column = style.small_strong();
    column.colour = style.colours.key;
    ui::draw_text_centred(list, {corner.x + middle, at.y}, word, column);
  }
  const float below = corner.y + cell * static_cast<float>(kWordsOfMap.size()) + style.px(8);
  const std::string says = frame.tr("help.map.says", {{"row", frame.tr(kWordsOfMap.at(kReading))},
                                                      {"column", frame.tr(kWordsOfMap.at(kRead))}});
  const float width = style.px(kMapWidth - 20);
  return below + ui::draw_paragraph(list, {at.x, below}, width, says, style.small_ink()) - at.y;
}

// A number in a disc, what to do, and how; returns its height.
float draw_first_step(const Frame& frame, size_t step, ImVec2 at, float width, bool is_drawn) {
  const auto& style = frame.style;
  const std::string name = frame.tr(kSteps.at(step));
  const std::string how = frame.tr(std::string(kSteps.at(step)) + ".how");
  const float left = style.px(kBadge + 10);
  const float title = ui::paragraph_height(name, width - left, style.strong()) + style.px(2);
  const float height = title + ui::paragraph_height(how, width - left, style.small_ink());
  if (!is_drawn) return height;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float radius = style.px(kBadge) / 2;
  const ImVec2 centre(at.x + radius, at.y + radius - style.px(1));
  list.AddCircleFilled(centre, radius, style.colours.chip);
  const std::string number = std::to_string(step + 1);
  const ui::TextStyle type = style.small_strong();
  ui::draw_text_centred(list, {centre.x, centre.y - ui::text_size(number, type).y / 2}, number, type);
  ui::draw_paragraph(list, {at.x + left, at.y}, width - left, name, style.strong());
  ui::draw_paragraph(list, {at.x + left, at.y + title}, width - left, how, style.small_ink());
  return height;
}

// In lines of as many as fit; returns their height.
float draw_steps(const Frame& frame, ImVec2 at, float width) {
  const auto& style = frame.style;
  const float gap = style.px(kBetweenSteps);
  const auto columns =
      std::clamp<size_t>(static_cast<size_t>((width + gap) / (style.px(kStepColumn) + gap)), 1, 3);
  const float each = (width + gap) / static_cast<float>(columns) - gap;
  float y = at.y;
  for (size_t first = 0; first < kSteps.size(); first += columns) {
    float height = 0;
    for (size_t step = first; step < std::min(first + columns, kSteps.size()); ++step)
      height = std::max(height, draw_first_step(frame, step, {}, each, false));
    for (size_t step = first; step < std::min(first + columns, kSteps.size()); ++step)
      draw_first_step(frame, step, {at.x + (each + gap) * static_cast<float>(step - first), y}, each, true);
    y += height + style.px(18);
  }
  return y - at.y;
}

}  // namespace

float draw_first_steps(const Frame& frame, ImVec2 at, float width) {
  const auto& style = frame.style;
  const float map = style.px(kMapWidth + 16);
  if (width < map + style.px(kStepColumn)) return draw_steps(frame, at, width);
  const float left = draw_example_map(frame, at);
  const float right = draw_steps(frame, {at.x + map, at.y}, width - map);
  return std::max(left, right) + style.px(10);
}

}  // namespace views
