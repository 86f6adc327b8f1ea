// drawn.h: a stage's numbers as they are drawn: a weight that the mask makes 0 is hidden like its score.
#pragma once

#include "engine/core/matrix.h"

namespace engine {

class Trace;

// The stage whose hidden cells are those of `stage`: of weights the mask that was added to their scores,
// which costs little to read, or else their scores; of any other stage itself.
int hiding_stage(const Trace& trace, int stage);

// A block of a stage as it is drawn: -inf in the place of every weight that the mask makes 0. A weight that
// is 0 for another reason, or only close to it, stays a number.
Matrix read_drawn(const Trace& trace, int stage, Index row, Index column, Index rows, Index columns);
// Whether a cell is drawn as hidden.
bool is_drawn_hidden(const Trace& trace, int stage, Index row, Index column);

}  // namespace engine
