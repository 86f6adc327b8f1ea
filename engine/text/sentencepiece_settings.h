// sentencepiece_settings.h: how a folder's settings have its SentencePiece model called.
#pragma once

#include <string>
#include <vector>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"
#include "engine/text/sentencepiece_classes.h"

namespace text {

struct SentencePieceSettings {
  // "legacy": false. The model itself puts no space before a text: one mark stands before the whole text, and
  // none behind a special token in it.
  bool marks_whole_text = false;
  bool has_mark = true;              // with marks_whole_text: "add_prefix_space"
  std::string unknown = "<unk>";     // its text, behind which the model leaves a space as it is
  bool splits_special = false;       // added tokens in a text are cut like other letters
  std::vector<engine::Error> notes;  // note.tokenizer_option (option) for each option that nothing here knows
};

// Errors: error.tokenizer_field, error.tokenizer_sampling.
Result<SentencePieceSettings> read_sentencepiece_settings(Fields& config, const SentencePieceClass& its);

// Writes a text as these classes do before they search it for special tokens: "the▁cat" as "▁the cat".
void mark_whole_text(AlignedText& text, bool has_mark);

// The bytes of a model that puts no space before a text.
std::string without_dummy_prefix(std::string_view model);

}  // namespace text
