// token_list.h: the next-token distribution as a list of bars: every token, and the sum of all.
#pragma once

#include "app/views/core/frame.h"
#include "app/views/core/next_tokens.h"

namespace views {

// In `size` from the cursor on; the rows scroll between the column headings and the sums. A token excluded by
// the settings is grey and hatched; the one that will be chosen is marked.
void draw_token_list(const Frame& frame, const NextTokens& next, ImVec2 size);

}  // namespace views
