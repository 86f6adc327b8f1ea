// The depth lab: what is left of the differences between rows, against what Dong et al. 2021 (2103.03404)
// prove, and the paths that make up an output.
#include "engine/labs/depth/depth_lab.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/labs/depth/probe.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> depth_run(
    DepthLab lab, const std::string& sentence = "the cat sat on the mat because it was tired") {
  lab.is_on = true;
  Config config = seeded_config(6, 2, 3, 3);
  depth_lab_of(config) = lab;
  std::vector<std::string> words;
  for (size_t start = 0; start < sentence.size();) {
    const size_t end = std::min(sentence.find(' ', start), sentence.size());
    words.push_back(sentence.substr(start, end - start));
    start = end + 1;
  }
  return run(words, config);
}

std::vector<double> curve(const Trace& trace, const std::string& mode) {
  const Matrix numbers = numbers_of(trace, "lab.depth." + mode + ".curve");
  return {numbers.data(), numbers.data() + numbers.size()};
}

// Written out again: ‖A‖ = √(‖A‖₁ ‖A‖_∞).
double norm_again(const Eigen::MatrixXd& a) {
  return std::sqrt(a.cwiseAbs().colwise().sum().maxCoeff() * a.cwiseAbs().rowwise().sum().maxCoeff());
}

TEST(DepthLab, AttentionAloneCubesWhatDiffers) {
  int seen = 0;
  for (const uint64_t seed : {0, 1, 2}) {
    const auto sizes = curve(*depth_run({.layers = 6, .seed = seed}), "pure");
    for (size_t layer = 0; layer + 1 < sizes.size(); ++layer) {
      if (sizes[layer] >= 0.4 || sizes[layer + 1] < 10 * kDepthFloor) continue;
      const double factor = std::log(sizes[layer + 1]) / std::log(sizes[layer]);
      EXPECT_GT(factor, 2.7) << "seed " << seed << ", layer " << layer;
      EXPECT_LT(factor, 3.7) << "seed " << seed << ", layer " << layer;
      ++seen;
    }
  }
  EXPECT_GE(seen, 5);
}

TEST(DepthLab, SkipsKeepTheRowsApart) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto trace = depth_run({.layers = 12, .seed = seed});
    for (const double size : curve(*trace, "skip")) EXPECT_GT(size, 0.01) << seed;
    EXPECT_LT(curve(*trace, "pure").back(), 1e-5) << seed;
    EXPECT_GT(curve(*trace, "model").back(), 0.005) << seed;
  }
}

TEST(DepthLab, AWindowSlowsTheFall) {
  const auto all = curve(*depth_run({.layers = 3}), "pure");
  const auto window = curve(*depth_run({.layers = 3, .window = 2}), "pure");
  EXPECT_DOUBLE_EQ(all.front(), window.front());
  EXPECT_GT(window.back(), 10 * all.back());
}

TEST(DepthLab, SizesAreThoseOfTheirStages) {
  const auto trace = depth_run({.layers = 3});
  for (const DepthMode& mode : kDepthModes) {
    const std::string name = "lab.depth." + std::string(mode.name) + ".";
    const auto sizes = curve(*trace, std::string(mode.name));
    ASSERT_EQ(sizes.size(), 4U);
    for (size_t layer = 0; layer < sizes.size(); ++layer) {
      const Eigen::MatrixXd x = numbers_of(*trace, name + std::to_string(layer) + ".output").cast<double>();
      const Eigen::MatrixXd apart = x.rowwise() - x.colwise().mean();
      EXPECT_NEAR(sizes[layer], norm_again(apart) / norm_again(x), 1e-6 + 1e-4 * sizes[layer])
          << name << layer;
    }
  }
}

TEST(DepthLab, WhatIsOffIsOffInEveryLayer) {
  const auto trace = depth_run({.layers = 2});
  const auto at = [&](const std::string& stage) -> Eigen::MatrixXd {
    return numbers_of(*trace, "lab.depth." + stage).cast<double>();
  };
  const double small = 1e-5;
  EXPECT_LT((at("pure.1.output") - at("pure.encoder.0.self.output")).cwiseAbs().maxCoeff(), small);
  EXPECT_LT((at("skip.1.output") - at("input") - at("skip.encoder.0.self.output")).cwiseAbs().maxCoeff(),
            small);
  EXPECT_LT((at("mlp.2.output") - at("mlp.encoder.1.ffn.output")).cwiseAbs().maxCoeff(), small);
  EXPECT_LT((at("both.2.output") - at("both.encoder.1.self.residual") - at("both.encoder.1.ffn.output"))
                .cwiseAbs()
                .maxCoeff(),
            small);
  for (Index row = 0; row < at("model.2.output").rows(); ++row)
    EXPECT_NEAR(at("model.2.output").row(row).mean(), 0, small) << "the last norm";
}

TEST(DepthLab, AllPathsTogetherAreTheOutput) {
  const DepthLab lab{.layers = 6};
  const auto trace = depth_run(lab);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(10, kDepthWidth);
  double paths = 0;
  for (Index length = 0; length <= lab.layers; ++length) {
    sum += numbers_of(*trace, "lab.depth.paths." + std::to_string(length) + ".output").cast<double>();
    paths += count_paths(lab.layers, lab.heads, length);
  }
  const Eigen::MatrixXd output = numbers_of(*trace, "lab.depth.skip.6.output").cast<double>();
  EXPECT_LT((sum - output).cwiseAbs().maxCoeff(), 1e-5 * output.cwiseAbs().maxCoeff());
  EXPECT_EQ(paths, 15625);
  EXPECT_EQ(count_paths(6, 4, 2), 240);
  EXPECT_FALSE(depth_run({.layers = 7})->find("lab.depth.paths.0.output"));
}

TEST(DepthLab, AProbeTellsTheWordsWhileTheRowsDiffer) {
  const auto trace = depth_run({.layers = 4});
  const std::vector<int> words = {0, 1, 2, 3, 0, 4, 5, 6, 7, 8};
  const auto probed = [&](const std::string& stage) {
    return probe_accuracy(numbers_of(*trace, "lab.depth." + stage + ".output"), words);
  };
  EXPECT_EQ(probed("pure.0"), 1);
  EXPECT_EQ(probed("model.4"), 1);
  EXPECT_DOUBLE_EQ(probed("pure.4"), 0.2) << "the most frequent word, twice in ten";
}

TEST(DepthLab, AProbeTellsNothingFromRowsThatAgree) {
  const std::vector<int> words = {0, 1, 2, 3};
  Matrix rows = Matrix::Ones(4, 8);
  for (Index i = 0; i < 4; ++i) rows(i, i) += 1e-6F;
  EXPECT_DOUBLE_EQ(probe_accuracy(rows, words), 0.25) << "every word is as frequent";
  for (Index i = 0; i < 4; ++i) rows(i, i) += 0.5F;
  EXPECT_DOUBLE_EQ(probe_accuracy(rows, words), 1);
}

TEST(DepthLab, RefusesSizesBeyondItsLimits) {
  EXPECT_FALSE(check(DepthLab{}));
  EXPECT_EQ(check(DepthLab{.layers = kMaxDepthLayers + 1})->key, "error.size");
  EXPECT_EQ(check(DepthLab{.heads = 0})->key, "error.size");
  EXPECT_EQ(check(DepthLab{.value_gain = 11})->key, "error.depth_range");
  EXPECT_EQ(check(DepthLab{.window = kMaxDepthTokens + 1})->key, "error.depth_range");
}

TEST(DepthLab, ALabsLayersAreOfTheKindsOfAnyModels) {
  EXPECT_EQ(kind_of("lab.depth.pure.encoder.0.self.head.1.scores"), StageKind::kScores);
  EXPECT_EQ(kind_of("lab.depth.pure.encoder.0.ffn.output"), StageKind::kFeedForwardOutput);
  EXPECT_EQ(kind_of("lab.depth.pure.3.output").name(), "lab_depth_pure_output");
}

}  // namespace
}  // namespace engine
