// edited.h: an operation with some of its results typed by hand.
#pragma once

#include "engine/core/edits.h"
#include "engine/core/operation.h"

namespace engine {

// The result of `inner` with the values of `edits` written over it; keeps the name of `inner`.
OperationPtr edited(OperationPtr inner, StageEdits edits);

}  // namespace engine
