// term_place.h: the way to where a term lives.
#pragma once

#include "app/pages/glossary.h"
#include "app/views/core/frame.h"

namespace views {

// Whether a term lives somewhere: now, or once another model is chosen.
bool has_place(const Frame& frame, const app::Term& term);
// Whether going there first chooses another model.
bool needs_other_model(const Frame& frame, const app::Term& term);

// Goes there, choosing what it takes; to the glossary's entry where it lives nowhere.
void go_to_term(const Frame& frame, const app::Term& term);

}  // namespace views
