// influence_recurrence.cpp: how much a state changes with each earlier input: a product of one matrix per
// step in between. Why influence fades or explodes: Pascanu et al. 2013, eq. 5.
#include <algorithm>

#include "engine/core/parallel.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/influence.h"

namespace engine {
namespace {

using Eigen::MatrixXd;

class InfluenceOfRecurrence final : public ParameterOperation<bool, Influence> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "influence_of_recurrence"; }

 protected:
  const char* note() const override { return "note.influence_recurrence"; }

  // dh_i / dx_j = D_i W D_{i-1} W ... D_j U, where D is the slope of tanh at each value.
  MatrixXd rows(const std::vector<MatrixXd>& inputs, Index first, const Shape& shape) const override {
    const MatrixXd& sums = inputs.at(0);
    const MatrixXd& carry = inputs.at(1);
    const MatrixXd gram = inputs.at(2) * inputs.at(2).transpose();  // |P U|² is the trace of P (U Uᵀ) Pᵀ
    MatrixXd influence = MatrixXd::Zero(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows && !stop_requested(); ++row) {
      MatrixXd product = MatrixXd::Identity(carry.rows(), carry.rows());
      for (Index column = first + row; column >= 0; --column) {
        if (!linear()) {
          const Eigen::RowVectorXd slopes = 1 - sums.row(column).array().tanh().square();
          product = product * slopes.asDiagonal();
        }
        influence(row, column) = std::sqrt(std::max(0.0, (product * gram).cwiseProduct(product).sum()));
        product = product * carry;
      }
    }
    return influence;
  }

 private:
  bool linear() const { return parameters(); }
};

}  // namespace

OperationPtr influence_of_recurrence(bool linear) {
  return std::make_shared<InfluenceOfRecurrence>(linear);
}

}  // namespace engine
