// frame.h: what a view draws from, and where it hands back requests.
#pragma once

#include <imgui.h>

#include <memory>
#include <string>

#include "app/session/requests.h"
#include "app/session/session.h"
#include "app/session/steps.h"
#include "app/text/tr.h"
#include "app/ui/heatmap.h"
#include "app/ui/style.h"
#include "app/views/facts.h"

namespace views {

// One frame. Views change nothing but `requests`.
struct Frame {
  const app::Session& session;
  const app::Words& tr;
  const ui::Style& style;
  ui::HeatmapCache& heatmaps;
  app::Requests& requests;
  const Facts& facts;

  // Only where the session has one.
  const engine::Trace& trace() const { return *session.trace(); }
  // The address that is looked at, in this trace: while a long run is under way the document may name
  // another.
  const std::string& here() const {
    const int stage = session.focused_stage();
    return stage < 0 ? session.document().focus.stage : trace().stage(stage).address;
  }
};

}  // namespace views
