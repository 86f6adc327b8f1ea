// scene_pattern.h: what stands in brackets, as parts and slots.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/training/everyday/scene_grammar.h"

namespace engine {

// "one [or|the other] {slot.column}". Names are not looked up yet: a part has its column's name in `text`.
// Nothing where brackets do not match, or a slot cannot be read.
std::optional<ScenePattern> read_pattern(std::string_view text);

// The same, with the slots of a pattern before it: an answer asks those of its opening.
std::optional<ScenePattern> read_pattern_after(const ScenePattern& before, std::string_view text);

// The pieces between `mark`s that stand outside all brackets, without blanks around them.
std::vector<std::string_view> split_outside(std::string_view text, char mark);

std::string_view without_blanks(std::string_view text);

}  // namespace engine
