// position_measures.cpp: sinusoids in double precision, and sums over tables of positions.
#include "engine/analysis/position_measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace engine {
namespace {

double exponent_of(Index pair, Index d_model) {
  return static_cast<double>(2 * pair) / static_cast<double>(d_model);
}

// A pair's rotation from one position to the next.
double frequency(Index pair, Index d_model, double base) {
  return 1 / std::pow(base, exponent_of(pair, d_model));
}

Index pairs_of(Index d_model) {
  return (d_model + 1) / 2;
}

double dot(const std::vector<double>& one, const std::vector<double>& other) {
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0);
}

}  // namespace

std::vector<WaveStep> worked_position(Index position, Index d_model, double base) {
  std::vector<WaveStep> steps(static_cast<size_t>(d_model));
  for (Index column = 0; column < d_model; ++column) {
    WaveStep& step = steps[static_cast<size_t>(column)];
    step.column = column;
    step.pair = column / 2;
    step.is_sine = column % 2 == 0;
    step.exponent = exponent_of(step.pair, d_model);
    step.divisor = std::pow(base, step.exponent);
    step.wavelength = 2 * std::numbers::pi * step.divisor;
    step.angle = static_cast<double>(position) / step.divisor;
    step.value = step.is_sine ? std::sin(step.angle) : std::cos(step.angle);
  }
  return steps;
}

std::vector<WaveStep> worked_square(Index square, Index across, Index d_model, double base) {
  const Index half = d_model / 2;
  std::vector<WaveStep> steps = worked_position(square / across, half, base);
  for (WaveStep step : worked_position(square % across, half, base)) {
    step.column += half;
    step.pair += pairs_of(half);
    steps.push_back(step);
  }
  return steps;
}

PositionPair compare_positions(const std::vector<double>& first, const std::vector<double>& second) {
  PositionPair pair;
  pair.difference.reserve(first.size());
  for (size_t i = 0; i < first.size(); ++i) pair.difference.push_back(second[i] - first[i]);
  pair.distance = std::sqrt(dot(pair.difference, pair.difference));
  pair.product = dot(first, second);
  const double lengths = std::sqrt(dot(first, first) * dot(second, second));
  pair.cosine = lengths > 0 ? pair.product / lengths : 0;
  return pair;
}

std::vector<PairTurn> turns(Index offset, Index d_model, double base) {
  std::vector<PairTurn> list;
  list.reserve(static_cast<size_t>(d_model / 2));
  for (Index pair = 0; pair < d_model / 2; ++pair) {
    const double angle = static_cast<double>(offset) * frequency(pair, d_model, base);
    list.push_back({pair, angle, std::cos(angle), std::sin(angle)});
  }
  return list;
}

std::vector<OffsetProducts> products_by_offset(const Matrix& table) {
  std::vector<OffsetProducts> products;
  products.reserve(static_cast<size_t>(table.rows()));
  for (Index offset = 0; offset < table.rows(); ++offset) {
    const Index count = table.rows() - offset;
    OffsetProducts found{offset, 0, HUGE_VAL, -HUGE_VAL};
    for (Index row = 0; row < count; ++row) {
      const double product = table.row(row).cast<double>().dot(table.row(row + offset).cast<double>());
      found.mean += product / static_cast<double>(count);
      found.smallest = std::min(found.smallest, product);
      found.largest = std::max(found.largest, product);
    }
    products.push_back(found);
  }
  return products;
}

std::vector<Alias> aliases(Index length, Index d_model, double base, double tolerance) {
  std::vector<Alias> found;
  for (Index offset = 1; offset < length; ++offset) {
    double chord = 0;
    // The fastest pairs rule out most offsets from 0 at once.
    for (Index pair = 0; pair < pairs_of(d_model) && chord <= tolerance; ++pair) {
      const double turn = static_cast<double>(offset) * frequency(pair, d_model, base);
      chord = std::max(chord, 2 * std::abs(std::sin(turn / 2)));
    }
    if (chord <= tolerance) found.push_back({offset, chord});
  }
  return found;
}

Index still_pairs(Index length, Index d_model, double base, double tolerance) {
  Index count = 0;
  for (Index pair = 0; pair < pairs_of(d_model); ++pair) {
    if (static_cast<double>(length - 1) * frequency(pair, d_model, base) <= tolerance) ++count;
  }
  return count;
}

}  // namespace engine
