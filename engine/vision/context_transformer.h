// context_transformer.h: the two halves of the Context-Transformer, which are trained one after the other.
#pragma once

#include <string_view>

#include "engine/vision/system.h"

namespace engine {

inline constexpr Index kNovelClasses = 6;

// What the detector says of a picture: of each of 64 boxes the kinds (64, 12), the offsets (64, 4) and
// whether it holds an object (64, 2), and the largest scores of each square of four boxes (16, 12).
struct DetectorStages {
  PictureMap kinds, offsets, object, around;
};
DetectorStages add_detector(Network& network, const PictureMap& picture);

// The kinds of any boxes (n, 12) and those around (16, 12) -> the classes' logits (n, 6): what a few examples
// teach. The stages are named in context_transformer.cpp.
int add_context(Network& network, int boxes, int around, const SystemSettings& settings);

// Whether a parameter is one that add_context() asks for: the detector's stay as they are.
bool is_learned_from_shots(std::string_view name);

}  // namespace engine
