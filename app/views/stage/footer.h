// footer.h: below a stage: how much it holds, what was measured about it, and a push for one of its rows.
#pragma once

#include <string>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"

namespace views {

class Foot {
 public:
  Foot(const Frame& frame, int stage);

  // Pixels, as wide as the room at the cursor.
  float height() const;
  void draw(ImVec2 at) const;

 private:
  float draw_nudge(ImVec2 right) const;

  const Frame& frame_;
  int stage_;
  float width_;
  bool can_nudge_;
  bool painting_;  // its height then stays, so that the mask does not move under the brush
  std::vector<std::string> sentences_;  // each on a line of its own
};

// A dot beside the label of every row that the last change moved; `stage` is whose rows the labels stand for.
void draw_moved_marks(const Frame& frame, const ui::MatrixFrame& labelled, int stage);

}  // namespace views
