// Performer, Linformer and random feature attention as stages: causal forms, states, gates, exact cases.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/efficient.h"

namespace engine {
namespace {

Config with_kind(AttentionKind kind) {
  Config config = seeded_config(16, 2, 8, 6);
  config.attention.kind = kind;
  config.attention.features = 16;
  return config;
}

TEST(Performer, CausalIsTheKernelOfEarlierKeysAlone) {
  Config config = with_kind(AttentionKind::kPerformer);
  config.causal = true;
  const auto trace = run_words(config);
  const Eigen::MatrixXd query =
      numbers_of(*trace, head_address(0, "performer.features.query")).cast<double>();
  const Eigen::MatrixXd key = numbers_of(*trace, head_address(0, "performer.features.key")).cast<double>();
  Eigen::MatrixXd kernel = (query * key.transpose()).triangularView<Eigen::Lower>();
  kernel.array().colwise() /= kernel.rowwise().sum().array().eval();
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(0, "weights")), kernel.cast<float>()), 2e-6);
  const Matrix values = numbers_of(*trace, head_address(0, "v"));
  EXPECT_LE(largest_gap(numbers_of(*trace, head_address(0, "output")), kernel.cast<float>() * values), 4e-6);
}

TEST(Performer, ComesNearExactAttentionWithManyFeatures) {
  const auto error = [](Index features) {
    Config config = with_kind(AttentionKind::kPerformer);
    config.embedding_scale = false;  // short queries and keys
    config.attention.features = features;
    return numbers_of(*run_words(config), head_address(0, "difference")).norm();
  };
  EXPECT_LT(error(4096), 0.1);
  EXPECT_LT(error(4096), error(8) / 4);
}

TEST(Performer, DrawsAnewWithAnotherSeed) {
  Config config = with_kind(AttentionKind::kPerformer);
  const auto weights = [&](uint64_t seed) {
    config.attention.seed = seed;
    return numbers_of(*run_words(config), head_address(0, "weights"));
  };
  EXPECT_EQ(weights(1), weights(1));
  EXPECT_NE(weights(1), weights(2));
}

TEST(Performer, SummaryIsAsLargeAsTheFeaturesWhateverTheLength) {
  const Config config = with_kind(AttentionKind::kPerformer);
  const auto trace = run_words(config);
  const Stage& summary = trace->stage(stage_index(*trace, head_address(0, "performer.summary")));
  EXPECT_EQ(summary.rows, 16);
  EXPECT_EQ(summary.columns, 6);
}

// Typed over E and F of both heads.
Edits mixed_by(const Matrix& mixing) {
  Edits edits;
  for (int head = 0; head < 2; ++head) {
    for (const char* part : {"linformer.mix.key", "linformer.mix.value"}) {
      StageEdits& stage = edits.emplace_back();
      stage.address = head_address(head, part);
      for (Index row = 0; row < mixing.rows(); ++row) {
        for (Index column = 0; column < mixing.cols(); ++column)
          stage.cells.push_back({row, column, mixing(row, column)});
      }
    }
  }
  return edits;
}

TEST(Linformer, WithAPermutationOfAllKeysIsExact) {
  Config config = with_kind(AttentionKind::kLinformer);
  config.attention.rank = 11;
  Matrix permutation = Matrix::Zero(11, 11);
  for (Index row = 0; row < 11; ++row) permutation(row, (7 * row + 3) % 11) = 1;
  config.edits = mixed_by(permutation);
  EXPECT_LE(largest_of(numbers_of(*run_words(config), head_address(1, "difference"))), 1e-6);
}

TEST(Linformer, WithARotationOfAllKeysIsNotExact) {
  Config config = with_kind(AttentionKind::kLinformer);
  config.attention.rank = 11;
  // A reflection: symmetric, at right angles, and no permutation.
  Matrix reflection = Matrix::Identity(11, 11) - Matrix::Constant(11, 11, 2.0F / 11);
  config.edits = mixed_by(reflection);
  EXPECT_GT(largest_of(numbers_of(*run_words(config), head_address(1, "difference"))), 0.01);
}

TEST(Linformer, ItsMapIsAsWideAsItsRank) {
  Config config = with_kind(AttentionKind::kLinformer);
  const auto width = [&] {
    const auto trace = run_words(config);
    return trace->stage(stage_index(*trace, head_address(0, "linformer.mixed.shares"))).columns;
  };
  EXPECT_EQ(width(), 11);
  config.attention.rank = 4;
  EXPECT_EQ(width(), 4);
}

// S_t = g_t S_{t-1} + (1 - g_t) f_t v_t^T and the same for z, step by step in double precision.
TEST(Rfa, WithAGateEqualsItsRecurrence) {
  Config config = with_kind(AttentionKind::kRfa);
  config.causal = config.attention.gate = true;
  const auto trace = run_words(config);
  const auto numbers = [&](const char* step) {
    return Eigen::MatrixXd(numbers_of(*trace, head_address(1, step)).cast<double>());
  };
  const Eigen::MatrixXd query = numbers("rfa.features.query");
  const Eigen::MatrixXd key = numbers("rfa.features.key");
  const Eigen::MatrixXd values = numbers("v");
  const Eigen::MatrixXd gate = numbers("rfa.gate.open");
  const Eigen::MatrixXd output = numbers("output");
  const Eigen::MatrixXd states = numbers("rfa.state");
  Eigen::MatrixXd state = Eigen::MatrixXd::Zero(key.cols(), values.cols());
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(key.cols());
  for (Index t = 0; t < key.rows(); ++t) {
    const double g = gate(t, 0);
    EXPECT_GT(g, 0);
    EXPECT_LT(g, 1);
    state = g * state + (1 - g) * key.row(t).transpose() * values.row(t);
    sum = g * sum + (1 - g) * key.row(t);
    const Eigen::RowVectorXd expected = query.row(t) * state / query.row(t).dot(sum);
    EXPECT_LE((output.row(t) - expected).cwiseAbs().maxCoeff(), 1e-5 * (1 + expected.cwiseAbs().maxCoeff()));
    for (Index feature = 0; feature < state.rows(); ++feature) {
      const auto shown = states.row(t).segment(feature * state.cols(), state.cols());
      EXPECT_LE((shown - state.row(feature)).cwiseAbs().maxCoeff(), 1e-5);
    }
  }
}

TEST(Rfa, WithAGateForgetsWhatIsFarAway) {
  Config config = with_kind(AttentionKind::kRfa);
  config.causal = config.attention.gate = true;
  const auto trace = run_words(config);
  const Matrix left = numbers_of(*trace, head_address(0, "rfa.decay"));
  const Matrix gate = numbers_of(*trace, head_address(0, "rfa.gate.open"));
  EXPECT_FLOAT_EQ(left(10, 9), (1 - gate(9, 0)) * gate(10, 0));
  EXPECT_LT(left(10, 0), left(1, 0));
}

}  // namespace
}  // namespace engine
