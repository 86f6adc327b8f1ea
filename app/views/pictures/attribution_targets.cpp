// attribution_targets.cpp: the questions, beside each other.
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
  ChoiceCard card;   // only its name
  std::string what;  // it asks
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
    all.push_back({action, {label, name, "", is_shown}, action_tip(*action, frame.tr)});
  }
  return all;
}

// In one line: each as wide as its words, or all as wide, on two lines; narrow windows have more lines.
void draw_choices(const Frame& frame, const std::vector<Question>& all) {
  const auto& style = frame.style;
  constexpr float kBesideName = 26;  // pixels at 100 %, left and right of it together
  constexpr float kLeast = 170;
  const float gap = style.px(8);
  const float room = ImGui::GetContentRegionAvail().x;
  std::vector<float> widths;
  float line = -gap;
  for (const Question& question : all) {
    const float wanted = ui::text_size(question.card.name, style.strong()).x + style.px(kBesideName);
    widths.push_back(std::min(std::ceil(wanted), room));
    line += widths.back() + gap;
  }
  const auto count = static_cast<float>(all.size());
  const float even = std::floor((room - gap * (count - 1)) / count);
  if (line > room && even >= style.px(kLeast)) std::ranges::fill(widths, even);
  float height = 0;
  for (size_t i = 0; i < all.size(); ++i)
    height = std::max(height, choice_card_height(frame, all[i].card, widths[i]));
  ui::Flow flow(gap);
  for (size_t i = 0; i < all.size(); ++i) {
    flow.next(widths[i]);
    if (choice_card(frame, all[i].card, {widths[i], height})) all[i].action->run(frame);
    ui::tip(style, all[i].what);
  }
}

}  // namespace

// What to do stands behind the question where its line has room, otherwise below.
void draw_attribution_targets(const Frame& frame) {
  const ui::TextStyle title = frame.style.title();
  const ui::TextStyle quiet = frame.style.quiet();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string question = frame.tr("attribution.ask");
  const std::string why = frame.tr("attribution.ask.why");
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::label(ui::ellipsise(question, width, title), title);
  const float behind = ui::text_size(question, title).x + frame.style.px(16);
  if (behind + ui::text_size(why, quiet).x <= width) {
    ui::draw_text(
        *ImGui::GetWindowDrawList(),
        {at.x + behind, at.y + ui::text_size("A", title).y - ui::text_size("A", quiet).y - frame.style.px(2)},
        why, quiet);
  } else {
    ui::paragraph(why, width, quiet);
  }
  ImGui::Dummy({0, frame.style.px(2)});
  draw_choices(frame, questions(frame));
  ImGui::Dummy({0, frame.style.px(8)});
}

}  // namespace views
