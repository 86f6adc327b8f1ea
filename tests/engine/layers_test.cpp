// What layers must do, whatever their weights are.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/model/generate.h"
#include "engine/ops/operations.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kSource = {"the", "cat", "saw", "the", "dog"};
const std::vector<std::string> kTarget = {"le", "chat", "vit"};

Sequence sequence(const std::vector<std::string>& tokens, std::vector<bool> padding = {}) {
  padding.resize(tokens.size(), false);
  return {tokens, padding};
}

Config layered(Architecture architecture, NormOrder norm = NormOrder::kPost) {
  Config config = seeded_config(12, 3, 4, 4);
  config.architecture = architecture;
  config.d_ff = 20;
  config.norm = norm;
  return config;
}

std::shared_ptr<const Trace> run_input(const Input& input, const Config& config,
                                       std::shared_ptr<const Trace> earlier = nullptr) {
  const auto bad = check(config, input);
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  return forward(*make_model(config), input, config, {}, std::move(earlier));
}

std::shared_ptr<const Trace> translate(const Config& config) {
  return run_input(single_input(sequence(kSource), sequence(kTarget)), config);
}

TEST(Layers, EveryMapHasTheShapeOfWhoReadsWhom) {
  const auto trace = translate(layered(Architecture::kTransformer));
  const auto shape = [&](const std::string& address) {
    const Stage& stage = trace->stage(stage_index(*trace, address));
    return std::pair(stage.rows, stage.columns);
  };
  EXPECT_EQ(shape("encoder.1.self.head.2.weights"), std::pair(Index{5}, Index{5}));
  EXPECT_EQ(shape("decoder.1.self.head.2.weights"), std::pair(Index{3}, Index{3}));
  EXPECT_EQ(shape("decoder.1.cross.head.2.weights"), std::pair(Index{3}, Index{5}));
  EXPECT_EQ(shape("probabilities"), std::pair(Index{3}, Index{7}));
}

TEST(Layers, ARunTellsWhichPartOfItIsDone) {
  Config config = seeded_config(8, 2, 4, 4);
  config.architecture = Architecture::kTransformer;
  config.encoder_layers = 3;
  config.decoder_layers = 1;
  Input input = single_input({{"a", "b"}, {false, false}});
  input.examples.front().target = input.examples.front().source;
  std::vector<double> told;
  forward(*make_model(config), input, config, {}, nullptr, {}, [&](double done) { told.push_back(done); });
  EXPECT_EQ(told, (std::vector<double>{0.25, 0.5, 0.75, 1}));
}

TEST(Layers, PostNormAddsThenNormalises) {
  const auto trace = translate(layered(Architecture::kTransformer));
  const Matrix residual = numbers_of(*trace, "source.input") + numbers_of(*trace, "encoder.0.self.output");
  EXPECT_TRUE(numbers_of(*trace, "encoder.0.self.residual").isApprox(residual));
  const Matrix norm = numbers_of(*trace, "encoder.0.self.norm");
  for (Index row = 0; row < norm.rows(); ++row) {
    EXPECT_NEAR(norm.row(row).mean(), 0, 1e-6);
    EXPECT_NEAR(norm.row(row).squaredNorm() / 12, 1, 1e-4);
  }
  EXPECT_EQ(numbers_of(*trace, "encoder.output"), numbers_of(*trace, "encoder.1.ffn.norm"));
}

TEST(Layers, PreNormNormalisesWhatTheSubLayerReads) {
  const auto trace = translate(layered(Architecture::kTransformer, NormOrder::kPre));
  const Stage& hidden = trace->stage(stage_index(*trace, "encoder.0.ffn.hidden"));
  EXPECT_EQ(trace->stage(hidden.inputs[0]).address, "encoder.0.ffn.norm");
  const Matrix residual =
      numbers_of(*trace, "encoder.0.self.residual") + numbers_of(*trace, "encoder.0.ffn.output");
  EXPECT_TRUE(numbers_of(*trace, "encoder.0.ffn.residual").isApprox(residual));
  EXPECT_EQ(trace->stage(stage_index(*trace, "decoder.output")).operation->name(), "layer_norm");
}

TEST(Layers, BottomToTopAddsTheLayersInputAgainAtItsEnd) {
  const auto trace = translate(layered(Architecture::kTransformer, NormOrder::kB2T));
  const Matrix encoder = numbers_of(*trace, "encoder.0.self.norm") +
                         numbers_of(*trace, "encoder.0.ffn.output") + numbers_of(*trace, "source.input");
  EXPECT_TRUE(numbers_of(*trace, "encoder.0.ffn.residual").isApprox(encoder));
  const Matrix decoder = numbers_of(*trace, "decoder.1.cross.norm") +
                         numbers_of(*trace, "decoder.1.ffn.output") +
                         numbers_of(*trace, "decoder.0.ffn.norm");
  EXPECT_TRUE(numbers_of(*trace, "decoder.1.ffn.residual").isApprox(decoder));
}

TEST(Switches, EachArrowPartAndNormCanBeTakenAway) {
  Config config = layered(Architecture::kEncoder, NormOrder::kB2T);
  const auto with_off = [&](std::vector<std::string> off) {
    config.off = std::move(off);
    return run(kSource, config);
  };
  EXPECT_EQ(numbers_of(*with_off({"encoder.0.self.residual"}), "encoder.0.self.residual"),
            numbers_of(*with_off({}), "encoder.0.self.output"));
  EXPECT_EQ(numbers_of(*with_off({"encoder.0.self.output"}), "encoder.0.self.residual"),
            numbers_of(*with_off({}), "input"));
  EXPECT_EQ(numbers_of(*with_off({"encoder.0.self.norm"}), "encoder.0.self.norm"),
            numbers_of(*with_off({}), "encoder.0.self.residual"));
  const auto trace = with_off({"encoder.0.ffn.residual.input"});
  EXPECT_TRUE(
      numbers_of(*trace, "encoder.0.ffn.residual")
          .isApprox(numbers_of(*trace, "encoder.0.self.norm") + numbers_of(*trace, "encoder.0.ffn.output")));
  const auto nothing = with_off({"encoder.0.self.output", "encoder.0.self.residual"});
  EXPECT_EQ(numbers_of(*nothing, "encoder.0.self.residual"), Matrix::Zero(5, 12));
}

TEST(Switches, EveryOneThatIsOfferedChangesSomething) {
  for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
    Config config = layered(Architecture::kTransformer, norm);
    const Matrix all_on = numbers_of(*translate(config), "logits");
    for (const std::string& address : switches(config)) {
      config.off = {address};
      EXPECT_GT((numbers_of(*translate(config), "logits") - all_on).cwiseAbs().maxCoeff(), 1e-4f) << address;
    }
  }
}

// Rows of a stage that differ between two traces.
std::vector<Index> moved_rows(const Trace& a, const Trace& b, const std::string& address) {
  const Matrix left = numbers_of(a, address);
  const Matrix right = numbers_of(b, address);
  std::vector<Index> rows;
  for (Index row = 0; row < left.rows(); ++row) {
    if (left.row(row) != right.row(row)) rows.push_back(row);
  }
  return rows;
}

TEST(FeedForward, IsPositionWiseAndAttentionIsNot) {
  Config config = layered(Architecture::kEncoder);
  const auto before = run(kSource, config);
  config.nudge = {"encoder.0.ffn", 2};
  const auto nudged = run(kSource, config);
  for (const char* stage : {"hidden", "activation", "output"}) {
    EXPECT_EQ(moved_rows(*before, *nudged, std::string("encoder.0.ffn.") + stage), std::vector<Index>{2})
        << stage;
  }
  config.nudge = {"encoder.0.self", 2};
  EXPECT_EQ(moved_rows(*before, *run(kSource, config), "encoder.0.self.output").size(), 5U);
}

TEST(Decoder, NeverLooksAhead) {
  const Config config = layered(Architecture::kTransformer);
  std::vector<std::string> changed = kTarget;
  changed.back() = "chat";
  const auto before = translate(config);
  const auto after = run_input(single_input(sequence(kSource), sequence(changed)), config);
  EXPECT_EQ(numbers_of(*before, "decoder.output").topRows(2),
            numbers_of(*after, "decoder.output").topRows(2));
  EXPECT_NE(numbers_of(*before, "decoder.output").row(2), numbers_of(*after, "decoder.output").row(2));
}

TEST(Decoder, AloneHasNoCrossAttentionAndPlainAddresses) {
  const auto trace = run(kSource, layered(Architecture::kDecoder));
  EXPECT_TRUE(trace->find("embedding").has_value());
  EXPECT_TRUE(trace->find("decoder.1.self.head.0.weights").has_value());
  EXPECT_FALSE(trace->find("decoder.0.cross.output").has_value());
  EXPECT_FALSE(trace->find("encoder.output").has_value());
}

TEST(Batch, APaddedSentenceGivesTheNumbersOfTheSentenceAlone) {
  Config config = layered(Architecture::kEncoder);
  config.mask_padding = true;
  Input batch;
  batch.is_batch = true;
  batch.examples.push_back({sequence(kSource), std::nullopt});
  batch.examples.push_back(
      {sequence({"a", "cat", "[PAD]", "[PAD]", "[PAD]"}, {false, false, true, true, true}), std::nullopt});
  batch.vocabulary = distinct_tokens(batch.examples);
  const auto together = run_input(batch, config);
  const auto alone = run({"a", "cat"}, config);
  for (const char* address : {"encoder.0.self.head.1.output", "encoder.1.ffn.hidden", "encoder.output"}) {
    const Matrix padded = numbers_of(*together, std::string("batch.1.") + address);
    EXPECT_LE((padded.topRows(2) - numbers_of(*alone, address)).cwiseAbs().maxCoeff(), 2e-6f) << address;
  }
  config.mask_padding = false;
  EXPECT_GT((numbers_of(*run_input(batch, config), "batch.1.encoder.output").topRows(2) -
             numbers_of(*alone, "encoder.output"))
                .cwiseAbs()
                .maxCoeff(),
            1e-3f);
}

TEST(Batch, PaddingHidesTheSourceFromCrossAttentionToo) {
  Config config = layered(Architecture::kTransformer);
  config.mask_padding = true;
  const auto trace = run_input(
      single_input(sequence(kSource, {false, false, false, true, true}), sequence(kTarget)), config);
  const Matrix weights = numbers_of(*trace, "decoder.0.cross.head.0.weights");
  EXPECT_EQ(weights.rightCols(2), Matrix::Zero(3, 2));
  EXPECT_GT(weights.leftCols(3).minCoeff(), 0);
}

TEST(Output, IsTiedToTheEmbeddingTableOrHasItsOwn) {
  Config config = layered(Architecture::kDecoder);
  const auto tied = run(kSource, config);
  EXPECT_TRUE(
      numbers_of(*tied, "logits")
          .isApprox(numbers_of(*tied, "decoder.output") * numbers_of(*tied, "embedding.table").transpose(),
                    1e-4f));
  config.tied_output = false;
  const auto free = run(kSource, config);
  EXPECT_NE(numbers_of(*free, "unembedding"), numbers_of(*free, "embedding.table"));
  EXPECT_TRUE(
      numbers_of(*free, "logits")
          .isApprox(numbers_of(*free, "decoder.output") * numbers_of(*free, "unembedding").transpose(),
                    1e-4f));
}

std::vector<Config> generating_configs() {
  std::vector<Config> configs;
  for (const Architecture architecture : {Architecture::kDecoder, Architecture::kTransformer}) {
    for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
      configs.push_back(layered(architecture, norm));
      configs.back().positions = norm == NormOrder::kPre ? PositionKind::kLearned : PositionKind::kSinusoidal;
    }
  }
  return configs;
}

TEST(Generator, GivesTheNumbersOfTheFullPassAtEveryStep) {
  for (const Config& config : generating_configs()) {
    const bool two = config.has_target();
    Input input = two ? single_input(sequence(kSource), sequence({"le"})) : single_input(sequence(kSource));
    Generator generator(make_model(config), input, config);
    for (int i = 0; i < 40; ++i) {
      const Matrix logits = numbers_of(*run_input(input, config), "logits");
      const float scale = logits.cwiseAbs().maxCoeff();
      ASSERT_LE((generator.logits() - logits.bottomRows(1)).cwiseAbs().maxCoeff(), 1e-5f * scale) << i;
      const Generated next =
          choose_token(generator.logits(), {.greedy = false, .temperature = 2}, static_cast<uint64_t>(i));
      generator.append(next.token);
      Sequence& decoded = two ? *input.examples[0].target : input.examples[0].source;
      decoded.tokens.push_back(input.vocabulary.at(static_cast<size_t>(next.token)));
      decoded.padding.push_back(false);
    }
    EXPECT_EQ(generator.length(), (two ? 1 : 5) + 40);
  }
}

TEST(Generator, ANudgeStaysWithItsRow) {
  for (const Index row : {Index{1}, Index{7}}) {
    Config config = layered(Architecture::kDecoder);
    config.nudge = {"decoder.0.ffn", row};
    Input input = single_input(sequence(kSource));
    Generator generator(make_model(config), input, config);
    for (int i = 0; i < 6; ++i) {
      generator.append(i % 4);
      input.examples[0].source.tokens.push_back(input.vocabulary.at(static_cast<size_t>(i % 4)));
      input.examples[0].source.padding.push_back(false);
      // Not run_input: the check refuses the nudge until its row is there.
      const Matrix logits = numbers_of(*forward(*make_model(config), input, config), "logits");
      EXPECT_LE((generator.logits() - logits.bottomRows(1)).cwiseAbs().maxCoeff(),
                1e-5f * logits.cwiseAbs().maxCoeff())
          << row << ", " << i;
    }
  }
}

TEST(Generator, PredictsFromTheLastTokenThatIsNoPadding) {
  Config config = layered(Architecture::kDecoder);
  config.mask_padding = true;
  const Input input = single_input(sequence(kSource, {false, false, false, true, true}));
  EXPECT_EQ(prediction_row(input.examples[0].source), 2);
  const Generator generator(make_model(config), input, config);
  const Matrix logits = numbers_of(*run_input(input, config), "logits");
  EXPECT_LE((generator.logits() - logits.row(2)).cwiseAbs().maxCoeff(), 1e-5f * logits.cwiseAbs().maxCoeff());
  EXPECT_EQ(prediction_row({{"a", "b"}, {true, true}}), 1);
}

TEST(Generator, HasNoRoomBeyondItsPositions) {
  Config config = layered(Architecture::kDecoder);
  config.positions = PositionKind::kLearned;
  config.context = 6;
  Generator generator(make_model(config), single_input(sequence(kSource)), config);
  EXPECT_TRUE(has_room(config, generator.length()));
  generator.append(0);
  EXPECT_FALSE(has_room(config, generator.length()));
}

TEST(Earlier, StagesThatAChangeDoesNotTouchAreTakenFromTheEarlierTrace) {
  Config config = layered(Architecture::kTransformer);
  const Input input = single_input(sequence(kSource), sequence(kTarget));
  const auto model = make_model(config);
  const auto first = forward(*model, input, config);
  const auto again = forward(*model, input, config, {}, first);
  EXPECT_EQ(again->reused(), again->size());
  config.off = {"decoder.1.self.residual"};
  const auto changed = forward(*model, input, config, {}, first);
  const auto fresh = forward(*model, input, config);
  for (int i = 0; i < changed->size(); ++i) {
    const std::string& address = changed->stage(i).address;
    EXPECT_EQ(numbers_of(*changed, address), numbers_of(*fresh, address)) << address;
    // A head's output is copied into the new concatenation.
    const bool is_copied = address.find(".head.") != std::string::npos && address.ends_with(".output");
    if (i < changed->find("decoder.1.self.residual").value() && !is_copied) {
      EXPECT_TRUE(changed->shares(i, *first)) << address;
    }
  }
  EXPECT_LT(changed->reused(), changed->size());
}

TEST(Earlier, ChangesInEveryKindOfInputAreNoticed) {
  Config config = layered(Architecture::kTransformer);
  const Input input = single_input(sequence(kSource), sequence(kTarget));
  const auto first = run_input(input, config);
  const auto same_as_fresh = [&](const Input& changed, const Config& with) {
    const auto reused = run_input(changed, with, first);
    const auto fresh = run_input(changed, with);
    for (const Stage& stage : fresh->stages()) {
      EXPECT_EQ(numbers_of(*reused, stage.address), numbers_of(*fresh, stage.address)) << stage.address;
    }
  };
  const auto with = [&](auto change) {
    Config changed = config;
    change(changed);
    same_as_fresh(input, changed);
  };
  with([](Config& c) { c.seed = 9; });
  with([](Config& c) { c.base = 100; });
  with([](Config& c) { c.causal = true; });
  with([](Config& c) { c.temperature = 2; });
  with([](Config& c) { c.scale = false; });
  with([](Config& c) { c.embedding_scale = false; });
  with([](Config& c) { c.activation = Activation::kGelu; });
  with([](Config& c) { c.norm = NormOrder::kPre; });
  with([](Config& c) { c.final_norm = true; });
  with([](Config& c) { c.positions = PositionKind::kNone; });
  with([](Config& c) { c.positions = PositionKind::kLearned; });
  with([](Config& c) { c.nudge = {"encoder.0.ffn", 1}; });
  same_as_fresh(single_input(sequence({"the", "dog", "saw", "the", "cat"}), sequence(kTarget)), config);
  same_as_fresh(single_input(sequence(kSource), sequence({"le", "le", "vit"})), config);
  Config padded = config;
  padded.mask_padding = true;
  same_as_fresh(single_input(sequence(kSource, {false, true, false, false, true}), sequence(kTarget)),
                padded);
}

TEST(Earlier, ANewWordInTheTargetLeavesTheEncoderAlone) {
  const Config config = layered(Architecture::kTransformer);
  const auto model = make_model(config);
  const auto first = forward(*model, single_input(sequence(kSource), sequence(kTarget)), config);
  const auto again = forward(
      *model, single_input(sequence(kSource), sequence({"le", "chat", "vit", "encore"})), config, {}, first);
  for (int i = 0; i < again->size(); ++i) {
    const std::string& address = again->stage(i).address;
    if (address.ends_with(".weights") && address.starts_with("encoder.")) {
      EXPECT_TRUE(again->shares(i, *first)) << address;
    }
  }
  EXPECT_FALSE(again->shares(again->find("embedding.table").value(), *first));
}

TEST(Earlier, AnotherModelWithTheSameWeightsIsNotComputedAgain) {
  Config config = layered(Architecture::kEncoder);
  const auto first = run(kSource, config);
  config.encoder_layers = 3;
  const auto deeper = forward(*make_model(config), single_input(sequence(kSource)), config, {}, first);
  for (const char* address :
       {"encoder.0.self.head.1.q", "encoder.1.self.head.0.weights", "encoder.1.ffn.norm"}) {
    EXPECT_TRUE(deeper->shares(deeper->find(address).value(), *first)) << address;
  }
}

TEST(LayerNorm, SurvivesATinyVarianceFarFromZero) {
  Matrix x(2, 64);
  for (Index i = 0; i < 64; ++i) {
    x(0, i) = 1000 + (i % 2 == 0 ? 0.125f : -0.125f);
    x(1, i) = 3;
  }
  const Matrix weight = Matrix::Ones(1, 64);
  const Matrix bias = Matrix::Zero(1, 64);
  Matrix out(2, 64);
  const std::vector<ConstView> inputs = {whole(std::as_const(x)), whole(weight), whole(bias)};
  layer_norm(1e-5)->forward(inputs, whole(out));
  const float expected = 0.125f / std::sqrt(0.125f * 0.125f + 1e-5f);
  EXPECT_NEAR(out(0, 0), expected, 1e-6f);
  EXPECT_NEAR(out(0, 1), -expected, 1e-6f);
  EXPECT_EQ(out.row(1), Matrix::Zero(1, 64));
}

TEST(Weights, ANumberThatIsNoneIsNamedByItsPlace) {
  const auto model = make_model(layered(Architecture::kTransformer));
  EXPECT_FALSE(check_weights(model->weights()).has_value());
  Weights broken = model->weights();
  Matrix numbers = broken.decoder[1].ffn.w2.matrix();
  numbers(3, 5) = std::nanf("");
  broken.decoder[1].ffn.w2 = std::make_shared<Matrix>(numbers);
  const auto bad = check_weights(broken);
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.weight_not_finite");
  EXPECT_EQ(bad->arguments[0].second, "decoder.1.ffn.w2");
  EXPECT_EQ(bad->arguments[1].second, "3");
  EXPECT_EQ(bad->arguments[2].second, "5");
}

}  // namespace
}  // namespace engine
