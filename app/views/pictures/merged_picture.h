// merged_picture.h: a picture of weights, over words where their pieces are merged.
#pragma once

#include "app/session/steps.h"
#include "app/ui/widgets.h"
#include "app/views/core/merged_frame.h"

namespace views {

// A Picture is made of the frame that it draws, its stage there, and the frame of the whole trace.
template <class Picture>
void draw_in_words(const Frame& frame, int stage) {
  const auto merged = merged_frame(frame, app::across_heads(frame.trace(), stage));
  if (!merged) return Picture(frame, stage, frame).draw();
  if (!frame.session.desk().presenting.is_on)
    ui::paragraph(frame.tr("merged.why"), ImGui::GetContentRegionAvail().x, frame.style.small());
  const int words = merged->trace().find(frame.trace().stage(stage).address).value();
  Picture(*merged, words, frame).draw();
}

}  // namespace views
