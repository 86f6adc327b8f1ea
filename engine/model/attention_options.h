// attention_options.h: the settings of one attention of the model: its mask, its heads.
#pragma once

#include <string_view>

#include "engine/attention/multi_head.h"
#include "engine/model/config.h"

namespace engine {

// The mask of a self-attention whose keys are `sequence`; `causal` hides later keys, unless the pattern
// itself decides which of them are visible.
MaskRule self_rule(const Config& config, const Sequence& sequence, bool causal);

// The mask of an attention from one sequence to another, `keys`.
MaskRule cross_rule(const Config& config, const Sequence& keys);

// `rule` plus what is painted for the attention at `address` ("encoder.0.self").
MaskRule with_paint(const Config& config, std::string_view address, MaskRule rule);

// The same, plus how each head is treated, and positions, which only self-attention uses. `address` is a
// stage's, `name` the configuration's: without the example of a batch.
AttentionSettings attention_settings(const Config& config, std::string_view address, std::string_view name,
                                     bool is_self);

}  // namespace engine
