// masking.h: masked tokens, for a model that predicts them.
#pragma once

#include <optional>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// Whether the model predicts masked tokens, and has a mask token.
bool can_mask(const Frame& frame);

// Whether the token at this position of a sequence is the mask token; the first position with it.
bool is_masked(const Frame& frame, int sequence, engine::Index place);
std::optional<engine::Index> first_masked(const Frame& frame, int sequence);
// The first token at which the model says another one, such as a pronoun.
std::optional<engine::Index> first_asked(const Frame& frame, int sequence);
// Whether the one at this position is such a token.
bool is_asked(const Frame& frame, int sequence, engine::Index place);

// Whether the document's token ids are those of its text, some of them masked.
bool is_masked_text(const Frame& frame);
// The ids for a document with another text if that is so: what was masked before or after the edit stays
// masked. Empty if nothing stays masked.
std::vector<engine::Index> with_masks_kept(const Frame& frame, const app::Document& changed);

// Replaces the token at this position by the mask token, or restores the text's own token; pins the position,
// so that its predictions are shown. Only if can_mask().
void toggle_masked(const Frame& frame, engine::Index place);

}  // namespace views
