// likeliest_words.h: the most probable tokens of a row of predictions, in words.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

inline constexpr size_t kMostNamed = 3;  // of what is predicted

// The kMostNamed most probable of a row, in this order; read once for each trace.
const std::vector<LikeliestToken>& named_tokens(const Frame& frame, int probabilities, engine::Index row);

// A predicted token; an unknown one with the word of the text that it stands for in this row: "zebra <unk>".
std::string predicted_name(const Frame& frame, engine::Index row, engine::Index token);
// "street 0.2 %".
std::string name_with_share(const Frame& frame, engine::Index row, const LikeliestToken& token);

}  // namespace views
