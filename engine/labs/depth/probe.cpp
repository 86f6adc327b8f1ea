// probe.cpp: ridge regression from rows to words, in its dual form: as many unknowns as rows.
#include "engine/labs/depth/probe.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace engine {
namespace {

constexpr double kLeastLead = 0.01;  // over the most frequent word: less is what rounding leaves

}  // namespace

double probe_accuracy(const Matrix& x, const std::vector<int>& words) {
  const Index n = x.rows();
  if (n == 0) return 0;
  const Eigen::MatrixXd rows = x.cast<double>();
  const double mean_square = rows.squaredNorm() / static_cast<double>(n);
  const Eigen::MatrixXd centred = rows.rowwise() - rows.colwise().mean();
  const int count = 1 + *std::max_element(words.begin(), words.end());
  Eigen::MatrixXd labels = Eigen::MatrixXd::Zero(n, count);
  for (Index i = 0; i < n; ++i) labels(i, words[static_cast<size_t>(i)]) = 1;
  const Eigen::RowVectorXd share = labels.colwise().mean();
  Eigen::MatrixXd kernel = centred * centred.transpose();
  const Eigen::MatrixXd products = kernel;
  kernel.diagonal().array() +=
      static_cast<double>(n) * kProbeBlur * kProbeBlur * std::max(mean_square, 1e-30);
  Index most_frequent = 0;
  share.maxCoeff(&most_frequent);
  const Eigen::MatrixXd fitted = (products * kernel.ldlt().solve(labels.rowwise() - share)).rowwise() + share;
  Index right = 0;
  for (Index i = 0; i < n; ++i) {
    Index best = 0;
    fitted.row(i).maxCoeff(&best);
    if (fitted(i, best) - fitted(i, most_frequent) < kLeastLead) best = most_frequent;
    if (best == words[static_cast<size_t>(i)]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(n);
}

}  // namespace engine
