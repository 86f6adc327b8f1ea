// scene_links.h: between a grammar's lines and its use: verbs get their forms, names become numbers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/everyday/scene_grammar.h"

namespace engine {

struct RawRow {
  std::vector<std::string> cells;
  std::vector<std::string> tags;
  int line = 0;
};

// A grammar whose classes have no rows yet.
struct RawScenes {
  SceneGrammar grammar;
  std::vector<std::vector<RawRow>> rows;  // one list a class
};

Error scene_error(const char* key, std::string_view file, int line, std::string_view name);

// "play football" gets the columns of its verb: "plays football", "played football". Errors: those of
// read_scenes.
std::optional<Error> inflect_rows(std::string_view file, RawScenes& raw);

// Looks every name up, finds the rows that may fill each slot, and refuses what is not used. Errors: those of
// read_scenes.
Result<SceneGrammar> link_scenes(std::string_view file, SceneGrammar grammar);

}  // namespace engine
