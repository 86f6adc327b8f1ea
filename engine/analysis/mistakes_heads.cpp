// mistakes_heads.cpp: mistakes in splitting one projection into heads, and in joining the heads again.
#include "engine/analysis/mistakes_parts.h"

namespace engine {
namespace {

// All heads side by side, (L, h * d).
Matrix joined(const Subject& subject, const std::vector<int>& heads) {
  const Stage& first = subject.trace.stage(heads.front());
  Matrix all(first.rows, first.columns * static_cast<Index>(heads.size()));
  Index at = 0;
  for (const int head : heads) {
    all.middleCols(at, first.columns) = subject.numbers_of(head);
    at += first.columns;
  }
  return all;
}

bool are_alike(const Trace& trace, const std::vector<int>& stages) {
  for (const int stage : stages) {
    const Stage& first = trace.stage(stages.front());
    if (trace.stage(stage).rows != first.rows || trace.stage(stage).columns != first.columns) return false;
  }
  return !stages.empty();
}

// Column c of head n is component c * h + n of the row, instead of n * d + c.
Matrix interleaved_head(const Matrix& all, Index head, Index heads) {
  Matrix numbers(all.rows(), all.cols() / heads);
  for (Index column = 0; column < numbers.cols(); ++column)
    numbers.col(column) = all.col(column * heads + head);
  return numbers;
}

Matrix interleaved(const Matrix& all, Index heads) {
  Matrix numbers(all.rows(), all.cols());
  const Index width = all.cols() / heads;
  for (Index head = 0; head < heads; ++head) {
    for (Index column = 0; column < width; ++column)
      numbers.col(column * heads + head) = all.col(head * width + column);
  }
  return numbers;
}

// The memory of (L, h * d) reinterpreted as (h, L, d), as view() without transpose() does: its head n.
Matrix reshaped_head(const Matrix& all, Index head, Index heads) {
  const Index width = all.cols() / heads;
  return Eigen::Map<const Matrix>(all.data() + head * all.rows() * width, all.rows(), width);
}

// The memory of (h, L, d) reinterpreted as (L, h * d).
Matrix stacked(const Matrix& all, Index heads) {
  const Index width = all.cols() / heads;
  Matrix below(all.rows() * heads, width);
  for (Index head = 0; head < heads; ++head)
    below.middleRows(head * all.rows(), all.rows()) = all.middleCols(head * width, width);
  return Eigen::Map<const Matrix>(below.data(), all.rows(), all.cols());
}

bool is_projection(std::string_view step) {
  return step == "q" || step == "k" || step == "v";
}

}  // namespace

Guesses guess_heads(const Subject& subject) {
  Guesses all;
  const std::vector<int> heads = subject.in_every_head();
  if (heads.size() > 1 && are_alike(subject.trace, heads) && is_projection(subject.step())) {
    const Matrix side_by_side = joined(subject, heads);
    const auto count = static_cast<Index>(heads.size());
    Index own = 0;
    while (heads[static_cast<size_t>(own)] != subject.index) ++own;
    all.push_back({"mistake.interleaved", interleaved_head(side_by_side, own, count)});
    all.push_back({"mistake.no_transpose", reshaped_head(side_by_side, own, count)});
  }
  for (size_t head = 0; head < heads.size(); ++head) {
    if (heads[head] != subject.index)
      all.push_back(
          {"mistake.other_head", subject.numbers_of(heads[head]), {{"head", std::to_string(head)}}});
  }
  if (!is_projection(subject.step())) return all;
  for (const char* step : {"q", "k", "v"}) {
    const auto other = subject.beside(step);
    if (other && *other != subject.index)
      all.push_back({"mistake.other_stage",
                     subject.numbers_of(*other),
                     {{"stage", subject.trace.stage(*other).address}}});
  }
  return all;
}

Guesses guess_concat(const Subject& subject) {
  Guesses all;
  const auto& inputs = subject.stage().inputs;
  if (!subject.made_by("concatenate") || inputs.size() < 2 || !are_alike(subject.trace, inputs)) return all;
  const auto heads = static_cast<Index>(inputs.size());
  const Matrix ours = subject.ours();
  all.push_back({"mistake.interleaved", interleaved(ours, heads)});
  all.push_back({"mistake.no_transpose", stacked(ours, heads)});
  return all;
}

}  // namespace engine
