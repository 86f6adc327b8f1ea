// example_picture.cpp: maps and bars in greys, said to be an example.
#include "app/views/core/example_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr int kCells = 8;            // on a side of a map
constexpr float kFaintest = 0.06f;   // of the muted colour on the panel
constexpr float kStrongest = 0.42f;  // still paler than anything that is measured

// Values of an example, from 0 to 1: a row reads the token before it, or itself.
float first_value(int row, int column) {
  return column == std::max(row - 1, 0) ? 1.0f : column == row ? 0.35f : 0.08f;
}
// Before training: nearly even.
float even_value(int row, int column) {
  return 0.25f + 0.05f * static_cast<float>((row * 7 + column * 5) % 4);
}

ImU32 grey(const Frame& frame, float value) {
  return ui::with_alpha(frame.style.colours.muted, std::lerp(kFaintest, kStrongest, value));
}

void draw_example_map(const Frame& frame, ImVec2 at, float side, float (*value)(int, int)) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float cell = std::floor(side / kCells);
  for (int row = 0; row < kCells; ++row) {
    for (int column = 0; column < kCells; ++column) {
      const ImVec2 low(at.x + cell * static_cast<float>(column), at.y + cell * static_cast<float>(row));
      list.AddRectFilled(low, {low.x + cell - 1, low.y + cell - 1}, grey(frame, value(row, column)));
    }
  }
}

struct ExampleMap {
  const char* caption;  // its key
  float (*value)(int row, int column);
};

void draw_maps_of_example(const Frame& frame, std::span<const ExampleMap> maps, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const float gap = style.px(32);
  const float line = ui::text_size("0", style.strong()).y + style.px(6);
  const auto count = static_cast<float>(maps.size());
  const float widest = (room.x - (count - 1) * gap) / count;
  const float side = std::min(widest, room.y - line);
  // A low map is narrower than its caption.
  float each = side;
  for (const ExampleMap& map : maps)
    each = std::max(each, std::min(ui::text_size(frame.tr(map.caption), style.strong()).x, widest));
  for (const ExampleMap& map : maps) {
    ui::draw_text(*ImGui::GetWindowDrawList(), at,
                  ui::ellipsise(frame.tr(map.caption), each + gap - style.px(8), style.strong()),
                  style.strong());
    draw_example_map(frame, {at.x, at.y + line}, side, map.value);
    at.x += each + gap;
  }
}

void draw_tokens_of_example(const Frame& frame, ImVec2 at, ImVec2 room) {
  constexpr std::array<float, 7> kDrawnShares = {1, 0.46f, 0.3f, 0.17f, 0.1f, 0.06f, 0.03f};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = std::min(room.y / static_cast<float>(kDrawnShares.size()), frame.style.px(44));
  const float thick = std::floor(line * 0.5f);
  const float words = frame.style.px(110);
  for (size_t i = 0; i < kDrawnShares.size(); ++i) {
    const float y = at.y + line * static_cast<float>(i);
    const float word = words * (0.45f + 0.1f * static_cast<float>(i * 5 % 4));
    list.AddRectFilled({at.x, y}, {at.x + word, y + thick}, grey(frame, 0.2f), thick / 2);
    const float length = (room.x - words) * 0.8f * kDrawnShares.at(i);
    list.AddRectFilled({at.x + words, y}, {at.x + words + length, y + thick}, grey(frame, 0.7f),
                       frame.style.px(2));
  }
}

// Says that it is an example, and where it goes; no room if there is too little.
struct ExamplePlace {
  ImVec2 at, room;
};
ExamplePlace begin_example(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::Dummy({0, style.px(16)});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const ImVec2 whole = ImGui::GetContentRegionAvail();
  const float label = style.px(26);
  const ImVec2 room(std::min(whole.x, whole.y * 3.4f), whole.y - label - style.px(8));
  if (room.y < style.px(90) || room.x < style.px(200)) return {start, {}};
  ui::label(frame.tr("example.label"), style.small());
  return {{start.x, start.y + label}, room};
}

}  // namespace

void draw_example_training(const Frame& frame) {
  constexpr std::array kMaps = {ExampleMap{"learning.example.begin", even_value},
                                ExampleMap{"learning.example.end", first_value}};
  const ExamplePlace place = begin_example(frame);
  if (place.room.y > 0) draw_maps_of_example(frame, kMaps, place.at, place.room);
}

void draw_example_tokens(const Frame& frame) {
  const ExamplePlace place = begin_example(frame);
  if (place.room.y > 0) draw_tokens_of_example(frame, place.at, place.room);
}

}  // namespace views
