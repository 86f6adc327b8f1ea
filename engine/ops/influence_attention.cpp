// influence_attention.cpp: how much a head's output changes with each input: as a value, as a key, and, for
// the token's own input, as the query.
#include <algorithm>

#include "engine/core/parallel.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/influence.h"

namespace engine {
namespace {

using Eigen::MatrixXd;

class InfluenceOfAttention final : public ParameterOperation<double, Influence> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "influence_of_attention"; }

 protected:
  const char* note() const override { return "note.influence_attention"; }

  // do_i / dx_j = a_ij (W_v + (v_j - o_i) (W_kᵀ q_i)ᵀ / divisor), and where j = i also
  // Σ_m a_im (v_m - o_i) (W_qᵀ k_m)ᵀ / divisor: the derivative of softmax is a_im (δ_mj - a_ij).
  MatrixXd rows(const std::vector<MatrixXd>& inputs, Index first, const Shape& shape) const override {
    const MatrixXd& weights = inputs.at(0);
    const MatrixXd& q = inputs.at(1);
    const MatrixXd& k = inputs.at(2);
    const MatrixXd& v = inputs.at(3);
    const MatrixXd& value = inputs.at(6);  // W_v (d_v, c)
    const double value_square = value.squaredNorm();
    MatrixXd influence = MatrixXd::Zero(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows && !stop_requested(); ++row) {
      const Index i = first + row;
      const Eigen::RowVectorXd output = weights.row(i) * v;
      const MatrixXd apart = v.rowwise() - output;                            // (n, d_v)
      const Eigen::RowVectorXd as_key = q.row(i) * inputs.at(5) / divisor();  // (1, c)
      // |W_v + g hᵀ|² = |W_v|² + 2 gᵀ W_v h + |g|² |h|²: only the token's own input needs the Jacobian
      // itself.
      const Eigen::VectorXd through = value * as_key.transpose();
      const double key_square = as_key.squaredNorm();
      for (Index j = 0; j < shape.columns; ++j) {
        const double square =
            value_square + 2 * apart.row(j).dot(through) + apart.row(j).squaredNorm() * key_square;
        influence(row, j) = weights(i, j) * std::sqrt(std::max(0.0, square));
      }
      if (i >= shape.columns) continue;
      MatrixXd own = weights(i, i) * (value + apart.row(i).transpose() * as_key);
      own += apart.transpose() * weights.row(i).transpose().asDiagonal() * k * inputs.at(4) / divisor();
      influence(row, i) = own.norm();
    }
    return influence;
  }

 private:
  double divisor() const { return parameters(); }
};

}  // namespace

OperationPtr influence_of_attention(double divisor) {
  return std::make_shared<InfluenceOfAttention>(divisor);
}

}  // namespace engine
