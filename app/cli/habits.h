// habits.h: what the heads of a run mostly do, for `headlight measure --habits`.
#pragma once

#include <string>

#include "app/text/tr.h"
#include "engine/core/trace.h"

namespace app {

// Tables separated by tabs: each head with its habit and the means of the measures that count in some head,
// "-" where none of its rows counts; then the formula of each, and from which mean it names a head.
std::string habit_lines(const engine::Trace& trace, const Words& words);
// The same as an object, with the numbers of rows.
std::string habits_json(const engine::Trace& trace, const Words& words);

}  // namespace app
