// exports.h: carries out what the window's export button asks for.
#pragma once

#include <string>

#include "app/session/session.h"

namespace app {

// Writes the files, and says where they went or why not. Nothing that exists is written over: a name that is
// taken gets a number. Where a long run is under way, the files are of the trace that is still shown and of
// its own text; where the text cannot be run, nothing is written.
Notice carry_out(const ExportRequest& request, const Session& session);

// Where a film of the stage goes, in a folder that is made: a name that is free. Errors: those of the text
// that cannot be run, and of make_folder.
engine::Result<std::string> film_path(const ExportRequest& request, const Session& session);

}  // namespace app
