// model_input.h: a document's input for a trained model: a text in the model's own tokens, a picture in
// patches, or arrays.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"
#include "engine/core/sequence.h"
#include "engine/loaders/checkpoint.h"

namespace app {

// What a trained model reads.
enum class Reads { kText, kImage, kArrays };
Reads reads_of(const loaders::Checkpoint& checkpoint);

// As sequence_of and input_of, for a checkpoint as the document's model. Errors: those of
// checkpoints::open_fitting, of text_source and text_target, of image_sequence, of feed_arrays and add_masks;
// error.batch_reads_text.
engine::Result<engine::Sequence> checkpoint_sequence(const Document& document);
engine::Result<engine::Input> checkpoint_input(const Document& document);

// A text with the tokens that the model adds around it, or the document's ids; its segments are the
// document's, if it has any. Errors: those of ModelTokenizer::encode, of a tokenizer that could not be read,
// error.id_beyond (id, largest), error.token_beyond (token, id, largest), error.segments_none (path),
// error.segments_count (count, tokens), error.segments_beyond (segment, largest).
engine::Result<engine::Sequence> text_source(const Document& document, const loaders::Checkpoint& checkpoint);

// The input of a decoder with an encoder: its first token, then the target without its end token; or the
// document's ids for it.
engine::Result<engine::Sequence> text_target(const Document& document, const loaders::Checkpoint& checkpoint);

// The lines of a batch that are not blank.
std::vector<std::string> lines_of(const std::string& text);

// Why a text cannot be read: the tokenizer's error, or error.no_tokenizer (path).
engine::Error no_tokenizer(const loaders::Checkpoint& checkpoint);

// The text of the target: the typed one, or the model's own translation, of a batch line by line; empty if
// the model is not open, or cannot read the source.
std::string target_text(const Document& document);

// The path of the picture that the model looks at: the document's, or else the one that comes with the model;
// empty where there is neither. `checkpoint` may be null.
std::string picture_of(const Document& document, const loaders::Checkpoint* checkpoint);

// That picture: "[CLS]" and the patches, by row and column. Errors: error.no_image (path), those of
// loaders::read_image.
engine::Result<engine::Sequence> image_sequence(const Document& document,
                                                const loaders::Checkpoint& checkpoint);

// The input roles of a single layer, in the order of its arguments: input; query, key, value; source, target.
std::span<const std::string_view> roles_of(const Document& document, const loaders::Checkpoint& checkpoint);

// The contents of those roles' files: (tokens, width), or (examples, tokens, width); (tokens, examples,
// width) if the model says so. Errors: error.fed_missing (path, roles), error.fed_role (role, path, roles),
// error.fed_width (path, columns, wanted), error.fed_rows (keys, values), error.fed_batch (role, count,
// first, wanted), error.fed_batch_size (path, count, largest), error.too_many_tokens, those of
// loaders::parse_npy_stack.
engine::Result<std::vector<engine::Example>> fed_examples(const Document& document,
                                                          const loaders::Checkpoint& checkpoint);

// Adds the document's masks: the padding keys (examples, keys), and what is added to the scores: (queries,
// keys), or (examples · heads, queries, keys), the heads of the first example first, as PyTorch's attn_mask.
// Boolean values hide where true; others are added. Errors: error.mask_npy_shape (path, rows, columns,
// wanted_rows, wanted_columns), error.mask_npy_count, error.key_padding_count (path, count, heads, examples),
// error.mask_npy_number (path), error.mask_npy_padding (path), those of loaders::parse_npy_stack.
std::optional<engine::Error> add_masks(const Document& document, engine::Input& input);

}  // namespace app
