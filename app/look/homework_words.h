// homework_words.h: what would explain numbers that differ, in words.
#pragma once

#include <string>
#include <vector>

#include "app/session/homework_look.h"
#include "app/text/tr.h"

namespace look {

// Sentences, the most telling first: that the row follows from an earlier one of theirs, and which mistakes
// make its numbers. At most two of the latter; empty if nothing is known.
std::vector<std::string> explanations_of(const app::Words& words, const app::Homework& homework,
                                         const app::HomeworkLook& found);

}  // namespace look
