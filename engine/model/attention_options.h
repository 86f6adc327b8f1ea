// attention_options.h: what the settings say about one attention of the model: its mask, its heads.
#pragma once

#include <string_view>

#include "engine/attention/multi_head.h"
#include "engine/model/config.h"

namespace engine {

// The mask of a self-attention whose keys are `sequence`; `causal` hides later keys, unless the pattern says
// itself which of them are seen.
MaskRule self_rule(const Config& config, const Sequence& sequence, bool causal);

// The mask of an attention from one sequence to another, `keys`.
MaskRule cross_rule(const Config& config, const Sequence& keys);

// `rule` with what is painted for the attention at `address` ("encoder.0.self").
MaskRule with_paint(const Config& config, std::string_view address, MaskRule rule);

// That, how each head is treated, and positions, which self-attention alone knows. `address` is
// a stage's, `name` that of the configuration: without what tells an example of a batch.
AttentionSettings attention_settings(const Config& config, std::string_view address, std::string_view name,
                                     bool is_self);

}  // namespace engine
