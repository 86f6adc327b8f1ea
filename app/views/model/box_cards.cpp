// box_cards.cpp: four models of the box in a line.
#include "app/views/model/box_cards.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/session/box_models.h"
#include "app/session/examples.h"
#include "app/ui/widgets.h"
#include "app/views/core/choice_card.h"

namespace views {
namespace {

constexpr size_t kCardsInALine = 4;
constexpr float kBoxGap = 10;

std::string right_of(const Frame& frame, const app::BoxModel& model) {
  return frame.tr("box.figures", {{"right", look::whole_number(model.figures.right)},
                                  {"count", look::whole_number(model.figures.examples)}});
}

// With what it learned to do.
ChoiceCard box_card(const Frame& frame, const app::BoxModel& model) {
  return {"box " + model.name, model.name, frame.tr("task." + model.name + ".name"),
          frame.session.document().config.checkpoint == model.name};
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
    height = std::max(height, choice_card_height(frame, box_card(frame, model), each));
  for (size_t i = 0; i < models.size(); ++i) {
    if (i % kCardsInALine != 0) ImGui::SameLine(0, style.px(kBoxGap));
    if (choice_card(frame, box_card(frame, models[i]), {each, height})) {
      frame.requests.open_example(models[i].example);
      ImGui::CloseCurrentPopup();
    }
    ui::tip(style, frame.tr(app::examples()[models[i].example].key) + " · " + right_of(frame, models[i]));
  }
}

std::string held_out_sentence(const Frame& frame, const std::string& model) {
  const app::BoxModel* const offered = app::offered_model(model);
  return offered == nullptr ? "" : right_of(frame, *offered);
}

}  // namespace views
