// lessons_menu.cpp: at the left the lessons that Headlight brings along, at the right those of a folder, and
// what can be done with lessons.
#include "app/views/window/lessons_menu.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/lessons/shelf.h"
#include "app/session/lesson_taking.h"
#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/window/action_item.h"

namespace views {
namespace {

constexpr int kMostRows = 10;  // of the user's own lessons at once; more scroll
constexpr float kRow = 29;
constexpr float kLongestTitle = 300;
constexpr float kTick = 30;
constexpr std::array kFromFiles = {"lesson open", "lessons folder", "lesson new"};
constexpr std::array kAboutLessons = {"worksheet", "class sheet", "forget answers"};

// "3 / 7" of a lesson that was begun, otherwise its minutes.
std::string note_of(const Frame& frame, const std::string& key, size_t steps, int minutes) {
  const auto& progress = frame.session.desk().progress;
  const auto begun = progress.find(key);
  if (begun != progress.end() && steps > 0)
    return std::to_string(begun->second.furthest + 1) + " / " + std::to_string(steps);
  return minutes > 0 ? frame.tr("lesson.minutes", {{"minutes", std::to_string(minutes)}}) : "";
}

struct Row {
  std::string label;
  std::string note;
};

void draw_shelf(const Frame& frame) {
  const auto all = app::lessons(frame.tr.language());
  std::vector<Row> rows;
  rows.reserve(all.size());
  for (const app::Lesson& lesson : all) {
    std::string label = lesson.number > 0 ? std::to_string(lesson.number) + "  " : std::string();
    label.append(lesson.title).append("##lesson ").append(lesson.id);
    rows.push_back({label, note_of(frame, lesson.id, lesson.steps.size(), lesson.minutes)});
  }
  float words = 0;
  float notes = 0;
  for (const Row& row : rows) {
    words = std::max(words, ui::menu_row_width(frame.style, row.label, {.is_chosen = true}));
    notes = std::max(notes, ui::text_size(row.note, frame.style.small()).x);
  }
  const std::string& open = frame.session.desk().lesson.id;
  for (size_t i = 0; i < rows.size(); ++i) {
    const ui::MenuRow row{.note = rows[i].note,
                          .is_chosen = all[i].id == open,
                          .width = words + notes + frame.style.px(kTick),
                          .words = words - frame.style.px(kTick)};
    if (ui::menu_row(frame.style, rows[i].label, row)) open_lesson_where_left(frame, all[i]);
  }
}

// Those of the user's folder, in a list that scrolls.
void draw_own(const Frame& frame, float width) {
  const auto& style = frame.style;
  const auto& folder = frame.session.desk().lesson_folder;
  if (!folder || folder->lessons.empty()) {
    const bool is_chosen = !frame.session.preferences().lessons_folder.empty();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({at.x + style.px(12), at.y});
    const bool failed = folder && folder->error;
    ui::paragraph(
        failed ? frame.tr(*folder->error) : frame.tr(is_chosen ? "lessons.own.none" : "lessons.own.how"),
        width - style.px(24), style.small());
    return;
  }
  const auto count = static_cast<int>(folder->lessons.size());
  const float height = style.px(kRow) * static_cast<float>(std::min(count, kMostRows));
  const auto& own = frame.session.desk().lesson.own;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  if (ImGui::BeginChild("own lessons", {width, height}, 0, ImGuiWindowFlags_NoBackground)) {
    const float room = ImGui::GetContentRegionAvail().x;
    ImGuiListClipper clipper;
    clipper.Begin(count, style.px(kRow));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const app::ListedLesson& lesson = folder->lessons[static_cast<size_t>(i)];
        std::string label = ui::ellipsise(lesson.title, room - style.px(50), style.strong());
        label.append("##own ").append(lesson.path);
        const bool is_open = own && own->path == lesson.path;
        if (!ui::menu_row(style, label, {.is_chosen = is_open, .width = room})) continue;
        frame.requests.use_file({"lesson", lesson.path});
        ImGui::CloseCurrentPopup();
      }
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void draw_right(const Frame& frame) {
  float width = frame.style.px(240);
  for (const char* const id : kFromFiles) width = std::max(width, action_item_width(frame, id));
  for (const char* const id : kAboutLessons) width = std::max(width, action_item_width(frame, id));
  const auto& folder = frame.session.desk().lesson_folder;
  if (folder) {
    const float most = frame.style.px(kLongestTitle);
    for (const app::ListedLesson& lesson : folder->lessons) {
      if (width >= most) break;
      width =
          std::max(width, std::min(ui::menu_row_width(frame.style, lesson.title, {.is_chosen = true}), most));
    }
  }
  ui::menu_caption(frame.style, frame.tr("lessons.own"));
  draw_own(frame, width);
  ui::menu_separator(frame.style, width);
  for (const char* const id : kFromFiles) action_item(frame, id, width);
  ui::menu_separator(frame.style, width);
  for (const char* const id : kAboutLessons) action_item(frame, id, width);
}

}  // namespace

void draw_lessons_menu(const Frame& frame) {
  const std::string& folder = frame.session.preferences().lessons_folder;
  if (ImGui::IsWindowAppearing() && !folder.empty()) frame.requests.use_file({"list_lessons", folder});
  ImGui::BeginGroup();
  draw_shelf(frame);
  ImGui::EndGroup();
  const float edge = ImGui::GetItemRectMax().x + frame.style.px(6);
  const float top = ImGui::GetItemRectMin().y;
  const float bottom = ImGui::GetItemRectMax().y;
  ImGui::SameLine(0, frame.style.px(12));
  ImGui::BeginGroup();
  draw_right(frame);
  ImGui::EndGroup();
  ImGui::GetWindowDrawList()->AddLine({edge, top}, {edge, std::max(bottom, ImGui::GetItemRectMax().y)},
                                      frame.style.colours.hairline);
}

}  // namespace views
