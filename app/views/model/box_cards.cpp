// box_cards.cpp: four models of the box in a line.
#include "app/views/model/box_cards.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/session/box_models.h"
#include "app/session/examples.h"
#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr size_t kCardsInALine = 4;
constexpr float kBoxGap = 10;
constexpr float kBoxInset = 12;

std::string right_of(const Frame& frame, const char* key, const app::BoxModel& model) {
  return frame.tr(key, {{"right", look::whole_number(model.figures.right)},
                        {"count", look::whole_number(model.figures.examples)}});
}

void box_card(const Frame& frame, const app::BoxModel& model, ImVec2 size) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton(("box " + model.name).c_str(), size)) {
    frame.requests.open_example(model.example);
    ImGui::CloseCurrentPopup();
  }
  const bool is_hovered = ImGui::IsItemHovered();
  ui::tip(style,
          frame.tr(app::examples()[model.example].key) + " · " + right_of(frame, "box.figures", model));
  const bool is_chosen = frame.session.document().config.checkpoint == model.name;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  const ImU32 fill = is_chosen    ? style.colours.selected
                     : is_hovered ? style.colours.chip
                                  : style.colours.panel;
  list.AddRectFilled(at, end, fill, style.px(8));
  list.AddRect(at, end, is_chosen ? style.colours.ink : style.colours.hairline, style.px(8));
  const float inside = size.x - style.px(2 * kBoxInset);
  const ImVec2 corner(at.x + style.px(kBoxInset), at.y + style.px(9));
  ui::draw_text(list, corner, ui::ellipsise(model.name, inside, style.strong()), style.strong());
  ui::draw_paragraph(list, {corner.x, corner.y + ui::text_size("A", style.strong()).y + style.px(3)}, inside,
                     right_of(frame, "box.right", model), style.small(), 1.3f);
}

}  // namespace

void draw_box_cards(const Frame& frame, float width) {
  const auto& style = frame.style;
  const auto models = app::offered_models();
  if (models.empty()) return;
  ui::label(frame.tr("box.title"), style.strong());
  constexpr auto kColumns = static_cast<float>(kCardsInALine);
  const float each = std::floor((width - (kColumns - 1) * style.px(kBoxGap)) / kColumns);
  float height = 0;
  for (const app::BoxModel& model : models)
    height = std::max(height, ui::paragraph_height(right_of(frame, "box.right", model),
                                                   each - style.px(2 * kBoxInset), style.small(), 1.3f));
  height += ui::text_size("A", style.strong()).y + style.px(3 + 2 * 9);
  for (size_t i = 0; i < models.size(); ++i) {
    if (i % kCardsInALine != 0) ImGui::SameLine(0, style.px(kBoxGap));
    box_card(frame, models[i], {each, height});
  }
}

std::string held_out_sentence(const Frame& frame, const std::string& model) {
  const auto models = app::offered_models();
  const auto found = std::ranges::find(models, model, &app::BoxModel::name);
  return found == models.end() ? "" : right_of(frame, "box.figures", *found);
}

}  // namespace views
