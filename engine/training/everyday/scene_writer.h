// scene_writer.h: draws frames and fills their slots.
#pragma once

#include <set>
#include <string>

#include "engine/core/draw.h"
#include "engine/training/everyday/scene_grammar.h"

namespace engine {

// A kind of scene, by its weight; the number of it in the grammar.
int draw_kind(const SceneGrammar& grammar, Draw& choices);

// One of the kind's frames, filled, as it is written in the grammar: without capitals.
std::string draw_scene(const SceneGrammar& grammar, const SceneKind& kind, Draw& choices);

// Of a kind: an opening, and the one way to go on.
struct SceneFact {
  std::string opening, answer;
};
// What a kind holds to be true, for each row that its openings' first slot may be filled with.
std::vector<SceneFact> facts_of(const SceneGrammar& grammar, const SceneKind& kind);

// Every piece of text that a frame may have in it.
std::set<std::string> texts_of(const SceneGrammar& grammar);

}  // namespace engine
