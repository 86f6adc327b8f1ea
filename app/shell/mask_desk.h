// mask_desk.h: reads and writes the mask that is looked at.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "engine/core/result.h"

namespace app {

// Writes the mask of the head that is looked at, with all that hides there. Errors: error.no_mask_here and
// those of exporter::write_mask.
std::optional<engine::Error> save_mask(const Session& session, const std::string& path);

// Paints the file's mask over that of the attention that is looked at, or of the one head, as the brush is
// set. Errors: error.no_mask_here and those of exporter::read_mask; then nothing is changed. `now`: seconds,
// the clock of Session::apply.
std::optional<engine::Error> load_mask(Session& session, const std::string& path, double now);

}  // namespace app
