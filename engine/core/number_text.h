// number_text.h: numbers as texts: for readers, with a true minus sign; for files and terminals, in ASCII.
#pragma once

#include <string>

namespace engine {

// For readers. "−" is the minus sign U+2212; a number that rounds to zero has none; infinity is "∞", no
// number "NaN".

// With this many decimals: "−3.03", "16.00", "−∞".
std::string fixed_number(double value, int decimals);

// With as few digits as needed, at most `decimals` after the point; also valid formula markup: "−0.5", "12".
std::string number_markup(double value, int decimals = 2);

// With about three significant digits: "128", "69.6", "−0.25".
std::string short_number(double value);

// With two significant digits, for magnitudes from 1 up: "1.2e6".
std::string scientific_number(double value);

// A measured difference: "0", "0.123", or its magnitude, "7.9 × 10⁻⁷": a nonzero one never reads as 0.
std::string difference_number(double value);

// For files and terminals, as C writes them: "-0.25", "-inf", "nan".

// At most this many significant digits, with an exponent if that is shorter: C's %g.
std::string significant_digits(double value, int digits = 6);

// With this many decimals: C's %f.
std::string fixed_digits(double value, int decimals);

// As few digits as read back to the same number.
std::string shortest_digits(float value);

}  // namespace engine
