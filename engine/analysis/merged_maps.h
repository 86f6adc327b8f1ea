// merged_maps.h: maps of weights with several tokens as one row or column: the pieces of a word, or chosen
// ones.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/trace.h"

namespace engine {

// Which tokens of a sequence become one, in order, and the names of what they become: words without the space
// before them.
struct TokenWords {
  std::vector<std::vector<Index>> groups;
  std::vector<std::string> names;

  bool merges_any(size_t tokens) const { return groups.size() < tokens; }
  // The word of a token, and a word's first token: without words, each token is one. Past the last word: how
  // many there are.
  Index word_of(Index token) const;
  Index first_of(Index word) const;
};

// The words of a sequence of the trace, as Unicode's word boundaries (UAX #29) join its pieces: of a model
// whose vocabulary marks the pieces that begin a word (Ġ, ▁), that continue one (##) or that end one (</w>),
// by these marks and the boundaries; of other tokens by the boundaries if one of them holds a space. So
// characters of scripts without spaces stay apart, and what is a part of a character joins the rest of it.
TokenWords words_of(const Trace& trace, int sequence);
// Whether the model's own vocabulary has such marks.
bool has_subwords(const Trace& trace, int sequence);

// The maps at the stages `maps`, all of the same two sequences, under their own addresses, with words instead
// of tokens; the maps themselves are at "pieces.ADDRESS".
std::shared_ptr<const Trace> merged_maps_trace(const Trace& trace, std::span<const int> maps,
                                               const TokenWords& rows, const TokenWords& columns);

// Whether the maps are weights of the same two sequences, and a word of these is in pieces.
bool has_words_in_pieces(const Trace& trace, std::span<const int> maps);
// merged_maps_trace() with the words of the maps' own sequences.
std::shared_ptr<const Trace> merged_words_trace(const Trace& trace, std::span<const int> maps);

// "sum": one row, what these rows of a map read together; or, `of_columns`, one column: what every row reads
// of these columns together.
std::shared_ptr<const Trace> summed_tokens_trace(const Trace& trace, int map, std::vector<Index> tokens,
                                                 bool of_columns);

}  // namespace engine
