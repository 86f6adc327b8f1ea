// tokenizer_family.h: whose tokenizer it is, and of which text.
#pragma once

namespace text {

// Whose vocabulary it is, if the files do not say which tokens go around a text.
enum class TokenizerFamily {
  kAuto,     // by the special tokens in the vocabulary
  kGpt2,     // none
  kQwen2,    // none, and a text is cut otherwise
  kRoberta,  // RoBERTa and BART: <s> A </s>, <s> A </s></s> B </s>
  // With a SentencePiece model, as their classes have it (sentencepiece_classes.h):
  kT5,
  kPegasus,
  kMarian,
  kXlmRoberta,
  kCamembert,
  kMbart,
};

// Which of two texts: that of the encoder, or what the decoder writes. Marian has a model for each, mBART a
// token of its language.
enum class TextSide { kSource, kTarget };

}  // namespace text
