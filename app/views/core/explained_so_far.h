// explained_so_far.h: a cell's arithmetic as far as it is shown.
#pragma once

#include "app/session/playback.h"
#include "app/views/core/frame.h"

namespace views {

// While its stage is played, up to the film's position; otherwise all of it.
inline engine::Explanation explained_so_far(const Frame& frame, const engine::Cell& cell) {
  const auto step = frame.derived ? std::nullopt : frame.session.explained_step();
  if (step) return app::explain_so_far(frame.trace(), cell, *step);
  return frame.trace().explain(cell.stage, cell.row, cell.column);
}

}  // namespace views
