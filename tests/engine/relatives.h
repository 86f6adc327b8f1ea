// relatives.h: the three relatives over drawn vectors, and the same written out again in double precision.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "engine/labs/relatives/relatives_graph.h"
#include "engine/labs/relatives/relatives_lab.h"
#include "tests/engine/traces.h"

namespace engine {

inline constexpr Index kTestWidth = 6;

// The lab's stages over one attention of a seeded model.
inline std::shared_ptr<const Trace> relatives_run(const RelativesLab& lab, size_t tokens,
                                                  PositionKind positions = PositionKind::kSinusoidal,
                                                  bool causal = false) {
  Config config = seeded_config(kTestWidth, 2, 3, 4);
  config.positions = positions;
  if (positions == PositionKind::kRotary) config.d_k = 4;
  config.causal = causal;
  relatives_lab_of(config) = lab;
  relatives_lab_of(config).is_on = true;
  std::vector<std::string> words;
  for (size_t i = 0; i < tokens; ++i) words.push_back("w" + std::to_string(i * i % 7));
  return run(words, config);
}

struct RelativesCase {
  std::string name;
  RelativesLab lab;
  size_t tokens = 9;
};

// The lab in every setting that changes which stages there are.
inline std::vector<RelativesCase> relatives_cases() {
  return {{"as it is", {}},
          {"both sides", {.causal = false}},
          {"an even kernel to both sides", {.kernel = 4, .causal = false}},
          {"one row", {.kernel = 1, .depth = 1}},
          {"growing gaps", {.dilation = 2}, 11},
          {"equal gaps", {.dilation = 2, .grows = false, .depth = 2}},
          {"strides", {.depth = 2, .stride = 2}},
          {"strides to both sides", {.depth = 2, .stride = 3, .causal = false}},
          {"largest of two", {.depth = 2, .pooling = Pooling::kMax}},
          {"mean of two", {.depth = 2, .pooling = Pooling::kMean, .linear = true}},
          {"one token", {}, 1}};
}

using Vectors = Eigen::MatrixXd;

// The stack of convolutions, with the weights of `trace`, over other vectors.
inline Vectors convolved(const Trace& trace, const RelativesLab& lab, Vectors x) {
  Index layer = -1;
  for (const ConvolutionStep& step : convolution_steps(lab)) {
    const Index rows = step.offsets.outputs(x.rows());
    const bool is_pool = step.pooling != Pooling::kNone;
    if (!is_pool) ++layer;
    const Vectors kernel =
        numbers_of(trace, "lab.relatives.convolution." + std::to_string(layer) + ".kernel").cast<double>();
    const Index d = is_pool ? x.cols() : kernel.rows() / lab.kernel;
    Vectors y = Vectors::Zero(rows, d);
    for (Index row = 0; row < rows; ++row) {
      std::vector<Index> read;
      for (Index offset = 0; offset < step.offsets.kernel; ++offset) {
        const Index from = step.offsets.row(row, offset, x.rows());
        if (from == KernelOffsets::kOutside) continue;
        read.push_back(from);
        if (!is_pool) y.row(row) += x.row(from) * kernel.middleRows(offset * d, d).transpose();
      }
      if (!is_pool) y.row(row) = y.row(row).cwiseMax(0.0);
      for (Index c = 0; is_pool && c < d; ++c) {
        double largest = -HUGE_VAL;
        double sum = 0;
        for (const Index from : read) {
          largest = std::max(largest, x(from, c));
          sum += x(from, c) / static_cast<double>(read.size());
        }
        y(row, c) = step.pooling == Pooling::kMax ? largest : sum;
      }
    }
    x = y;
  }
  return x;
}

inline Vectors recurred(const Trace& trace, const RelativesLab& lab, const Vectors& x) {
  const Vectors w = numbers_of(trace, "lab.relatives.recurrent.w").cast<double>();
  const Vectors u = numbers_of(trace, "lab.relatives.recurrent.u").cast<double>();
  Vectors states = x * u.transpose();
  for (Index row = 0; row < states.rows(); ++row) {
    if (row > 0) states.row(row) += states.row(row - 1) * w.transpose();
    if (!lab.linear) states.row(row) = states.row(row).array().tanh();
  }
  return states;
}

// Head `prefix` of an attention without biases; where `causal` later keys are hidden.
inline Vectors attended(const Trace& trace, const std::string& prefix, bool causal, const Vectors& x) {
  const auto weight = [&](const char* step) -> Vectors {
    return numbers_of(trace, prefix + step).cast<double>();
  };
  const Vectors q = x * weight(".wq").transpose();
  const Vectors k = x * weight(".wk").transpose();
  const Vectors v = x * weight(".wv").transpose();
  Vectors output = Vectors::Zero(x.rows(), v.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const Index keys = causal ? i + 1 : x.rows();
    const Eigen::RowVectorXd scores =
        q.row(i) * k.topRows(keys).transpose() / std::sqrt(static_cast<double>(q.cols()));
    const Eigen::RowVectorXd raised = (scores.array() - scores.maxCoeff()).exp();
    output.row(i) = raised / raised.sum() * v.topRows(keys);
  }
  return output;
}

// |dy_i / dx_j| by moving every number of x a little up and down.
inline Vectors perturbed(const Vectors& x, const std::function<Vectors(const Vectors&)>& apply) {
  constexpr double kStep = 1e-7;  // smaller than any sum of these vectors is near the bend of ReLU
  Vectors squares = Vectors::Zero(apply(x).rows(), x.rows());
  for (Index j = 0; j < x.rows(); ++j) {
    for (Index c = 0; c < x.cols(); ++c) {
      Vectors up = x;
      Vectors down = x;
      up(j, c) += kStep;
      down(j, c) -= kStep;
      const Vectors slope = (apply(up) - apply(down)) / (2 * kStep);
      squares.col(j) += slope.rowwise().squaredNorm();
    }
  }
  return squares.cwiseSqrt();
}

}  // namespace engine
