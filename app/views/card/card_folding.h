// card_folding.h: which terms of a cell have a line of their own on the card; the others share one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/core/trace.h"

namespace views {

// The terms with a line of their own, in their order: as many of the largest as `most`, but none that is
// written as 0.00 if several are. A bias is always among them.
std::vector<size_t> terms_with_a_line(std::span<const engine::Term> terms, size_t most);

// The same for a softmax, whose terms are exponentials with this sum: none of a weight that is written as
// 0.000, but `here` always. All of them if that saves no line.
std::vector<size_t> keys_with_a_line(std::span<const engine::Term> exponentials, double sum, size_t here,
                                     size_t most);

// What the other terms add up to.
double sum_of_rest(std::span<const engine::Term> terms, std::span<const size_t> shown);

}  // namespace views
