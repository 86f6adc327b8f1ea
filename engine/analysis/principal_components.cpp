// principal_components.cpp: eigenvectors of the covariance, or of the Gram matrix if that is smaller.
#include "engine/analysis/principal_components.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "engine/ops/operations.h"

namespace engine {
namespace {

using Doubles = Eigen::MatrixXd;

constexpr double kNoVariance = 1e-12;  // a variance this small relative to the whole is rounding

// Ascending eigenvalues of centredᵀ centred (d, d), with its eigenvectors as columns; all of them, or as many
// as there are vectors.
std::pair<Eigen::VectorXd, Doubles> directions(const Doubles& centred) {
  if (centred.cols() <= centred.rows()) {
    const Eigen::SelfAdjointEigenSolver<Doubles> solved(centred.transpose() * centred);
    return {solved.eigenvalues(), solved.eigenvectors()};
  }
  // The Gram matrix of n vectors has the same eigenvalues; (n, n) is smaller than (d, d).
  const Eigen::SelfAdjointEigenSolver<Doubles> solved(centred * centred.transpose());
  return {solved.eigenvalues(), centred.transpose() * solved.eigenvectors()};
}

// Of unit length, with its largest component positive.
Eigen::VectorXd oriented(const Eigen::VectorXd& direction) {
  Index largest = 0;
  direction.cwiseAbs().maxCoeff(&largest);
  return direction.normalized() * (direction(largest) < 0 ? -1.0 : 1.0);
}

// The rows of all stages, stacked.
Matrix stacked(const Trace& trace, std::span<const int> stages) {
  Index rows = 0;
  for (const int stage : stages) rows += trace.stage(stage).rows;
  Matrix all(rows, trace.stage(stages.front()).columns);
  Index row = 0;
  for (const int index : stages) {
    const Stage& stage = trace.stage(index);
    all.middleRows(row, stage.rows) = trace.read(index, 0, 0, stage.rows, stage.columns);
    row += stage.rows;
  }
  return all;
}

int add_parameter(TraceBuilder& builder, const char* address, const char* symbol, const char* note,
                  Matrix numbers) {
  const Index rows = numbers.rows();
  const Index columns = numbers.cols();
  return builder.add_given({.address = address,
                            .symbol = symbol,
                            .operation = given(note),
                            .rows = rows,
                            .columns = columns,
                            .row_axis = Axis::kDimensions},
                           std::make_shared<Matrix>(std::move(numbers)));
}

// One stage's vectors, as in the other trace, and its coordinates; `parameters`: the components, and the
// offset if there is one.
void add_points(TraceBuilder& builder, const Trace& from, int index, const std::string& address,
                std::span<const int> parameters) {
  const Stage& stage = from.stage(index);
  Stage vectors = stage;
  vectors.address = address + ".vectors";
  vectors.operation = given("note.map_vectors");
  vectors.inputs.clear();
  const int x = builder.add_given(
      std::move(vectors), std::make_shared<Matrix>(from.read(index, 0, 0, stage.rows, stage.columns)));
  std::vector<int> inputs = {x};
  inputs.insert(inputs.end(), parameters.begin(), parameters.end());
  builder.add({.address = address + ".coordinates",
               .symbol = "Z",
               .operation = linear(),
               .inputs = std::move(inputs),
               .rows = stage.rows,
               .columns = 2,
               .row_axis = stage.row_axis,
               .row_sequence = stage.row_sequence});
}

}  // namespace

PrincipalComponents principal_components(const Matrix& vectors, Index count) {
  const Doubles numbers = vectors.cast<double>();
  const Eigen::RowVectorXd mean = numbers.colwise().mean();
  const Doubles centred = numbers.rowwise() - mean;
  const auto [values, columns] = directions(centred);
  const double whole = centred.squaredNorm();
  // Rounding in vectors that are all equal does not count as variance.
  const double least = kNoVariance * std::max(whole, numbers.squaredNorm());
  PrincipalComponents found;
  found.mean = mean.cast<float>();
  found.components = Matrix::Zero(count, vectors.cols());
  found.share.assign(static_cast<size_t>(count), 0.0);
  for (Index i = 0; i < std::min(count, values.size()); ++i) {
    const Index at = values.size() - 1 - i;
    if (values(at) <= least) break;
    found.components.row(i) = oriented(columns.col(at)).cast<float>().transpose();
    found.share[static_cast<size_t>(i)] = values(at) / whole;
  }
  return found;
}

std::shared_ptr<const Trace> principal_map(const Trace& trace, std::span<const int> stages) {
  PrincipalComponents found = principal_components(stacked(trace, stages), 2);
  Matrix offset = -found.mean * found.components.transpose();
  Matrix share(1, 2);
  share << static_cast<float>(found.share[0]), static_cast<float>(found.share[1]);
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const std::vector<int> parameters = {
      add_parameter(builder, "components", "C", "note.map_components", std::move(found.components)),
      add_parameter(builder, "offset", "b", "note.map_offset", std::move(offset))};
  add_parameter(builder, "share", "r", "note.map_share", std::move(share));
  for (size_t i = 0; i < stages.size(); ++i) {
    add_points(builder, trace, stages[i], "points." + std::to_string(i), parameters);
  }
  return std::move(builder).build();
}

std::shared_ptr<const Trace> keys_from_query(const Trace& trace, int scores, Index row) {
  const std::vector<int>& inputs = trace.stage(scores).inputs;
  const Stage& keys = trace.stage(inputs.at(1));
  const Matrix query = trace.read_row(inputs.at(0), row);
  const Doubles vectors = trace.read(inputs.at(1), 0, 0, keys.rows, keys.columns).cast<double>();
  const Eigen::RowVectorXd along = query.cast<double>().row(0).normalized();
  Doubles rest = vectors - vectors * along.transpose() * along;
  // Where all keys lie along the query, rounding is no other direction.
  if (rest.squaredNorm() <= kNoVariance * vectors.squaredNorm()) rest.setZero();
  const PrincipalComponents across = principal_components(rest.cast<float>(), 1);

  Matrix components(2, keys.columns);
  components << query, across.components;

  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const std::vector<int> parameters = {
      add_parameter(builder, "components", "C", "note.query_components", std::move(components))};
  add_points(builder, trace, inputs.at(1), "points.0", parameters);
  return std::move(builder).build();
}

}  // namespace engine
