// footer.h: below a stage: its head's attention in one line, its size, and measurements of it.
#pragma once

#include <string>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"
#include "app/views/stage/one_line_view.h"

namespace views {

class Footer {
 public:
  Footer(const Frame& frame, int stage);

  // Pixels, for the width available at the cursor.
  float height() const;
  // Whether it is the head's line without any sentence.
  bool is_line_alone() const;
  float line_width() const { return line_.width(); }
  // `below`: what stands at the right of the line begins so much lower.
  void draw(ImVec2 at, float below = 0) const;

 private:
  const Frame& frame_;
  int stage_;
  float width_;
  OneLineView line_;
  bool painting_;  // keeps the height fixed, so that the mask does not move under the brush
  std::vector<std::string> sentences_;  // one line each
};

// A dot next to the label of every row that the last change moved; `stage` is the one whose rows are
// labelled.
void draw_moved_marks(const Frame& frame, const ui::MatrixFrame& labelled, int stage);

}  // namespace views
