// tokenizer_files.h: reads a checkpoint's tokenizer from its files.
#pragma once

#include <filesystem>
#include <string_view>

#include "engine/text/model_tokenizer.h"
#include "engine/text/tokenizer_family.h"

namespace text {

// `tokenizer.json` in the format of Hugging Face's library. Errors: error.tokenizer_json (detail: where it
// breaks), error.tokenizer_step (step: the normaliser, splitter, model, ... that is not supported),
// error.tokenizer_field (field), error.tokenizer_id and others about the vocabulary; all are one sentence.
//
// What a file's class changes of it, and more tokens, a `tokenizer_config.json` says, "{}" for none; of the
// older files all but the vocabulary.
engine::Result<ModelTokenizer> read_tokenizer_json(std::string_view json,
                                                   std::string_view tokenizer_config_json = "{}");
//
// `vocab.json` and `merges.txt` of GPT-2, RoBERTa, BART, Qwen2: byte-level BPE. Error: error.tokenizer_class
// (name, known) for the class of another cutting.
engine::Result<ModelTokenizer> read_vocabulary_and_merges(std::string_view vocab_json,
                                                          std::string_view merges_txt,
                                                          std::string_view tokenizer_config_json,
                                                          TokenizerFamily family = TokenizerFamily::kAuto);
// `vocab.txt` of BERT, one piece per line, by its number; of equal ones the last counts. What the settings do
// not say is as in BERT's own tokenizer.
engine::Result<ModelTokenizer> read_word_pieces(std::string_view vocab_txt,
                                                std::string_view tokenizer_config_json);
// A SentencePiece model, Unigram or BPE: `tokenizer.model` of Llama and Gemma, `spiece.model` of T5 and
// Pegasus, `sentencepiece.bpe.model` of XLM-R and mBART, `source.spm` of Marian, which alone has a
// `vocab.json`. Errors: those of read_sentencepiece_file (sentencepiece_file.h),
// error.tokenizer_sentencepiece (detail: the library's), error.tokenizer_class_pieces (name, known),
// error.tokenizer_field, and others about the vocabulary.
engine::Result<ModelTokenizer> read_sentencepiece(std::string_view model,
                                                  std::string_view tokenizer_config_json,
                                                  TokenizerFamily family = TokenizerFamily::kAuto,
                                                  std::string_view vocab_json = {});

// The tokenizer in a checkpoint's folder: tokenizer.json, otherwise vocab.json + merges.txt, vocab.json +
// source.spm, vocab.txt, tokenizer.model, spiece.model or sentencepiece.bpe.model, with tokenizer_config.json
// and added_tokens.json if present; of the tokens in the latter those are special that
// special_tokens_map.json names. Errors as above, error.tokenizer_none (folder), error.tokenizer_shifted
// (path) for a model whose class nothing says, error.cannot_read (path, detail), error.file_too_large (path,
// megabytes).
engine::Result<ModelTokenizer> open_tokenizer(const std::filesystem::path& folder,
                                              TokenizerFamily family = TokenizerFamily::kAuto,
                                              TextSide side = TextSide::kSource);
// Whether the folder's targets are cut otherwise than its sources.
bool has_target_tokenizer(const std::filesystem::path& folder, TokenizerFamily family);

}  // namespace text
