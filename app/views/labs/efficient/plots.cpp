// plots.cpp: the plots side by side, and the progress bar of their measurements.
#include "app/views/labs/efficient/plots.h"

#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/progress.h"

namespace views {
namespace {

// Not yet there, and not failed for lack of memory.
template <class Value>
bool is_under_way(const app::Later<Value>& result) {
  return result.get() == nullptr && !result.failed();
}

bool is_measuring_cost(const Frame& frame) {
  const app::EfficientMeasures& now = frame.session.desk().efficient;
  return (now.sweep && is_under_way(*now.sweep->result)) ||
         (now.lengths && is_under_way(*now.lengths->result));
}

// Requests current measurements in every frame, with a progress bar to cancel them.
void draw_under_way(const Frame& frame) {
  const app::EfficientMeasures& now = frame.session.desk().efficient;
  if (now.sweep && is_under_way(*now.sweep->result)) {
    app::want(now.sweep, frame.session.background());
    const std::string words =
        frame.tr("cheaper.sweep.running", {{"draws", std::to_string(now.sweep->sweep.draws)}});
    if (draw_progress(frame, {"cheaper sweep", words, now.sweep->progress.part(), "cheaper.cancel"}))
      frame.requests.arrange([](app::Desk& desk) { desk.efficient.sweep.reset(); });
  } else if (now.lengths && is_under_way(*now.lengths->result)) {
    app::want(now.lengths, frame.session.background());
    if (draw_progress(frame, {"cheaper lengths", frame.tr("cheaper.lengths.running"),
                              now.lengths->progress.part(), "cheaper.cancel"}))
      frame.requests.arrange([](app::Desk& desk) { desk.efficient.lengths.reset(); });
  }
}

}  // namespace

bool start_button(const Frame& frame, const char* key, ImVec2 at, float width) {
  const auto& style = frame.style;
  const std::string face = frame.tr(key);
  ImGui::SetCursorScreenPos({at.x + width - ui::button_width(style, face), at.y - style.px(4)});
  const bool pressed =
      ui::button(style, (face + "##" + key).c_str(), ui::ButtonKind::kOutline, !is_measuring_cost(frame));
  ui::tip(style, frame.tr(std::string(key) + ".tip"));
  return pressed;
}

void plot_title(const Frame& frame, const std::string& title, ImVec2 at, float width) {
  ui::draw_text(*ImGui::GetWindowDrawList(), at, ui::ellipsise(title, width, frame.style.strong()),
                frame.style.strong());
}

float plot_finding(const Frame& frame, const std::string& sentence, ImVec2 at, float width) {
  const float title = frame.style.px(26);
  if (sentence.empty()) return title;
  return title + ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + title}, width, sentence,
                                    frame.style.small_ink(), 1.25f);
}

void plot_tip(const Frame& frame, const std::string& words) {
  if (!ui::begin_tooltip(frame.style)) return;
  ui::paragraph(words, frame.style.px(340), frame.style.small_ink());
  ui::end_tooltip();
}

void empty_plot(const Frame& frame, const std::string& words, ImVec2 at, float width) {
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + frame.style.px(36)},
                     width - frame.style.px(10), words, frame.style.quiet());
}

void draw_efficient_plots(const EfficientHead& head, ImVec2 at, ImVec2 room) {
  const float gap = head.frame.style.px(24);
  if (has_errors_to_sweep(head.frame)) {
    const float left = std::floor(room.x * 0.38f);
    draw_efficient_errors(head, at, {left, room.y});
    at.x += left + gap;
    room.x -= left + gap;
  }
  draw_efficient_costs(head, at, room);
  draw_under_way(head.frame);
}

}  // namespace views
