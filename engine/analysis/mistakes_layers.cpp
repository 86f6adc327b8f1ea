// mistakes_layers.cpp: mistakes in products with a weight, in norms, in sums, and in table lookups.
#include <array>
#include <cmath>
#include <limits>

#include "engine/analysis/mistakes_parts.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// The epsilon of a norm, from its explanation.
double epsilon_of(const Subject& subject) {
  for (const Quantity& quantity : subject.trace.explain(subject.index, 0, 0).quantities) {
    if (quantity.measure == Measure::kEpsilon) return quantity.value;
  }
  return 0;
}

// Each row by its own mean and variance. `centre`: whether to subtract the mean; `less`: how much less than n
// to divide the sum of squares by.
Matrix normalised(const Matrix& numbers, bool centre, Index less, double epsilon) {
  Matrix out(numbers.rows(), numbers.cols());
  for (Index row = 0; row < numbers.rows(); ++row) {
    const Eigen::ArrayXd read = numbers.row(row).cast<double>().transpose().array();
    const Eigen::ArrayXd centred = centre ? Eigen::ArrayXd(read - read.mean()) : read;
    const auto count = static_cast<double>(read.size() - less);
    const double factor = 1 / std::sqrt(centred.square().sum() / count + epsilon);
    out.row(row) = (centred * factor).cast<float>().matrix().transpose();
  }
  return out;
}

// The norm's learned parameters, as rows; a bias of 0 if it has none.
struct Affine {
  Eigen::RowVectorXf weight;
  Eigen::RowVectorXf bias;

  Matrix of(const Matrix& normal) const {
    return ((normal.array().rowwise() * weight.array()).rowwise() + bias.array()).matrix();
  }
};

Matrix through(const OperationPtr& operation, const Matrix& numbers) {
  Matrix out(numbers.rows(), numbers.cols());
  const std::array<ConstView, 1> inputs = {whole(numbers)};
  operation->forward(inputs, whole(out));
  return out;
}

void add_activations(const Subject& subject, Guesses& all) {
  struct Row {
    const char* name;
    Activation kind;
  };
  constexpr std::array kRows = {
      Row{"activation.relu", Activation::kRelu}, Row{"activation.gelu", Activation::kGelu},
      Row{"activation.gelu_tanh", Activation::kGeluTanh}, Row{"activation.silu", Activation::kSilu},
      Row{"activation.quick_gelu", Activation::kQuickGelu}};
  const Matrix numbers = subject.input(0);
  for (const auto& [name, kind] : kRows)
    all.push_back({"mistake.activation", through(activation(kind), numbers), {{"activation", name}}});
}

}  // namespace

Guesses guess_linear(const Subject& subject) {
  Guesses all;
  if (subject.made_by("activation")) add_activations(subject, all);
  if (subject.made_by("weighted_sum")) {
    const Matrix weights = subject.input(0);
    if (weights.rows() == weights.cols())
      all.push_back({"mistake.weights_transposed", weights.transpose() * subject.input(1)});
  }
  const auto& inputs = subject.stage().inputs;
  if (!subject.made_by("linear") || inputs.size() < 2) return all;
  const Stage& weight = subject.trace.stage(inputs[1]);
  if (inputs.size() > 2) {
    Matrix without = subject.ours();
    without.rowwise() -= subject.input(2).row(0);
    all.push_back({"mistake.no_bias", std::move(without)});
  }
  if (weight.rows != weight.columns) return all;
  Matrix turned = subject.input(0) * subject.input(1);
  if (inputs.size() > 2) turned.rowwise() += subject.input(2).row(0);
  all.push_back({"mistake.weight_transposed", std::move(turned)});
  return all;
}

Guesses guess_norm(const Subject& subject) {
  Guesses all;
  const bool layer = subject.made_by("layer_norm");
  if (!layer && !subject.made_by("rms_norm")) return all;
  const Matrix numbers = subject.input(0);
  if (numbers.cols() < 2) return all;
  const double epsilon = epsilon_of(subject);
  Affine affine{subject.input(1).row(0), Eigen::RowVectorXf::Zero(numbers.cols())};
  if (layer) affine.bias = subject.input(2).row(0);
  all.push_back({"mistake.norm_plain", normalised(numbers, layer, 0, epsilon)});
  if (layer) {
    all.push_back({"mistake.norm_unbiased", affine.of(normalised(numbers, true, 1, epsilon))});
    all.push_back({"mistake.norm_no_mean", affine.of(normalised(numbers, false, 0, epsilon))});
  } else {
    all.push_back({"mistake.norm_mean", affine.of(normalised(numbers, true, 0, epsilon))});
  }
  if (numbers.rows() > 1)
    all.push_back(
        {"mistake.norm_columns", affine.of(normalised(numbers.transpose(), layer, 0, epsilon).transpose())});
  return all;
}

// A sum with one of its parts left out.
Guesses guess_sum(const Subject& subject) {
  Guesses all;
  const auto& inputs = subject.stage().inputs;
  if (!subject.made_by("add") || inputs.size() < 2 || subject.step() == "masked") return all;
  for (size_t left_out = 0; left_out < inputs.size(); ++left_out) {
    Matrix sum = Matrix::Zero(subject.stage().rows, subject.stage().columns);
    for (size_t other = 0; other < inputs.size(); ++other) {
      if (other != left_out) sum += subject.input(other);
    }
    all.push_back(
        {"mistake.left_out", std::move(sum), {{"stage", subject.trace.stage(inputs[left_out]).address}}});
  }
  return all;
}

Guesses guess_tables(const Subject& subject) {
  Guesses all;
  const Matrix ours = subject.ours();
  const float root = std::sqrt(static_cast<float>(ours.cols()));
  if (subject.made_by("lookup")) {
    all.push_back({"mistake.embedding_not_scaled", ours / root});
    all.push_back({"mistake.embedding_scaled", ours * root});
  }
  if (!subject.made_by("sinusoid") && subject.step() != "position") return all;
  if (ours.rows() > 1) {
    Matrix later = Matrix::Constant(ours.rows(), ours.cols(), std::numeric_limits<float>::quiet_NaN());
    later.topRows(ours.rows() - 1) = ours.bottomRows(ours.rows() - 1);
    all.push_back({"mistake.position_from_one", std::move(later)});
  }
  const Index half = ours.cols() / 2;
  if (ours.cols() % 2 != 0 || half < 2) return all;
  Matrix halves(ours.rows(), ours.cols());
  Matrix swapped(ours.rows(), ours.cols());
  for (Index pair = 0; pair < half; ++pair) {
    halves.col(pair) = swapped.col(2 * pair + 1) = ours.col(2 * pair);
    halves.col(half + pair) = swapped.col(2 * pair) = ours.col(2 * pair + 1);
  }
  all.push_back({"mistake.position_halves", std::move(halves)});
  all.push_back({"mistake.position_swapped", std::move(swapped)});
  return all;
}

}  // namespace engine
