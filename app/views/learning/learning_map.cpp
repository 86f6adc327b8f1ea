// learning_map.cpp: one map of the model of now: the other views show everything else of it.
#include <algorithm>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/place_name.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/stage/small_map.h"

namespace views {

void draw_learning_map(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const int stage = frame.session.focused_stage();
  if (!scene.is_begun || stage < 0) {
    ImGui::SetCursorScreenPos(at);
    ui::paragraph(frame.tr(scene.is_begun ? "learning.opening" : "learning.begin"), room.x, style.quiet());
    return;
  }
  SmallMap map{.stage = stage,
               .caption = place_name(frame, frame.trace().stage(stage).address),
               .scale = frame.facts.scale(stage)};
  draw_small_map(frame, map, at, room);
}

}  // namespace views
