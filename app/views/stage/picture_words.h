// picture_words.h: other pictures of the focused stage: the row of words to choose one, and the heading of
// every picture.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace views {

// "Matrix  Lines  Neuron  …" at the cursor, at most `width` wide; if they do not fit, a list. Returns their
// width.
float draw_picture_words(const Frame& frame, float width);
// In a low page: the list at the right of the title's line, ending at `right`, if a title of this width fits
// beside it; returns the list's width, or 0.
float draw_picture_list_beside(const Frame& frame, ImVec2 right, float title);
// Its height including the gap below it.
float picture_words_height(const Frame& frame);

// The gradient of the focused stage, or of a gradient the stage itself; empty if there is none.
std::string other_side(const Frame& frame);

// The nearest stage that a picture can show, the stage itself if possible; -1 if there is none. For a picture
// of attention weights; of the values of one head; of vectors, one for each token; of any values.
int nearest_weights(const Frame& frame, int stage);
int nearest_in_head(const Frame& frame, int stage);
int nearest_vectors(const Frame& frame, int stage);
int nearest_numbers(const Frame& frame, int stage);
// The ids of the tokens that the stage is computed from.
int nearest_tokens(const Frame& frame, int stage);

struct PictureOptions {
  bool draws_nearest = false;                               // instead of offering to go there
  std::string (*title)(const Frame&, int stage) = nullptr;  // the stage's name if null
  std::string (*why)(const Frame&, int stage) = nullptr;    // "picture.NAME.why" if null
};

// The words, the name of what is shown, and a sentence on what the picture shows: the key "picture.NAME.why".
// Returns the stage to draw. If the picture cannot show the focused stage, that is the nearest one, or
// nullopt: then one that it can show is named, with a button that goes there.
std::optional<int> begin_picture(const Frame& frame, const std::string& name,
                                 int (*nearest)(const Frame&, int), const PictureOptions& options = {});

// The row of the followed token or of the pinned cell, if it is one of the queries of this map; none in a run
// other than the one looked at.
std::optional<engine::Index> asked_query(const Frame& frame, const engine::Stage& map);

// The row for a picture of a single row: that of the pinned cell, or of the followed token; otherwise the
// last one that is not padding.
engine::Index chosen_row(const Frame& frame, int stage);
// Pins this row: in the same column as before, or at the row's largest value.
void choose_row(const Frame& frame, int stage, engine::Index row);
// ← the₀ →, with a label before it, at the cursor.
void draw_chosen_row(const Frame& frame, int stage, engine::Index row);

// The position of the largest finite value in a row, or in a column.
engine::Index strongest_key(const Frame& frame, int stage, engine::Index row);
engine::Index strongest_query(const Frame& frame, int stage, engine::Index column);

// Call after an item for a cell: hovering explains the cell, a click pins it.
void explain_item(const Frame& frame, const engine::Cell& cell, bool clicked);

// "37 %", "0.4 %", "<0.1 %", and "0 %" of nothing at all, for a share from 0 to 1.
std::string percent(double share);
// "96.6 %": a share that was measured on many examples.
std::string measured_percent(double share);

}  // namespace views
