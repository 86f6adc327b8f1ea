// kernels.cpp: a convolution's kernels, fixed before any sentence is read, next to attention's maps, which
// depend on the sentence.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/relatives/pages.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

constexpr size_t kMostHeadsShown = 6;

// The maps of the lab's attention; of the lab's own head if the model has no suitable one.
std::vector<int> heads_beside(const Frame& frame) {
  const int own = relatives_stage(frame, "attention.weights");
  if (own >= 0) return {own};
  const int weights = experiment_weights(frame);
  std::vector<int> heads = weights < 0 ? std::vector<int>{} : app::across_heads(frame.trace(), weights);
  if (heads.empty() && weights >= 0) heads = {weights};
  if (heads.size() > kMostHeadsShown) heads.resize(kMostHeadsShown);
  return heads;
}

float kernels_heading_height(const Frame& frame, const char* key, float width) {
  return ui::paragraph_height(frame.tr(key), width, frame.style.strong()) + frame.style.px(4);
}

void draw_kernels_heading(const Frame& frame, const char* key, ImVec2 at, float width) {
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), at, width, frame.tr(key), frame.style.strong());
}

// Above, the kernel of each layer laid over the tokens; below, how strongly each channel weighs each offset.
void draw_kernel_layers(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const Index depth = std::min<Index>(relatives_lab(frame).depth, 3);
  const float gap = style.px(14);
  const auto count = static_cast<float>(depth);
  const ImVec2 each((room.x - (count - 1) * gap) / count, std::floor((room.y - gap) / 2));
  for (Index layer = 0; layer < depth; ++layer) {
    const std::string name = "convolution." + std::to_string(layer) + ".kernel.";
    const float x = at.x + static_cast<float>(layer) * (each.x + gap);
    const std::string number = frame.tr.nth(layer);
    draw_relatives_map(frame, relatives_stage(frame, name + "map"),
                       frame.tr("relatives.kernels.map", {{"layer", number}}), {x, at.y}, each);
    draw_relatives_map(frame, relatives_stage(frame, name + "lengths"),
                       frame.tr("relatives.kernels.lengths", {{"layer", number}}), {x, at.y + each.y + gap},
                       each);
  }
}

void draw_kernel_heads(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const std::vector<int> heads = heads_beside(frame);
  if (heads.empty()) return;
  const int across = picture_columns(heads.size(), room);
  const int lines = (static_cast<int>(heads.size()) + across - 1) / across;
  const auto rows = static_cast<float>(lines);
  const float gap = style.px(14);
  const ImVec2 each((room.x - gap * static_cast<float>(across - 1)) / static_cast<float>(across),
                    (room.y - gap * (rows - 1)) / rows);
  for (size_t i = 0; i < heads.size(); ++i) {
    const auto place = std::div(static_cast<int>(i), across);
    const bool is_own = engine::is_of_lab(frame.trace().stage(heads[i]).address);
    draw_relatives_map(
        frame, heads[i],
        is_own ? frame.tr("relatives.kernels.own") : frame.tr("head.name", {{"head", frame.tr.nth(i)}}),
        {at.x + static_cast<float>(place.rem) * (each.x + gap),
         at.y + static_cast<float>(place.quot) * (each.y + gap)},
        each);
  }
}

}  // namespace

void draw_relatives_kernels(const Frame& frame) {
  const auto& style = frame.style;
  draw_convolution_fields(frame);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(32);
  const float half = std::floor((room.x - gap) / 2);
  const float heading = std::max(kernels_heading_height(frame, "relatives.kernels.fixed", half),
                                 kernels_heading_height(frame, "relatives.kernels.made", half));
  const ImVec2 left(corner.x, corner.y + style.px(6));
  const ImVec2 right(corner.x + half + gap, left.y);
  draw_kernels_heading(frame, "relatives.kernels.fixed", left, half);
  draw_kernels_heading(frame, "relatives.kernels.made", right, half);
  const ImVec2 each(half, room.y - heading - style.px(14));
  draw_kernel_layers(frame, {left.x, left.y + heading}, each);
  draw_kernel_heads(frame, {right.x, right.y + heading}, each);
}

}  // namespace views
