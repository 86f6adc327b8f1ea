// sentencepiece_file.h: what a SentencePiece model's file says, read with distrust before the library sees
// it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace text {

// What a piece is for, as its file numbers it.
enum class SentencePieceKind {
  kNormal = 1,
  kUnknown = 2,
  kControl = 3,
  kUserDefined = 4,
  kUnused = 5,
  kByte = 6
};

struct SentencePieceEntry {
  std::string_view name;
  float score = 0;  // Unigram: a natural logarithm; BPE: the higher, the earlier it is merged
  SentencePieceKind kind = SentencePieceKind::kNormal;
};

enum class SentencePieceAlgorithm { kUnigram = 1, kBpe = 2 };

// Views into the file.
struct SentencePieceFile {
  std::vector<SentencePieceEntry> pieces;  // by id
  SentencePieceAlgorithm algorithm = SentencePieceAlgorithm::kUnigram;
  bool byte_fallback = false;
};

// Larger files are rejected, in bytes. (900,000 pieces have 18 MB.)
inline constexpr size_t kLargestSentencePiece = size_t{32} << 20U;

// Reads a protocol buffer ModelProto, and holds its tables of letters to what the library relies on: no step
// of theirs leads outside. Errors: error.tokenizer_large (megabytes), error.tokenizer_lfs,
// error.tokenizer_proto (byte: where it breaks), error.tokenizer_letters, error.tokenizer_empty,
// error.tokenizer_many_pieces (count), error.tokenizer_pieces (megabytes), error.tokenizer_step (step).
// https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto
engine::Result<SentencePieceFile> read_sentencepiece_file(std::string_view bytes);

}  // namespace text
