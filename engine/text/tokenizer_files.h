// tokenizer_files.h: reads a checkpoint's tokenizer from its files.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/text/model_tokenizer.h"

namespace text {

// Whose vocabulary it is, if the files do not say which tokens go around a text.
enum class TokenizerFamily {
  kAuto,     // by the special tokens in the vocabulary
  kGpt2,     // none
  kRoberta,  // RoBERTa and BART: <s> A </s>, <s> A </s></s> B </s>
  kPegasus,  // A </s>, and 103 ids before those of its SentencePiece model
  kMbart,    // ids, and tokens of languages, that its SentencePiece model does not have
};

// Larger files than this are rejected, in bytes.
inline constexpr size_t kLargestTokenizer = size_t{64} << 20U;

// `tokenizer.json` in the format of Hugging Face's library. Errors: error.tokenizer_json (detail: where it
// breaks), error.tokenizer_step (step: the normaliser, splitter, model, ... that is not supported),
// error.tokenizer_field (field), error.tokenizer_id and others about the vocabulary; all are one sentence.
engine::Result<ModelTokenizer> read_tokenizer_json(std::string_view json);
// `vocab.json` and `merges.txt` of GPT-2, RoBERTa, BART: byte-level BPE.
engine::Result<ModelTokenizer> read_vocabulary_and_merges(std::string_view vocab_json,
                                                          std::string_view merges_txt,
                                                          TokenizerFamily family = TokenizerFamily::kAuto);
// `vocab.txt` of BERT, one piece per line.
engine::Result<ModelTokenizer> read_word_pieces(std::string_view vocab_txt, bool lower_case);
// A SentencePiece model, Unigram or BPE: `tokenizer.model` of Llama and Gemma, `spiece.model` of T5 and
// Pegasus; with a tokenizer_config.json, "{}" for none, which may say what begins and ends a text, and name
// more tokens. Errors: those of read_sentencepiece_file (sentencepiece_file.h), error.tokenizer_sentencepiece
// (detail: the library's), error.tokenizer_field, and others about the vocabulary.
engine::Result<ModelTokenizer> read_sentencepiece(std::string_view model,
                                                  std::string_view tokenizer_config_json,
                                                  TokenizerFamily family = TokenizerFamily::kAuto);
// `do_lower_case` of a `tokenizer_config.json`; true if it is missing, as in BERT's own tokenizer.
engine::Result<bool> read_lower_case(std::string_view tokenizer_config_json);

// The tokenizer in a checkpoint's folder: tokenizer.json, otherwise vocab.json + merges.txt, otherwise
// vocab.txt, tokenizer.model or spiece.model with tokenizer_config.json if present. Errors as above,
// error.tokenizer_none (folder), error.tokenizer_shifted (path), error.cannot_read (path, detail),
// error.file_too_large (path, megabytes).
engine::Result<ModelTokenizer> open_tokenizer(const std::filesystem::path& folder,
                                              TokenizerFamily family = TokenizerFamily::kAuto);

}  // namespace text
