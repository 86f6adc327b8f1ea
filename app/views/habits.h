// habits.h: what a head was measured to do, in words.
#pragma once

#include <string>

#include "app/text/tr.h"
#include "app/views/facts.h"

namespace views {

// "97 % on the previous token"; says so where nothing stands out.
std::string habit_sentence(const app::Words& tr, const Facts& facts, int head);

}  // namespace views
