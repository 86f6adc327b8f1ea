// detr.h: the sizes of DETR that its training needs, too.
#pragma once

#include <string>

#include "engine/vision/system.h"
#include "engine/world/scene.h"

namespace engine {

inline constexpr Index kDetrQueries = 5;
inline constexpr int kDetrDecoderLayers = 3;
inline constexpr Index kDetrNone = world::kKinds;  // the class of a query without an object, behind the kinds

// "decoder.2.boxes": what the queries say after a layer; of the last one by default.
std::string detr_answer(const char* part, int layer = kDetrDecoderLayers - 1);

}  // namespace engine
