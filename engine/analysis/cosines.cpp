// cosines.cpp: products of rows of length 1.
#include "engine/analysis/cosines.h"

#include <algorithm>

namespace engine {

Matrix cosines(const ConstView& rows) {
  // Double precision, so that squares of large or tiny numbers stay finite and above 0.
  Eigen::MatrixXd unit = rows.cast<double>();
  for (Index row = 0; row < unit.rows(); ++row) {
    const double length = unit.row(row).norm();
    if (length > 0) unit.row(row) /= length;
  }
  const Eigen::MatrixXd products = unit * unit.transpose();
  // Rounding may leave the range by a last digit.
  return products.cwiseMax(-1.0).cwiseMin(1.0).cast<float>();
}

double mean_cosine(const Matrix& cosines) {
  const Index rows = cosines.rows();
  if (rows < 2) return 0;
  const Eigen::MatrixXd all = cosines.cast<double>();
  return (all.sum() - all.trace()) / static_cast<double>(rows * (rows - 1));
}

}  // namespace engine
