// model_parts.h: the parts of a tokenizer.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/text/added_tokens.h"
#include "engine/text/around.h"
#include "engine/text/decode.h"
#include "engine/text/model_tokenizer.h"
#include "engine/text/normalize.h"
#include "engine/text/piece_model.h"
#include "engine/text/split.h"
#include "engine/text/vocabulary.h"

namespace text {

// In processing order.
struct ModelTokenizer::Parts {
  explicit Parts(Vocabulary pieces) : vocabulary(std::move(pieces)) {}

  Vocabulary vocabulary;
  Normalizer whole;   // changes a text before anything is searched for in it
  AddedTokens added;  // searched for in the original text
  Normalizer normalizer;
  AddedTokens added_normalized;  // searched for after the normaliser
  Splitter splitter;
  std::shared_ptr<const PieceModel> model;
  Around around;
  Decoder decoder;

  Algorithm algorithm = Algorithm::kByteLevelBpe;
  std::vector<std::string> shown;                 // by id
  std::vector<bool> is_special;                   // by id
  std::map<std::string, std::string> simplified;  // simplified_forms(); empty of most tokenizers
  SpecialTokens special;
  // Behind these a text's first token is left out if it is the mark of a space alone.
  std::set<Index> after_lone_mark;
  std::vector<engine::Error> notes;
  std::set<std::string, std::less<>> settings_read;
};

}  // namespace text
