// view.cpp: finds the document's view in the table of views.
#include "app/views/core/view.h"

#include <algorithm>
#include <string>

namespace views {

const View& shown_view(const Frame& frame) {
  const std::string& wanted = frame.session.document().focus.view;
  const auto views = central_views();
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const View& view) { return view.name == wanted; });
  return found == views.end() ? views.front() : *found;
}

void choose_view(const Frame& frame, const View& view) {
  frame.requests.edit(
      "", [name = std::string(view.name)](app::State& state) { state.document.focus.view = name; });
}

}  // namespace views
