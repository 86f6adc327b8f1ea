// exploring.h: changes that explore a model: paint its masks, type its numbers, move its tokens, compare it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/requests.h"

namespace app {

// Paints on the mask of an attention ("encoder.0.self"), or of one of its heads ("encoder.0.self.head.2"): a
// head that is painted for the first time begins with what is painted for all.
void paint_mask(State& state, const std::string& attention, const engine::MaskPatch& patch);
// A stroke of the brush: one patch over the other. On a whole attention it reaches the heads that have masks
// of their own, too.
void paint_stroke(State& state, const std::string& attention, const std::vector<engine::MaskPatch>& patches);
// The mask is the rule's again: of an attention with all its heads, or of the one head.
void unpaint(State& state, const std::string& attention);
// All that is painted there; none removes it.
void set_painted(State& state, const std::string& attention, std::vector<engine::MaskPatch> patches);
void clear_painted(State& state);

// Where the prefix pattern says itself which later keys are seen, the causal mask goes.
void set_pattern(State& state, const engine::MaskPattern& pattern);

// Types one number of a stage, or gives it back to what computes it.
void set_number(State& state, const std::string& address, engine::Index row, engine::Index column,
                std::optional<double> value);
// Types all numbers of a stage.
void set_numbers(State& state, const std::string& address, const engine::Matrix& numbers);
void clear_numbers(State& state, std::string_view address);

// Moves the token at one place of the text's `count` tokens to another; those between move up.
void move_token(State& state, engine::Index from, engine::Index to, engine::Index count);

// Moves them into an order that the seed draws: never the text's own where it has two tokens or more.
void shuffle_tokens(State& state, uint64_t seed, engine::Index count);

// A head as it is, with even weights, or with no output; `head` is "encoder.0.self.head.2".
void set_head(State& state, const std::string& head, engine::HeadState how);
engine::HeadState head_state(const engine::Config& config, const std::string& head);

// Keeps the document as it is now to compare what follows with it; lets go of it; or changes places with it.
void pin_baseline(State& state);
void drop_baseline(State& state);
void swap_baseline(State& state);

}  // namespace app
