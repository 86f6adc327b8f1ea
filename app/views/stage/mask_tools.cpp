// mask_tools.cpp: buttons above a mask, and the layout of mask and weights.
#include "app/views/stage/mask_tools.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/exploring.h"
#include "app/ui/large_maps.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/files/files.h"
#include "app/views/stage/mask_brush.h"
#include "app/views/stage/mask_settings.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using app::BrushPaint;
using app::BrushShape;

constexpr double kLargestBias = 1e6;

// Buttons in wrapping lines.
class Tools {
 public:
  explicit Tools(const Frame& frame) : frame_(frame), flow_(frame.style.px(2)) {}

  // Whether it was pressed. `gap`: space before it, as for a new group.
  bool button(std::string_view key, bool chosen, bool enabled = true, float gap = 0) {
    const std::string text = frame_.tr(key);
    const float width = ui::text_size(text, frame_.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
    next(width, gap);
    const auto kind = chosen ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    const bool pressed = ui::button(frame_.style, (text + "##" + std::string(key)).c_str(), kind, enabled);
    ui::tip(frame_.style, frame_.tr(std::string(key) + ".tip"));
    return pressed;
  }

  // A number to drag, or to double-click and type.
  void value(double now) {
    const std::string face = engine::number_markup(now, 2);
    const float width =
        std::max(ui::text_size(face, frame_.style.strong()).x + frame_.style.px(18), frame_.style.px(46));
    next(width, 0);
    ui::push_font(frame_.style.fonts.semibold, frame_.style.px(15));
    ImGui::SetNextItemWidth(width);
    constexpr double kLeast = -kLargestBias;
    // Dear ImGui writes a hyphen: while nobody types, the number is drawn with a true minus.
    const bool is_drawn = !ImGui::TempInputIsActive(ImGui::GetID("##brush value"));
    ImGui::PushStyleColor(ImGuiCol_Text, is_drawn ? 0 : frame_.style.colours.ink);
    const bool is_changed =
        ui::drag_number("##brush value", ImGuiDataType_Double, &now, 0.05f, &kLeast, &kLargestBias, "%.4g");
    ImGui::PopStyleColor();
    if (is_drawn) draw_value(face);
    if (is_changed) {
      frame_.requests.arrange([now](app::Desk& desk) {
        desk.brush.value = now;
        desk.brush.paint = BrushPaint::kValue;
      });
    }
    ImGui::PopFont();
    ui::tip(frame_.style, frame_.tr("brush.value.number.tip"));
  }

 private:
  // In the middle of the last item.
  void draw_value(const std::string& face) const {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float height = ui::text_size(face, frame_.style.strong()).y;
    ui::draw_text_centred(*ImGui::GetWindowDrawList(), {(low.x + high.x) / 2, (low.y + high.y - height) / 2},
                          face, frame_.style.strong());
  }

  void next(float width, float gap) {
    flow_.next(width + gap);
    if (gap > 0 && ImGui::GetCursorPosX() > ImGui::GetCursorStartPos().x + 1) {
      ImGui::Dummy({gap, 0});
      ImGui::SameLine(0, 0);
    }
  }

  const Frame& frame_;
  ui::Flow flow_;
};

void brush_line(const Frame& frame) {
  const app::Brush& brush = frame.session.desk().brush;
  const float gap = frame.style.px(14);
  Tools tools(frame);
  constexpr std::array<const char*, 4> kPaints = {"brush.hide", "brush.show", "brush.value", "brush.erase"};
  for (size_t i = 0; i < kPaints.size(); ++i) {
    const auto paint = static_cast<BrushPaint>(i);
    if (tools.button(kPaints.at(i), brush.paint == paint))
      frame.requests.arrange([paint](app::Desk& desk) { desk.brush.paint = paint; });
    if (paint == BrushPaint::kValue) tools.value(brush.value);
  }
  constexpr std::array<const char*, 4> kShapes = {"brush.cell", "brush.row", "brush.column",
                                                  "brush.rectangle"};
  for (size_t i = 0; i < kShapes.size(); ++i) {
    const auto shape = static_cast<BrushShape>(i);
    if (tools.button(kShapes.at(i), brush.shape == shape, true, i == 0 ? gap : 0))
      frame.requests.arrange([shape](app::Desk& desk) { desk.brush.shape = shape; });
  }
  for (const bool every : {true, false}) {
    const char* const key = every ? "brush.every_head" : "brush.one_head";
    if (tools.button(key, brush.every_head == every, true, every ? gap : 0))
      frame.requests.arrange([every](app::Desk& desk) { desk.brush.every_head = every; });
  }
}

// Erases what is painted here.
void clear_button(const Frame& frame, int stage, Tools& tools) {
  const auto& painted = frame.session.document().config.painted;
  const std::string place = painted_place(frame, stage);
  const bool has_paint = std::any_of(painted.begin(), painted.end(), [&](const engine::PaintedMask& mask) {
    return engine::is_within(mask.attention, place) || engine::is_within(place, mask.attention);
  });
  if (tools.button("brush.clear", false, has_paint))
    frame.requests.edit("", [place](app::State& state) { app::unpaint(state, place); });
}

// After the settings: the mask as a file, and the rule's mask.
void file_buttons(const Frame& frame, int stage) {
  ImGui::SameLine(0, frame.style.px(12));
  const float room = ImGui::GetContentRegionAvail().x;
  float width = 0;
  for (const char* key : {"mask.open", "mask.save", "brush.clear"})
    width += ui::text_size(frame.tr(key), frame.style.text()).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (room < width) ImGui::NewLine();
  Tools tools(frame);
  if (tools.button("mask.open", false)) browse(frame, "mask_open");
  if (tools.button("mask.save", false)) browse(frame, "mask_save");
  clear_button(frame, stage, tools);
}

}  // namespace

void draw_mask_tools(const Frame& frame, int stage) {
  if (!is_mask(frame, stage)) return;
  const auto& style = frame.style;
  const bool is_on = frame.session.desk().brush.is_on;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(7), style.px(4)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(2)));
  const std::string face = frame.tr("brush.brush") + "##brush.brush";
  if (ui::button(style, face.c_str(), is_on ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline))
    frame.requests.arrange([](app::Desk& desk) { desk.brush.is_on = !desk.brush.is_on; });
  ui::tip(style, frame.tr("brush.brush.tip"));
  ImGui::SameLine(0, style.px(12));
  Fields fields(frame);
  fields.set_prefix("tool ");
  mask_setting(fields);
  file_buttons(frame, stage);
  if (is_on) brush_line(frame);
  ImGui::PopStyleVar(2);
  ImGui::Dummy({0, style.px(2)});
}

StageLayout mask_and_weights(const Frame& frame, int stage, ImVec2 corner, ImVec2 room,
                             const LayoutMetrics& sizes) {
  constexpr float kLeast = 48;  // pixels at 100 %
  const app::Viewport& viewport = frame.session.viewport();
  const auto weights = frame.facts.weights_of(stage);
  if (!weights) return centred_stage(frame, stage, corner, room, sizes);
  // Equally large, so that the mask's row labels name the rows of both.
  const ImVec2 half(sizes.row_labels + (room.x - sizes.row_labels - sizes.joint) / 2, room.y);
  const StageLayout probe = lay_out_stage(frame.trace(), stage, corner, half, sizes, {});
  const ImVec2 size = probe.result().frame.size;
  // If too small to read, they leave the space to the mask.
  if (size.x < frame.style.px(kLeast)) return centred_stage(frame, stage, corner, room, sizes);
  const float unused = room.x - probe.size.x - sizes.joint - size.x;
  const ImVec2 place(corner.x + std::max(0.0f, std::floor(unused / 2)),
                     corner.y + std::max(0.0f, std::floor((room.y - probe.size.y) / 2)));
  StageLayout layout = lay_out_stage(frame.trace(), stage, place, half, sizes, viewport);
  PlacedMatrix beside{.frame = layout.result().frame};
  beside.frame.stage = *weights;
  beside.frame.corner.x = place.x + probe.size.x + sizes.joint;
  // If the column names had to be tilted, the mask's own are enough.
  const engine::AxisRef columns = frame.trace().stage(stage).columns_are();
  beside.column_labels =
      beside.frame.cell_width() > row_label_width(frame, columns, frame.trace().stage(stage).columns);
  const ImVec2 joint(place.x + probe.size.x + sizes.joint / 2, beside.frame.corner.y + size.y / 2);
  layout.joints.push_back({joint, "→"});
  layout.matrices.insert(layout.matrices.begin(), beside);
  return layout;
}

std::string convention_sentence(const Frame& frame, int stage) {
  if (!is_mask(frame, stage)) return "";
  const auto weights = frame.facts.weights_of(stage);
  if (!weights || frame.trace().stage(*weights).operation->growth() != engine::Growth::kShares) return "";
  // Comparing conventions takes several maps at once.
  if (ui::is_large_map(frame.trace(), *weights)) return "";
  const engine::Config& config = frame.session.trace_document().config;
  const engine::ConventionCheck& check =
      frame.facts.conventions(*weights, {config.mask_finite, config.mask_in_place});
  if (check.hidden == 0) return frame.tr("conventions.nothing_hidden");
  if (check.fully_masked_rows.empty())
    return frame.tr("conventions.agree", {{"difference", ui::difference_number(check.largest)}});
  const auto apart =
      std::max_element(check.others.begin(), check.others.end(),
                       [](const auto& one, const auto& other) { return one.largest < other.largest; });
  const engine::Stage& shown = frame.trace().stage(stage);
  return frame.tr("conventions.differ", {{"token", frame.facts.label(shown.rows_are(), apart->row)},
                                         {"count", std::to_string(check.fully_masked_rows.size())},
                                         {"difference", ui::difference_number(check.largest)},
                                         {"rest", ui::difference_number(check.largest_seeing)}});
}

}  // namespace views
