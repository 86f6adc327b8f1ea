// probe.h: what a linear probe still tells of the tokens from their rows.
#pragma once

#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// The share of rows of X (n, d) from which a linear map, fitted to these very rows by ridge regression, tells
// the word. words[i]: the number of row i's word, from 0. Differences below kProbeBlur of a row's length do
// not count. At chance it names the most frequent word. Alain & Bengio 2017 (1610.01644).
double probe_accuracy(const Matrix& x, const std::vector<int>& words);

inline constexpr double kProbeBlur = 1e-3;

}  // namespace engine
