// logit_lens_test.cpp: at the last sum the lens gives what the model predicts; before it, what the formulas
// of norm, unembedding and softmax give in double precision.
#include "engine/analysis/logit_lens.h"

#include <gtest/gtest.h>

#include "tests/engine/traces.h"

namespace engine {
namespace {

Config lensed(
    Architecture architecture, void (*change)(Config&) = [](Config&) {}) {
  Config config = seeded_config(12, 3, 4, 4);
  config.architecture = architecture;
  config.d_ff = 20;
  config.norm = NormOrder::kPre;
  change(config);
  return config;
}

std::shared_ptr<const Trace> run_lensed(const Config& config) {
  const Sequence source{{"a", "b", "c", "b"}, std::vector<bool>(4, false)};
  const Sequence target{{"x", "y", "x"}, std::vector<bool>(3, false)};
  const Input input = config.has_target() ? single_input(source, target) : single_input(source);
  const auto bad = check(config, input);
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  return forward(*make_model(config), input, config);
}

double largest_difference(const Matrix& a, const Matrix& b) {
  EXPECT_EQ(a.cols(), b.cols());
  return static_cast<double>((a - b).cwiseAbs().maxCoeff());
}

TEST(LogitLens, AtTheLastSumIsThePrediction) {
  for (const Config& config : {
           lensed(Architecture::kDecoder),
           lensed(Architecture::kTransformer),
           lensed(Architecture::kEncoder, [](Config& c) { c.predicts = Prediction::kTokens; }),
           lensed(Architecture::kDecoder, [](Config& c) { c.tied_output = false; }),
           lensed(Architecture::kDecoder, [](Config& c) { c.output_scale = true; }),
           lensed(Architecture::kDecoder, [](Config& c) { c.logit_cap = 2; }),
       }) {
    const auto trace = run_lensed(config);
    const bool encodes = config.architecture == Architecture::kEncoder;
    const int sum = stage_index(*trace, encodes ? "encoder.1.ffn.residual" : "decoder.1.ffn.residual");
    const Matrix predicted = numbers_of(*trace, "probabilities");
    for (Index row = 0; row < predicted.rows(); ++row) {
      const auto lens = logit_lens(*trace, sum, row);
      ASSERT_TRUE(lens.has_value());
      EXPECT_LT(largest_difference(*lens, predicted.row(row)), 1e-6);
    }
  }
}

TEST(LogitLens, EarlierIsNormUnembeddingAndSoftmax) {
  const auto trace = run_lensed(lensed(Architecture::kDecoder, [](Config& c) { c.tied_output = false; }));
  const Eigen::RowVectorXd scale = numbers_of(*trace, "decoder.output.weight").cast<double>().row(0);
  const Eigen::RowVectorXd shift = numbers_of(*trace, "decoder.output.bias").cast<double>().row(0);
  const Eigen::MatrixXd table = numbers_of(*trace, "unembedding").cast<double>();
  for (const char* const address : {"input", "decoder.0.self.residual", "decoder.0.ffn.residual"}) {
    for (Index row = 0; row < 4; ++row) {
      const Eigen::RowVectorXd read = numbers_of(*trace, address).cast<double>().row(row);
      const Eigen::RowVectorXd centred = read.array() - read.mean();
      const double variance = centred.squaredNorm() / static_cast<double>(read.size());
      const Eigen::RowVectorXd normed = (centred / std::sqrt(variance + 1e-5)).cwiseProduct(scale) + shift;
      const Eigen::RowVectorXd powers = (normed * table.transpose()).array().exp();
      const Matrix expected = (powers / powers.sum()).cast<float>();
      const auto lens = logit_lens(*trace, stage_index(*trace, address), row);
      ASSERT_TRUE(lens.has_value()) << address;
      EXPECT_LT(largest_difference(*lens, expected), 1e-5) << address;
    }
  }
}

TEST(LogitLens, ReadsATraceThatRecomputes) {
  const Config config = lensed(Architecture::kDecoder);
  const Input input = single_input({{"a", "b", "c", "b"}, std::vector<bool>(4, false)});
  const auto model = make_model(config);
  const auto kept = forward(*model, input, config);
  Keeping keeping;
  keeping.recompute = true;
  const auto recomputed = forward(*model, input, config, {}, nullptr, keeping);
  ASSERT_TRUE(recomputed->recomputes());
  const int sum = stage_index(*kept, "decoder.0.self.residual");
  const auto lens = logit_lens(*kept, sum, 2);
  const auto again = logit_lens(*recomputed, stage_index(*recomputed, "decoder.0.self.residual"), 2);
  ASSERT_TRUE(lens && again);
  EXPECT_LT(largest_difference(*lens, *again), 1e-6);
}

TEST(LogitLens, IsOfSumsThatTheModelsOwnNormCouldRead) {
  const auto both = run_lensed(lensed(Architecture::kTransformer));
  EXPECT_TRUE(logit_lens(*both, stage_index(*both, "decoder.0.cross.residual"), 0));
  EXPECT_FALSE(logit_lens(*both, stage_index(*both, "encoder.0.ffn.residual"), 0)) << "other tokens";
  EXPECT_FALSE(logit_lens(*both, stage_index(*both, "decoder.0.ffn.hidden"), 0)) << "another width";
  EXPECT_FALSE(logit_lens(*both, stage_index(*both, "decoder.0.ffn.residual"), 3)) << "no such row";
  const auto post = run_lensed(lensed(Architecture::kDecoder, [](Config& c) { c.norm = NormOrder::kPost; }));
  EXPECT_FALSE(logit_lens(*post, stage_index(*post, "decoder.0.ffn.residual"), 0)) << "a layer's norm";
  const auto none = run_lensed(lensed(Architecture::kEncoder));
  EXPECT_FALSE(logit_lens(*none, stage_index(*none, "encoder.0.ffn.residual"), 0)) << "no predictions";
}

}  // namespace
}  // namespace engine
