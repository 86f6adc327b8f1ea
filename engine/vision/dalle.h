// dalle.h: the stream of DALL·E, and captions as its symbols.
#pragma once

#include <string>
#include <vector>

#include "engine/vision/autoencoder.h"
#include "engine/vision/token_decoder.h"
#include "engine/world/caption.h"

namespace engine {

inline constexpr Index kCaptionLength = 6;  // a start, and five words

// A caption, then 64 codes, the top row first. Masks by layer: row, column, row, neighbourhood of 3 x 3.
const TokenStream& dalle_stream();

// The symbols of a caption; where it has two words, a symbol of its own for each place that is empty.
std::vector<int> symbols_of(const world::Caption& caption);
// What they stand for: "red", "left-of"; "[start]", "[empty]".
std::vector<std::string> words_of(const std::vector<int>& symbols);

}  // namespace engine
