// imagegpt.h: the stream of ImageGPT.
#pragma once

#include "engine/vision/token_decoder.h"

namespace engine {

// Start and 256 pixels as the numbers of their colours, the top row first.
const TokenStream& imagegpt_stream();

}  // namespace engine
