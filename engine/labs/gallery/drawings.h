// drawings.h: what the gallery's systems have drawn: drawn once, then kept.
#pragma once

#include <memory>

#include "engine/vision/parameters.h"
#include "engine/vision/system.h"

namespace engine {

// What is asked, with what a scene says where nothing else does: its caption, the kind of its largest figure.
DrawingChoice resolved(DrawingChoice choice, const world::Scene& scene);

// The newest drawing of each system stays in memory. Thread-safe.
DrawnPicture drawing_of(const VisionSystem& system, const std::shared_ptr<const SystemParameters>& parameters,
                        const Matrix& pixels, const DrawingChoice& choice);

}  // namespace engine
