// breadcrumb.cpp: back and forward, the path of the focus, and the choice of view.
#include "app/views/window/breadcrumb.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/ui/menu.h"
#include "app/ui/widgets.h"
#include "app/views/core/place_name.h"
#include "app/views/core/view.h"
#include "app/views/core/view_words.h"

namespace views {
namespace {

float path_width(const Frame& frame, const std::vector<std::string>& path) {
  float width = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const bool last = i + 1 == path.size();
    width +=
        ui::text_size(last ? path[i] : path[i] + kArrow, last ? frame.style.strong() : frame.style.quiet()).x;
  }
  return width;
}

// As much of the path as fits: with the layer abbreviated, then without the outermost parts; the focus stays.
std::vector<std::string> shortened(const Frame& frame, float room) {
  std::vector<std::string> path = path_on_screen(frame, false);
  if (path_width(frame, path) <= room) return path;
  path = path_on_screen(frame, true);
  if (path_width(frame, path) <= room) return path;
  while (path.size() > 1) {
    path.erase(path.begin());
    std::vector<std::string> cut = {"…"};
    cut.insert(cut.end(), path.begin(), path.end());
    if (path_width(frame, cut) <= room) return cut;
  }
  return {ui::ellipsise(path.front(), room, frame.style.strong())};
}

void draw_path(const Frame& frame, ImVec2 at, float room) {
  const auto path = shortened(frame, room);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t i = 0; i < path.size(); ++i) {
    const bool last = i + 1 == path.size();
    const std::string text = last ? path[i] : path[i] + kArrow;
    const ui::TextStyle type = last ? frame.style.strong() : frame.style.quiet();
    ui::draw_text(list, at, text, type);
    at.x += ui::text_size(text, type).x;
  }
}

// The id of its item, whatever its label.
std::string id_of(const View& view) {
  return "view." + std::string(view.name);
}

// The views offered here. Another picture of the stage counts as the stage.
std::vector<const View*> header_views() {
  std::vector<const View*> views;
  for (const View& view : central_views()) {
    if (view.chosen == ChosenWhere::kInHeader) views.push_back(&view);
  }
  return views;
}

const View& view_now(const Frame& frame) {
  const View& shown = shown_view(frame);
  return shown.chosen == ChosenWhere::kInHeader ? shown : central_views().front();
}

constexpr float kSegmentPadding = 10;
constexpr float kRowWithRemark = 46;
constexpr float kPathShare = 0.33f;  // of the line
constexpr float kLeastPath = 200;    // pixels at 100 %: the name of what is drawn

float segment_width(const Frame& frame, const std::string& word) {
  return ui::text_size(word, frame.style.small_strong()).x + frame.style.px(2 * kSegmentPadding);
}

std::string more_word(const Frame& frame) {
  return frame.tr("view.more") + " ▾";
}

// The views shown side by side: as many as fit, and always the current one. The others are in a list at the
// end.
struct Segments {
  std::vector<const View*> shown;
  std::vector<const View*> listed;
  float width = 0;
  bool is_folded = false;  // the current view's name itself opens the list
};

std::string folded_word(const Frame& frame, float room) {
  const std::string name = frame.tr(view_key(frame, view_now(frame).name));
  const ui::TextStyle type = frame.style.small_strong();
  const float rest = frame.style.px(2 * kSegmentPadding + 4) + ui::text_size(" ▾", type).x;
  return ui::ellipsise(name, std::max(room - rest, frame.style.px(24)), type) + " ▾";
}

// Of the current view beside the first, the stage, and the list of the others.
float width_with_stage(const Frame& frame) {
  const View& now = view_now(frame);
  const View& stage = central_views().front();
  const auto width_of = [&](const View& view) {
    return segment_width(frame, frame.tr(view_key(frame, view.name)));
  };
  const float other = &now == &stage ? 0 : width_of(stage);
  return frame.style.px(4) + segment_width(frame, more_word(frame)) + width_of(now) + other;
}

// `room`: beside the path; `most`: if the path gives way.
Segments plan_segments(const Frame& frame, float room, float most) {
  const auto views = header_views();
  const View& now = view_now(frame);
  const float ends = frame.style.px(4);
  const auto width_of = [&](const View* view) {
    return segment_width(frame, frame.tr(view_key(frame, view->name)));
  };
  float all = ends;
  for (const View* view : views) all += width_of(view);
  Segments segments;
  if (all <= room) {
    segments.shown = views;
    segments.width = all;
    return segments;
  }
  segments.width = ends + segment_width(frame, more_word(frame)) + width_of(&now);
  bool has_room = true;
  for (const View* view : views) {
    const bool is_now = view == &now;
    has_room = has_room && (is_now || segments.width + width_of(view) <= room);
    (is_now || has_room ? segments.shown : segments.listed).push_back(view);
    if (!is_now && has_room) segments.width += width_of(view);
  }
  if (segments.width > most) {
    segments.is_folded = true;
    segments.width = ends + segment_width(frame, folded_word(frame, most));
  }
  return segments;
}

// A word on the switch's chip; returns whether it was pressed.
bool segment(const Frame& frame, ImVec2 at, const std::string& word, const std::string& id, bool chosen) {
  const auto& style = frame.style;
  const ImVec2 size(segment_width(frame, word), style.px(26));
  ImGui::SetCursorScreenPos(at);
  const bool pressed = ImGui::InvisibleButton((word + "##" + id).c_str(), size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered()) {
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                       chosen ? style.colours.panel : style.colours.hairline, style.px(6));
  }
  const ui::TextStyle type = chosen ? style.small_strong() : style.small();
  const ImVec2 text = ui::text_size(word, type);
  ui::draw_text(list, {at.x + (size.x - text.x) / 2, at.y + (size.y - text.y) / 2}, word, type);
  return pressed;
}

// A view's name and what it shows, as wide as `width`.
void view_row(const Frame& frame, const View& view, float width, bool has_remark) {
  const std::string key = view_key(frame, view.name);
  const std::string tip = frame.tr(key + ".tip");
  const ui::MenuRow row{.remark = has_remark ? std::string_view(tip) : std::string_view(), .width = width};
  if (ui::menu_row(frame.style, frame.tr(key) + "##" + id_of(view), row)) choose_view(frame, view);
  ui::tip(frame.style, tip);
}

float widest_view_row(const Frame& frame, const std::vector<const View*>& listed) {
  float widest = 0;
  for (const View* view : listed) {
    const std::string key = view_key(frame, view->name);
    const std::string tip = frame.tr(key + ".tip");
    widest = std::max(widest, ui::menu_row_width(frame.style, frame.tr(key), {.remark = tip}));
  }
  return widest;
}

// Below the last word: the views that did not fit, each with what it shows; in two columns where one would be
// too high, and in a window too low or too narrow for these the names alone.
void views_list(const Frame& frame, const std::vector<const View*>& listed) {
  const auto& style = frame.style;
  if (!ui::begin_menu(style, "more views")) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float widest = widest_view_row(frame, listed);
  const auto fits = [&](size_t rows) {
    return style.px(kRowWithRemark) * static_cast<float>(rows) < window.y - style.px(60);
  };
  const size_t half = (listed.size() + 1) / 2;
  const bool has_two = !fits(listed.size()) && fits(half) && 2 * widest < window.x - style.px(40);
  const size_t rows = has_two ? half : listed.size();
  ImGui::BeginGroup();
  for (size_t i = 0; i < listed.size(); ++i) {
    if (i == rows) {
      ImGui::EndGroup();
      ImGui::SameLine(0, 0);
      ImGui::BeginGroup();
    }
    view_row(frame, *listed[i], has_two ? widest : 0, fits(rows));
  }
  ImGui::EndGroup();
  ImGui::EndPopup();
}

void draw_segments(const Frame& frame, const Segments& segments, ImVec2 at) {
  const auto& style = frame.style;
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + segments.width, at.y + style.px(30)},
                                            style.colours.chip, style.px(8));
  at = {at.x + style.px(2), at.y + style.px(2)};
  const View& now = view_now(frame);
  if (segments.is_folded) {
    if (segment(frame, at, folded_word(frame, segments.width), "views", true)) ImGui::OpenPopup("more views");
    ui::tip(style, frame.tr("view.more.tip"));
    return views_list(frame, segments.listed);
  }
  for (const View* view : segments.shown) {
    const std::string word = frame.tr(view_key(frame, view->name));
    if (segment(frame, at, word, id_of(*view), view == &now)) choose_view(frame, *view);
    ui::tip(style, frame.tr(view_key(frame, view->name) + ".tip"));
    at.x += segment_width(frame, word);
  }
  if (segments.listed.empty()) return;
  if (segment(frame, at, more_word(frame), "views", false)) ImGui::OpenPopup("more views");
  ui::tip(style, frame.tr("view.more.tip"));
  views_list(frame, segments.listed);
}

constexpr float kBeforeHistory = 12;  // pixels at 100 %
constexpr float kAfterHistory = 8;

float history_width(const Frame& frame) {
  const float words = ui::text_size("‹", frame.style.text()).x + ui::text_size("›", frame.style.text()).x;
  return words + frame.style.px(kBeforeHistory + 4 * 8 + kAfterHistory);
}

void history_buttons(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(frame.style.px(8), frame.style.px(6)));
  if (ui::button(frame.style, "‹##go back", ui::ButtonKind::kFlat, frame.session.can_go_back()))
    frame.requests.back();
  ui::tip(frame.style, frame.tr("path.back.tip"));
  ImGui::SameLine(0, 0);
  if (ui::button(frame.style, "›##go forward", ui::ButtonKind::kFlat, frame.session.can_go_forward()))
    frame.requests.forward();
  ui::tip(frame.style, frame.tr("path.forward.tip"));
  ImGui::PopStyleVar();
}

}  // namespace

float least_views_width(const Frame& frame) {
  const float uncut = ImGui::GetIO().DisplaySize.x;
  return frame.style.px(4) + segment_width(frame, folded_word(frame, uncut));
}

float least_breadcrumb_width(const Frame& frame) {
  return history_width(frame) + least_views_width(frame);
}

void draw_breadcrumb(const Frame& frame, float right) {
  const auto& style = frame.style;
  const float top = ImGui::GetCursorPosY();
  // Where there is no room for both, keys go back and forward.
  if (ImGui::GetCursorPosX() + least_breadcrumb_width(frame) <= right) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + style.px(kBeforeHistory));
    history_buttons(frame);
    ImGui::SameLine(0, style.px(kAfterHistory));
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float between = style.px(16);
  const bool has_path = frame.session.trace() != nullptr;
  // The path takes precedence over the other views: in whole words up to a share of the line, otherwise
  // abbreviated.
  const float words = has_path ? path_width(frame, path_on_screen(frame, false)) : 0;
  const float brief = has_path ? path_width(frame, path_on_screen(frame, true)) : 0;
  const bool in_words = words <= (right - start.x) * kPathShare;
  const float path = has_path ? (in_words ? words : brief) + between : 0;
  // But the way back to the stage stays: the path's outer parts give way to it.
  const float beside = right - start.x - width_with_stage(frame);
  const bool keeps_stage = beside >= style.px(kLeastPath);
  const float room_of_views =
      keeps_stage ? std::max(right - start.x - path, width_with_stage(frame)) : right - start.x - path;
  const Segments segments = plan_segments(frame, room_of_views, right - start.x);
  const float views = std::max(start.x, right - segments.width);
  const float line = ui::text_size("A", style.strong()).y;
  const float room = views - start.x - between;
  if (has_path && room > style.px(40)) draw_path(frame, {start.x, (style.px(52) - line) / 2}, room);
  draw_segments(frame, segments, {views, style.px(11)});
  ImGui::SetCursorPos({right, top});
}

}  // namespace views
