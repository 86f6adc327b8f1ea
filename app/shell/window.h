// window.h: Headlight's window.
#pragma once

#include <optional>

#include "app/cli/cli.h"
#include "engine/core/result.h"

namespace app {

// Opens the window and runs it until it is closed. Errors: error.no_display (detail), error.no_opengl_window
// (detail), error.no_font. After an exception, the work is still in the recovery file.
std::optional<engine::Error> run_window(const WindowStart& start);

}  // namespace app
