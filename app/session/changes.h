// changes.h: changes to a state that keep it sensible; views use them in their edits.
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
// A token that is switched off should be seen to have no effect, so a mark switches the padding mask on (it
// can be switched off again beside it); and the last mark that goes switches it off: nothing is left to hide.
void set_padding(State& state, engine::Index position, bool padded);
// A token that is padding no longer is, and any other becomes it. `place` is where it stands now, which is
// not where it stands in the text once tokens were moved.
void toggle_padding(State& state, engine::Index place);
// Choosing the crafted model brings its sizes and positions back.
void set_model(State& state, engine::ModelKind model);
// From a trained model back to the crafted one; what is typed stays.
void leave_checkpoint(State& state);
// Neither the crafted model nor the preset of attention alone has a table of positions: sinusoids instead.
void drop_table_of_positions(engine::Config& config);
// A size the crafted model does not have makes the model a seeded one. d_k and d_v follow d_model / heads
// while they equal it and it is whole; d_ff follows d_model as below.
void set_size(State& state, const std::function<engine::Index&(engine::Config&)>& size, engine::Index value);

// Asks what moves a number, or nothing any more.
void set_gradient(State& state, std::optional<engine::GradientRequest> request);

// Sets a number of the table of settings.
void set_number(State& state, const engine::Setting& row, double value);
// The feed-forward's width after a change of `before` to `now`: 4 d_model while it was that, or where no
// layers had it and it was left as it is usually.
engine::Index following_d_ff(const engine::Config& before, const engine::Config& now);
// Looks at a stage; what is pinned stays pinned where the stage has the same cells.
void focus_on(State& state, std::string address);
// Whether a cell of one stage is a cell of the other: of the same tokens, in maps or stages of one kind.
bool same_cells(std::string_view one, std::string_view other);
void set_target(State& state, std::string text);
// Layers need the seeded model, and a Transformer something to read: a target where there is none yet.
void set_architecture(State& state, engine::Architecture architecture);
// Switches an arrow, a sub-layer or a norm on or off, by its address in engine::switches.
void set_switch(State& state, const std::string& address, bool on);
void toggle_switch(State& state, const std::string& address);
// Each line a sentence of its own, with the padding hidden; or the lines one sentence again.
void set_batch(State& state, bool is_batch);
void set_nudge(State& state, std::optional<engine::Nudge> nudge);
// One token as a vector, or all of them.
void follow_token(State& state, std::optional<engine::Index> token);

// What follows from any change: the lab whose page stands in the middle is on; a continuation goes when what
// it continues changes, and so do switches of parts that the model no longer has, and a nudge of a row that
// is gone.
void keep_consistent(const State& before, State& state);

}  // namespace app
