// around.h: the special tokens that a model expects around a text: [CLS] A [SEP] B [SEP].
#pragma once

#include <vector>

#include "engine/text/json_fields.h"
#include "engine/text/vocabulary.h"

namespace text {

struct Part {
  int text = -1;  // 0 or 1: this text of the pair; -1: the token
  Index token = 0;
  int segment = 0;
  bool once = false;  // not where the text before it ends with this token
};

struct Around {
  std::vector<Part> single = {{.text = 0}};
  std::vector<Part> pair = {{.text = 0}, {.text = 1, .segment = 1}};
};

// A "post_processor" of tokenizer.json, null for none. Errors: error.tokenizer_step (step),
// error.tokenizer_field.
Result<Around> read_around(const json* object, const Vocabulary& vocabulary);

}  // namespace text
