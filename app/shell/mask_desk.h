// mask_desk.h: reads and writes the mask of the focused head.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "engine/core/result.h"

namespace app {

// Writes the effective mask of the focused head. Errors: error.no_mask_here and those of
// exporter::write_mask.
std::optional<engine::Error> save_mask(const Session& session, const std::string& path);

// Paints the file's mask over that of the focused attention, or of the one head, according to the brush.
// Errors: error.no_mask_here and those of exporter::read_mask; then nothing changes. `now`: seconds, on the
// clock of Session::apply.
std::optional<engine::Error> load_mask(Session& session, const std::string& path, double now);

}  // namespace app
