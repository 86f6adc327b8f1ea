// exports.h: carries out what the window's export button asks for.
#pragma once

#include "app/session/session.h"

namespace app {

// Writes the files, and says where they went or why not. Nothing that exists is written over: a name that is
// taken gets a number. Where a long run is under way, the files are of the trace that is still shown and of
// its own text; where the text cannot be run, nothing is written.
Notice carry_out(const ExportRequest& request, const Session& session);

}  // namespace app
