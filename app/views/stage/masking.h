// masking.h: tokens that are hidden from a model that guesses them.
#pragma once

#include <optional>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// Whether the model guesses hidden tokens, and has a token that hides them.
bool can_mask(const Frame& frame);

// Whether the token at this place of a sequence is the one that hides; the first place where it is.
bool is_masked(const Frame& frame, int sequence, engine::Index place);
std::optional<engine::Index> first_masked(const Frame& frame, int sequence);

// Whether the document's numbers of tokens are those of its text, some of them masked.
bool is_masked_text(const Frame& frame);
// The numbers that stand for a document with another text where that is so: what was masked stays masked, as
// far as it stands before or behind what was typed. Empty where nothing stays masked.
std::vector<engine::Index> with_masks_kept(const Frame& frame, const app::Document& changed);

// Puts that token in the place of the one that stands there, or the text's own token back; the place is
// pinned, so that its guesses are shown. Only where can_mask().
void toggle_masked(const Frame& frame, engine::Index place);

}  // namespace views
