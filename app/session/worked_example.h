// worked_example.h: a textbook exercise: queries, keys and values as printed, cut into heads.
#pragma once

#include <string>

#include "app/document/document.h"

namespace app {

struct WorkedExample {
  std::string queries;  // (n, heads * d_k), in the format of matrix_from_text
  std::string keys;     // (m, heads * d_k)
  std::string values;   // (m, heads * d_v); empty: the model's own, as wide as the keys
  engine::Index heads = 1;
};

// The most rows of a matrix: each of its tokens has a vector as long as that.
inline constexpr engine::Index kMostWorkedRows = 256;

// A model in which every product is true: token n is the unit vector n, so X = I, and W_qᵀ = Q, W_kᵀ = K,
// W_vᵀ = V, cut into heads. Self-attention if there are as many queries as keys, otherwise the
// cross-attention of a Transformer whose layers leave the unit vectors as they are. Keeps the text if it has
// one token for each key, no two alike, otherwise it is x1 x2 ... Errors: those of matrix_from_text with
// `letter`, which names the matrix; error.worked_heads (columns, heads, matrix), error.worked_columns
// (queries, keys), error.worked_values (values, keys), error.worked_rows (rows, largest).
engine::Result<Document> worked_document(const WorkedExample& typed, const Document& now);

// Small enough to be computed by hand: three words, width 4, two heads, whole numbers, every number typed.
Document small_model();

}  // namespace app
