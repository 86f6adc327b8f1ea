// Mistakes that are made on purpose are named; what fits none is not.
#include "engine/analysis/mistakes.h"

#include <algorithm>
#include <cmath>

#include "engine/core/hidden.h"
#include "engine/gradients/gradient_stages.h"
#include "traces.h"

namespace engine {
namespace {

constexpr double kNamedWithin = 1e-4;

std::vector<std::string> named(const Trace& trace, const std::string& address, const Matrix& theirs) {
  std::vector<std::string> keys;
  for (const Mistake& mistake : likely_mistakes(trace, stage_index(trace, address), theirs, kNamedWithin))
    keys.push_back(mistake.key);
  return keys;
}

// The first that is named; "" where none is.
std::string first_named(const Trace& trace, const std::string& address, const Matrix& theirs) {
  const auto keys = named(trace, address, theirs);
  return keys.empty() ? "" : keys.front();
}

std::shared_ptr<const Trace> causal_seeded() {
  Config config = seeded_config(12, 3, 4, 4);
  config.causal = true;
  return run({"the", "cat", "sat", "on", "mat"}, config);
}

Matrix soft_rows(const Matrix& scores) {
  Matrix weights = scores.array().exp().matrix();
  for (Index row = 0; row < weights.rows(); ++row) weights.row(row) /= weights.row(row).sum();
  return weights;
}

Matrix causal_mask(Index length, Index first_hidden) {
  Matrix mask = Matrix::Zero(length, length);
  for (Index row = 0; row < length; ++row) {
    for (Index column = row + first_hidden; column < length; ++column) mask(row, column) = -kInfinity;
  }
  return mask;
}

const std::string kHead = "encoder.0.self.head.1.";

TEST(Mistakes, OursIsNone) {
  const auto trace = causal_seeded();
  for (const Stage& stage : trace->stages()) {
    EXPECT_TRUE(named(*trace, stage.address, numbers_of(*trace, stage.address)).empty()) << stage.address;
  }
}

TEST(Mistakes, NumbersThatNoneExplainsAreNotExplained) {
  const auto trace = causal_seeded();
  for (const Stage& stage : trace->stages()) {
    Matrix theirs = numbers_of(*trace, stage.address);
    for (Index i = 0; i < theirs.size(); ++i) {
      if (!is_hidden(theirs.data()[i])) theirs.data()[i] += 0.1F + 0.3F * static_cast<float>(i % 7);
    }
    EXPECT_EQ(first_named(*trace, stage.address, theirs), "") << stage.address;
  }
}

TEST(Mistakes, KnowsHowScoresWereNotScaled) {
  const auto trace = causal_seeded();
  const Matrix scores = numbers_of(*trace, kHead + "scores");
  const Matrix mask = causal_mask(5, 1);
  for (const auto& [key, factor] : {std::pair{"mistake.no_scale", 1.0F},
                                    {"mistake.scale_no_root", 0.25F},
                                    {"mistake.scale_d_model", 1 / std::sqrt(12.0F)},
                                    {"mistake.scale_times", 2.0F}}) {
    const Matrix wrong = scores * factor;
    EXPECT_EQ(first_named(*trace, kHead + "scaled", wrong), key);
    EXPECT_EQ(first_named(*trace, kHead + "masked", wrong + mask), key);
    EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(wrong + mask)), key);
  }
  EXPECT_EQ(first_named(*trace, kHead + "scores", scores / 2), "mistake.scale_early");
}

TEST(Mistakes, KnowsHowScoresWithDistancesWereNotScaled) {
  Config config = seeded_config(12, 3, 4, 4);
  config.positions = PositionKind::kShaw;
  const auto trace = run({"the", "cat", "sat", "on", "mat"}, config);
  const Matrix sum = numbers_of(*trace, kHead + "relative.sum");
  EXPECT_EQ(first_named(*trace, kHead + "scaled", sum), "mistake.no_scale");
  EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(sum)), "mistake.no_scale");
  EXPECT_EQ(first_named(*trace, kHead + "scores", numbers_of(*trace, kHead + "scores") / 2),
            "mistake.scale_early");
}

TEST(Mistakes, KnowsWhichMaskWasMeant) {
  const auto trace = causal_seeded();
  const Matrix scaled = numbers_of(*trace, kHead + "scaled");
  for (const auto& [key, mask] : {std::pair<const char*, Matrix>{"mistake.no_mask", Matrix::Zero(5, 5)},
                                  {"mistake.mask_early", causal_mask(5, 0)},
                                  {"mistake.mask_late", causal_mask(5, 2)},
                                  {"mistake.mask_transposed", causal_mask(5, 1).transpose()}}) {
    const auto of_mask = named(*trace, kHead + "mask", mask);
    EXPECT_NE(std::find(of_mask.begin(), of_mask.end(), key), of_mask.end()) << key;
    EXPECT_EQ(first_named(*trace, kHead + "masked", scaled + mask), key);
    EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(scaled + mask)), key);
  }
}

TEST(Mistakes, SeesZerosForMinusInfinityAndAMaskAfterTheSoftmax) {
  const auto trace = causal_seeded();
  const Matrix scaled = numbers_of(*trace, kHead + "scaled");
  Matrix zeroed = scaled;
  Matrix late = soft_rows(scaled);
  for (Index row = 0; row < 5; ++row) {
    for (Index column = row + 1; column < 5; ++column) zeroed(row, column) = late(row, column) = 0;
  }
  EXPECT_EQ(first_named(*trace, kHead + "masked", zeroed), "mistake.mask_zero");
  EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(zeroed)), "mistake.mask_zero");
  EXPECT_EQ(first_named(*trace, kHead + "weights", late), "mistake.mask_after");
}

TEST(Mistakes, NoticesAMaskWhereThereIsNone) {
  const auto trace = run({"a", "b", "c"}, seeded_config(8, 2, 4, 4));
  const Matrix wrong = soft_rows(numbers_of(*trace, kHead + "scaled") + causal_mask(3, 1));
  EXPECT_EQ(first_named(*trace, kHead + "weights", wrong), "mistake.mask_added");
}

TEST(Mistakes, KnowsASoftmaxOverColumns) {
  const auto trace = run({"a", "b", "c", "d"}, seeded_config(8, 2, 4, 4));
  const Matrix scores = numbers_of(*trace, kHead + "masked");
  const Matrix exponentials = scores.array().exp().matrix();
  EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(scores.transpose()).transpose()),
            "mistake.softmax_columns");
  EXPECT_EQ(first_named(*trace, kHead + "weights", exponentials), "mistake.softmax_unnormalised");
  EXPECT_EQ(first_named(*trace, kHead + "weights", exponentials / exponentials.sum()), "mistake.softmax_all");
  EXPECT_EQ(first_named(*trace, kHead + "weights", soft_rows(scores).array().log().matrix()),
            "mistake.softmax_log");
  EXPECT_EQ(first_named(*trace, kHead + "weights", scores), "mistake.skipped");
}

TEST(Mistakes, KnowsHowHeadsWereCutWrongly) {
  const auto trace = run({"a", "b", "c", "d", "e"}, seeded_config(12, 3, 4, 4));
  Matrix all(5, 12);
  for (int head = 0; head < 3; ++head)
    all.middleCols(4 * head, 4) = numbers_of(*trace, head_address(head, "q"));
  Matrix interleaved(5, 4);
  Matrix reshaped(5, 4);
  for (Index row = 0; row < 5; ++row) {
    for (Index column = 0; column < 4; ++column) {
      interleaved(row, column) = all(row, 3 * column + 1);
      reshaped(row, column) = all.data()[20 + 4 * row + column];
    }
  }
  EXPECT_EQ(first_named(*trace, kHead + "q", interleaved), "mistake.interleaved");
  EXPECT_EQ(first_named(*trace, kHead + "q", reshaped), "mistake.no_transpose");
  const auto mistakes = likely_mistakes(*trace, stage_index(*trace, kHead + "v"),
                                        numbers_of(*trace, head_address(2, "v")), kNamedWithin);
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_EQ(mistakes.front().key, "mistake.other_head");
  EXPECT_EQ(mistakes.front().arguments.front(), (std::pair<std::string, std::string>("head", "2")));
  EXPECT_EQ(first_named(*trace, kHead + "q", numbers_of(*trace, kHead + "k")), "mistake.other_stage");
}

TEST(Mistakes, KnowsHowHeadsWereJoinedWrongly) {
  const auto trace = run({"a", "b", "c", "d", "e"}, seeded_config(12, 3, 4, 4));
  Matrix interleaved(5, 12);
  Matrix stacked(15, 4);
  for (int head = 0; head < 3; ++head) {
    const Matrix output = numbers_of(*trace, head_address(head, "output"));
    stacked.middleRows(5 * head, 5) = output;
    for (Index column = 0; column < 4; ++column) interleaved.col(3 * column + head) = output.col(column);
  }
  EXPECT_EQ(first_named(*trace, "encoder.0.self.concat", interleaved), "mistake.interleaved");
  EXPECT_EQ(first_named(*trace, "encoder.0.self.concat", Eigen::Map<Matrix>(stacked.data(), 5, 12)),
            "mistake.no_transpose");
}

TEST(Mistakes, KnowsTransposesOfAnyShape) {
  const auto trace = run({"a", "b", "c"}, seeded_config(8, 2, 4, 4));
  for (const char* step : {"q", "scores", "wq"})
    EXPECT_EQ(first_named(*trace, kHead + step, numbers_of(*trace, kHead + step).transpose()),
              "mistake.transposed");
}

TEST(Mistakes, KnowsWhatIsLeftOutOfALayer) {
  Config config = seeded_config(12, 3, 4, 4);
  config.architecture = Architecture::kEncoder;
  config.d_ff = 12;
  const auto trace = run({"the", "cat", "sat", "down"}, config);
  const std::string layer = "encoder.0.";
  EXPECT_EQ(first_named(*trace, layer + "self.residual", numbers_of(*trace, layer + "self.output")),
            "mistake.left_out");
  const Matrix hidden = numbers_of(*trace, layer + "ffn.hidden");
  const Matrix read = numbers_of(*trace, layer + "self.norm");
  const Matrix weight = numbers_of(*trace, layer + "ffn.w1");
  const Matrix bias = numbers_of(*trace, layer + "ffn.b1");
  EXPECT_EQ(first_named(*trace, layer + "ffn.activation", hidden), "mistake.skipped");
  EXPECT_EQ(first_named(*trace, layer + "ffn.hidden", hidden - bias.replicate(4, 1)),
            bias.isZero() ? "" : "mistake.no_bias");
  EXPECT_EQ(first_named(*trace, layer + "ffn.hidden", read * weight + bias.replicate(4, 1)),
            "mistake.weight_transposed");
  const Matrix gelu =
      hidden.unaryExpr([](float x) { return 0.5F * x * (1 + std::erf(x / std::sqrt(2.0F))); });
  EXPECT_EQ(first_named(*trace, layer + "ffn.activation", gelu), "mistake.activation");
}

TEST(Mistakes, KnowsHowNormsGoWrong) {
  Config config = seeded_config(12, 3, 4, 4);
  config.architecture = Architecture::kEncoder;
  const auto trace = run({"the", "cat", "sat", "down"}, config);
  const Matrix sum = numbers_of(*trace, "encoder.0.self.residual");
  Matrix unbiased(4, 12);
  Matrix uncentred(4, 12);
  for (Index row = 0; row < 4; ++row) {
    const Eigen::RowVectorXf centred = sum.row(row).array() - sum.row(row).mean();
    unbiased.row(row) = centred / std::sqrt(centred.squaredNorm() / 11);
    uncentred.row(row) = sum.row(row) / std::sqrt(sum.row(row).squaredNorm() / 12);
  }
  const Eigen::RowVectorXf weight = numbers_of(*trace, "encoder.0.self.norm.weight").row(0);
  const Eigen::RowVectorXf bias = numbers_of(*trace, "encoder.0.self.norm.bias").row(0);
  const auto affine = [&](const Matrix& normal) {
    return Matrix((normal.array().rowwise() * weight.array()).rowwise() + bias.array());
  };
  EXPECT_EQ(first_named(*trace, "encoder.0.self.norm", affine(unbiased)), "mistake.norm_unbiased");
  EXPECT_EQ(first_named(*trace, "encoder.0.self.norm", affine(uncentred)), "mistake.norm_no_mean");
  EXPECT_EQ(first_named(*trace, "encoder.0.self.norm", sum), "mistake.skipped");
}

TEST(Mistakes, KnowsHowPositionsAndEmbeddingsGoWrong) {
  const auto trace = run({"the", "cat", "sat", "down"}, seeded_config(8, 2, 4, 4));
  const Matrix position = numbers_of(*trace, "position");
  Matrix halves(4, 8);
  Matrix later(4, 8);
  for (Index row = 0; row < 4; ++row) {
    for (Index pair = 0; pair < 4; ++pair) {
      halves(row, pair) = position(row, 2 * pair);
      halves(row, 4 + pair) = position(row, 2 * pair + 1);
      const double angle = static_cast<double>(row + 1) / std::pow(10000.0, static_cast<double>(pair) / 4);
      later(row, 2 * pair) = static_cast<float>(std::sin(angle));
      later(row, 2 * pair + 1) = static_cast<float>(std::cos(angle));
    }
  }
  EXPECT_EQ(first_named(*trace, "position", halves), "mistake.position_halves");
  EXPECT_EQ(first_named(*trace, "position", later), "mistake.position_from_one");
  EXPECT_EQ(first_named(*trace, "embedding", numbers_of(*trace, "embedding") / std::sqrt(8.0F)),
            "mistake.embedding_not_scaled");
  EXPECT_EQ(first_named(*trace, "input", numbers_of(*trace, "embedding")), "mistake.left_out");
}

TEST(Mistakes, KnowsHowGradientsGoWrong) {
  const auto forward = causal_seeded();
  const auto trace = with_gradients(*forward, {stage_index(*forward, "encoder.0.self.output"), 3, 2});
  const std::string head = gradient_address(kHead);
  const Matrix weights = numbers_of(*trace, kHead + "weights");
  const Matrix of_weights = numbers_of(*trace, head + "weights");
  EXPECT_EQ(first_named(*trace, head + "masked", of_weights.cwiseProduct(weights)),
            "mistake.gradient_no_row_sum");
  EXPECT_EQ(first_named(*trace, head + "scores", numbers_of(*trace, head + "scaled")),
            "mistake.gradient_no_scale");
  EXPECT_EQ(first_named(*trace, head + "scores", numbers_of(*trace, head + "scores")), "");
}

}  // namespace
}  // namespace engine
