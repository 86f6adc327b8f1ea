// formula_markup.h: formulas in an italic serif, roles in their colours.
#pragma once

#include <string>
#include <string_view>

#include "app/look/palette.h"

namespace exporter {

// The markup of core/formula.h as Pango markup on one line, for this size.
std::string pango_formula(std::string_view formula, const look::Palette& palette, double size);

// A sentence as markup, with d_model and its like set as in formulas.
std::string with_subscripts(const std::string& text);

}  // namespace exporter
