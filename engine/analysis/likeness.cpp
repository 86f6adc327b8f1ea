// likeness.cpp: measures Jensen–Shannon divergences of rows.
#include "engine/analysis/likeness.h"

#include <algorithm>
#include <cmath>

namespace engine {
namespace {

// share log2(share / mean), 0 for a share of 0.
double part_of(double share, double mean) {
  return share > 0 ? share * std::log2(share / mean) : 0;
}

double divergence(const Matrix& one, const Matrix& other) {
  double sum = 0;
  for (Index i = 0; i < one.size(); ++i) {
    const auto p = static_cast<double>(one.data()[i]);
    const auto q = static_cast<double>(other.data()[i]);
    const double mean = (p + q) / 2;
    sum += (part_of(p, mean) + part_of(q, mean)) / 2;
  }
  return std::clamp(sum, 0.0, 1.0);
}

}  // namespace

double mean_divergence(const Trace& trace, int one, int other) {
  double sum = 0;
  Index counted = 0;
  for (Index row = 0; row < trace.stage(one).rows; ++row) {
    const Matrix mine = trace.read_row(one, row);
    const Matrix theirs = trace.read_row(other, row);
    if (mine.sum() == 0 && theirs.sum() == 0) continue;
    sum += divergence(mine, theirs);
    ++counted;
  }
  return counted == 0 ? 0 : sum / static_cast<double>(counted);
}

}  // namespace engine
