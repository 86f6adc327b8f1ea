// measure_words.h: what the measures of heads are called, and their formulas in a line of text.
#pragma once

#include <string>

#include "app/text/tr.h"
#include "engine/ops/measure_table.h"

namespace look {

// Of its name; with ".tip" which heads have most of it, with ".meaning" what it is.
std::string measure_key(const engine::MeasureRow& row);

std::string measure_formula_words(const app::Words& tr, const engine::MeasureRow& row);

}  // namespace look
