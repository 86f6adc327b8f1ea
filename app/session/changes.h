// changes.h: changes to a state that keep it sensible; views use them in their edits.
#pragma once

#include <string>

#include "app/session/requests.h"

namespace app {

// Padding marks stay with their tokens.
void set_text(State& state, std::string text);
// A token that is switched off should be seen to have no effect, so a mark switches the padding mask on (it
// can be switched off again beside it); and the last mark that goes switches it off: nothing is left to hide.
void set_padding(State& state, engine::Index position, bool padded);
// Choosing the crafted model brings its sizes back.
void set_model(State& state, engine::ModelKind model);
// A size the crafted model does not have makes the model a seeded one. d_k and d_v follow d_model / heads
// while they equal it and it is whole.
void set_size(State& state, engine::Index engine::Config::*size, engine::Index value);
void focus_on(State& state, std::string address);

}  // namespace app
