// layer_choice.cpp: a segment for each layer.
#include "app/views/heads/layer_choice.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/segmented_choice.h"

namespace views {
namespace {

constexpr float kBesideWord = 8;  // pixels at 100 %

std::vector<Segment> segments(const Frame& frame, size_t count) {
  std::vector<Segment> layers;
  for (size_t layer = 0; layer < count; ++layer) {
    const std::string number = frame.tr.nth(static_cast<int>(layer));
    layers.push_back({"heads in layer " + number, number, frame.tr("heads.layer.tip")});
  }
  return layers;
}

}  // namespace

float layer_choice_width(const Frame& frame, int like) {
  const size_t count = app::across_layers(frame.trace(), like).size();
  if (count < 2) return 0;
  const float word = ui::text_size(frame.tr("heads.layer"), frame.style.quiet()).x;
  return word + frame.style.px(kBesideWord) + segmented_choice_width(frame, segments(frame, count));
}

void draw_layer_choice(const Frame& frame, int like, ImVec2 right) {
  const auto& style = frame.style;
  const std::vector<int> layers = app::across_layers(frame.trace(), like);
  const ImVec2 before = ImGui::GetCursorScreenPos();
  const std::string word = frame.tr("heads.layer");
  const ImVec2 size = ui::text_size(word, style.quiet());
  const ImVec2 at(right.x - layer_choice_width(frame, like), right.y);
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + (ImGui::GetFrameHeight() - size.y) / 2}, word,
                style.quiet());
  ImGui::SetCursorScreenPos({at.x + size.x + style.px(kBesideWord), at.y});
  const auto here = static_cast<size_t>(std::ranges::find(layers, like) - layers.begin());
  if (const auto chosen = draw_segmented_choice(frame, segments(frame, layers.size()), here)) {
    const std::string address = frame.trace().stage(layers[*chosen]).address;
    frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
  }
  ImGui::SetCursorScreenPos(before);
}

}  // namespace views
