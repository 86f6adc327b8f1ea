// mistakes_scores.cpp: mistakes between the scores and the weights: the scale, the mask, the softmax.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/analysis/mistakes_parts.h"
#include "engine/core/hidden.h"

namespace engine {
namespace {

// The steps before an attention map in the same head; -1 if missing.
struct Steps {
  int scores = -1;
  int scaled = -1;
  int before_mask = -1;  // scaled, or with relative positions added
  int mask = -1;
  Index d_k = 1;
  Index d_model = 1;

  bool has_all() const { return scores >= 0 && scaled >= 0 && before_mask >= 0 && mask >= 0; }
};

Steps steps_of(const Subject& subject) {
  Steps steps;
  steps.scaled = subject.beside("scaled").value_or(-1);
  // The scaling reads the scores, or the scores plus the products with distance vectors.
  steps.scores = subject.step() == "scores" || steps.scaled < 0
                     ? subject.beside("scores").value_or(-1)
                     : subject.trace.stage(steps.scaled).inputs.front();
  steps.mask = subject.beside("mask").value_or(-1);
  if (const auto masked = subject.beside("masked"))
    steps.before_mask = subject.trace.stage(*masked).inputs.front();
  if (const auto q = subject.beside("q")) {
    steps.d_k = subject.trace.stage(*q).columns;
    const auto& read = subject.trace.stage(*q).inputs;
    if (!read.empty()) steps.d_model = subject.trace.stage(read.front()).columns;
  }
  return steps;
}

struct Factor {
  std::string_view key;
  float factor;  // for the scores
};

// Factors that are mistaken for the scaling of scores.
std::vector<Factor> wrong_factors(const Steps& steps) {
  const float root = std::sqrt(static_cast<float>(steps.d_k));
  return {{"mistake.no_scale", 1},
          {"mistake.scale_no_root", 1 / (root * root)},
          {"mistake.scale_d_model", 1 / std::sqrt(static_cast<float>(steps.d_model))},
          {"mistake.scale_times", root},
          {"mistake.scale_added", 1 / root}};
}

struct OtherMask {
  std::string_view key;
  Matrix mask;
};

// A mask that hides the cells (row, column) for which `is_hiding` is true.
template <class Rule>
Matrix hiding(const Matrix& mask, Rule is_hiding) {
  Matrix other(mask.rows(), mask.cols());
  for (Index row = 0; row < mask.rows(); ++row) {
    for (Index column = 0; column < mask.cols(); ++column)
      other(row, column) = is_hiding(row, column) ? -kInfinity : 0.0F;
  }
  return other;
}

// Rules that are mistaken for ours.
std::vector<OtherMask> wrong_masks(const Matrix& mask) {
  const auto hides = [&](Index row, Index column) { return is_hidden(mask(row, column)); };
  const auto any = std::any_of(mask.data(), mask.data() + mask.size(), is_hidden);
  const bool is_square = mask.rows() == mask.cols();
  std::vector<OtherMask> all;
  if (!any) {
    if (is_square)
      all.push_back(
          {"mistake.mask_added", hiding(mask, [](Index row, Index column) { return column > row; })});
    return all;
  }
  const Index last = mask.cols() - 1;
  all.push_back({"mistake.no_mask", Matrix::Zero(mask.rows(), mask.cols())});
  all.push_back({"mistake.mask_early", hiding(mask, [&](Index row, Index column) {
                   return column == last || hides(row, column + 1);
                 })});
  all.push_back({"mistake.mask_late", hiding(mask, [&](Index row, Index column) {
                   return column > 0 && hides(row, column - 1);
                 })});
  if (is_square)
    all.push_back({"mistake.mask_transposed",
                   hiding(mask, [&](Index row, Index column) { return hides(column, row); })});
  all.push_back(
      {"mistake.mask_inverted", hiding(mask, [&](Index row, Index column) { return !hides(row, column); })});
  return all;
}

// Hidden scores set to 0, which hides nothing: exp(0) is 1.
Matrix zero_where_hidden(Matrix numbers, const Matrix& mask) {
  for (Index i = 0; i < numbers.size(); ++i) {
    if (is_hidden(mask.data()[i])) numbers.data()[i] = 0;
  }
  return numbers;
}

}  // namespace

// Fully masked rows match anything: programs differ in how they treat them.
Matrix softmax_of(const Matrix& scores) {
  Matrix weights(scores.rows(), scores.cols());
  for (Index row = 0; row < scores.rows(); ++row) {
    const float peak = scores.row(row).maxCoeff();
    if (is_hidden(peak)) {
      weights.row(row).setConstant(std::numeric_limits<float>::quiet_NaN());
      continue;
    }
    weights.row(row) = (scores.row(row).array() - peak).exp().matrix();
    weights.row(row) /= weights.row(row).sum();
  }
  return weights;
}

Guesses guess_scale(const Subject& subject) {
  Guesses all;
  const std::string_view step = subject.step();
  const bool is_late = step == "masked" || step == "weights";
  if (step != "scores" && step != "scaled" && !is_late) return all;
  const Steps steps = steps_of(subject);
  if (!steps.has_all() || steps.d_k < 2) return all;
  const Matrix scores = subject.numbers_of(steps.scores);
  if (step == "scores") {
    all.push_back({"mistake.scale_early", scores / std::sqrt(static_cast<float>(steps.d_k))});
    return all;
  }
  Matrix added = Matrix::Zero(scores.rows(), scores.cols());
  if (is_late) {
    added = subject.numbers_of(steps.mask);
    if (steps.before_mask != steps.scaled)
      added += subject.numbers_of(steps.before_mask) - subject.numbers_of(steps.scaled);
  }
  for (const auto& [key, factor] : wrong_factors(steps)) {
    Matrix other = scores * factor + added;
    all.push_back({key, step == "weights" ? softmax_of(other) : std::move(other)});
  }
  return all;
}

Guesses guess_mask(const Subject& subject) {
  Guesses all;
  const std::string_view step = subject.step();
  if (step != "mask" && step != "masked" && step != "weights") return all;
  const Steps steps = steps_of(subject);
  if (!steps.has_all()) return all;
  const Matrix mask = subject.numbers_of(steps.mask);
  const Matrix scores = subject.numbers_of(steps.before_mask);
  for (auto& [key, other] : wrong_masks(mask)) {
    if (step == "mask") {
      all.push_back({key, std::move(other)});
      continue;
    }
    Matrix numbers = scores + other;
    all.push_back({key, step == "weights" ? softmax_of(numbers) : std::move(numbers)});
  }
  if (step == "masked") all.push_back({"mistake.mask_zero", zero_where_hidden(scores, mask)});
  if (step == "weights") {
    all.push_back({"mistake.mask_zero", softmax_of(zero_where_hidden(scores, mask))});
    all.push_back({"mistake.mask_after", zero_where_hidden(softmax_of(scores), mask)});
  }
  return all;
}

Guesses guess_softmax(const Subject& subject) {
  Guesses all;
  if (!subject.made_by("softmax")) return all;
  const Matrix scores = subject.input(0);
  all.push_back({"mistake.softmax_columns", softmax_of(scores.transpose()).transpose()});
  Matrix exponentials = scores.array().exp().matrix();
  all.push_back({"mistake.softmax_unnormalised", exponentials});
  exponentials /= exponentials.sum();
  all.push_back({"mistake.softmax_all", std::move(exponentials)});
  all.push_back({"mistake.softmax_log", subject.ours().array().log().matrix()});
  return all;
}

}  // namespace engine
