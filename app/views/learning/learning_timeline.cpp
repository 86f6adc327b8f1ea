// learning_timeline.cpp: a slider over the steps, with a mark at each snapshot.
#include <cmath>

#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"

namespace views {
namespace {

ImU32 trained_colour(const ui::Style& style) {
  return ui::with_alpha(style.head(0), 0.28f);
}

// Over the slider: how far the run has come, and a mark at each snapshot.
void draw_track(const Frame& frame, const app::RecordedRun& run, ImVec2 from, ImVec2 to) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto across = [&](int step) {
    return std::round(from.x + (to.x - from.x) * static_cast<float>(step) / static_cast<float>(run.steps()));
  };
  const float rounding = style.px(4);
  list.AddRectFilled({from.x, from.y}, {across(run.step()), to.y}, trained_colour(style), rounding);
  for (const int step : run.kept())
    list.AddLine({across(step), to.y - style.px(7)}, {across(step), to.y - style.px(1)}, style.colours.muted);
}

constexpr float kSwatch = 14;  // pixels at 100 %: what the track's colour and its marks mean
constexpr float kBesideSwatch = 5;
constexpr float kBetweenKeys = 12;
constexpr float kLeastTrack = 360;

float track_key_width(const Frame& frame) {
  const auto& style = frame.style;
  return ui::text_size(frame.tr("learning.track.trained"), style.small()).x +
         ui::text_size(frame.tr("learning.track.kept"), style.small()).x +
         style.px(kSwatch + 2 * kBesideSwatch + kBetweenKeys + 2);
}

// "▬ trained  | snapshot" from `at`, the upper left corner of a line as high as a button.
void draw_track_key(const Frame& frame, ImVec2 at) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = at.y + ImGui::GetFrameHeight() / 2;
  const float high = style.px(6);
  const ui::TextStyle type = style.small();
  const auto word = [&](const char* key) {
    const ImVec2 size = ui::text_size(frame.tr(key), type);
    ui::draw_text(list, {at.x, middle - size.y / 2}, frame.tr(key), type);
    at.x += size.x + style.px(kBetweenKeys);
  };
  list.AddRectFilled({at.x, middle - high}, {at.x + style.px(kSwatch), middle + high}, trained_colour(style),
                     style.px(3));
  at.x += style.px(kSwatch + kBesideSwatch);
  word("learning.track.trained");
  list.AddLine({at.x, middle - high / 2}, {at.x, middle + high / 2}, style.colours.muted);
  at.x += style.px(kBesideSwatch + 2);
  word("learning.track.kept");
}

}  // namespace

void draw_learning_timeline(const Frame& frame, const LearningScene& scene) {
  const auto& style = frame.style;
  const int steps = scene.plan().recipe.steps;
  const std::string name =
      frame.tr("learning.step", {{"step", std::to_string(scene.step)}, {"steps", std::to_string(steps)}});
  // As wide as its last step will be, so that nothing moves while it plays.
  const std::string widest =
      frame.tr("learning.step", {{"step", std::to_string(steps)}, {"steps", std::to_string(steps)}});
  const float left = ImGui::GetCursorPosX();
  label_in_frame(name, style.strong());
  ImGui::SameLine(left + ui::text_size(widest, style.strong()).x + style.px(12));
  const bool is_open = scene.run() != nullptr;
  const float key = track_key_width(frame) + style.px(kBetweenKeys);
  const float whole = ImGui::GetContentRegionAvail().x;
  const bool has_key = is_open && whole - key > style.px(kLeastTrack);
  ImGui::SetNextItemWidth(has_key ? whole - key : whole);
  auto step = static_cast<engine::Index>(scene.step);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!is_open);
  if (ui::slider(style, "##step", step, 0, steps, "") && is_open)
    go_to_step(frame, scene, scene.shown, nearest_kept(*scene.run(), static_cast<int>(step)));
  ImGui::EndDisabled();
  ui::tip(style, frame.tr("learning.step.tip"));
  if (!is_open) return;
  const float inset = ImGui::GetStyle().GrabMinSize / 2 + 2;
  const ImVec2 end = ImGui::GetItemRectMax();
  draw_track(frame, *scene.run(), {corner.x + inset, corner.y + style.px(3)},
             {end.x - inset, end.y - style.px(3)});
  if (has_key) draw_track_key(frame, {corner.x + whole - key + style.px(kBetweenKeys), corner.y});
}

}  // namespace views
