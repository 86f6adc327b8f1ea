// presentation.cpp: the presentation's page, its footer, the blank screen and the laser pointer.
#include "app/views/window/presentation.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/ui/widgets.h"
#include "app/views/actions/keys.h"
#include "app/views/core/navigation.h"
#include "app/views/core/notice.h"
#include "app/views/core/place_name.h"
#include "app/views/core/view.h"
#include "app/views/lesson/covered_stage.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/presented_step.h"
#include "app/views/model/checkpoint_panel.h"
#include "app/views/present/bookmarks.h"
#include "app/views/present/present_parts.h"
#include "app/views/stage/one_line_view.h"
#include "app/views/stage/transport.h"

namespace views {
namespace {

constexpr double kFootHolds = 3;  // seconds
constexpr double kFootFades = 0.6;

// Makes labels of 13 pixels as high as the values should be.
constexpr float kStageEnlarged = 2.15f;
// For views that show more than one stage.
constexpr float kViewEnlarged = 2.15f;
// For the head's attention in one line, below the stage.
constexpr float kLineEnlarged = 2.6f;
// The ratio of Inter's digit height to its type size.
constexpr float kDigitToType = 0.727f;

// Where one is: in the lesson; among the bookmarks; or in the walk.
std::string place_in_foot(const Frame& frame) {
  if (open_lesson(frame) != nullptr) return place_in_lesson(frame);
  const auto& bookmarks = frame.session.document().bookmarks;
  const int at = shown_bookmark(frame);
  if (at >= 0) {
    return frame.tr("present.bookmark",
                    {{"bookmark", std::to_string(at + 1)}, {"bookmarks", std::to_string(bookmarks.size())}});
  }
  if (!bookmarks.empty())
    return frame.tr("present.bookmarks", {{"bookmarks", std::to_string(bookmarks.size())}});
  const Facts::Walk& walk = walk_now(frame);
  return frame.tr("step.count", {{"step", std::to_string(frame.facts.step_of(walk, frame.here()) + 1)},
                                 {"steps", std::to_string(walk.steps.size())}});
}

// The path with the layer abbreviated where the whole is too long, and without its middle before it is cut.
std::string short_place(const Frame& frame, float room, const ui::TextStyle& type) {
  std::vector<std::string> path = path_on_screen(frame, false);
  const auto joined = [&] {
    std::string name;
    for (const std::string& part : path) name += (name.empty() ? "" : kArrow) + part;
    return name;
  };
  if (ui::text_size(joined(), type).x > room) path = path_on_screen(frame, true);
  while (path.size() > 1 && ui::text_size(joined(), type).x > room)
    path.erase(path.size() > 2 ? path.begin() + 1 : path.begin());
  return ui::ellipsise(joined(), room, type);
}

// `line_left`: where what stands in the middle begins.
void draw_foot(const Frame& frame, ImVec2 window, float edge, float line_left) {
  if (!frame.session.trace()) return;
  const double quiet = ImGui::GetTime() - frame.session.desk().presenting.touched;
  const float opacity = foot_opacity(quiet);
  if (opacity <= 0) return;
  ui::TextStyle type = frame.style.small();
  type.colour = ui::with_alpha(type.colour, opacity);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = window.y - edge / 2 - ui::text_size("A", type).y;
  const std::string right = place_in_foot(frame);
  const float room = std::min(window.x - 3 * edge - ui::text_size(right, type).x, line_left - 2 * edge);
  const bool has_line = line_left < window.x;
  const std::string model = frame.tr("present.model", {{"model", model_name(frame)}});
  // Beside the line there is room for two: the model is above the place in it.
  const float before = has_line ? 0 : ui::text_size(model + kArrow, type).x;
  const bool is_named = before < room / 2;
  const std::string place = short_place(frame, is_named ? room - before : room, type);
  if (has_line) {
    const float above = y - ui::text_size("A", type).y - frame.style.px(2);
    ui::draw_text(list, {edge, above}, ui::ellipsise(model, room, type), type);
  }
  ui::draw_text(list, {edge, y}, has_line || !is_named ? place : model + kArrow + place, type);
  ui::draw_text_right(list, {window.x - edge, y}, right, type);
}

// The head's attention in one line, in the middle of the footer; it stays when that fades.
class FootLine {
 public:
  FootLine(const Frame& frame, ImVec2 window, float edge, bool is_wanted)
      : window_(window),
        style_(presentation_style(frame.style, window, kLineEnlarged)),
        large_(frame.in(style_)) {
    low_ = window.y - frame.style.px(26);
    if (!is_wanted || !frame.session.trace()) return;
    const float right = ui::text_size(place_in_foot(frame), frame.style.small()).x + 2 * edge;
    line_.emplace(large_, one_line_size(style_), window.x * kMostOfFoot);
    if (!line_->is_shown()) {
      line_.reset();
      return;
    }
    left_ = std::floor(std::min((window.x - line_->width()) / 2, window.x - right - line_->width()));
    low_ = std::min(low_, window.y - line_->height() - frame.style.px(kBelowLine));
  }

  float top() const { return low_; }
  // Of what stands there, or the window's end.
  float left() const { return line_ ? left_ - style_.px(kBesideLine) : window_.x; }
  void draw() const {
    if (line_) line_->draw({left_, low_});
  }

 private:
  static constexpr float kMostOfFoot = 0.55f;
  static constexpr float kBelowLine = 9;    // to the window's edge
  static constexpr float kBesideLine = 14;  // a number is wider than the letter above it

  ImVec2 window_;
  ui::Style style_;
  Frame large_;
  std::optional<OneLineView> line_;
  float left_ = 0;
  float low_ = 0;
};

// The footer returns on user activity.
void notice_touch(const Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  bool touched = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
    touched = touched || ImGui::IsKeyDown(static_cast<ImGuiKey>(key));
  if (!touched) return;
  frame.requests.arrange([now = ImGui::GetTime()](app::Desk& desk) { desk.presenting.touched = now; });
}

void draw_blank(ImVec2 window) {
  ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, window, IM_COL32_BLACK);
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

// Any other view as it is, or what covers it, in projection sizes.
void draw_presented_view(const Frame& frame, ImVec2 corner, ImVec2 room) {
  ui::push_font(frame.style.fonts.regular, frame.style.px(15));
  ui::apply(frame.style);
  ImGui::SetCursorScreenPos(corner);
  if (ImGui::BeginChild("presented view", room, 0, ImGuiWindowFlags_NoBackground)) {
    is_covered(frame) ? draw_covered_stage(frame) : draw_shown_view(frame);
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

void draw_page(const Frame& frame, ImVec2 window) {
  const float edge = frame.style.px(16);
  const ImVec2 corner(edge, edge);
  const app::Desk& desk = frame.session.desk();
  const bool is_stage = shown_view(frame).name == central_views().front().name;
  const bool is_one_token = frame.session.document().focus.token.has_value();
  const bool is_lesson = open_lesson(frame) != nullptr;
  const FootLine line(frame, window, edge, is_stage && !is_one_token && !desk.filmed_step && !is_lesson);
  const float words = std::round(window.y * share_of_presented_step(frame));
  const ImVec2 room(window.x - 2 * edge, line.top() - edge - frame.style.px(4) - words);
  if (is_stage && !is_one_token && frame.session.trace() && !is_covered(frame)) {
    draw_presented_stage(frame, corner, room);
  } else {
    const float enlarged = is_stage ? kStageEnlarged : kViewEnlarged;
    const ui::Style style = presentation_style(frame.style, window, enlarged);
    draw_presented_view(frame.in(style), corner, room);
  }
  line.draw();
  if (is_lesson) {
    const ui::Style style = presentation_style(frame.style, window, kViewEnlarged);
    draw_presented_step(frame.in(style), {edge, line.top() - words}, {room.x, words});
  }
  if (desk.filmed_step)
    return draw_transport(frame, {edge, window.y - frame.style.px(42)}, window.x - 2 * edge);
  if (!desk.playback.in_film) draw_foot(frame, window, edge, line.left());
}

}  // namespace

ui::Style presentation_style(const ui::Style& style, ImVec2 window, float enlarged) {
  ui::Style large = style;
  const float of_1080p = std::min(window.x / 1920, window.y / 1080);
  large.scale = enlarged * of_1080p;
  const float type = kDigitHeight / kDigitToType / enlarged;
  // Rounding must not make them smaller.
  large.numbers = {.least = type + 0.5f, .most = 2 * type, .widths = 2.5f, .heights = 1.1f};
  return large;
}

float foot_opacity(double quiet) {
  return static_cast<float>(std::clamp(1 - (quiet - kFootHolds) / kFootFades, 0.0, 1.0));
}

std::optional<double> foot_changes_in(double quiet) {
  if (quiet >= kFootHolds + kFootFades) return std::nullopt;
  return quiet < kFootHolds ? kFootHolds - quiet : 1.0 / 30;
}

void draw_laser(const Frame& frame) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsMousePosValid()) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float radius = frame.style.px(6);
  // A dark and a light ring: visible on any colour.
  list.AddCircleFilled(io.MousePos, 2.4f * radius, ui::with_alpha(frame.style.colours.accent, 0.28f));
  list.AddCircleFilled(io.MousePos, radius + 4, IM_COL32_BLACK);
  list.AddCircleFilled(io.MousePos, radius + 2, IM_COL32_WHITE);
  list.AddCircleFilled(io.MousePos, radius, IM_COL32(230, 30, 20, 255));
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
}

void draw_presentation(const Frame& frame, void (*over)(const Frame& frame)) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ui::Style style = presentation_style(frame.style, window, kStageEnlarged);
  const Frame large = frame.in(style);
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(window);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.colours.panel);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
  ImGui::Begin("presentation", nullptr, kFlags);
  const app::PresentationState& presenting = frame.session.desk().presenting;
  handle_keys(frame);
  notice_touch(frame);
  draw_page(large, window);
  if (presenting.magnifier && !presenting.is_blank) draw_magnifier(large);
  if (presenting.laser && !presenting.is_blank) draw_laser(large);
  if (presenting.is_blank) draw_blank(window);
  ui::apply(frame.style);
  draw_bookmarks(frame);
  over(frame);
  if (!presenting.is_blank) draw_notice(frame);
  draw_refused_number(frame);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace views
