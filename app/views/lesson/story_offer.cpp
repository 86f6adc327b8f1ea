// story_offer.cpp: a card in the corner, with a way in and a way past it.
#include "app/views/lesson/story_offer.h"

#include "app/lessons/shelf.h"
#include "app/ui/widgets.h"
#include "app/views/core/floating.h"
#include "app/views/lesson/lesson_state.h"

namespace views {
namespace {

constexpr std::string_view kOffer = "story";
constexpr float kOfferWidth = 300;  // of its words, pixels at 100 %

void dismiss(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) {
    if (desk.panel == kOffer) desk.panel.clear();
  });
  frame.requests.edit("", [](app::State& state) { state.preferences.story_seen = true; });
}

// Its lower right corner: in the card, which explains nothing yet, otherwise in the window.
ImVec2 corner_of_offer(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const auto card = frame.panel_rects.of("card");
  const float least = style.px(kOfferWidth + 60);
  if (card && card->second.x - card->first.x >= least)
    return {card->second.x - style.px(12), card->second.y - style.px(12)};
  return {size.x - style.px(24), size.y - style.px(20)};
}

}  // namespace

void open_lesson_named(const Frame& frame, std::string_view id) {
  dismiss(frame);
  if (const app::Lesson* const lesson = app::find_lesson(frame.tr.language(), id))
    go_to_lesson_step(frame, *lesson, 0);
}

void draw_story_offer(const Frame& frame) {
  if (frame.session.desk().panel != kOffer || frame.session.notice()) return;
  const auto& style = frame.style;
  if (begin_floating(style, "story offer", corner_of_offer(frame), {1, 1}, style.colours.muted)) {
    ui::label(frame.tr("story.offer"), style.strong());
    ui::paragraph(frame.tr("story.offer.why"), style.px(kOfferWidth), style.text());
    if (ui::button(style, (frame.tr("story.start") + "##story start").c_str(), ui::ButtonKind::kPrimary))
      open_lesson_named(frame, kStoryLesson);
    ui::tip(style, frame.tr("action.story.tip"));
    ImGui::SameLine();
    if (ui::button(style, (frame.tr("story.not_now") + "##story not now").c_str(), ui::ButtonKind::kOutline))
      dismiss(frame);
    ui::tip(style, frame.tr("story.not_now.tip"));
  }
  end_floating();
}

}  // namespace views
