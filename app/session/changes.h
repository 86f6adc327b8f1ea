// changes.h: changes to a state that keep it consistent; views use them in their edits.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/requests.h"

namespace engine {
struct Setting;
}

namespace app {

// Padding marks stay with their tokens.
void set_text(State& state, std::string text);
// Switching a token off should visibly have no effect, so a mark switches the padding mask on (which can be
// switched off next to it); removing the last mark switches it off: nothing is left to hide.
void set_padding(State& state, engine::Index position, bool padded);
// Toggles whether a token is padding. `place` is its current position, which differs from its position in the
// text once tokens were moved.
void toggle_padding(State& state, engine::Index place);
// Choosing the crafted model restores its sizes and positions.
void set_model(State& state, engine::ModelKind model);
// From a trained model back to the crafted one; keeps what is typed.
void leave_checkpoint(State& state);
// Neither the crafted model nor the preset of attention alone has a table of positions: switches to
// sinusoids.
void drop_table_of_positions(engine::Config& config);
// A kind of positions; one with a table makes the crafted model a seeded one.
void set_positions(State& state, engine::PositionKind kind);
// A size that the crafted model does not have makes the model a seeded one. d_k and d_v follow d_model /
// heads while they equal it and it is a whole number; d_ff follows d_model as below.
void set_size(State& state, const std::function<engine::Index&(engine::Config&)>& size, engine::Index value);

// Asks what moves a number, or nothing any more.
void set_gradient(State& state, std::optional<engine::GradientRequest> request);

// Sets a number of the table of settings.
void set_number(State& state, const engine::Setting& row, double value);
// The feed-forward's width after a change from `before` to `now`: 4 d_model if it was that before, or if
// there were no layers and it had its default.
engine::Index following_d_ff(const engine::Config& before, const engine::Config& now);
// Focuses a stage; keeps the pin if the stage has the same cells.
void focus_on(State& state, std::string address);
// Focuses the weights of a model's first head: where one that was just opened begins.
void focus_first_weights(State& state);
// Whether the cells of two stages correspond: the same tokens, in maps or stages of the same kind.
bool same_cells(std::string_view one, std::string_view other);
void set_target(State& state, std::string text);
// Its own translation by a model that makes one.
void set_own_target(State& state);
// Layers need the seeded model, and a Transformer needs a target: adds one if there is none yet.
void set_architecture(State& state, engine::Architecture architecture);
// Switches an arrow, a sub-layer or a norm on or off, by its address in engine::switches.
void set_switch(State& state, const std::string& address, bool on);
void toggle_switch(State& state, const std::string& address);
// Makes each line a separate sentence, with padding hidden; or all lines one sentence again.
void set_batch(State& state, bool is_batch);
void set_nudge(State& state, std::optional<engine::Nudge> nudge);
// One token as a vector, or all of them.
void follow_token(State& state, std::optional<engine::Index> token);

// Follow-ups of any change: switches on the lab whose page is open, and off the one that was left; drops a
// continuation when what it continues changes, switches of parts that the model no longer has, and a nudge of
// a row that is gone.
void keep_consistent(const State& before, State& state);

}  // namespace app
