// folding.cpp: requests panels as far as the window has space for them.
#include "app/views/core/folding.h"

#include "app/views/core/body_plan.h"

namespace views {
namespace {

using app::PanelFold;
using app::Panels;
using app::RailFold;

void arrange_panels(const Frame& frame, const Panels& panels) {
  frame.requests.arrange([panels](app::Desk& desk) { desk.panels = panels; });
}

BodyPlan plan_in_window(const Frame& frame, const Panels& wished) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float scale = frame.style.scale;
  return plan_body(usual_room(window, scale), body_scale(window, scale), wished, false);
}

}  // namespace

void fold_rail(const Frame& frame) {
  Panels panels = frame.session.desk().panels;
  const BodyPlan now = plan_in_window(frame, panels);
  if (now.rail.is_away()) {
    panels.rail = RailFold::kWide;
    const bool usual = plan_in_window(frame, panels).rail_is_pictures;
    panels.rail = usual ? RailFold::kPictures : RailFold::kWide;
  } else {
    panels.rail = now.rail_is_pictures ? RailFold::kAway : RailFold::kPictures;
  }
  arrange_panels(frame, panels);
}

bool shows_card(const Frame& frame) {
  return !plan_in_window(frame, frame.session.desk().panels).card.is_away();
}

void fold_card(const Frame& frame) {
  Panels panels = frame.session.desk().panels;
  panels.card = plan_in_window(frame, panels).card.is_away() ? PanelFold::kShown : PanelFold::kAway;
  arrange_panels(frame, panels);
}

void fold_strip(const Frame& frame) {
  Panels panels = frame.session.desk().panels;
  panels.strip = plan_in_window(frame, panels).strip.is_away() ? PanelFold::kShown : PanelFold::kAway;
  arrange_panels(frame, panels);
}

}  // namespace views
