// attribution_targets.cpp: the questions as cards.
#include "app/views/pictures/attribution_targets.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/action.h"
#include "app/views/core/choice_card.h"

namespace views {
namespace {

struct Question {
  const Action* action;
  ChoiceCard card;
};

std::vector<Question> questions(const Frame& frame) {
  std::vector<Question> all;
  for (const char* const id :
       {"target loss", "target logit", "target difference", "gradient of", "target weight"}) {
    const Action* const action = find_action(id);
    if (action == nullptr || !action->is_available(frame)) continue;
    const std::string name = action_name(*action, frame.tr);
    std::string label = name;
    label.append("##").append(id);
    // Until one is asked, what affects the prediction is shown below.
    const bool is_shown = id == std::string_view("target logit");
    all.push_back({action, {label, name, action_tip(*action, frame.tr), is_shown}});
  }
  return all;
}

void draw_cards(const Frame& frame, const std::vector<Question>& all) {
  const auto& style = frame.style;
  const float gap = style.px(10);
  const float room = ImGui::GetContentRegionAvail().x;
  const float most = std::max(std::floor((room + gap) / style.px(270)), 1.0f);
  const float columns = std::min(most, static_cast<float>(all.size()));
  const float width = std::min(std::floor((room + gap) / columns - gap), style.px(360));
  float height = 0;
  for (const Question& question : all)
    height = std::max(height, choice_card_height(frame, question.card, width));
  ui::Flow flow(gap);
  for (const Question& question : all) {
    flow.next(width);
    if (choice_card(frame, question.card, {width, height})) question.action->run(frame);
    ui::tip(style, question.card.what);
  }
}

}  // namespace

void draw_attribution_targets(const Frame& frame) {
  const float width = ImGui::GetContentRegionAvail().x;
  ui::label(ui::ellipsise(frame.tr("attribution.ask"), width, frame.style.title()), frame.style.title());
  ui::paragraph(frame.tr("attribution.ask.why"), width, frame.style.quiet());
  ImGui::Dummy({0, frame.style.px(2)});
  draw_cards(frame, questions(frame));
  ImGui::Dummy({0, frame.style.px(10)});
}

}  // namespace views
