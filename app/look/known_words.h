// known_words.h: what a model of the box knows, in words.
#pragma once

#include <string>

#include "app/session/box_models.h"
#include "app/text/tr.h"

namespace look {

// "104 words", "any English"; empty if it reads no text.
std::string known_words(const app::Words& words, const app::BoxModel& model);
// The same of the model of that name; empty for one that is not of the box.
std::string known_words(const app::Words& words, std::string_view model);

}  // namespace look
