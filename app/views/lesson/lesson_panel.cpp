// lesson_panel.cpp: from top to bottom: which lesson, what the step says, its question, and the way on.
#include "app/views/lesson/lesson_panel.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/lessons/lesson_check.h"
#include "app/lessons/shelf.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/lesson/lesson_faults.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/prose_view.h"
#include "app/views/lesson/question_view.h"

namespace views {
namespace {

constexpr float kWidth = 330;           // pixels at 100 %
constexpr float kLargestShare = 0.24f;  // of the room
constexpr float kStepsHeight = 14;

// "Lesson 4 · 6 minutes", as far as it has a number and says how long it takes.
std::string caption(const Frame& frame, const app::Lesson& lesson) {
  std::string words;
  if (lesson.number > 0) words = frame.tr("lesson.number", {{"number", std::to_string(lesson.number)}});
  if (lesson.minutes == 0) return words;
  return words.append(words.empty() ? "" : " · ")
      .append(frame.tr("lesson.minutes", {{"minutes", std::to_string(lesson.minutes)}}));
}

// Its title; without one yet, its file's name.
std::string title_of(const Frame& frame, const app::Lesson& lesson) {
  const auto& own = frame.session.desk().lesson.own;
  if (!lesson.title.empty() || !own) return lesson.title;
  return app::quotable(std::filesystem::path(own->path).filename().string());
}

void draw_heading(const Frame& frame, const app::Lesson& lesson, float width) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float close = ui::button_width(style, "×");
  ui::label(ui::ellipsise(caption(frame, lesson), width - close, style.small()), style.small());
  const ImVec2 below = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - close, at.y - style.px(8)});
  if (ui::button(style, "×##lesson close")) close_lesson(frame);
  ui::tip(style, frame.tr("lesson.close.tip"));
  ImGui::SetCursorScreenPos(below);
  ui::paragraph(title_of(frame, lesson), width, {style.fonts.semibold, style.px(20), style.colours.ink});
}

// The next lesson that Headlight brings along, if there is one.
const app::Lesson* lesson_after(const Frame& frame, const app::Lesson& lesson) {
  if (frame.session.desk().lesson.own) return nullptr;
  const auto all = app::lessons(frame.tr.language());
  const auto found = std::ranges::find(all, lesson.id, &app::Lesson::id);
  return found == all.end() || found + 1 == all.end() ? nullptr : &*(found + 1);
}

// The file after the open lesson's in the folder; empty if there is none.
std::string file_after(const Frame& frame) {
  const auto& own = frame.session.desk().lesson.own;
  const auto& folder = frame.session.desk().lesson_folder;
  if (!own || !folder) return {};
  const auto found = std::ranges::find(folder->lessons, own->path, &app::ListedLesson::path);
  return found == folder->lessons.end() || found + 1 == folder->lessons.end() ? "" : (found + 1)->path;
}

// What the button at the right does: the next step, the next lesson, or the end.
struct WayOn {
  std::string_view words;
  const app::Lesson* lesson = nullptr;  // null: the end, or that of a file
  size_t step = 0;
  std::string file = {};
};
WayOn way_on(const Frame& frame, const app::Lesson& lesson, size_t step) {
  if (step + 1 < lesson.steps.size()) return {"lesson.next", &lesson, step + 1};
  if (const app::Lesson* const after = lesson_after(frame, lesson)) return {"lesson.next_lesson", after, 0};
  if (const std::string file = file_after(frame); !file.empty())
    return {.words = "lesson.next_lesson", .file = file};
  return {"lesson.done"};
}

void go_on(const Frame& frame, const WayOn& way) {
  if (way.words != "lesson.next") end_lesson(frame);
  if (!way.file.empty()) return frame.requests.use_file({"lesson", way.file});
  if (way.lesson == nullptr) return close_lesson(frame);
  go_to_lesson_step(frame, *way.lesson, way.step);
}

// Every step as a piece of a bar, as far as they are wide enough to be clicked: those that were open are
// darker.
void draw_steps(const Frame& frame, const app::Lesson& lesson, size_t open, float width) {
  const auto& style = frame.style;
  const float high = style.px(kStepsHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, high});
  const float each = width / static_cast<float>(lesson.steps.size());
  if (each < style.px(8)) return;
  const auto& progress = frame.session.desk().progress;
  const auto begun = progress.find(app::lesson_key(frame.session.desk().lesson));
  const size_t furthest = begun == progress.end() ? 0 : begun->second.furthest;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  for (size_t step = 0; step < lesson.steps.size(); ++step) {
    const ImVec2 low(at.x + static_cast<float>(step) * each, at.y);
    ImGui::SetCursorScreenPos(low);
    if (ImGui::InvisibleButton(("lesson step " + std::to_string(step + 1)).c_str(), {each, high}))
      go_to_lesson_step(frame, lesson, step);
    const bool is_pointed_at = ImGui::IsItemHovered();
    ui::tip(style, frame.tr("lesson.step", {{"step", std::to_string(step + 1)},
                                            {"steps", std::to_string(lesson.steps.size())}}));
    const ImU32 seen = step <= furthest ? style.colours.muted : style.colours.hairline;
    const ImU32 colour = step == open || is_pointed_at ? style.colours.accent : seen;
    const float middle = low.y + high / 2;
    const float thick = style.px(step == open || is_pointed_at ? 3 : 2);
    ImGui::GetWindowDrawList()->AddRectFilled(
        {low.x, middle - thick}, {low.x + each - style.px(3), middle + thick}, colour, style.px(2));
  }
  ImGui::SetCursorScreenPos(after);
}

// "‹ Back   Step 2 of 4   Next ›" at the panel's foot, and above it the way back to the step.
void draw_foot(const Frame& frame, const app::Lesson& lesson, float width) {
  const auto& style = frame.style;
  const size_t step = std::min(frame.session.desk().lesson.step, lesson.steps.size() - 1);
  if (has_wandered(frame)) {
    if (ui::button(style, (frame.tr("lesson.return") + "##lesson return").c_str(), ui::ButtonKind::kOutline))
      return_to_step(frame);
    ui::tip(style, frame.tr("lesson.return.tip"));
  }
  draw_steps(frame, lesson, step, width);
  const float left = ImGui::GetCursorPosX();
  if (ui::button(style, (frame.tr("lesson.back") + "##lesson back").c_str(), ui::ButtonKind::kOutline,
                 step > 0))
    go_to_lesson_step(frame, lesson, step - 1);
  ui::tip(style, frame.tr("lesson.back.tip"));
  ImGui::SameLine(0, style.px(10));
  const std::string place = std::to_string(step + 1) + " / " + std::to_string(lesson.steps.size());
  const ImVec2 size = ui::text_size(place, style.quiet());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + (ImGui::GetFrameHeight() - size.y) / 2}, place,
                style.quiet());
  ImGui::Dummy({size.x, ImGui::GetFrameHeight()});
  const WayOn way = way_on(frame, lesson, step);
  const std::string next = frame.tr(way.words);
  ImGui::SameLine(left + width - ui::button_width(style, next));
  if (ui::button(style, (next + "##lesson next").c_str(), ui::ButtonKind::kPrimary)) go_on(frame, way);
  ui::tip(style, frame.tr(std::string(way.words) + ".tip"));
}

void draw_step(const Frame& frame, const app::LessonStep& step, float width) {
  const auto& style = frame.style;
  const auto run = step_run(frame);
  if (!run) return;
  const ProseLook look{style.px(16), width, 1.5f};
  prose(frame, app::fill_prose(step.prose, *run), look);
  ImGui::Dummy({0, style.px(2)});
  if (step.question) draw_question(frame, *step.question, *run, width);
  if (step.slip.empty() || !is_settled(frame)) return;
  ui::label(frame.tr("lesson.slip"), style.small_strong());
  prose(frame, app::fill_prose(step.slip, *run), {style.px(14), width});
}

}  // namespace

float lesson_width(const Frame& frame, float room) {
  if (open_lesson(frame) == nullptr) return 0;
  return std::round(std::min(frame.style.px(kWidth), room * kLargestShare));
}

void draw_lesson_panel(const Frame& frame) {
  const app::Lesson* const lesson = open_lesson(frame);
  const app::LessonStep* const step = lesson_step(frame);
  if (lesson == nullptr) return;
  keep_up_with_step(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  draw_heading(frame, *lesson, width);
  if (const auto& own = frame.session.desk().lesson.own) draw_faults(frame, *own, width);
  if (step == nullptr) return;
  const int lines = has_wandered(frame) ? 2 : 1;
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const float foot = static_cast<float>(lines) * (ImGui::GetFrameHeight() + spacing) +
                     frame.style.px(kStepsHeight) + spacing;
  if (ImGui::BeginChild("lesson step", {0, ImGui::GetContentRegionAvail().y - foot}, 0,
                        ImGuiWindowFlags_NoBackground))
    draw_step(frame, *step, ImGui::GetContentRegionAvail().x);
  ImGui::EndChild();
  draw_foot(frame, *lesson, width);
}

}  // namespace views
