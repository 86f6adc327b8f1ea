// row_peaks.cpp: scans a stage band by band.
#include "engine/analysis/row_peaks.h"

#include <algorithm>
#include <cmath>

#include "engine/core/hidden.h"
#include "engine/core/parallel.h"

namespace engine {
namespace {

constexpr Index kBand = 128;  // rows to read at a time

float size_of(float value, bool by_magnitude) {
  return by_magnitude ? std::abs(value) : value;
}

std::optional<RowPeak> peak_of_row(const float* numbers, Index count, Index row, bool by_magnitude) {
  std::optional<RowPeak> peak;
  float most = -kInfinity;
  for (Index column = 0; column < count; ++column) {
    const float value = numbers[column];
    const float size = size_of(value, by_magnitude);
    if (!(size > most) || !std::isfinite(value) || is_hidden(value)) continue;
    most = size;
    peak = RowPeak{row, column, value};
  }
  return peak;
}

}  // namespace

std::vector<RowPeak> row_peaks(const Trace& trace, int stage, bool by_magnitude) {
  const Stage& read = trace.stage(stage);
  std::vector<RowPeak> peaks;
  for (Index first = 0; first < read.rows && !stop_requested(); first += kBand) {
    const Matrix band = trace.read(stage, first, 0, std::min(kBand, read.rows - first), read.columns);
    for (Index row = 0; row < band.rows(); ++row) {
      const auto peak = peak_of_row(band.data() + row * band.cols(), band.cols(), first + row, by_magnitude);
      if (peak) peaks.push_back(*peak);
    }
  }
  std::stable_sort(peaks.begin(), peaks.end(), [&](const RowPeak& one, const RowPeak& other) {
    return size_of(one.value, by_magnitude) > size_of(other.value, by_magnitude);
  });
  return peaks;
}

std::optional<RowPeak> peak_of(const Matrix& numbers, bool by_magnitude) {
  std::optional<RowPeak> most;
  for (Index row = 0; row < numbers.rows(); ++row) {
    const auto peak = peak_of_row(numbers.data() + row * numbers.cols(), numbers.cols(), row, by_magnitude);
    const bool is_more =
        peak && (!most || size_of(peak->value, by_magnitude) > size_of(most->value, by_magnitude));
    if (is_more) most = peak;
  }
  return most;
}

}  // namespace engine
