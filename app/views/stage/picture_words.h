// picture_words.h: other pictures of the stage that is looked at: the row of words that chooses one, and what
// every picture begins with.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace views {

// "Matrix  Lines  Neuron  …" at the cursor, at most `width` wide; where they have no room, a list.
void draw_picture_words(const Frame& frame, float width);
// Its height with the gap below it.
float picture_words_height(const Frame& frame);

// The stage nearest to this one that a picture can show, itself where it can; -1 where there is none. A
// picture of attention weights; of the numbers of one head; of vectors, one for each token; of any numbers.
int nearest_weights(const Frame& frame, int stage);
int nearest_in_head(const Frame& frame, int stage);
int nearest_vectors(const Frame& frame, int stage);
int nearest_numbers(const Frame& frame, int stage);
// The numbers of the tokens that the stage is made from.
int nearest_tokens(const Frame& frame, int stage);

// The words, the stage's name, and a sentence on what the picture shows: the key "picture.NAME.why". Where
// the picture cannot show the stage, it says which one it can, offers to go there, and returns nothing.
std::optional<int> begin_picture(const Frame& frame, const std::string& name,
                                 int (*nearest)(const Frame&, int));

// The row of a stage that a picture of one row shows: that of the cell that is pinned, or of the token that
// is followed; else the last that is no padding.
engine::Index chosen_row(const Frame& frame, int stage);
// Pins this row: the same column as before, or that of the row's largest number.
void choose_row(const Frame& frame, int stage, engine::Index row);
// ← the₀ →, with a word before it, at the cursor.
void draw_chosen_row(const Frame& frame, int stage, engine::Index row);

// Where the largest finite number of a row, or of a column, stands.
engine::Index strongest_key(const Frame& frame, int stage, engine::Index row);
engine::Index strongest_query(const Frame& frame, int stage, engine::Index column);

// After an item that stands for a cell: pointing at it explains the cell, a click pins it.
void explain_item(const Frame& frame, const engine::Cell& cell, bool clicked);

// "37 %", "0.4 %", "0 %" of a share from 0 to 1.
std::string percent(double share);

}  // namespace views
