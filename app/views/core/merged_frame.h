// merged_frame.h: maps of weights in which the pieces of a word are one row and one column.
#pragma once

#include <optional>
#include <span>

#include "app/views/core/frame.h"

namespace views {

// The frame over these maps, all of the same two sequences, with the pieces of words merged: each under its
// own address. Nullopt if pieces stay apart, if no word is in pieces, or if the maps are too many to merge at
// once.
std::optional<Frame> merged_frame(const Frame& frame, std::span<const int> maps);

}  // namespace views
