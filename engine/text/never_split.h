// never_split.h: words that BERT's basic tokenizer leaves whole.
#pragma once

#include <set>
#include <string>

#include "engine/text/model_parts.h"

namespace text {

struct NeverSplit {
  std::set<std::string, std::less<>> words;
  bool strip_accents = true;  // of all others
  Index unknown = kNoPiece;   // in place of a word that is no piece
};

// Changes a tokenizer that cuts at white space, after BERT's cleaning: such a word keeps its accents and its
// punctuation and is one token, others lose them and are cut as ever.
// https://github.com/huggingface/transformers, tokenization_bert.py: BasicTokenizer.tokenize,
// BertTokenizer._tokenize.
void leave_whole(const NeverSplit& rule, ModelTokenizer::Parts& parts);

}  // namespace text
