// mask_changes.h: what a change of masks costs, where everything above them is at hand.
#pragma once

#include "engine/model/config.h"

namespace engine {

// Rough count of multiply-adds of a run that differs from an earlier one, made with `before`, in its masks
// alone: what lies above the first mask that is another is taken from there.
double estimate_below_masks(const Config& config, const Input& input, const Config& before);

}  // namespace engine
