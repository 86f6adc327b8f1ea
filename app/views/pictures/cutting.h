// cutting.h: pieces of text, and how one word is tokenized, step by step.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// A token as displayed.
struct PieceShown {
  std::string face;   // "␣cat", "0xE6"
  std::string bytes;  // the bytes it stands for; not always UTF-8
  bool special = false;
};
PieceShown piece_at(const Frame& frame, int sequence, engine::Index place);

// "Number 2,368 of the vocabulary; bytes 20 63 61 74."; empty if the model has no tokenizer of its own.
std::string piece_tip(const Frame& frame, int sequence, engine::Index place);

// The words of a token stage's text, and how the chosen one is tokenized, in this space.
void draw_cutting(const Frame& frame, int stage, ImVec2 room);

// Whether a step can be undone (-1) or done (1) while this picture is shown; and the action itself.
bool can_cut(const Frame& frame, int by);
void cut(const Frame& frame, int by);

}  // namespace views
