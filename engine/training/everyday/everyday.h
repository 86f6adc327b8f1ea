// everyday.h: sentences of home and school, made by rule: what a person types first is continued sensibly
// only by a model that has read something like it. The words and frames are data, in assets/everyday/.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/draw.h"
#include "engine/training/everyday/scene_grammar.h"

namespace engine {

// What sentences are written in. The two Chinese scripts write the same sentences.
enum class EverydayScript { kEnglish, kTraditional, kSimplified };

struct EverydayFact {
  std::string kind;     // of scene
  std::string opening;  // "The capital of France is"
  std::string answer;   // "Paris", without a space before it
};

// The grammar of a script; of both Chinese ones the same.
const SceneGrammar& everyday_grammar(EverydayScript script);

// A scene as a person writes it, of one to three sentences.
struct EverydayScene {
  const SceneKind* kind = nullptr;
  std::string text;
};
EverydayScene everyday_scene(EverydayScript script, Draw& choices);

// `lines` scenes, each on a line of its own, the same for the same seed on every machine.
std::string everyday_text(EverydayScript script, uint64_t seed, uint64_t lines);

// What the sentences hold to be true, as an opening and the one way to go on.
std::vector<EverydayFact> everyday_facts(EverydayScript script);

// A line of the grammar as a person writes it: English with capitals, and "an" before a vowel; in 简体 its
// own characters and quotation marks.
std::string finish_scene(EverydayScript script, const std::string& line);
// The same with any grammar.
std::string finish_english(const SceneGrammar& grammar, std::string_view line);
std::string in_simplified(const SceneGrammar& grammar, std::string_view line);

}  // namespace engine
