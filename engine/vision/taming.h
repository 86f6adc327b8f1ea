// taming.h: the stream of Taming Transformers, and pictures larger than those that it was trained on.
#pragma once

#include <vector>

#include "engine/vision/autoencoder.h"
#include "engine/vision/token_decoder.h"

namespace engine {

inline constexpr Grid kWideGrid = {16, 16};  // codes of a larger picture

// Start and 64 codes, the top row first.
const TokenStream& taming_stream();

// Where the window of 8 x 8 codes stands while the code of a row or a column is drawn, of `count` in all: the
// code in its middle, but inside. Esser et al. 2021, sec. 3.2.
Index window_start(Index at, Index count);

// A picture of more codes than the window holds, code by code: each is drawn from those that the window
// shows. (grid.pixels()) codes; as the draws of one seed.
std::vector<std::vector<int>> draw_wide(const Network::Source& source, const Grid& grid, double temperature,
                                        const std::vector<uint64_t>& seeds);

}  // namespace engine
