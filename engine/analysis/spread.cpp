// spread.cpp: measures variance, entropy and peaks, of a trace and of drawn values.
#include "engine/analysis/spread.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/core/random.h"

namespace engine {
namespace {

double entropy_of(std::span<const double> weights) {
  double entropy = 0;
  for (const double weight : weights) entropy -= weight > 0 ? weight * std::log(weight) : 0;
  return entropy;
}

double variance(std::span<const double> numbers) {
  double sum = 0;
  double squares = 0;
  for (const double number : numbers) {
    sum += number;
    squares += number * number;
  }
  const auto count = static_cast<double>(std::max<size_t>(numbers.size(), 1));
  return std::max(squares / count - (sum / count) * (sum / count), 0.0);
}

// Adds a row of scores to the means of one variant.
void add_row(std::vector<double> row, double share, SpreadPoint::Way& way) {
  const double peak = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (double& number : row) sum += number = std::exp(number - peak);
  for (double& number : row) number /= sum;
  way.entropy += share * entropy_of(row);
  way.peak += share * *std::max_element(row.begin(), row.end());
}

// Scores of one drawn query against its keys.
std::vector<double> drawn_row(Index d_k, Index keys, Index draw, uint64_t seed) {
  // A uniform value in +-sqrt(3) has variance 1.
  const double bound = std::sqrt(3.0);
  const RandomStream stream(seed, "spread." + std::to_string(d_k) + "." + std::to_string(draw));
  const auto number = [&](Index at) {
    return bound * static_cast<double>(stream.symmetric(static_cast<uint64_t>(at)));
  };
  std::vector<double> scores(static_cast<size_t>(keys));
  for (Index key = 0; key < keys; ++key) {
    double& score = scores[static_cast<size_t>(key)];
    for (Index i = 0; i < d_k; ++i) score += number(i) * number((key + 1) * d_k + i);
  }
  return scores;
}

SpreadPoint measure_width(Index d_k, Index keys, Index draws, uint64_t seed) {
  SpreadPoint point;
  point.d_k = d_k;
  const double share = 1 / static_cast<double>(draws);
  const double root = std::sqrt(static_cast<double>(d_k));
  std::vector<double> all;
  all.reserve(static_cast<size_t>(keys * draws));
  for (Index draw = 0; draw < draws; ++draw) {
    std::vector<double> row = drawn_row(d_k, keys, draw, seed);
    all.insert(all.end(), row.begin(), row.end());
    add_row(row, share, point.plain);
    for (double& score : row) score /= root;
    add_row(std::move(row), share, point.scaled);
  }
  point.plain.variance = variance(all);
  point.scaled.variance = point.plain.variance / static_cast<double>(d_k);
  return point;
}

}  // namespace

double variance_of(const Trace& trace, int stage) {
  const Stage& measured = trace.stage(stage);
  std::vector<double> numbers;
  for (Index row = 0; row < measured.rows; ++row) {
    const Matrix read = trace.read_row(stage, row);
    for (Index column = 0; column < read.cols(); ++column) {
      if (std::isfinite(read(0, column))) numbers.push_back(static_cast<double>(read(0, column)));
    }
  }
  return variance(numbers);
}

std::vector<double> row_entropies(const Trace& trace, int weights_stage) {
  const Index rows = trace.stage(weights_stage).rows;
  std::vector<double> entropies;
  entropies.reserve(static_cast<size_t>(rows));
  for (Index row = 0; row < rows; ++row) {
    const Matrix read = trace.read_row(weights_stage, row);
    const std::vector<double> weights(read.data(), read.data() + read.size());
    entropies.push_back(entropy_of(weights));
  }
  return entropies;
}

double mean_peak(const Trace& trace, int weights_stage) {
  const Index rows = trace.stage(weights_stage).rows;
  double sum = 0;
  for (Index row = 0; row < rows; ++row)
    sum += static_cast<double>(trace.read_row(weights_stage, row).maxCoeff());
  return rows == 0 ? 0 : sum / static_cast<double>(rows);
}

std::vector<SpreadPoint> measure_spread(std::span<const Index> widths, Index keys, Index draws,
                                        uint64_t seed) {
  std::vector<SpreadPoint> points;
  points.reserve(widths.size());
  for (const Index d_k : widths) points.push_back(measure_width(d_k, keys, draws, seed));
  return points;
}

}  // namespace engine
