// model_view.cpp: chooses what the model is drawn as, in which size of type.
#include "app/views/model/model_view.h"

#include <algorithm>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/model/diagram.h"
#include "app/views/model/figures.h"

namespace views {
namespace {

constexpr float kSmallest = 0.85f;  // small text is then 11 pixels

// Large text shrinks, within reason, where the columns would be too narrow for their names.
ui::Style columns_style(const ui::Style& style, bool has_two_columns) {
  constexpr float kOneColumn = 320;  // pixels, with text at 100 %
  constexpr float kTwoColumns = 600;
  const float across = ImGui::GetContentRegionAvail().x / (has_two_columns ? kTwoColumns : kOneColumn);
  ui::Style diagram = style;
  diagram.scale = std::min(style.scale, std::max(across, kSmallest));
  return diagram;
}

// It shrinks further where the diagram would be too high to be seen whole: a model is understood from its
// input to its output. A single column keeps three fifths of its size; from there on the diagram scrolls.
ui::Style diagram_style(const DiagramScene& scene) {
  constexpr float kLeastShare = 0.6f;
  constexpr float kStep = 0.05f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ui::Style style = columns_style(scene.frame.style, scene.config.has_target());
  const float least = std::max(kSmallest, scene.config.has_target() ? 0 : kLeastShare * style.scale);
  const auto is_whole = [&] {
    const Frame frame = scene.frame.in(style);
    return diagram_height({frame, scene.config, scene.example, scene.here}, room.x) <= room.y;
  };
  while (style.scale > least && !is_whole()) style.scale = std::max(style.scale - kStep, least);
  return style;
}

// It shrinks further, within reason, so that both figures of an opened attention are seen whole; where both
// have room to spare, it grows.
ui::Style figures_style(const ui::Style& style) {
  constexpr float kWhole = 296;  // the least height with its title, pixels at 100 %
  constexpr float kLeastShare = 0.7f;
  constexpr ImVec2 kSpacious(1080, 500);  // pixels at 100 %
  constexpr float kMostGrowth = 1.75f;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ui::Style figures = columns_style(style, true);
  figures.scale = std::min(figures.scale, std::max(room.y / kWhole, kLeastShare * style.scale));
  const float spare = std::min(room.x / style.px(kSpacious.x), room.y / style.px(kSpacious.y));
  if (spare > 1) figures.scale = style.scale * std::min(spare, kMostGrowth);
  return figures;
}

// The whole model; of a batch one example.
DiagramScene model_scene(const Frame& frame) {
  engine::StageAddress place = engine::parse_address(frame.here());
  const int example = std::exchange(place.batch, -1);
  const bool of_batch = app::example_count(frame.trace()) > 0;
  return {frame, frame.session.trace_document().config, of_batch ? std::max(example, 0) : -1,
          engine::address_of(place)};
}

}  // namespace

bool shows_figures(const Frame& frame) {
  return frame.session.document().focus.view == "model" && frame.session.trace() &&
         has_open_attention(model_scene(frame));
}

void draw_model(const Frame& frame) {
  const DiagramScene whole = model_scene(frame);
  const bool opened = has_open_attention(whole);
  const ui::Style style = opened ? figures_style(frame.style) : diagram_style(whole);
  const Frame fitted = frame.in(style);
  const DiagramScene scene{fitted, whole.config, whole.example, whole.here};
  if (opened) {
    // Their button is as large as their type.
    ui::push_font(style.fonts.regular, style.px(15));
    ui::apply(style);
  }
  if (ImGui::BeginChild(opened ? "figures" : "diagram", {0, 0}, 0, ImGuiWindowFlags_NoBackground))
    opened ? draw_figures(scene) : draw_diagram(scene, frame.style.scale);
  ImGui::EndChild();
  if (!opened) return;
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
