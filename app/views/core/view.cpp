// view.cpp: finds the document's view in the table of views.
#include "app/views/core/view.h"

#include <algorithm>
#include <string>

#include "app/ui/widgets.h"

namespace views {

const View& shown_view(const Frame& frame) {
  const std::string& wanted = frame.session.document().focus.view;
  const auto views = central_views();
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const View& view) { return view.name == wanted; });
  return found == views.end() ? views.front() : *found;
}

void draw_shown_view(const Frame& frame) {
  const View& view = shown_view(frame);
  const bool needs_trace = view.shows != Shows::kRuns;
  needs_trace && !frame.session.trace() ? draw_no_trace(frame) : view.draw(frame);
}

void draw_no_trace(const Frame& frame) {
  const auto& error = frame.session.error();
  ui::paragraph(error ? frame.tr(*error) : frame.tr("progress.running"), ImGui::GetContentRegionAvail().x,
                frame.style.text());
}

void choose_view(const Frame& frame, const View& view) {
  frame.requests.edit(
      "", [name = std::string(view.name)](app::State& state) { state.document.focus.view = name; });
}

}  // namespace views
