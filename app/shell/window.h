// window.h: Headlight's window.
#pragma once

#include <optional>

#include "app/cli/cli.h"
#include "engine/core/result.h"

namespace app {

// Opens the window and runs it until it is closed. Errors: error.no_display (detail), error.no_opengl_window
// (detail), error.no_font. What an exception ends stays in the recovery file.
std::optional<engine::Error> run_window(const WindowStart& start);

}  // namespace app
