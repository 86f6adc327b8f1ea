// homework.cpp: check my homework: the first step of the user's own attention that differs from ours, by how
// much, where, and which mistake would explain it.
#include "app/views/homework/homework.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/look/homework_words.h"
#include "app/look/labels.h"
#include "app/text/quotable.h"
#include "app/ui/number_field.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/core/translated_button.h"
#include "app/views/files/files.h"
#include "app/views/stage/example_run.h"

namespace views {
namespace {

using app::Standing;
using HomeworkPtr = std::shared_ptr<const app::Homework>;

std::string folder_name(const std::string& folder) {
  return app::quotable(std::filesystem::path(folder).filename().string());
}

// A line of a program, on a ground of its own.
void draw_code(const Frame& frame, const std::string& line) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ui::TextStyle type = style.small_ink();
  const ImVec2 text = ui::text_size(line, type);
  const ImVec2 around(style.px(8), style.px(3));
  const ImVec2 size(text.x + 2 * around.x, text.y + 2 * around.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.chip, style.px(4));
  ui::draw_text(list, {at.x + around.x, at.y + around.y}, line, type);
  ImGui::Dummy(size);
}

// "encoder.1 is encoder 2, head.0 is head 1": of the file in the line of code.
std::string file_names_count(const Frame& frame) {
  const engine::StageAddress place = engine::parse_address(frame.here());
  if (place.layer < 0 || place.head < 0) return frame.tr("homework.names", {{"head", frame.tr.nth(0)}});
  const bool encodes = place.stack == engine::Stack::kEncoder;
  return frame.tr("homework.names.here", {{"stack", encodes ? "encoder" : "decoder"},
                                          {"layer", std::to_string(place.layer)},
                                          {"layer_name", layer_name(frame, place)},
                                          {"head", std::to_string(place.head)},
                                          {"head_name", frame.tr.nth(place.head)}});
}

// How to name the files, and what comes of it.
void draw_how_to(const Frame& frame, float width) {
  const auto& style = frame.style;
  ImGui::Dummy({0, style.px(2)});
  std::string line = "np.save(\"homework/";
  line.append(frame.here()).append(".npy\", array)");
  draw_code(frame, line);
  const std::string names = file_names_count(frame);
  const float beside = ImGui::GetItemRectSize().x + style.px(12);
  if (beside + ui::text_size(names, style.small()).x <= width) {
    ImGui::SameLine(0, style.px(12));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + style.px(3));
  }
  ui::paragraph(names, width, style.small());
  draw_example_run(frame, {.change = ExampleChange::kSoftmaxOfColumns,
                           .sentence = frame.tr("homework.example"),
                           .first = frame.tr("homework.theirs_example"),
                           .second = frame.tr("homework.ours"),
                           .between = frame.tr("homework.difference"),
                           .low = frame.tr("homework.example.less"),
                           .high = frame.tr("homework.example.more"),
                           .cell_key = "homework.example.cell"});
}

// What to do, with the button on the right of the title's line, or below it if it is narrow.
void draw_nothing_chosen(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string title = frame.tr("homework.title");
  ui::label(title, style.title());
  const float choose = button_width(frame, "homework.choose");
  const bool beside = ui::text_size(title, style.title()).x + style.px(16) + choose <= width;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (beside) ImGui::SetCursorScreenPos({start.x + width - choose, start.y});
  if (button(frame, "homework.choose", ui::ButtonKind::kPrimary)) browse(frame, "homework");
  if (beside) ImGui::SetCursorScreenPos({below.x, std::max(below.y, ImGui::GetCursorScreenPos().y)});
  ui::paragraph(frame.tr("homework.none"), std::min(width, style.px(780)), style.text());
  draw_how_to(frame, width);
}

// The name and the folder; the button on the right.
void draw_top(const Frame& frame, const app::Homework& homework) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float buttons = button_width(frame, "homework.another");
  const std::string title = frame.tr("homework.title");
  ui::label(ui::ellipsise(title, width - buttons - style.px(14), style.title()), style.title());
  const float taken = ui::text_size(title, style.title()).x + style.px(12);
  const float room = width - taken - buttons - style.px(14);
  if (room > style.px(60)) {
    const float drop = ui::text_size("A", style.title()).y - ui::text_size("A", style.quiet()).y;
    ui::draw_text(*ImGui::GetWindowDrawList(), {start.x + taken, start.y + drop * 0.7f},
                  ui::ellipsise(folder_name(homework.folder), room, style.quiet()), style.quiet());
  }
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({start.x + width - buttons, start.y});
  if (button(frame, "homework.another")) browse(frame, "homework");
  ImGui::SetCursorScreenPos(after);
}

// The number of files compared, and of those that could not be.
struct Count {
  size_t files = 0;
  size_t done = 0;
  size_t failed = 0;
};

Count counted(const app::Homework& homework) {
  Count count;
  for (const app::HomeworkRow& row : homework.rows) {
    if (row.path.empty()) continue;
    ++count.files;
    if (row.is_compared) ++count.done;
    if (row.error) ++count.failed;
  }
  return count;
}

std::string headline(const Frame& frame, const app::Homework& homework) {
  const Count count = counted(homework);
  const auto first = app::first_differing(homework, frame.session.desk().homework.tolerance);
  const auto number = [](size_t value) { return std::to_string(value); };
  if (first) return frame.tr("homework.first", {{"stage", row_name(frame, homework.rows[*first])}});
  if (!homework.is_done())
    return frame.tr("homework.progress", {{"done", number(count.done)}, {"count", number(count.files)}});
  if (count.failed == count.files) return frame.tr("homework.none_compared");
  return frame.tr(count.failed > 0 ? "homework.rest_agrees" : "homework.all_agree",
                  {{"count", number(count.files - count.failed)}, {"failed", number(count.failed)}});
}

// "Largest difference 0.42 (13 % of our largest number) where mat reads from sat, [5, 2]."
std::string by_how_much(const Frame& frame, const app::Homework& homework, const app::HomeworkRow& row) {
  const Standing found = app::standing(homework, row, frame.session.desk().homework.tolerance);
  const engine::Stage& stage = frame.trace().stage(row.stage);
  if (found == Standing::kShape)
    return frame.tr("homework.shapes",
                    {{"theirs", shape_name(row.theirs)}, {"ours", shape_name(stage.shape())}});
  if (found == Standing::kFailed) return frame.tr(*row.error);
  if (found == Standing::kMissing) return frame.tr("homework.no_file", {{"file", row.address + ".npy"}});
  if (row.absolute == 0) return frame.tr("homework.same");
  const std::string cell = frame.tr.cell(row.row, row.column);
  if (!std::isfinite(row.absolute)) return frame.tr("homework.unbounded", {{"cell", cell}});
  const bool is_map = stage.column_axis == engine::Axis::kKeys;
  return frame.tr(is_map ? "homework.largest_pair" : "homework.largest",
                  {{"difference", ui::difference_number(row.absolute)},
                   {"relative", ui::difference_number(row.relative)},
                   {"row", frame.facts.label(stage.rows_are(), row.row)},
                   {"column", frame.facts.label(stage.columns_are(), row.column)},
                   {"cell", cell}});
}

// What would explain the difference, next to a bar in the accent colour; nothing if no mistake does.
void draw_hints(const Frame& frame, const app::Homework& homework, const app::HomeworkLook& look) {
  const auto& style = frame.style;
  const float indent = style.px(12);
  for (const std::string& hint : look::explanations_of(frame.tr, homework, look)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - indent;
    ImGui::SetCursorScreenPos({at.x + indent, at.y});
    ui::paragraph(hint, width, style.text());
    const float height = ui::paragraph_height(hint, width, style.text());
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + style.px(2)},
                                              {at.x + style.px(3), at.y + height - style.px(2)},
                                              style.colours.accent, style.px(1));
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y});
  }
}

// If another step than the first that differs is focused: a button to go there.
void draw_way_to_first(const Frame& frame, const app::Homework& homework) {
  const auto first = app::first_differing(homework, frame.session.desk().homework.tolerance);
  if (!first || homework.rows[*first].stage == frame.session.focused_stage()) return;
  if (button(frame, "homework.go_to_first")) go_to_row(frame, homework, homework.rows[*first]);
}

// Which rows to list, and the tolerance.
void draw_list_settings(const Frame& frame) {
  const auto& style = frame.style;
  const app::HomeworkState& desk = frame.session.desk().homework;
  ui::Flow flow(style.px(6));
  for (const bool only : {false, true}) {
    const char* const key = only ? "homework.only_differing" : "homework.all";
    flow.next(button_width(frame, key));
    const auto face = desk.only_differing == only ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
    if (button(frame, key, face))
      frame.requests.arrange([only](app::Desk& changed) { changed.homework.only_differing = only; });
  }
  const std::string word = frame.tr("homework.tolerance");
  const float field = style.px(96);
  flow.next(style.px(16) + ui::text_size(word, style.quiet()).x + style.px(8) + field);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x + style.px(10), at.y + ImGui::GetStyle().FramePadding.y},
                word, style.quiet());
  ImGui::SetCursorScreenPos({at.x + style.px(18) + ui::text_size(word, style.quiet()).x, at.y});
  ImGui::SetNextItemWidth(field);
  double tolerance = desk.tolerance;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ui::input_number("##homework tolerance", ImGuiDataType_Double, &tolerance, nullptr, "%g") &&
      tolerance >= 0)
    frame.requests.arrange([tolerance](app::Desk& changed) { changed.homework.tolerance = tolerance; });
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("homework.tolerance.tip"));
}

// Text on the focused step, and its three pictures. Returns their lower edge.
float draw_step(const Frame& frame, const HomeworkPtr& found, float foot) {
  const app::Homework& homework = *found;
  const app::HomeworkRow* const row = focused_row(frame, homework);
  const auto look = look_at_homework(frame, found);
  const auto& style = frame.style;
  if (row == nullptr) return ImGui::GetCursorScreenPos().y;
  const auto first = app::first_differing(homework, frame.session.desk().homework.tolerance);
  const float width = ImGui::GetContentRegionAvail().x;
  const bool is_first = first && &homework.rows[*first] == row;
  const std::string name = is_first ? "" : row_name(frame, *row) + ": ";
  ui::paragraph(name + by_how_much(frame, homework, *row), width, style.quiet());
  if (look) draw_hints(frame, homework, *look);
  draw_way_to_first(frame, homework);
  if (!look || !look->theirs) return ImGui::GetCursorScreenPos().y;
  ImGui::Dummy({0, style.px(2)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  return draw_homework_maps(frame, homework, *row, *look, at,
                            {room.x, std::max(room.y - foot, style.px(150))});
}

void draw_found(const Frame& frame, const HomeworkPtr& found) {
  const app::Homework& homework = *found;
  const auto& style = frame.style;
  draw_top(frame, homework);
  const float width = ImGui::GetContentRegionAvail().x;
  if (homework.error) {
    ui::paragraph(frame.tr(*homework.error), width, style.strong());
    draw_how_to(frame, width);
    return;
  }
  ui::paragraph(headline(frame, homework), width, style.strong());
  const float left = ImGui::GetCursorScreenPos().x;
  const float bottom = ImGui::GetCursorScreenPos().y + ImGui::GetContentRegionAvail().y;
  const float foot = std::max(style.px(130), 0.34f * ImGui::GetContentRegionAvail().y);
  const float lowest = draw_step(frame, found, foot);
  ImGui::SetCursorScreenPos({left, lowest + style.px(10)});
  draw_list_settings(frame);
  const float left_over = bottom - ImGui::GetCursorScreenPos().y;
  draw_homework_list(frame, homework, {width, std::max(left_over, style.px(66))});
}

}  // namespace

bool has_no_homework(const Frame& frame) {
  return frame.session.desk().homework.folder.empty();
}

void draw_homework(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(frame.style.px(8), frame.style.px(4)));
  const auto homework = watch_homework(frame);
  // What does not fit in a low window scrolls.
  if (ImGui::BeginChild("homework page", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    if (homework) {
      draw_found(frame, homework);
    } else {
      draw_nothing_chosen(frame);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
