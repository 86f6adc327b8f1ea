// figures.cpp: draws both figures: every block with its stage's real picture, and a link to it.
#include "app/views/model/figures.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/core/translated_button.h"
#include "app/views/model/figure_steps.h"
#include "app/views/model/figures_layout.h"
#include "engine/core/letters.h"

namespace views {
namespace {

FigureMetrics figure_metrics(const ui::Style& style) {
  FigureMetrics metrics;
  for (float FigureMetrics::*size :
       {&FigureMetrics::caption, &FigureMetrics::least, &FigureMetrics::largest, &FigureMetrics::gap,
        &FigureMetrics::gap_largest, &FigureMetrics::between, &FigureMetrics::widest, &FigureMetrics::sheet,
        &FigureMetrics::apart}) {
    metrics.*size = style.px(metrics.*size);
  }
  return metrics;
}

ImU32 step_colour(const ui::Colours& colours, FigureStep step) {
  switch (step) {
    case FigureStep::kQuery:
    case FigureStep::kQueryLinear:
      return colours.query;
    case FigureStep::kKey:
    case FigureStep::kKeyLinear:
      return colours.key;
    case FigureStep::kValue:
    case FigureStep::kValueLinear:
      return colours.value;
    default:
      return colours.muted;
  }
}

class FigureDrawing {
 public:
  FigureDrawing(const DiagramScene& scene, const FigureSteps& steps)
      : scene_(scene), style_(scene.frame.style), steps_(steps) {}

  void draw(const Figures& figures) const {
    for (const FigureBlock& block : figures.blocks) draw_sheets(block);
    for (const FigureArrow& arrow : figures.arrows) {
      if (steps_.has(arrow.from))
        draw_plain_arrow(scene_, arrow.points, step_colour(style_.colours, arrow.from));
    }
    for (const FigureBlock& block : figures.blocks) draw_block(block);
  }

 private:
  // Behind the focused head's: one for each other head, as far as they can be told apart.
  void draw_sheets(const FigureBlock& block) const {
    if (!block.has_sheets || !steps_.has(block.step)) return;
    for (int sheet = std::min(steps_.heads() - 1, 2); sheet > 0; --sheet) {
      const float by = style_.px(FigureMetrics().sheet) * static_cast<float>(sheet);
      draw_block_face(
          scene_,
          {{block.box.low.x + by, block.box.low.y - by}, {block.box.high.x + by, block.box.high.y - by}}, {});
    }
  }

  void draw_block(const FigureBlock& block) const {
    if (!steps_.has(block.step)) return;
    const auto stage = steps_.stage(block.step);
    BlockLook look{steps_.is_here(block.step), false, steps_.is_off(block.step)};
    if (stage) look.hovered = link(block, *stage);
    draw_block_face(scene_, block.box, look);
    Box inside = block.box;
    inside.low.x += style_.px(10);
    inside.high.x -= style_.px(8);
    if (stage) draw_picture(*stage, block, inside);
    if (look.off) {
      const float half = ui::text_size(scene_.frame.tr("diagram.off"), style_.small()).x / 2 + style_.px(4);
      draw_off_tag(scene_, {inside.high.x - half, block.box.centre().y});
      inside.high.x -= 2 * half + style_.px(6);
    }
    draw_name(block.step, stage, inside, look.off);
  }

  bool link(const FigureBlock& block, int stage) const {
    const engine::Stage& shown = scene_.frame.trace().stage(stage);
    ImGui::SetCursorScreenPos(block.box.low);
    const std::string label = std::string(is_in_heads(block.step) ? "heads " : "scaled ") + shown.address;
    if (ImGui::InvisibleButton(label.c_str(), block.box.size())) scene_.open_stage(shown.address);
    ui::tip(style_, look::stage_title(scene_.frame.tr, shown) + " · " +
                        shape_words(shown.rows, shown.columns) + " · " + shown.address);
    return ImGui::IsItemHovered();
  }

  // What the name needs beside the picture; the long one breaks into lines.
  float name_width(FigureStep step) const {
    if (step == FigureStep::kHeads) return style_.px(110);
    return std::max(ui::text_size(steps_.name(step), style_.strong()).x, style_.px(20));
  }

  // On the right; takes its space from `inside`.
  void draw_picture(int stage, const FigureBlock& block, Box& inside) const {
    const engine::Stage& shown = scene_.frame.trace().stage(stage);
    const float height = std::min(block.box.size().y - style_.px(10), style_.px(72));
    const bool is_map = shown.column_axis == engine::Axis::kKeys;
    const float room = inside.size().x - name_width(block.step) - style_.px(8);
    const float width = std::floor(std::min(is_map ? height : height * 1.8f, room));
    if (width < style_.px(14)) return;
    const float top = std::floor(block.box.centre().y - height / 2);
    draw_block_picture(scene_, stage, {{inside.high.x - width, top}, {inside.high.x, top + height}});
    inside.high.x -= width + style_.px(8);
  }

  // A letter, or the name of the step with its letter behind it where there is room.
  void draw_name(FigureStep step, std::optional<int> stage, const Box& inside, bool off) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::Colours& colours = style_.colours;
    const std::string name = steps_.name(step);
    const ui::MathStyle math{&style_.fonts,
                             style_.px(name.empty() ? 19 : 16),
                             name.empty() ? step_colour(colours, step) : colours.muted,
                             colours.query,
                             colours.key,
                             colours.value};
    const ui::MathLayout letter =
        stage ? ui::layout_math(step_letters(scene_.frame, scene_.frame.trace().stage(*stage)), math)
              : ui::MathLayout{};
    const float middle = inside.centre().y;
    if (name.empty()) {
      ui::draw_math(list, {inside.low.x, middle + (letter.ascent - letter.descent) / 2}, letter);
      return;
    }
    ui::TextStyle type = style_.strong();
    if (off) type.colour = colours.muted;
    const float line = ui::text_size(name, type).y;
    const bool is_low = inside.size().y < 2 * line;
    const auto lines = is_low ? std::vector<std::string>{name} : ui::wrap_text(name, inside.size().x, type);
    float y = std::floor(middle - line * static_cast<float>(lines.size()) / 2);
    for (const std::string& words : lines) {
      ui::draw_text(list, {inside.low.x, y}, ui::ellipsise(words, inside.size().x, type), type);
      y += line;
    }
    const float left = inside.low.x + ui::text_size(lines.back(), type).x + style_.px(10);
    if (lines.size() == 1 && left + letter.width <= inside.high.x)
      ui::draw_math(list, {left, middle + (letter.ascent - letter.descent) / 2}, letter);
  }

  const DiagramScene& scene_;
  const ui::Style& style_;
  const FigureSteps& steps_;
};

// What is open, how to close it, and what one can do.
void draw_figures_title(const DiagramScene& scene, const FigureSteps& steps, float width) {
  const Frame& frame = scene.frame;
  const auto& style = frame.style;
  const float button_room = button_width(frame, "figure.close") + style.px(12);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::string layer = layer_name(frame, steps.place());
  const std::string name = sublayer_name(frame, steps.place());
  ui::label(ui::ellipsise(layer.empty() || !scene.config.has_layers() ? name : layer + " › " + name,
                          width - button_room, style.title()),
            style.title());
  ui::paragraph(frame.tr("figure.how"), width - button_room, style.small());
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({start.x + width - button_room + style.px(12), start.y});
  if (button(frame, "figure.close"))
    frame.requests.arrange([](app::Desk& desk) { desk.opened_attention.clear(); });
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({0, 0});
}

// The names of the figures; over the heads, how many there are.
void draw_captions(const DiagramScene& scene, const FigureSteps& steps, const Figures& figures) {
  const auto& style = scene.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto caption = [&](const Box& figure, const std::string& words, float room) {
    ui::draw_text(list, figure.low, ui::ellipsise(words, room, style.small_strong()), style.small_strong());
  };
  const app::Words& tr = scene.frame.tr;
  const std::string head = tr("head.name", {{"head", tr.nth(scene.frame.session.focused_head())}});
  const std::string count = "h = " + std::to_string(steps.heads());
  const float count_width = ui::text_size(count, style.small()).x + style.px(10);
  caption(figures.dot_product, tr("figure.dot_product") + " · " + head, figures.dot_product.size().x);
  caption(figures.multi_head, tr("diagram.attention"), figures.multi_head.size().x - count_width);
  ui::draw_text_right(list, {figures.multi_head.high.x, figures.multi_head.low.y}, count, style.small());
  if (steps.are_usual()) return;
  const float indent = style.px(24);
  ui::draw_paragraph(list, {figures.dot_product.low.x, figures.dot_product.low.y + indent},
                     figures.dot_product.size().x, tr("figure.other"), style.quiet());
}

}  // namespace

bool has_open_attention(const DiagramScene& scene) {
  const std::string& open = scene.frame.session.desk().opened_attention;
  return !open.empty() && scene.find(open + ".output").has_value();
}

void draw_figures(const DiagramScene& scene) {
  const auto& style = scene.frame.style;
  const FigureSteps steps(scene);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, style.px(4)));
  draw_figures_title(scene, steps, width);
  ImGui::PopStyleVar();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room(width, ImGui::GetContentRegionAvail().y - style.px(4));
  const float edge = style.px(2);  // outlines are not cut off
  const Figures figures = lay_out_figures({corner.x + edge, corner.y}, {room.x - 2 * edge, room.y},
                                          steps.heads(), figure_metrics(style));
  draw_captions(scene, steps, figures);
  FigureDrawing(scene, steps).draw(figures);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({1, figures.size.y});
}

}  // namespace views
