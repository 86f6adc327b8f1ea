// common_mistakes.cpp: mistakes that any question may meet; those of one subject stand in its lesson.
#include "app/lessons/common_mistakes.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace app {

using engine::Error;
using engine::Index;

std::optional<Error> mistake_of_number(double typed, double right) {
  if (!std::isfinite(typed) || !std::isfinite(right) || typed == 0 || right == 0) return std::nullopt;
  if (is_near(-typed, right)) return Error{"lesson.mistake.sign"};
  if (is_near(typed, 100 * right) || is_near(100 * typed, right)) return Error{"lesson.mistake.percent"};
  const double power = std::round(std::log10(std::abs(typed / right)));
  if (power != 0 && is_near(typed, right * std::pow(10.0, power))) return Error{"lesson.mistake.tenfold"};
  if (is_near(typed, 1 / right)) return Error{"lesson.mistake.inverse"};
  return std::nullopt;
}

std::optional<Error> mistake_of_shape(std::pair<Index, Index> typed, std::pair<Index, Index> right) {
  if (typed == std::pair(right.second, right.first)) return Error{"lesson.mistake.shape_swapped"};
  if (typed.first == right.first) return Error{"lesson.mistake.columns"};
  if (typed.second == right.second) return Error{"lesson.mistake.rows"};
  return std::nullopt;
}

std::optional<Error> mistake_of_cell(std::pair<Index, Index> clicked, const AnsweredCells& right) {
  const auto any = [&](auto is_it) { return std::ranges::any_of(right, is_it); };
  if (any([&](const auto& cell) { return clicked == std::pair(cell.second, cell.first); }))
    return Error{"lesson.mistake.cell_swapped"};
  if (any([&](const auto& cell) { return clicked.first == cell.first; }))
    return Error{"lesson.mistake.cell_column"};
  if (any([&](const auto& cell) { return clicked.second == cell.second; }))
    return Error{"lesson.mistake.cell_row"};
  return std::nullopt;
}

std::optional<Error> mistake_of_order(std::span<const size_t> order) {
  if (std::ranges::is_sorted(order, std::ranges::greater())) return Error{"lesson.mistake.reversed"};
  size_t count = 0;
  while (count < order.size() && order[count] == count) ++count;
  if (count == 0) return Error{"lesson.mistake.first"};
  return Error{"lesson.mistake.order",
               {{"count", std::to_string(count)}, {"next", std::to_string(count + 1)}}};
}

}  // namespace app
