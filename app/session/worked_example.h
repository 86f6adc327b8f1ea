// worked_example.h: an exercise from a book: queries, keys and values as they are printed there, cut into
// heads.
#pragma once

#include <string>

#include "app/document/document.h"

namespace app {

struct WorkedExample {
  std::string queries;  // (n, heads * d_k), as matrix_from_text reads them
  std::string keys;     // (m, heads * d_k)
  std::string values;   // (m, heads * d_v); empty: the model's own, as wide as the keys
  engine::Index heads = 1;
};

// Self-attention where the queries are as many as the keys, else the cross-attention of a Transformer, with
// every head's part of the numbers typed into it. The text stays where it has one token for each key, else it
// is x1 x2 ... Errors: those of matrix_from_text with `letter`, whose they are; error.worked_heads (columns,
// heads, matrix), error.worked_columns (queries, keys), error.worked_values (values, keys).
engine::Result<Document> worked_document(const WorkedExample& typed, const Document& now);

}  // namespace app
