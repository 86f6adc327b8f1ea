// progress.cpp: a sentence, a bar and a button at the bottom of the window.
#include "app/views/core/progress.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/floating.h"

namespace views {
namespace {

constexpr double kShownAfter = 0.5;  // seconds: faster work needs no bar

// At the cursor; if the progress is unknown, a short piece moves along it.
void draw_bar(const ui::Style& style, float width, std::optional<double> part) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float y = at.y + height / 2;
  constexpr double kPiece = 0.25;
  const double start = part ? 0 : std::fmod(ImGui::GetTime(), 1 / (1 - kPiece)) * (1 - kPiece);
  const double end = part ? *part : std::min(start + kPiece, 1.0);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto bar = [&](double from, double to, ImU32 colour) {
    list.AddRectFilled({at.x + width * static_cast<float>(from), y - style.px(3)},
                       {at.x + width * static_cast<float>(to), y + style.px(3)}, colour, style.px(3));
  };
  bar(0, 1, style.colours.hairline);
  bar(start, end, style.colours.ink);
  ImGui::Dummy({width, height});
}

// How long the current run has taken, in seconds; 0 if there is none.
double seconds_of_run(const Frame& frame) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("run since");
  const auto now = static_cast<float>(ImGui::GetTime());
  if (!frame.session.computing()) {
    kept.SetFloat(key, -1);
    return 0;
  }
  if (kept.GetFloat(key, -1) < 0) kept.SetFloat(key, now);
  return static_cast<double>(now - kept.GetFloat(key));
}

}  // namespace

bool draw_progress(const Frame& frame, const Progress& progress) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  // Above a notice, which is at the bottom.
  const float above = frame.session.notice() ? style.px(104) : style.px(20);
  bool cancelled = false;
  if (begin_floating(style, progress.id, {window.x / 2, window.y - above}, {0.5f, 1}, style.colours.muted)) {
    ui::label(progress.words, style.text());
    draw_bar(style, std::min(style.px(360), window.x - style.px(140)), progress.part);
    ImGui::SameLine(0, style.px(16));
    cancelled =
        ui::button(style, (frame.tr(progress.cancel) + "##" + progress.id).c_str(), ui::ButtonKind::kOutline);
    ui::tip(style, frame.tr(std::string(progress.cancel) + ".tip"));
  }
  end_floating();
  return cancelled;
}

void draw_waiting(const Frame& frame) {
  const double running = seconds_of_run(frame);
  if (const auto& opening = frame.session.desk().opening) {
    const std::string words = frame.tr("progress.opening", {{"name", opening->name}});
    if (draw_progress(frame, {"opening", words, opening->done, "progress.cancel_opening"}))
      frame.requests.use_file({"cancel_model", ""});
  } else if (running >= kShownAfter && frame.session.can_undo()) {
    const double done = frame.session.computed();
    const std::optional<double> part = done > 0 ? std::optional(done) : std::nullopt;
    if (draw_progress(frame, {"run", frame.tr("progress.running"), part, "progress.cancel_run"}))
      frame.requests.undo();
  }
}

}  // namespace views
