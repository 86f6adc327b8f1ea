// lesson_names.cpp: reads them off the tables of views and parts.
#include "app/views/lesson/lesson_names.h"

#include "app/views/core/panel_rects.h"
#include "app/views/core/view.h"

namespace views {

app::WindowNames lesson_names() {
  app::WindowNames names;
  for (const View& view : central_views()) names.views.emplace_back(view.name);
  names.parts.assign(kWindowParts.begin(), kWindowParts.end());
  return names;
}

}  // namespace views
