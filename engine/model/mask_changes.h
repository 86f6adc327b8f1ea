// mask_changes.h: the cost of changing masks when everything above them can be reused.
#pragma once

#include "engine/model/config.h"

namespace engine {

// A rough count of multiply-adds of a run that differs from an earlier one, made with `before`, only in its
// masks: what comes before the first changed mask is reused.
double estimate_below_masks(const Config& config, const Input& input, const Config& before);

}  // namespace engine
