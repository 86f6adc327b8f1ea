// lesson_names.h: the views and parts of the window that a lesson may name.
#pragma once

#include "app/lessons/lesson_check.h"

namespace views {

app::WindowNames lesson_names();

}  // namespace views
