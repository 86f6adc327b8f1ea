// presented_step.cpp: prose at the left, in the sizes of the presentation; what it asks at its right.
#include "app/views/lesson/presented_step.h"

#include "app/lessons/lesson_check.h"
#include "app/ui/style.h"
#include "app/views/lesson/lesson_faults.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/prose_view.h"
#include "app/views/lesson/question_view.h"

namespace views {
namespace {

constexpr float kTold = 0.27f;     // of the window's height
constexpr float kAsked = 0.38f;    // answers need more room
constexpr float kProse = 0.54f;    // of the width, beside a question
constexpr float kSmaller = 0.85f;  // answers, beside the prose's type

bool has_faults(const Frame& frame) {
  const auto& own = frame.session.desk().lesson.own;
  return own && !own->faults.empty();
}

// A part of the step that scrolls where it is too long.
template <class Draw>
void draw_part(const char* id, ImVec2 corner, ImVec2 room, Draw draw) {
  ImGui::SetCursorScreenPos(corner);
  if (ImGui::BeginChild(id, room, 0, ImGuiWindowFlags_NoBackground)) draw(ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
}

}  // namespace

float share_of_presented_step(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step == nullptr) return has_faults(frame) ? kTold : 0;
  return step->question ? kAsked : kTold;
}

void draw_presented_step(const Frame& frame, ImVec2 corner, ImVec2 room) {
  const app::LessonStep* const step = lesson_step(frame);
  const auto run = step_run(frame);
  if (has_faults(frame)) {
    return draw_part("presented faults", corner, room,
                     [&](float width) { draw_faults(frame, *frame.session.desk().lesson.own, width); });
  }
  if (step == nullptr || !run) return;
  keep_up_with_step(frame);
  const float left = step->question ? room.x * kProse : room.x;
  draw_part("presented prose", corner, {left, room.y}, [&](float width) {
    prose(frame, app::fill_prose(step->prose, *run), {frame.style.px(16), width, 1.4f});
    if (!step->slip.empty() && is_settled(frame))
      prose(frame, app::fill_prose(step->slip, *run), {frame.style.px(14), width, 1.4f});
  });
  if (!step->question) return;
  ui::Style smaller = frame.style;
  smaller.scale *= kSmaller;
  const Frame asked = frame.in(smaller);
  const float gap = frame.style.px(20);
  ui::push_font(smaller.fonts.regular, smaller.px(15));
  ui::apply(smaller);
  draw_part("presented question", {corner.x + left + gap, corner.y}, {room.x - left - gap, room.y},
            [&](float width) { draw_question(asked, *step->question, *run, width); });
  ImGui::PopFont();
  ui::apply(frame.style);
}

std::string place_in_lesson(const Frame& frame) {
  const app::Lesson* const lesson = open_lesson(frame);
  if (lesson == nullptr || lesson->steps.empty()) return {};
  const size_t step = std::min(frame.session.desk().lesson.step, lesson->steps.size() - 1);
  return lesson->title + " · " + std::to_string(step + 1) + " / " + std::to_string(lesson->steps.size());
}

}  // namespace views
