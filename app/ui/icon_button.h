// icon_button.h: buttons with a drawn icon: those of a film.
#pragma once

#include "app/ui/widgets.h"

namespace ui {

enum class Icon { kPlay, kPause, kBack, kOn, kClose };

// `label` is spaces, as wide as the button should be, and ##id.
bool icon_button(const Style& style, const char* label, Icon icon, ButtonKind kind, bool enabled = true);

}  // namespace ui
