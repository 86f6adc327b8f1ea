// frame.h: a view's inputs, and the requests that it returns.
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
#include "app/views/core/derivations.h"
#include "app/views/core/facts.h"
#include "app/views/core/panel_rects.h"

namespace views {

class Motion;

// One frame. Views change nothing but `requests`.
struct Frame {
  const app::Session& session;
  const app::Words& tr;
  const ui::Style& style;
  ui::HeatmapCache& heatmaps;
  app::Requests& requests;
  const Facts& facts;
  Derivations& derivations;
  PanelRects& panel_rects;
  Motion& motion;
  // A trace derived from the session's (a difference, a rollout) that this frame draws instead, and its name,
  // which identifies its textures. `facts` are then its facts.
  std::shared_ptr<const engine::Trace> derived = nullptr;
  std::string_view derived_name = {};

  // The trace to draw: only if the session has one, or one is derived.
  const std::shared_ptr<const engine::Trace>& trace_pointer() const {
    return derived ? derived : session.trace();
  }
  const engine::Trace& trace() const { return *trace_pointer(); }
  // The hovered cell of that trace, otherwise the pinned one, or none.
  engine::Cell explained_cell() const {
    if (!derived) return session.explained_cell();
    return session.hovered() == derived ? session.hover() : engine::Cell{};
  }
  void hover(const engine::Cell& cell) const { requests.hover(cell, derived); }
  // The same frame in another size.
  Frame in(const ui::Style& other) const {
    return {session,     tr,          other,  heatmaps, requests,    facts,
            derivations, panel_rects, motion, derived,  derived_name};
  }
  // The same frame over a derived trace.
  Frame over(std::shared_ptr<const engine::Trace> other, const Facts& its_facts,
             std::string_view name) const {
    return {session,     tr,          style,  heatmaps,         requests, its_facts,
            derivations, panel_rects, motion, std::move(other), name};
  }
  // The focused address, in this trace: during a long run the document may name another.
  const std::string& here() const {
    const int stage = session.focused_stage();
    return stage < 0 ? session.document().focus.stage : trace().stage(stage).address;
  }
};

}  // namespace views
