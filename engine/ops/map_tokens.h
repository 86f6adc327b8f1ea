// map_tokens.h: whose the rows and columns of an attention map are.
#pragma once

#include <vector>

#include "engine/core/sequence.h"

namespace engine {

// Where the tokens of a text stand in its words and lines. By token, -1 where there is no such place; empty
// for a text without subwords or without lines.
struct TextPlaces {
  std::vector<Index> word_start;    // the first token of its word, of those behind it
  std::vector<Index> line_start;    // the first token of its line, of those behind it
  std::vector<Index> above;         // the same place in the line before, if that is as long
  std::vector<Index> line_ends;     // the last characters of all lines that a mark ends, in order
  std::vector<Index> earlier_ends;  // by token that ends a line: how many of these are of earlier lines

  bool operator==(const TextPlaces&) const = default;
};

// Whose the rows and columns of a map are.
struct MapTokens {
  std::vector<int> queries, keys;  // a number for each token, equal for equal tokens
  std::vector<bool> padding;       // which queries are padding
  bool of_itself = false;  // self-attention; in cross-attention no key is the query itself, or a neighbour
  TextPlaces places = {};  // of self-attention

  bool operator==(const MapTokens&) const = default;
};
MapTokens map_tokens(const Sequence& queries, const Sequence& keys, bool of_itself, TextPlaces places = {});

}  // namespace engine
