// How attention is told where a token stands: each kind against its formula, written out in double precision.
#include "engine/attention/positions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/model/generate.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

using Wide = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

const std::vector<std::string> kFledWords = {"the", "cat", "saw", "the", "dog", "and", "it", "fled"};

Config with_positions(PositionKind kind, Index heads = 4) {
  Config config = seeded_config(24, heads, 6, 5);
  config.positions = kind;
  return config;
}

Wide wide(const Trace& trace, const std::string& address) {
  return numbers_of(trace, address).cast<double>();
}

double largest_difference(const Wide& one, const Wide& other) {
  return (one - other).cwiseAbs().maxCoeff();
}

Wide softmax(Wide scores) {
  for (Index row = 0; row < scores.rows(); ++row) {
    const double peak = scores.row(row).maxCoeff();
    scores.row(row) = (scores.row(row).array() - peak).exp().matrix();
    scores.row(row) /= scores.row(row).sum();
  }
  return scores;
}

// Su et al. 2021, eq. 15, pairs (c, c + d/2), position by position.
Wide turned(const Wide& vectors, double base) {
  Wide result(vectors.rows(), vectors.cols());
  const Index half = vectors.cols() / 2;
  for (Index p = 0; p < vectors.rows(); ++p) {
    for (Index c = 0; c < half; ++c) {
      const double angle = static_cast<double>(p) * std::pow(base, -2.0 * static_cast<double>(c) /
                                                                       static_cast<double>(vectors.cols()));
      result(p, c) = vectors(p, c) * std::cos(angle) - vectors(p, c + half) * std::sin(angle);
      result(p, c + half) = vectors(p, c + half) * std::cos(angle) + vectors(p, c) * std::sin(angle);
    }
  }
  return result;
}

Wide distances(Index rows, Index columns) {
  Wide result(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) result(i, j) = static_cast<double>(std::abs(i - j));
  }
  return result;
}

TEST(Positions, EveryKindHasOneRowAndOneName) {
  std::set<PositionKind> kinds;
  std::set<std::string_view> names;
  std::set<std::string_view> choices;
  for (const PositionInfo& row : position_kinds()) {
    kinds.insert(row.kind);
    names.insert(row.name);
    EXPECT_EQ(&info_of(row.kind), &row);
    if (row.choice.empty()) continue;
    EXPECT_TRUE(choices.insert(row.choice).second) << row.choice;
  }
  EXPECT_EQ(kinds.size(), position_kinds().size());
  EXPECT_EQ(names.size(), position_kinds().size());
  EXPECT_EQ(choices, (std::set<std::string_view>{"sinusoidal", "learned", "rotary", "alibi", "grid",
                                                 "relative", "none"}));
}

TEST(Rotary, AttentionAloneTurnsQueriesAndKeysAsTheFormulaSays) {
  const auto trace = run(kFledWords, with_positions(PositionKind::kRotary));
  for (int head = 0; head < 4; ++head) {
    const Wide q = turned(wide(*trace, head_address(head, "q")), 10000);
    const Wide k = turned(wide(*trace, head_address(head, "k")), 10000);
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "q.rotated")), q), 1e-6);
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "scores")), q * k.transpose()), 2e-6);
  }
}

TEST(Rotary, ScoresOfEqualTokensDependOnTheirDistanceAlone) {
  const std::vector<std::string> same(6, "cat");
  const Wide scores = wide(*run(same, with_positions(PositionKind::kRotary)), head_address(1, "scores"));
  for (Index i = 0; i + 1 < scores.rows(); ++i) {
    for (Index j = 0; j + 1 < scores.cols(); ++j) EXPECT_NEAR(scores(i, j), scores(i + 1, j + 1), 2e-6);
  }
  EXPECT_GT(std::abs(scores(0, 3) - scores(0, 0)), 1e-3);
}

TEST(Alibi, SlopesAreThoseOfThePaper) {
  for (Index head = 0; head < 8; ++head)
    EXPECT_DOUBLE_EQ(alibi_slope(head, 8), std::pow(0.5, static_cast<double>(head + 1)));
  EXPECT_DOUBLE_EQ(alibi_slope(0, 1), 1.0 / 256);
  EXPECT_DOUBLE_EQ(alibi_slope(1, 4), 1.0 / 16);
  // Twelve heads: those of eight, then every other one of sixteen.
  for (Index head = 0; head < 8; ++head) EXPECT_EQ(alibi_slope(head, 12), alibi_slope(head, 8));
  for (Index head = 8; head < 12; ++head) EXPECT_EQ(alibi_slope(head, 12), alibi_slope(2 * (head - 8), 16));
  EXPECT_NEAR(alibi_slope(8, 12), std::sqrt(0.5), 1e-15);
}

TEST(Alibi, TakesTheSlopeTimesTheDistanceFromTheScaledScores) {
  const auto trace = run(kFledWords, with_positions(PositionKind::kAlibi));
  for (int head = 0; head < 4; ++head) {
    const Wide q = wide(*trace, head_address(head, "q"));
    const Wide k = wide(*trace, head_address(head, "k"));
    const Wide bias = -alibi_slope(head, 4) * distances(q.rows(), k.rows());
    const Wide biased = q * k.transpose() / std::sqrt(6.0) + bias;
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "alibi")), bias), 1e-6);
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "biased")), biased), 2e-6);
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "weights")), softmax(biased)), 1e-6);
  }
}

TEST(Alibi, HidesLaterKeysWhereItIsCausal) {
  Config config = with_positions(PositionKind::kAlibi, 3);
  config.causal = true;
  const auto trace = run(kFledWords, config);
  Wide biased = wide(*trace, head_address(2, "scaled")) - alibi_slope(2, 3) * distances(8, 8);
  for (Index i = 0; i < 8; ++i) biased.row(i).tail(7 - i).setConstant(-HUGE_VAL);
  EXPECT_LT(largest_difference(wide(*trace, head_address(2, "weights")), softmax(biased)), 1e-6);
}

// Shaw et al. 2018, eq. 4 and 5: e_ij = q_i · (k_j + a_ij) / sqrt(d_k).
TEST(Shaw, AddsAVectorOfTheDistanceToEveryKeyBeforeTheScoresAreScaled) {
  Config config = with_positions(PositionKind::kShaw);
  config.relative_distance = 2;
  const auto trace = run(kFledWords, config);
  for (int head = 0; head < 4; ++head) {
    const Wide q = wide(*trace, head_address(head, "q"));
    const Wide k = wide(*trace, head_address(head, "k"));
    const Wide table = wide(*trace, head_address(head, "relative.table"));
    ASSERT_EQ(table.rows(), 5);
    Wide scaled(8, 8);
    for (Index i = 0; i < 8; ++i) {
      for (Index j = 0; j < 8; ++j) {
        const Index place = std::min<Index>(std::max<Index>(j - i, -2), 2) + 2;
        scaled(i, j) = q.row(i).dot(k.row(j) + table.row(place)) / std::sqrt(6.0);
      }
    }
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "scaled")), scaled), 2e-6);
    EXPECT_LT(largest_difference(wide(*trace, head_address(head, "weights")), softmax(scaled)), 1e-6);
  }
}

TEST(Shaw, EveryLayerAndHeadHasVectorsOfItsOwn) {
  Config config = with_positions(PositionKind::kShaw);
  config.architecture = Architecture::kEncoder;
  config.d_ff = 12;
  const auto trace = run(kFledWords, config);
  const auto table = [&](const char* head) {
    return wide(*trace, std::string("encoder.") + head + ".relative.table");
  };
  EXPECT_EQ(table("0.self.head.0").rows(), 33);
  EXPECT_GT(largest_difference(table("0.self.head.0"), table("0.self.head.1")), 0.01);
  EXPECT_GT(largest_difference(table("0.self.head.0"), table("1.self.head.0")), 0.01);
}

TEST(Positions, CrossAttentionKnowsNone) {
  for (const PositionKind kind : {PositionKind::kRotary, PositionKind::kAlibi, PositionKind::kShaw}) {
    Config config = with_positions(kind);
    config.architecture = Architecture::kTransformer;
    config.d_ff = 12;
    const Input input =
        single_input({kFledWords, std::vector<bool>(8, false)}, Sequence{{"le", "chat"}, {false, false}});
    const auto trace = forward(*make_model(config), input, config);
    for (int i = 0; i < trace->size(); ++i) {
      const std::string& address = trace->stage(i).address;
      if (address.find(".cross.") == std::string::npos) continue;
      for (const char* step : {".rotated", ".alibi", ".relative", ".biased"})
        EXPECT_EQ(address.find(step), std::string::npos) << address;
    }
    EXPECT_EQ(trace->find("encoder.0.self.head.0.alibi").has_value(), kind == PositionKind::kAlibi);
  }
}

// A step at a time with kept keys and values, or all at once: new rows stand at their own positions.
TEST(Positions, ATokenGeneratedStandsWhereItWouldStandInTheWhole) {
  for (const PositionInfo& row : position_kinds()) {
    Config config = with_positions(row.kind);
    config.architecture = Architecture::kDecoder;
    config.d_ff = 12;
    config.relative_distance = 3;
    const auto model = make_model(config);
    Input input = single_input({{"the", "cat", "saw"}, {false, false, false}});
    input.vocabulary = {"the", "cat", "saw", "dog"};
    Generator generator(model, input, config);
    for (const Index token : {3, 0, 2, 1, 3}) {
      generator.append(token);
      Sequence& whole = input.examples.front().source;
      whole.tokens.push_back(input.vocabulary[static_cast<size_t>(token)]);
      whole.padding.push_back(false);
      const auto trace = forward(*model, input, config);
      const Matrix all = numbers_of(*trace, "logits");
      EXPECT_LT((all.row(all.rows() - 1) - generator.logits()).cwiseAbs().maxCoeff(), 1e-5) << row.name;
    }
  }
}

TEST(Positions, WhatDoesNotFitIsRefused) {
  const auto key_of = [](const Config& config) {
    const auto bad = check(config);
    return bad ? bad->key : "";
  };
  Config odd = with_positions(PositionKind::kRotary);
  odd.d_k = 5;
  EXPECT_EQ(key_of(odd), "error.rotary_width");
  for (const PositionInfo& row : position_kinds()) {
    Config crafted;
    crafted.positions = row.kind;
    EXPECT_EQ(key_of(crafted), row.has_table ? "error.crafted_positions" : "") << row.name;
    EXPECT_EQ(key_of(with_positions(row.kind, 3)), "") << row.name;
  }
  Config none = with_positions(PositionKind::kShaw);
  none.relative_distance = 0;
  EXPECT_EQ(key_of(none), "error.size");
}

TEST(Positions, OnlyAKindWithNumbersOfItsOwnIsAnotherModel) {
  const Config plain = with_positions(PositionKind::kNone);
  for (const PositionInfo& row : position_kinds())
    EXPECT_EQ(same_model(plain, with_positions(row.kind)), !row.has_table) << row.name;
  Config near = with_positions(PositionKind::kShaw);
  near.relative_distance = 4;
  EXPECT_FALSE(same_model(near, with_positions(PositionKind::kShaw)));
}

}  // namespace
}  // namespace engine
