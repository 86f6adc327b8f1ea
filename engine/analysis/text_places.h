// text_places.h: where the tokens of a text stand in its words and lines.
#pragma once

#include "engine/core/trace.h"
#include "engine/ops/map_tokens.h"

namespace engine {

// Words only of a model whose vocabulary has pieces of words (merged_maps.h). Lines only of a text with two
// or more: each goes up to a mark ，。！？；、 or a line end, and the marks behind it are its last places.
// Padding and names such as <bos> are in no line.
TextPlaces text_places(const Trace& trace, int sequence);

// The tokens of a map of queries and keys, with their places in self-attention.
MapTokens tokens_of_map(const Trace& trace, const Stage& map);

}  // namespace engine
