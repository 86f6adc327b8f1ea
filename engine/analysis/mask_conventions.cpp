// mask_conventions.cpp: the same scores through the same softmax, masked in four ways.
#include "engine/analysis/mask_conventions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/analysis/head_measures.h"
#include "engine/core/hidden.h"
#include "engine/masks/mask.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// One head's scores and mask, (L, T) each.
struct MaskedScores {
  Matrix scores;
  Matrix mask;
};

MaskedScores read_head(const Trace& trace, int weights) {
  const Stage& masked = trace.stage(masked_of(trace, weights));
  const auto read = [&](int stage) { return trace.read(stage, 0, 0, masked.rows, masked.columns); };
  return {read(masked.inputs.at(0)), read(masked.inputs.at(1))};
}

Matrix weights_by(const MaskedScores& head, const MaskConvention& convention) {
  const float hidden = convention.finite ? kFiniteMask : -kInfinity;
  const Matrix mask =
      head.mask.unaryExpr([hidden](float value) { return is_hidden(value) ? hidden : value; });
  const std::array<ConstView, 2> operands = {whole(head.scores), whole(mask)};
  Matrix masked(mask.rows(), mask.cols());
  (convention.in_place ? masked_fill(hidden) : add())->forward(operands, whole(masked));
  Matrix weights(mask.rows(), mask.cols());
  const std::array<ConstView, 1> operand = {whole(std::as_const(masked))};
  softmax_rows()->forward(operand, whole(weights));
  return weights;
}

std::vector<Index> rows_without_key(const Matrix& mask) {
  std::vector<Index> rows;
  for (Index row = 0; row < mask.rows(); ++row) {
    if (is_hidden(mask.row(row).maxCoeff())) rows.push_back(row);
  }
  return rows;
}

}  // namespace

ConventionCheck compare_conventions(const Trace& trace, int weights, const MaskConvention& in_force) {
  const MaskedScores head = read_head(trace, weights);
  ConventionCheck check;
  check.fully_masked_rows = rows_without_key(head.mask);
  check.hidden = head.mask.unaryExpr([](float value) { return is_hidden(value); }).count();
  // If nothing is hidden, all four are the same.
  const Matrix now = check.hidden > 0 ? weights_by(head, in_force) : Matrix();
  size_t next = 0;
  for (const MaskConvention& other : {MaskConvention{false, false}, MaskConvention{false, true},
                                      MaskConvention{true, false}, MaskConvention{true, true}}) {
    if (other == in_force) continue;
    ConventionDifference& found = check.others.at(next++);
    found.convention = other;
    if (check.hidden == 0) continue;
    const Matrix apart = (weights_by(head, other) - now).cwiseAbs();
    Index column = 0;
    found.largest = static_cast<double>(apart.maxCoeff(&found.row, &column));
    check.largest = std::max(check.largest, found.largest);
    for (Index row = 0; row < apart.rows(); ++row) {
      if (!std::binary_search(check.fully_masked_rows.begin(), check.fully_masked_rows.end(), row))
        check.largest_seeing = std::max(check.largest_seeing, static_cast<double>(apart.row(row).maxCoeff()));
    }
  }
  return check;
}

}  // namespace engine
