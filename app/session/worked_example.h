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

// Self-attention if there are as many queries as keys, otherwise the cross-attention of a Transformer, with
// every head's part of the values typed into it. Keeps the text if it has one token for each key, otherwise
// it is x1 x2 ... Errors: those of matrix_from_text with `letter`, which names the matrix; error.worked_heads
// (columns, heads, matrix), error.worked_columns (queries, keys), error.worked_values (values, keys).
engine::Result<Document> worked_document(const WorkedExample& typed, const Document& now);

}  // namespace app
