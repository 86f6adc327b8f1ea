// exploring.h: changes that explore a model: paint its masks, type values, move tokens, compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/requests.h"

namespace app {

// Paints on the mask of an attention ("encoder.0.self"), or of one of its heads ("encoder.0.self.head.2"): a
// head that is painted for the first time starts from what is painted for all.
void paint_mask(State& state, const std::string& attention, const engine::MaskPatch& patch);
// A stroke of the brush: its patches in order. On a whole attention it also applies to the heads with their
// own masks.
void paint_stroke(State& state, const std::string& attention, const std::vector<engine::MaskPatch>& patches);
// Restores the rule's mask: for an attention with all its heads, or for the one head.
void unpaint(State& state, const std::string& attention);
// Replaces all that is painted there; none removes it.
void set_painted(State& state, const std::string& attention, std::vector<engine::MaskPatch> patches);
void clear_painted(State& state);

// If the prefix pattern itself decides which later keys are visible, drops the causal mask. Neighbours on a
// grid, once chosen, are more than the token itself.
void set_pattern(State& state, const engine::MaskPattern& pattern);

// Edits one value of a stage, or restores the computed one.
void set_number(State& state, const std::string& address, engine::Index row, engine::Index column,
                std::optional<double> value);
// Edits all values of a stage.
void set_numbers(State& state, const std::string& address, const engine::Matrix& numbers);
void clear_numbers(State& state, std::string_view address);

// Moves the token at one position of the text's `count` tokens to another; those in between shift.
void move_token(State& state, engine::Index from, engine::Index to, engine::Index count);

// Shuffles them with a seed: never into the original order if there are two tokens or more.
void shuffle_tokens(State& state, uint64_t seed, engine::Index count);

// A head as it is, with uniform weights, or with zero output; `head` is "encoder.0.self.head.2".
void set_head(State& state, const std::string& head, engine::HeadState how);
engine::HeadState head_state(const engine::Config& config, const std::string& head);

// Pins the current document as the baseline to compare with; unpins it; or swaps the two.
void pin_baseline(State& state);
void drop_baseline(State& state);
void swap_baseline(State& state);

}  // namespace app
