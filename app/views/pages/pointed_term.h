// pointed_term.h: the glossary's terms in whatever text of the window the mouse rests on.
#pragma once

#include "app/pages/glossary.h"
#include "app/views/core/frame.h"

namespace views {

// The term under the mouse; null if there is none. Words that the typed texts hold are theirs, and no terms.
const app::Term* pointed_term(const Frame& frame);

// Once the mouse has come to rest on a term: underlines it, and says what it means in a tip of its own, or at
// the end of its control's. Call it when all else is drawn.
void draw_pointed_term(const Frame& frame);

}  // namespace views
