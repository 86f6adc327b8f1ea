// sentencepiece_classes.h: what each class of Hugging Face's library makes of a SentencePiece model.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/text/around.h"
#include "engine/text/json_fields.h"
#include "engine/text/tokenizer_family.h"
#include "engine/text/vocabulary.h"

namespace text {

// Which ids the pieces have.
enum class PieceIds {
  kOwn,         // the model's
  kSentinels,   // those, and <extra_id_0>, ... behind them
  kPegasus,     // 103 more, with tokens of its own before them
  kFairseq,     // fairseq's: <s>, <pad>, </s> and <unk> first, languages and <mask> last
  kCamembert,   // four more; fairseq's first tokens are there, but not in use
  kVocabulary,  // those of a vocab.json
};

// What stands around a text, and around two.
enum class TextFrame {
  kAsTold,          // <s> A, unless "add_bos_token" and "add_eos_token" say otherwise
  kEndEach,         // A </s>, A </s> B </s>
  kEndOnce,         // A </s>, A B </s>
  kClassify,        // <s> A </s>, <s> A </s></s> B </s>
  kLanguageBehind,  // A </s> en_XX, A B </s> en_XX
  kLanguageBefore,  // en_XX A </s>, en_XX A B </s>
};

// Whether the space before a text goes before the whole of it ("legacy": false), not before each stretch.
enum class SpaceBefore { kStretch, kAsTold, kWhole };

struct SentencePieceClass {
  std::string_view name;
  PieceIds ids = PieceIds::kOwn;
  TextFrame frame = TextFrame::kAsTold;
  SpaceBefore space = SpaceBefore::kStretch;
  std::span<const std::string_view> languages = {};
};

// The class that the settings name, otherwise the family's. Error: error.tokenizer_class_pieces (name,
// known).
Result<SentencePieceClass> sentencepiece_class(Fields& config, TokenizerFamily family);

// The tokens around a text; `begin` and `end`: the model's own, where the settings name none. Error:
// error.tokenizer_field.
Result<Around> frame_of(const SentencePieceClass& its, Fields& config, const Vocabulary& vocabulary,
                        std::optional<Index> begin, std::optional<Index> end);

// Whether a token around a text names its language, with this class or, if the settings name none, this
// family.
bool names_language(Fields& config, TokenizerFamily family);

}  // namespace text
