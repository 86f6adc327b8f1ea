// exports.h: carries out the requests of the window's export button.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"

namespace app {

// Writes the files, and returns a notice of where they are or what failed. Never overwrites a file: a taken
// name gets a number. During a long run, the files are of the visible trace and its own text; if the text
// cannot be run, nothing is written.
Notice carry_out(const ExportRequest& request, const Session& session);

// Opens the folder of what was written; a notice if that fails.
std::optional<Notice> show_folder(const std::string& path);

// Where to write a film of the stage, in a folder that is created: an unused name. Errors: that of a text
// that cannot be run, and those of make_folder.
engine::Result<std::string> film_path(const ExportRequest& request, const Session& session);

}  // namespace app
