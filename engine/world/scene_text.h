// scene_text.h: a scene in words: "red circle left of blue square".
#pragma once

#include <string_view>

#include "engine/core/result.h"
#include "engine/world/scene.h"

namespace world {

// One to three figures, each a colour and an outline, between them "left of", "right of", "above", "below"
// (as caption() writes them, too), "and" or a comma; before a colour "large", "small" or "size 4" to "size
// 7". A relation is that of the figure before it to the one behind it. The same words always give the same
// scene: boxes inside the picture and a pixel apart; where no sizes are given, the first figure is the
// largest. Errors: error.scene_empty, error.scene_many (count, largest), error.scene_word (word, words),
// error.scene_unfinished (word, words), error.scene_size (value, smallest, largest), error.scene_room.
engine::Result<Scene> parse_scene(std::string_view text);

}  // namespace world
