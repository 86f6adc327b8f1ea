// layer_readings.h: what the pinned query reads most in each layer, one after the other, and what the model
// predicts at its place: how that came about.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// The greatest weight of one query in a layer, of all heads.
struct LayerReading {
  int stage = -1;  // the map of weights
  engine::Index query = 0;
  engine::Index key = 0;
  float weight = 0;
};

// Of the pinned or followed query, layer by layer of the stack that one is in; empty where no query of it is
// asked for, the stack has one layer, or a long computation is not done yet.
std::vector<LayerReading> layer_readings(const Frame& frame);

// "“it” reads tired 76 % (layer 1, head 1) · animal 99.9 % (layer 2, head 1) · predicts animal 99.6 %" as
// far as it fits into `width`: with shorter names, without the prediction, without the query, or with the
// layers in the middle left out; empty if there is nothing to say.
std::string layer_readings_words(const Frame& frame, float width, const ui::TextStyle& type);

// The same in up to two lines, where these have room for all layers; empty if there is nothing to say.
std::vector<std::string> layer_readings_lines(const Frame& frame, float width, const ui::TextStyle& type);

// One query of a map of weights, or of scores.
struct QueryRow {
  int map = -1;
  engine::Index query = 0;
};
// The words of a key with its percent or its score, and of a line with its query and the list of these.
struct ReadingWords {
  const char* key;
  const char* line;
  float least = 0.05f;  // of what is named behind the first
};
// "it: tired 76 %, street 11 %": what a query reads most, the first of up to three keys always, the others as
// far as they count and fit.
std::string most_read_words(const Frame& frame, const QueryRow& of, const ReadingWords& words, float width,
                            const ui::TextStyle& type);

// "“it” matches best: “tired” (25.06), “street” (14.28)": of a map of scores, as many keys as fit.
std::string match_words(const Frame& frame, int stage, float width, const ui::TextStyle& type);

// "“it” gets its output from the values of “tired” (76 %), “street” (11 %)": of one head's stage, of as many
// keys as fit.
std::string output_words(const Frame& frame, int stage, float width, const ui::TextStyle& type);

}  // namespace views
