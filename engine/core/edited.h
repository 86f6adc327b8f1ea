// edited.h: an operation some of whose results were typed by hand.
#pragma once

#include "engine/core/edits.h"
#include "engine/core/operation.h"

namespace engine {

// What `inner` makes, with the numbers of `edits` over it; it keeps the name of `inner`.
OperationPtr edited(OperationPtr inner, StageEdits edits);

}  // namespace engine
