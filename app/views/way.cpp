// way.cpp: back and forward, where in the model one is, and the choice of what the middle shows.
#include <algorithm>
#include <iterator>
#include <vector>

#include "app/export/labels.h"
#include "app/ui/widgets.h"
#include "app/views/outline.h"
#include "app/views/views.h"

namespace views {
namespace {

constexpr const char* kArrow = " › ";

// Encoder 1 › Self-attention › Head 1 › Scores; `brief`: E1 › Self-attention › Head 1 › Scores
std::vector<std::string> path_of(const Frame& frame, bool brief) {
  const app::Words& tr = frame.tr;
  const app::Place place = app::place_of(frame.here());
  std::vector<std::string> path;
  if (place.batch >= 0) path.push_back(tr("path.sentence", {{"sentence", std::to_string(place.batch + 1)}}));
  if (!place.stream.empty()) path.push_back(tr("path." + place.stream));
  if (place.layer >= 0) path.push_back(brief ? short_layer_name(frame, place) : layer_name(frame, place));
  if (place.sublayer != app::Sublayer::kNone) path.push_back(sublayer_name(frame, place));
  if (place.head >= 0) path.push_back(tr("head.name", {{"head", std::to_string(place.head + 1)}}));
  path.push_back(exporter::stage_name(tr, frame.here()));
  return path;
}

float path_width(const Frame& frame, const std::vector<std::string>& path) {
  float width = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const bool last = i + 1 == path.size();
    width +=
        ui::text_size(last ? path[i] : path[i] + kArrow, last ? frame.style.strong() : frame.style.quiet()).x;
  }
  return width;
}

// As much of the path as has room: with the layer in brief, then without the stage's own name, since it
// stands above the stage too, then without what is furthest out.
std::vector<std::string> shortened(const Frame& frame, float room) {
  std::vector<std::string> path = path_of(frame, false);
  if (path_width(frame, path) <= room) return path;
  std::vector<std::string> brief = path_of(frame, true);
  if (path_width(frame, brief) <= room) return brief;
  if (path.size() > 1) {
    path.pop_back();
    brief.pop_back();
  }
  for (const auto& shorter : {path, brief}) {
    if (path_width(frame, shorter) <= room) return shorter;
  }
  while (path.size() > 1) {
    path.erase(path.begin());
    std::vector<std::string> cut = {"…"};
    cut.insert(cut.end(), path.begin(), path.end());
    if (path_width(frame, cut) <= room) return cut;
  }
  return {};
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

// What the middle can show, one beside the other.
std::string view_key(const View& view) {
  return "view." + std::string(view.name);
}

// Those that are chosen here: the stage's other pictures are chosen above it.
std::vector<View> header_views() {
  const auto all = central_views();
  std::vector<View> views;
  std::copy_if(all.begin(), all.end(), std::back_inserter(views),
               [](const View& view) { return view.chosen == Chosen::kInHeader; });
  return views;
}

// Another picture of the stage is still the stage.
const View& view_now(const Frame& frame) {
  const auto all = central_views();
  const auto found = std::find_if(all.begin(), all.end(), [&](const View& view) {
    return view.chosen == Chosen::kInHeader && view.name == frame.session.document().focus.view;
  });
  return found == all.end() ? all.front() : *found;
}

void choose(const Frame& frame, const View& view) {
  frame.requests.edit(
      "", [name = std::string(view.name)](app::State& state) { state.document.focus.view = name; });
}

constexpr float kSegmentPadding = 10;

float segments_width(const Frame& frame) {
  float width = 0;
  for (const View& view : header_views()) {
    width += ui::text_size(frame.tr(view_key(view)), frame.style.small_ink()).x +
             frame.style.px(2 * kSegmentPadding);
  }
  return width + frame.style.px(4);
}

void segments(const Frame& frame, ImVec2 at) {
  const auto& style = frame.style;
  const float height = style.px(30);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + segments_width(frame), at.y + height}, style.colours.chip, style.px(8));
  const View& now = view_now(frame);
  at = {at.x + style.px(2), at.y + style.px(2)};
  for (const View& view : header_views()) {
    const bool chosen = view.name == now.name;
    const std::string word = frame.tr(view_key(view));
    const ui::TextStyle type = chosen ? style.small_strong() : style.small();
    const ImVec2 text = ui::text_size(word, type);
    const ImVec2 size(ui::text_size(word, style.small_ink()).x + style.px(2 * kSegmentPadding),
                      height - style.px(4));
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton((word + "##" + view_key(view)).c_str(), size)) choose(frame, view);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 end(at.x + size.x, at.y + size.y);
    if (chosen || hovered)
      list.AddRectFilled(at, end, chosen ? style.colours.panel : style.colours.hairline, style.px(6));
    ui::draw_text(list, {at.x + (size.x - text.x) / 2, at.y + (size.y - text.y) / 2}, word, type);
    ui::tip(style, frame.tr(view_key(view) + ".tip"));
    at.x = end.x;
  }
}

// Where the words have no room: one button with the choices below it.
void views_list(const Frame& frame) {
  if (!ui::begin_choices(frame.style, "views", frame.tr(view_key(view_now(frame))), true)) return;
  for (const View& view : header_views()) {
    if (ImGui::MenuItem(frame.tr(view_key(view)).c_str(), nullptr, view.name == view_now(frame).name))
      choose(frame, view);
    ui::tip(frame.style, frame.tr(view_key(view) + ".tip"));
  }
  ImGui::EndPopup();
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

void draw_way(const Frame& frame, float right) {
  const auto& style = frame.style;
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + style.px(12));
  history_buttons(frame);
  ImGui::SameLine(0, style.px(8));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = segments_width(frame);
  const bool fits = start.x + width <= right;
  const float list_width = ui::text_size(frame.tr(view_key(view_now(frame))), style.strong()).x +
                           2 * ImGui::GetStyle().FramePadding.x;
  const float views = std::max(start.x, right - (fits ? width : list_width));
  const float line = ui::text_size("A", style.strong()).y;
  if (frame.session.trace())
    draw_path(frame, {start.x, (style.px(52) - line) / 2}, views - start.x - style.px(16));
  if (fits) {
    segments(frame, {views, style.px(11)});
  } else {
    ImGui::SetCursorPos({views, top});
    views_list(frame);
  }
  ImGui::SetCursorPos({right, top});
}

}  // namespace views
