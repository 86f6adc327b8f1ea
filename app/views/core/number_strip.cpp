// number_strip.cpp: a few values drawn one by one, without a texture.
#include "app/views/core/number_strip.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"

namespace views {
namespace {

using engine::Index;

ui::TextStyle strip_type(const ui::Style& style) {
  return {style.fonts.regular, style.px(11), style.colours.ink};
}

// As many decimals as all of them have room for.
int strip_decimals(const Frame& frame, const engine::Matrix& numbers, float room) {
  int decimals = 2;
  for (const float number : numbers.reshaped()) {
    const auto width = [&] {
      return ui::number_width(static_cast<double>(number), decimals, strip_type(frame.style));
    };
    while (decimals > 0 && std::abs(number) < 1e6f && width() > room) --decimals;
  }
  return decimals;
}

void draw_number_in(const Frame& frame, ImVec2 low, ImVec2 high, float value, const look::Rgb& under,
                    int decimals) {
  const ui::Style& style = frame.style;
  if (high.x - low.x < style.px(28) || high.y - low.y < style.px(14)) return;
  ui::TextStyle type = strip_type(style);
  type.colour = ui::pack(look::text_on(under));
  const std::string text =
      ui::format_number(static_cast<double>(value), high.x - low.x - style.px(4), type, decimals);
  const float width = ui::number_width(text, type);
  const float height = ui::text_size("0", type).y;
  ui::draw_number(*ImGui::GetWindowDrawList(),
                  {std::round((low.x + high.x + width) / 2), std::round((low.y + high.y - height) / 2)}, text,
                  type);
}

// The value of largest magnitude from `first` up to, not including, `end`.
float largest_of(const engine::Matrix& numbers, Index first, Index end) {
  float largest = numbers(0, first);
  for (Index i = first; i < end; ++i) {
    if (std::abs(numbers(0, i)) > std::abs(largest)) largest = numbers(0, i);
  }
  return largest;
}

}  // namespace

void draw_number_strip(const Frame& frame, ImVec2 at, ImVec2 size, const engine::Matrix& numbers,
                       const look::ColourScale& scale) {
  const Index cells = std::clamp<Index>(static_cast<Index>(size.x / 2), 1, numbers.size());
  const auto edge = [&](Index cell) {
    return at.x + std::round(size.x * static_cast<float>(cell) / static_cast<float>(cells));
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float narrowest = std::floor(size.x / static_cast<float>(cells)) - frame.style.px(4);
  const int decimals = cells == numbers.size() ? strip_decimals(frame, numbers, narrowest) : 0;
  for (Index cell = 0; cell < cells; ++cell) {
    const float value =
        largest_of(numbers, cell * numbers.size() / cells, (cell + 1) * numbers.size() / cells);
    const look::Rgb colour = look::colour_of(scale, value);
    const ImVec2 low(edge(cell), at.y);
    const ImVec2 high(edge(cell + 1), at.y + size.y);
    list.AddRectFilled(low, high, ui::pack(colour));
    if (cells == numbers.size()) draw_number_in(frame, low, high, value, colour, decimals);
  }
  list.AddRect({at.x - 1, at.y - 1}, {at.x + size.x + 1, at.y + size.y + 1}, frame.style.colours.hairline);
}

}  // namespace views
