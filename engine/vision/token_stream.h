// token_stream.h: a picture as a row of symbols, of which causal layers say what comes next.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/vision/network.h"

namespace engine {

// A stream begins with a text, or with one symbol of its own; then it has one symbol for each place of a
// grid, the top row first.
struct TokenStream {
  Index symbols = 0;  // that are read; the last one is the start where there is no text
  Index said = 0;     // that can come next
  Index first = 0;    // the symbol of a grid's place with number 0
  Index kinds = 0;    // symbols of a grid's place
  Index text = 0;     // places of the text; 0: none
  Grid grid;
  Index width = 0, layers = 0, heads = 0;
  bool is_rms = false;
  Activation activation = Activation::kGelu;
  std::vector<MaskPattern> patterns;  // of each layer; empty: causal alone

  // Symbols that stand in front of the grid.
  Index front() const { return text == 0 ? 1 : text; }
  // Symbols that are read: the last place is said, and never read.
  Index inputs() const { return front() + grid.pixels() - 1; }
  MaskRule rule(Index layer) const;
  // The place of the grid whose row and column a symbol that is read is told: its own behind a text; that of
  // the next one without. Negative: a place of the text.
  Index place_told(Index input) const { return input - text; }
};

// The symbols of a whole picture, as they are read: what stands in front, then all places but the last.
std::vector<int> read_symbols(const TokenStream& stream, const std::vector<int>& front,
                              const std::vector<int>& places);
// The start symbol alone.
std::vector<int> start_of(const TokenStream& stream);

// embedding, position.rows, position.columns, position and input (n, width); decoder.L. ...; decoder.output
// (n, width); logits and probabilities (n, said): of the stage `symbols` (n, 1).
void add_stream(Network& network, const TokenStream& stream, int symbols);

}  // namespace engine
