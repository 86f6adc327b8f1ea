// stage_kind.h: what a stage is, as the texts about it are keyed.
#pragma once

#include <string>
#include <string_view>

namespace app {

// Unique among kinds of stages, for text keys: "scores", "head_output", "ffn_output", "encoder_output",
// "norm_weight", "embedding_table", "lab_positions_table".
std::string stage_kind(std::string_view address);

}  // namespace app
