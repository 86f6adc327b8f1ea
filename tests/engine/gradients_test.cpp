// What gradients must be whatever the numbers are: properties that none of the code mirrors. REFERENCE: the
// properties of backpropagation through attention; central differences through whole models.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/gradients/gradient_stages.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kWords = {"the", "cat", "saw", "the", "dog"};

Config decoder(NormOrder norm = NormOrder::kPre) {
  Config config = seeded_config(12, 2, 6, 6);
  config.architecture = Architecture::kDecoder;
  config.decoder_layers = 2;
  config.d_ff = 16;
  config.norm = norm;
  return config;
}

std::shared_ptr<const Trace> gradients_of(const Config& config, const std::string& target,
                                          const std::vector<std::string>& tokens = kWords,
                                          const std::vector<bool>& padding = {}) {
  const auto parsed = parse_target(target);
  EXPECT_TRUE(parsed.ok()) << target;
  const auto made = with_gradients(*run(tokens, config, padding), config, {.target = *parsed});
  EXPECT_TRUE(made.ok()) << made.error().key;
  return *made;
}

double largest(const Matrix& numbers) {
  return numbers.cwiseAbs().maxCoeff();
}

double loss_of(const Config& config) {
  const auto trace = gradients_of(config, "loss");
  return numbers_of(*trace, "loss")(0, 0);
}

// A number that was typed over one of a stage.
Config with_number(Config config, const std::string& address, Index row, Index column, double value) {
  config.edits = {{address, {{row, column, value}}}};
  return config;
}

TEST(Gradients, OfAWholeModelAreWhatCentralDifferencesSay) {
  for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
    const Config config = decoder(norm);
    const auto trace = gradients_of(config, "loss");
    for (const char* address : {"embedding.table", "decoder.0.self.head.1.wk", "decoder.0.self.head.0.scores",
                                "decoder.0.ffn.w2", "decoder.1.self.norm.weight", "decoder.1.ffn.hidden"}) {
      const Matrix gradient = numbers_of(*trace, gradient_address(address));
      const Matrix numbers = numbers_of(*trace, address);
      const Matrix centred = numbers.array() - numbers.mean();
      const double step = std::max(1e-3, 1e-2 * std::sqrt(centred.array().square().mean()));
      for (Index column = 0; column < std::min<Index>(3, gradient.cols()); ++column) {
        const double here = numbers(1 % numbers.rows(), column);
        const Index row = 1 % numbers.rows();
        const double rise = loss_of(with_number(config, address, row, column, here + step)) -
                            loss_of(with_number(config, address, row, column, here - step));
        EXPECT_NEAR(gradient(row, column), rise / (2 * step), 1e-2 * largest(gradient)) << address;
      }
    }
  }
}

TEST(Gradients, OfScoresSumToZeroInEachRow) {
  const auto trace = gradients_of(decoder(), "loss");
  const Matrix gradient = numbers_of(*trace, "gradient.decoder.1.self.head.0.scores");
  EXPECT_GT(largest(gradient), 0);
  for (Index row = 0; row < gradient.rows(); ++row)
    EXPECT_NEAR(gradient.row(row).sum(), 0, 1e-5 * largest(gradient));
}

TEST(Gradients, OfTheKeysBiasAreZero) {
  Config config = decoder();
  config.positions = PositionKind::kSinusoidal;
  const auto trace = gradients_of(config, "loss");
  const auto bias = trace->find("gradient.decoder.0.self.head.0.k");
  ASSERT_TRUE(bias.has_value());
  const Matrix keys = numbers_of(*trace, "gradient.decoder.0.self.head.0.k");
  EXPECT_GT(largest(keys), 0);
  EXPECT_LT(largest(keys.colwise().sum()), 1e-5 * largest(keys)) << "what a bias of the keys would get";
}

TEST(Gradients, OfANormStandAtRightAnglesToOnesAndToTheNormalisedRow) {
  const auto trace = gradients_of(decoder(NormOrder::kPost), "loss");
  const Matrix gradient = numbers_of(*trace, "gradient.decoder.0.self.residual");
  const Matrix normal = numbers_of(*trace, "decoder.0.self.norm");
  const double scale = largest(gradient);
  EXPECT_GT(scale, 0);
  for (Index row = 0; row < gradient.rows(); ++row) {
    EXPECT_NEAR(gradient.row(row).sum(), 0, 1e-4 * scale);
    const Eigen::RowVectorXf own = normal.row(row).array() - normal.row(row).mean();
    EXPECT_NEAR(gradient.row(row).dot(own), 0, 1e-4 * scale * own.norm() * 12);
  }
}

TEST(Gradients, OfHiddenKeysAreZero) {
  const auto trace = gradients_of(decoder(), "decoder.0.self.head.0.output:1,2");
  const Matrix scores = numbers_of(*trace, "gradient.decoder.0.self.head.0.masked");
  for (Index query = 0; query < scores.rows(); ++query) {
    for (Index key = 0; key < scores.cols(); ++key) {
      if (query != 1 || key > query) {
        EXPECT_EQ(scores(query, key), 0) << query << ", " << key;
      }
    }
  }
  EXPECT_GT(largest(scores), 0);
}

TEST(Gradients, OfPaddedRowsAreExactlyZero) {
  Config config = decoder();
  config.mask_padding = true;
  const auto trace = gradients_of(config, "loss", kWords, {false, false, false, true, true});
  const Matrix rows = numbers_of(*trace, "gradient.loss.rows");
  EXPECT_EQ(numbers_of(*trace, "loss.rows").bottomRows(3).cwiseAbs().sum(), 0);
  for (Index row = 0; row < 5; ++row) EXPECT_EQ(rows(row, 0), row < 2 ? 0.5F : 0.0F);
  EXPECT_EQ(largest(numbers_of(*trace, "gradient.logits").bottomRows(3)), 0);
  EXPECT_EQ(largest(numbers_of(*trace, "gradient.input").bottomRows(2)), 0);
}

TEST(Gradients, OfTokensMovedAreMoved) {
  Config config = seeded_config(12, 2, 6, 6);
  config.architecture = Architecture::kEncoder;
  config.positions = PositionKind::kNone;
  const auto trace = gradients_of(config, "encoder.output:0,3", {"a", "b", "c"});
  const auto moved = gradients_of(config, "encoder.output:2,3", {"c", "b", "a"});
  const Matrix there = numbers_of(*moved, "gradient.input").colwise().reverse();
  const Matrix here = numbers_of(*trace, "gradient.input");
  EXPECT_LT(largest(here - there), 1e-5 * largest(here));
}

TEST(Gradients, BehindANormWithoutResidualAreZeroAlongTheRow) {
  Config config = decoder(NormOrder::kPost);
  config.off = {"decoder.0.self.residual"};
  const auto trace = gradients_of(config, "loss");
  const Matrix gradient = numbers_of(*trace, "gradient.decoder.0.self.residual");
  const Matrix row = numbers_of(*trace, "decoder.0.self.residual");
  const Eigen::RowVectorXf centred = row.row(1).array() - row.row(1).mean();
  EXPECT_NEAR(gradient.row(1).dot(centred), 0, 1e-4 * largest(gradient) * centred.norm() * 12);
}

TEST(Gradients, OfAStageReadByManyAreTheSumOfNamedParts) {
  const auto trace = gradients_of(decoder(NormOrder::kPost), "loss");
  const int sum = stage_index(*trace, "gradient.decoder.0.self.norm");
  Matrix total = Matrix::Zero(5, 12);
  for (const int part : trace->stage(sum).inputs) {
    EXPECT_TRUE(trace->stage(part).address.starts_with("gradient.decoder.0.self.norm.from.decoder.0.ffn."))
        << trace->stage(part).address;
    total += trace->read(part, 0, 0, 5, 12);
  }
  EXPECT_EQ(trace->stage(sum).inputs.size(), 2U);
  EXPECT_LT(largest(total - trace->read(sum, 0, 0, 5, 12)), 1e-6);
}

TEST(Gradients, OfTypedNumbersGoNoFurther) {
  Config config = decoder();
  const auto plain = gradients_of(config, "loss");
  config.edits = {{"decoder.0.ffn.hidden", {{1, 2, 0.5}}}};
  const auto trace = gradients_of(config, "loss");
  EXPECT_NE(numbers_of(*trace, "gradient.decoder.0.ffn.hidden")(1, 2), 0);
  EXPECT_EQ(numbers_of(*trace, "gradient.decoder.0.ffn.hidden.computed")(1, 2), 0);
  EXPECT_FALSE(plain->find("gradient.decoder.0.ffn.hidden.computed").has_value());
}

TEST(Gradients, OfARecomputingTraceAreTheSame) {
  const Config config = decoder();
  const Input input = single_input({kWords, std::vector<bool>(kWords.size(), false)});
  const auto model = make_model(config);
  const auto kept = with_gradients(*forward(*model, input, config), config, {.target = LossTarget{}});
  const auto remade = with_gradients(*forward(*model, input, config, {}, nullptr, {.recompute = true}),
                                     config, {.target = LossTarget{}});
  ASSERT_TRUE(kept.ok() && remade.ok());
  ASSERT_EQ((*kept)->size(), (*remade)->size());
  for (int stage = 0; stage < (*kept)->size(); ++stage) {
    const Shape shape = (*kept)->stage(stage).shape();
    const Matrix one = (*kept)->read(stage, 0, 0, shape.rows, shape.columns);
    const Matrix other = (*remade)->read(stage, 0, 0, shape.rows, shape.columns);
    for (Index i = 0; i < one.size(); ++i) {
      if (!std::isfinite(one.data()[i])) continue;
      EXPECT_NEAR(one.data()[i], other.data()[i], 1e-5 * (1 + std::abs(one.data()[i])))
          << (*kept)->stage(stage).address;
    }
  }
}

TEST(Gradients, TakeTheMemoryThatIsForeseen) {
  const Config config = decoder();
  const auto trace = run(kWords, config);
  const Cell target{stage_index(*trace, "logits"), 1, 2};
  const auto made = with_gradients(*trace, target);
  const auto taken = static_cast<double>(made->bytes() - trace->bytes());
  const double foreseen = estimate_gradient_bytes(*trace, target);
  // A gradient that is handed on shares its memory.
  EXPECT_LE(taken, foreseen);
  EXPECT_GT(taken, foreseen / 2);
}

struct WrongTarget {
  const char* target;
  const char* error;
};

TEST(Gradients, OfWrongTargetsAreRefusedWithAReason) {
  const Config config = decoder();
  const auto trace = run(kWords, config);
  for (const auto& [text, error] : {WrongTarget{"decoder.0.nothing:1,1", "error.unknown_stage"},
                                    {"decoder.0.self.output:5,0", "error.target_cell"},
                                    {"decoder.0.self.output:0,12", "error.target_cell"},
                                    {"embedding.table:0,0", "error.target_given"},
                                    {"decoder.0.self.head.0.masked:0,4", "error.target_value"},
                                    {"logit:5,0", "error.target_row"},
                                    {"logit:0,99", "error.target_token"},
                                    {"logit:0,\"bird\"", "error.target_token"}}) {
    const auto target = parse_target(text);
    ASSERT_TRUE(target.ok()) << text;
    const auto made = with_gradients(*trace, config, {.target = *target});
    ASSERT_FALSE(made.ok()) << text;
    EXPECT_EQ(made.error().key, error) << text;
  }
  const Config alone = seeded_config(12, 2, 6, 6);
  EXPECT_EQ(with_gradients(*run(kWords, alone), alone, {.target = LossTarget{}}).error().key,
            "error.target_logits");
  EXPECT_EQ(with_gradients(*run({"one"}, config), config, {.target = LossTarget{}}).error().key,
            "error.loss_nothing");
}

TEST(Gradients, TargetsAreReadAsTheyArePrinted) {
  for (const char* text : {"loss", "encoder.0.output:2,13", "logit:3,7", "logit:3,\"a,b\",12",
                           "logit:0,\"say \\\"no\\\"\",\"\\\\\""}) {
    const auto target = parse_target(text);
    ASSERT_TRUE(target.ok()) << text;
    EXPECT_EQ(to_text(*target), text);
  }
  for (const char* text :
       {"", "loss:", "logit:", "logit:1", "logit:1,2,3,4", "logit:-1,2", "logit:1,\"a", "a:1", "a:1,2,3",
        ":1,2", "a:1,x", "a:1,-2", "logit:1,\"\\\"", "a:99999999999999999999,1"})
    EXPECT_FALSE(parse_target(text).ok()) << text;
  for (const char* text : {"3=12", "0=\"cat\""}) EXPECT_EQ(to_text(parse_masked(text).value()), text);
  for (const char* text : {"", "=", "3", "3=", "x=1", "3=cat", "-1=2"}) EXPECT_FALSE(parse_masked(text).ok());
}

TEST(Gradients, OfADifferenceOfLogitsAreThoseOfEachOther) {
  const Config config = decoder();
  const auto trace = gradients_of(config, "logit:2,\"cat\",\"dog\"");
  const Matrix logits = numbers_of(*trace, "logits");
  EXPECT_NEAR(numbers_of(*trace, "logit.difference")(0, 0), logits(2, 1) - logits(2, 3), 1e-5);
  const Matrix cat = numbers_of(*gradients_of(config, "logit:2,\"cat\""), "gradient.input");
  const Matrix dog = numbers_of(*gradients_of(config, "logit:2,3"), "gradient.input");
  EXPECT_LT(largest(cat - dog - numbers_of(*trace, "gradient.input")), 1e-5);
}

}  // namespace
}  // namespace engine
