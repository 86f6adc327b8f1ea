// positions_lab.cpp: the lab on positions.
#include "app/document_labs.h"
#include "app/ui/widgets.h"
#include "app/views/views.h"

namespace views {
namespace {

void close_lab(const Frame& frame) {
  if (ui::button(frame.style, (frame.tr("lab.close") + "##lab.close").c_str(), ui::ButtonKind::kOutline)) {
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "stage";
      state.document.config.labs.positions.is_on = false;
    });
  }
  ui::tip(frame.style, frame.tr("lab.close.tip"));
}

}  // namespace

void draw_positions_lab(const Frame& frame) {
  close_lab(frame);
}

}  // namespace views
