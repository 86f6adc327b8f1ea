// mask_settings.h: the mask as a setting: all presets in one menu, with the parameters of its pattern.
#pragma once

#include "app/views/core/fields.h"

namespace views {

// "mask [causal · window] width [3]", in the line of settings or above a mask.
void mask_setting(Fields& fields);

}  // namespace views
