// history_words.h: describes a step of the history in words, by comparing the states before and after it.
#pragma once

#include <string>

#include "app/session/requests.h"
#include "app/text/tr.h"

namespace app {

// "heads 4 → 8", "To Scores, head 2", "Text: the cat sat on …": one line.
std::string describe_change(const Words& tr, const State& before, const State& after);

// "Encoder 1 › Self-attention › Head 2 › Scores": a stage's address in words.
std::string place_words(const Words& tr, std::string_view address);

// "Encoder 1 › Self-attention › residual arrow": something that can be switched off, by its address in
// engine::switches.
std::string switch_words(const Words& tr, std::string_view address);

// A view's name: "Heads"; that of a picture of a stage: "Histogram".
std::string view_words(const Words& tr, std::string_view view);

// A text shortened to a few words, in its language's quotation marks: “the cat sat on the …”.
std::string quoted(const Words& tr, std::string_view text);

}  // namespace app
