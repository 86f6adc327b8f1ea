// box_cards.cpp: the models of the box, in lines of as many.
#include "app/views/model/box_cards.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/look/known_words.h"
#include "app/look/labels.h"
#include "app/session/box_models.h"
#include "app/session/examples.h"
#include "app/ui/widgets.h"
#include "app/views/core/choice_card.h"

namespace views {
namespace {

constexpr size_t kMostInALine = 5;
constexpr float kLeastCard = 150;  // pixels at 100 %
constexpr float kBoxGap = 10;

// Parts with a dot between them; empty ones are left out.
std::string joined(std::initializer_list<std::string> parts) {
  std::string all;
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    all.append(all.empty() ? "" : " · ").append(part);
  }
  return all;
}

// A language model is right where the next token is.
std::string right_of(const Frame& frame, const app::BoxModel& model) {
  if (!model.figures) return "";
  return frame.tr(model.goes_on ? "box.figures_next" : "box.figures",
                  {{"right", look::whole_number(model.figures->right)},
                   {"count", look::whole_number(model.figures->examples)}});
}

// With what it learned to do; in a low window its tip says it.
ChoiceCard box_card(const Frame& frame, const app::BoxModel& model) {
  const bool is_low = ImGui::GetIO().DisplaySize.y < frame.style.px(600);
  const std::string what =
      joined({frame.tr("task." + model.name + ".name"), look::known_words(frame.tr, model)});
  return {"box " + model.name, model.name, is_low ? "" : what,
          frame.session.document().config.checkpoint == model.name};
}

// The fewest lines, and in each as many cards as in the others: none is left alone.
size_t cards_in_a_line(const Frame& frame, size_t count, float width) {
  const float gap = frame.style.px(kBoxGap);
  const auto fit = static_cast<size_t>((width + gap) / (frame.style.px(kLeastCard) + gap));
  const size_t most = std::clamp<size_t>(fit, 1, kMostInALine);
  const size_t lines = (count + most - 1) / most;
  return (count + lines - 1) / lines;
}

}  // namespace

void draw_box_cards(const Frame& frame, float width) {
  const auto& style = frame.style;
  const auto models = app::offered_models();
  if (models.empty()) return;
  ui::label(frame.tr("box.title"), style.strong());
  const size_t in_a_line = cards_in_a_line(frame, models.size(), width);
  const auto columns = static_cast<float>(in_a_line);
  const float each = std::floor((width - (columns - 1) * style.px(kBoxGap)) / columns);
  float height = 0;
  for (const app::BoxModel& model : models)
    height = std::max(height, choice_card_height(frame, box_card(frame, model), each));
  for (size_t i = 0; i < models.size(); ++i) {
    if (i % in_a_line != 0) ImGui::SameLine(0, style.px(kBoxGap));
    if (choice_card(frame, box_card(frame, models[i]), {each, height})) {
      frame.requests.open_example(models[i].example);
      ImGui::CloseCurrentPopup();
    }
    ui::tip(style,
            joined({frame.tr("task." + models[i].name + ".name"), look::known_words(frame.tr, models[i]),
                    frame.tr(app::examples()[models[i].example].key), right_of(frame, models[i])}));
  }
}

std::string box_sentence(const Frame& frame, const std::string& model) {
  const app::BoxModel* const offered = app::offered_model(model);
  return offered == nullptr ? "" : joined({look::known_words(frame.tr, *offered), right_of(frame, *offered)});
}

}  // namespace views
