// directions.cpp: draws directions, independent or orthogonal.
#include "engine/attention/efficient/directions.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "engine/core/parallel.h"

namespace engine {
namespace {

// Drawing this many values takes longer than waking another core.
constexpr Index kDrawsWorthSplitting = 2'000;

// Orthonormal rows, uniformly distributed: Q of a Gaussian's QR, each column times the sign of R's diagonal
// entry. Without the sign, Householder's QR is not uniform.
Eigen::MatrixXd rotation(Index d, const RandomStream& stream, Index block) {
  Eigen::MatrixXd numbers(d, d);
  for (Index row = 0; row < d; ++row) {
    for (Index column = 0; column < d; ++column)
      numbers(row, column) = gaussian(stream, static_cast<uint64_t>((block * d + row) * d + column));
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(numbers);
  Eigen::MatrixXd q = qr.householderQ();
  for (Index column = 0; column < d; ++column) {
    if (qr.matrixQR()(column, column) < 0) q.col(column) *= -1;
  }
  return q.transpose();
}

}  // namespace

double gaussian(const RandomStream& stream, uint64_t counter) {
  // 1 - u is above 0.
  const double length = std::sqrt(-2 * std::log(1 - static_cast<double>(stream.uniform(2 * counter))));
  return length * std::cos(2 * std::numbers::pi * static_cast<double>(stream.uniform(2 * counter + 1)));
}

Matrix random_directions(Index count, Index d, bool orthogonal, uint64_t seed, const std::string& name) {
  const RandomStream stream(seed, name);
  const RandomStream lengths(seed, name + ".lengths");
  Matrix directions(count, d);
  const auto draw = [&](Index row, const Eigen::MatrixXd& block) {
    double square = 0;
    for (Index column = 0; column < d; ++column) {
      const auto counter = static_cast<uint64_t>(row * d + column);
      const double length = orthogonal ? gaussian(lengths, counter) : 0;
      square += length * length;
      directions(row, column) =
          static_cast<float>(orthogonal ? block(row % d, column) : gaussian(stream, counter));
    }
    if (orthogonal) directions.row(row) *= static_cast<float>(std::sqrt(square));
  };
  // Orthogonal rows are drawn together.
  const Index height = orthogonal ? d : std::max<Index>(1, kDrawsWorthSplitting / std::max<Index>(1, d));
  const auto draw_block = [&](Index block) {
    const Eigen::MatrixXd turned = orthogonal ? rotation(d, stream, block) : Eigen::MatrixXd();
    for (Index row = block * height; row < std::min(count, (block + 1) * height); ++row) draw(row, turned);
  };
  std::optional<Serial> in_place;
  if (directions.size() < kDrawsWorthSplitting) in_place.emplace();
  parallel_for((count + height - 1) / height, draw_block);
  return directions;
}

}  // namespace engine
