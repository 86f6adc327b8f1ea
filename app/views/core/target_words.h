// target_words.h: names the number whose gradient is asked for.
#pragma once

#include <string>

#include "app/views/core/frame.h"
#include "engine/gradients/target.h"

namespace views {

// "it → animal", "“rouge”", "“rouge” rather than “bleu”", "the loss".
std::string target_words(const Frame& frame, const engine::Target& target);

// "Encoder 1 › Self-attention › Head 1 › Attention weights"; empty where it is no cell.
std::string target_place(const Frame& frame, const engine::Target& target);

}  // namespace views
