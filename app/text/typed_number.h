// typed_number.h: reads a number as somebody typed or pasted it. Every number field and every answer of the
// window reads with it; the command line and files keep to C's form, for scripts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace app {

struct TypedNumber {
  double value = 0;
  int decimals = 0;  // digits behind the point of a single number; 0 for arithmetic
};

// "0.5", "−3", "1e-9", "∞", "1/2", "32 * 32", "2^10", "sqrt(64)"; full-width digits and signs count as ours.
// Commas and blanks between groups of three digits, after a first group of one to three that does not begin
// with 0, separate thousands (1,024; 1 024); any other single comma is a decimal one (0,5; 0,125). Errors:
// error.number_comma (text) for other commas and blanks between digits, error.number_plain (text) for the
// rest.
engine::Result<TypedNumber> read_number(std::string_view typed);

// A whole number, as exact as a double holds it. Errors: those of read_number, and error.number_whole (text).
engine::Result<double> read_whole(std::string_view typed);

// Whole numbers of at least 0 in a list, where commas, blanks and semicolons separate and brackets are left
// out: "5, 17; 3", "[5 17]". Empty for a text without any. Error error.number_list (text).
engine::Result<std::vector<engine::Index>> read_list(std::string_view typed);

// With ASCII's digits, signs and blanks in place of full-width ones, true minuses and no-break spaces.
std::string with_ascii_signs(std::string_view typed);

// What is pasted into a field that takes no tabs: tabs are blanks, and every end of a line is "\n".
std::string pasted_text(std::string_view copied);

}  // namespace app
