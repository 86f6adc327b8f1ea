// model_view.cpp: chooses what the model is drawn as, in which size of type.
#include "app/views/model/model_view.h"

#include <algorithm>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/model/diagram.h"
#include "app/views/model/figures.h"

namespace views {
namespace {

// Large text shrinks, within reason, if the columns would be too narrow for their names.
ui::Style diagram_style(const ui::Style& style, bool has_two_columns) {
  constexpr float kOneColumn = 320;  // pixels, with text at 100 %
  constexpr float kTwoColumns = 600;
  constexpr float kSmallest = 0.85f;  // small text is then 11 pixels
  const float fits = ImGui::GetContentRegionAvail().x / (has_two_columns ? kTwoColumns : kOneColumn);
  ui::Style diagram = style;
  diagram.scale = std::min(style.scale, std::max(fits, kSmallest));
  return diagram;
}

// It shrinks further, within reason, so that both figures of an opened attention are seen whole.
ui::Style figures_style(const ui::Style& style) {
  constexpr float kWhole = 296;  // the least height with its title, pixels at 100 %
  constexpr float kLeastShare = 0.7f;
  ui::Style figures = diagram_style(style, true);
  const float fits = ImGui::GetContentRegionAvail().y / kWhole;
  figures.scale = std::min(figures.scale, std::max(fits, kLeastShare * style.scale));
  return figures;
}

}  // namespace

void draw_model(const Frame& frame) {
  if (!frame.session.trace()) {
    ui::label(frame.tr("stage.empty"), frame.style.quiet());
    return;
  }
  const engine::Config& config = frame.session.trace_document().config;
  engine::StageAddress place = engine::parse_address(frame.here());
  const int example = std::exchange(place.batch, -1);
  const bool of_batch = app::example_count(frame.trace()) > 0;
  const DiagramScene whole{frame, config, of_batch ? std::max(example, 0) : -1, engine::address_of(place)};
  const bool opened = has_open_attention(whole);
  const ui::Style style =
      opened ? figures_style(frame.style) : diagram_style(frame.style, config.has_target());
  const Frame fitted = frame.in(style);
  const DiagramScene scene{fitted, config, whole.example, whole.here};
  if (opened) {
    // Their button is as large as their type.
    ui::push_font(style.fonts.regular, style.px(15));
    ui::apply(style);
  }
  if (ImGui::BeginChild(opened ? "figures" : "diagram", {0, 0}, 0, ImGuiWindowFlags_NoBackground))
    opened ? draw_figures(scene) : draw_diagram(scene);
  ImGui::EndChild();
  if (!opened) return;
  ui::apply(frame.style);
  ImGui::PopFont();
}

}  // namespace views
