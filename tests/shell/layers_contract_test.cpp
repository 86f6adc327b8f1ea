// What scripts build on in models with layers: the options, the stacks that they make, and the addresses.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const CommandLine kTwoNarrow = {"--source",  "the cat sat", "--target", "le chat",
                                "--d-model", "16",          "--heads",  "2"};
const CommandLine kEncoder = {"--text", "the cat sat", "--layers", "2", "--d-model", "16", "--heads", "2"};
const CommandLine kDecoderAlone = {"--text",    "the cat sat", "--encoder-layers", "0",
                                   "--d-model", "16",          "--heads",          "2"};

// The layers of both stacks, as the addresses have them: "2+2".
std::string layers(const CommandLine& input) {
  const CommandLine all = addresses(input);
  const auto count = [&](const std::string& stack) {
    int layer = 0;
    while (std::find(all.begin(), all.end(), stack + "." + std::to_string(layer) + ".ffn.norm") != all.end())
      ++layer;
    return std::to_string(layer);
  };
  return count("encoder") + "+" + count("decoder");
}

TEST(Stacks, FollowFromTheSequencesAndTheLayers) {
  const CommandLine one = {"--text", "the cat"};
  const CommandLine two = {"--source", "the cat", "--target", "le"};
  EXPECT_EQ(layers(two), "2+2");
  EXPECT_EQ(layers(with(two, {"--layers", "3"})), "3+3");
  EXPECT_EQ(layers(with(two, {"--encoder-layers", "1"})), "1+2");
  EXPECT_EQ(layers(with(two, {"--decoder-layers", "1"})), "2+1");
  EXPECT_EQ(layers(with(two, {"--layers", "3", "--decoder-layers", "1"})), "3+1");
  EXPECT_EQ(layers(with(one, {"--layers", "1"})), "1+0");
  EXPECT_EQ(layers(with(one, {"--encoder-layers", "3"})), "3+0");
  EXPECT_EQ(layers(with(one, {"--encoder-layers", "3", "--decoder-layers", "0"})), "3+0");
  EXPECT_EQ(layers(with(one, {"--decoder-layers", "0"})), "2+0");
  EXPECT_EQ(layers(with(one, {"--encoder-layers", "0"})), "0+2");
  EXPECT_EQ(layers(with(one, {"--encoder-layers", "0", "--decoder-layers", "1"})), "0+1");
  EXPECT_EQ(layers(with(one, {"--encoder-layers", "0", "--layers", "3"})), "0+3");
  EXPECT_EQ(layers(with(one, {"--decoder-layers", "3"})), "0+3");
}

TEST(Stacks, OneSequenceWithoutLayersIsAttentionAlone) {
  EXPECT_EQ(run({"stages", "--source", "the cat"}), run({"stages", "--text", "the cat"}));
  EXPECT_THAT(addresses({"--text", "the cat"}), Not(Contains(HasSubstr("norm"))));
}

TEST(Stacks, OfASessionStayUnlessTheyAreNamed) {
  const std::string session = R"({"headlight":1,"text":"a b","target":"c","model":"seeded","d_ff":8,)"
                              R"("architecture":"transformer","encoder_layers":1,"decoder_layers":3})";
  EXPECT_EQ(layers({"--session", session}), "1+3");
  EXPECT_EQ(layers({"--session", session, "--decoder-layers", "1"}), "1+1");
  EXPECT_THAT(line_of("encoder.0.ffn.hidden", {"--session", session}), Contains("2 × 8"));
  EXPECT_THAT(line_of("encoder.0.ffn.hidden", {"--session", session, "--d-ff", "9"}), Contains("2 × 9"));
  const std::string decoder = R"({"headlight":1,"text":"a b","model":"seeded","architecture":"decoder"})";
  EXPECT_EQ(layers({"--session", decoder}), "0+2");
  EXPECT_EQ(layers({"--session", decoder, "--layers", "1"}), "0+1");
  EXPECT_EQ(layers({"--session", decoder, "--target", "c"}), "2+2");
}

TEST(Addresses, OfATransformerFollowThePaper) {
  const CommandLine all = addresses(kTwoNarrow);
  CommandLine expected;
  for (const char* stream : {"source.", "target."}) {
    for (const char* step : {"tokens", "embedding", "position", "input"})
      expected.push_back(std::string(stream) + step);
  }
  for (const char* layer : {"encoder.0", "encoder.1"}) {
    for (const char* step :
         {".self.head.0.scores", ".self.head.1.weights", ".self.concat", ".self.output", ".self.residual",
          ".self.norm", ".ffn.hidden", ".ffn.activation", ".ffn.output", ".ffn.residual", ".ffn.norm"})
      expected.push_back(std::string(layer) + step);
  }
  for (const char* layer : {"decoder.0", "decoder.1"}) {
    for (const char* step : {".self.head.0.masked", ".self.norm", ".cross.head.0.q", ".cross.head.1.weights",
                             ".cross.output", ".cross.residual", ".cross.norm", ".ffn.output", ".ffn.norm"})
      expected.push_back(std::string(layer) + step);
  }
  for (const char* last : {"encoder.output", "decoder.output", "logits", "probabilities"})
    expected.emplace_back(last);
  for (const std::string& address : expected) EXPECT_THAT(all, Contains(address));
}

TEST(Addresses, OfTwoSequencesHaveTheirShapes) {
  EXPECT_THAT(line_of("encoder.0.self.head.0.scores", kTwoNarrow), Contains("3 × 3"));
  EXPECT_THAT(line_of("decoder.0.self.head.0.scores", kTwoNarrow), Contains("2 × 2"));
  EXPECT_THAT(line_of("decoder.0.cross.head.0.scores", kTwoNarrow), Contains("2 × 3"));
  EXPECT_THAT(line_of("encoder.0.ffn.hidden", kTwoNarrow), Contains("3 × 64"));
  EXPECT_THAT(line_of("probabilities", kTwoNarrow), Contains("2 × 5"));
}

TEST(Addresses, OfADecoderAloneHaveNoPrefixAndNoCrossAttention) {
  const CommandLine all = addresses(kDecoderAlone);
  for (const char* address :
       {"embedding", "input", "decoder.0.self.head.0.mask", "decoder.1.ffn.norm", "logits"})
    EXPECT_THAT(all, Contains(address));
  EXPECT_THAT(all, Not(Contains(HasSubstr("cross"))));
  EXPECT_THAT(all, Not(Contains(StartsWith("source."))));
}

TEST(Addresses, OfABatchBeginWithItsNumber) {
  const CommandLine all = addresses({"--text", "the cat sat\nthe dog", "--batch", "--layers", "1"});
  EXPECT_THAT(all, Contains("batch.0.encoder.0.self.head.0.weights"));
  EXPECT_THAT(all, Contains("batch.1.encoder.output"));
  EXPECT_THAT(all, Not(Contains("encoder.output")));
}

TEST(Masks, BelongToTheSourceAndADecoderIsAlwaysCausal) {
  const auto weight = [](const std::string& address, const CommandLine& more, int row, int column) {
    return stage(address, with(kTwoNarrow, more))["values"][row][column].get<double>();
  };
  EXPECT_GT(weight("encoder.0.self.head.0.weights", {}, 0, 2), 0);
  EXPECT_EQ(weight("encoder.0.self.head.0.weights", {"--mask", "causal"}, 0, 2), 0);
  EXPECT_EQ(weight("decoder.0.self.head.0.weights", {"--mask", "none"}, 0, 1), 0);
  EXPECT_GT(weight("decoder.0.cross.head.0.weights", {"--mask", "causal"}, 0, 2), 0);
  EXPECT_EQ(weight("encoder.0.self.head.0.weights", {"--padding", "1"}, 0, 2), 0);
  EXPECT_EQ(weight("decoder.0.cross.head.0.weights", {"--padding", "1"}, 1, 2), 0);
  EXPECT_GT(weight("decoder.0.self.head.0.weights", {"--padding", "1"}, 1, 1), 0);
}

TEST(Batch, APaddedSentenceGivesTheNumbersOfTheSentenceAlone) {
  const CommandLine model = {"--layers", "1", "--d-model", "16", "--heads", "2"};
  const json alone = stage("encoder.output", with(model, {"--text", "the dog"}))["values"];
  const json padded =
      stage("batch.1.encoder.output", with(model, {"--text", "the cat sat\nthe dog", "--batch"}))["values"];
  ASSERT_EQ(padded.size(), 3u);
  for (size_t row = 0; row < 2; ++row) {
    for (size_t column = 0; column < 16; ++column)
      EXPECT_NEAR(padded[row][column].get<double>(), alone[row][column].get<double>(), 1e-6);
  }
}

TEST(Batch, IsClippedToTheLengthAskedFor) {
  const json tokens =
      stage("batch.0.tokens", {"--text", "the cat sat\nthe", "--batch", "--batch-length", "2"});
  EXPECT_EQ(tokens["rows"].size(), 2u);
}

TEST(Batch, LinesMayComeFromAFile) {
  const TemporaryFolder folder;
  std::ofstream(folder / "text") << "the cat\nthe dog sat\n";
  EXPECT_EQ(run({"stages", "--batch", "--text-file", folder / "text"}),
            run({"stages", "--batch", "--text", "the cat\nthe dog sat"}));
}

TEST(Layers, ActivationsAndNormsAreWhatTheyAreCalled) {
  EXPECT_THAT(line_of("encoder.0.ffn.activation", kEncoder), Contains(HasSubstr("max(0")));
  EXPECT_THAT(line_of("encoder.0.ffn.activation", with(kEncoder, {"--activation", "gelu"})),
              Contains(HasSubstr("GELU(")));
  EXPECT_THAT(line_of("encoder.0.ffn.activation", with(kEncoder, {"--activation", "gelu-tanh"})),
              Contains(HasSubstr("tanh")));
  const auto place = [](const CommandLine& input, const std::string& address) {
    const CommandLine all = addresses(input);
    return std::find(all.begin(), all.end(), address) - all.begin();
  };
  const std::string norm = "encoder.0.self.norm";
  const std::string residual = "encoder.0.self.residual";
  EXPECT_GT(place(kEncoder, norm), place(kEncoder, residual));
  const CommandLine pre = with(kEncoder, {"--norm", "pre"});
  EXPECT_LT(place(pre, norm), place(pre, "encoder.0.self.head.0.q"));
  EXPECT_THAT(line_of("encoder.output", pre), Contains("layer_norm"));
  EXPECT_THAT(line_of("encoder.output", kEncoder), Contains("identity"));
  EXPECT_THAT(line_of("encoder.output", with(kEncoder, {"--final-norm"})), Contains("layer_norm"));
  const CommandLine b2t = with(kEncoder, {"--norm", "b2t"});
  EXPECT_NE(stage("encoder.0.ffn.residual", b2t), stage("encoder.0.ffn.residual", kEncoder));
  EXPECT_EQ(stage(residual, b2t), stage(residual, kEncoder));
}

TEST(Layers, FeedForwardIsFourTimesAsWideUnlessSaidOtherwise) {
  EXPECT_THAT(line_of("encoder.0.ffn.hidden", kEncoder), Contains("3 × 64"));
  EXPECT_THAT(line_of("encoder.0.ffn.hidden", with(kEncoder, {"--d-ff", "10"})), Contains("3 × 10"));
}

TEST(Layers, LearnedPositionsAreATable) {
  EXPECT_THAT(line_of("position", with(kEncoder, {"--positions", "learned"})), Contains("given"));
  EXPECT_NE(stage("position", with(kEncoder, {"--positions", "learned", "--context", "3"})),
            stage("position", kEncoder));
}

TEST(Layers, TheOutputTableCanBeItsOwn) {
  EXPECT_THAT(addresses(kDecoderAlone), Not(Contains("unembedding")));
  EXPECT_THAT(addresses(with(kDecoderAlone, {"--free-output"})), Contains("unembedding"));
}

TEST(Switches, ResidualArrowsAreNamedByThemselvesOrTheirSublayer) {
  const json by_arrow =
      stage("encoder.0.self.residual", with(kEncoder, {"--no-residual", "encoder.0.self.residual"}));
  EXPECT_EQ(by_arrow, stage("encoder.0.self.residual", with(kEncoder, {"--no-residual", "encoder.0.self"})));
  const json output = stage("encoder.0.self.output", kEncoder);
  EXPECT_EQ(by_arrow["values"], output["values"]);
}

TEST(Switches, AreRepeatedOrListed) {
  const CommandLine repeated = {"--no-residual", "encoder.0.self", "--no-residual", "encoder.1.ffn"};
  const CommandLine listed = {"--no-residual", "encoder.0.self,encoder.1.ffn.residual"};
  const json both = stage("encoder.output", with(kEncoder, repeated));
  EXPECT_EQ(both, stage("encoder.output", with(kEncoder, listed)));
  const CommandLine off = {"--off", "encoder.0.self.residual,encoder.1.ffn.residual"};
  EXPECT_EQ(both, stage("encoder.output", with(kEncoder, off)));
  EXPECT_NE(both, stage("encoder.output", with(kEncoder, {"--no-residual", "encoder.0.self"})));
}

TEST(Switches, AnyPartCanBeOff) {
  EXPECT_THAT(line_of("encoder.0.ffn.norm", with(kEncoder, {"--off", "encoder.0.ffn.norm"})),
              Contains("identity"));
  EXPECT_EQ(stage("encoder.0.ffn.residual", with(kEncoder, {"--off", "encoder.0.ffn.output"}))["values"],
            stage("encoder.0.self.norm", kEncoder)["values"]);
  EXPECT_NE(stage("encoder.0.ffn.residual", with(kEncoder, {"--norm", "b2t"})),
            stage("encoder.0.ffn.residual",
                  with(kEncoder, {"--norm", "b2t", "--no-residual", "encoder.0.ffn.residual.input"})));
}

TEST(Nudge, MovesOneRowOfAFeedForward) {
  const json before = stage("encoder.0.ffn.output", kEncoder)["values"];
  const json after = stage("encoder.0.ffn.output", with(kEncoder, {"--nudge", "encoder.0.ffn,1"}))["values"];
  EXPECT_EQ(before[0], after[0]);
  EXPECT_NE(before[1], after[1]);
  EXPECT_EQ(before[2], after[2]);
}

TEST(LayersExplained, ReachTheNumberOfTheTraceInEveryStage) {
  const CommandLine input = {"--source", "a b", "--target", "c",   "--layers",     "1",   "--d-model", "4",
                             "--heads",  "1",   "--norm",   "pre", "--activation", "gelu"};
  for (const std::string& address : addresses(input)) {
    const std::string text = run(with({"explain", "--stage", address, "--cell", "0,0"}, input));
    EXPECT_NEAR(number_after(text, "result"), number_after(text, "forward"), 1e-5) << text;
  }
}

TEST(LayersExplained, ShowMeanVarianceAndTheAffineStepOfANorm) {
  const std::string text =
      run(with({"explain", "--stage", "encoder.0.self.norm", "--cell", "1,2"}, kEncoder));
  EXPECT_THAT(text, HasSubstr("(x − μ)²"));
  const double normalised = number_after(text, "(x − μ) ÷ √(σ² + ε)");
  EXPECT_NEAR(normalised * number_after(text, "weight γ") + number_after(text, "bias β"),
              number_after(text, "result"), 1e-6);
  EXPECT_EQ(number_after(text, "ε"), 1e-5);
  EXPECT_GT(number_after(text, "variance σ²"), 0);
}

TEST(LayersExplained, NameTheVocabularyOfAPrediction) {
  const std::string text = run(with({"explain", "--stage", "probabilities", "--cell", "1,4"}, kTwoNarrow));
  EXPECT_THAT(text, HasSubstr("“chat”"));
  EXPECT_THAT(text, HasSubstr("row 1: token “chat”"));
}

TEST(LayersExport, WritesEveryStageAndNoAnalysis) {
  const TemporaryFolder folder;
  run(with({"export", "--all", folder / "all", "--format", "npy"}, kTwoNarrow));
  for (const std::string& address : addresses(kTwoNarrow))
    EXPECT_NE(is_analysis(address), std::filesystem::exists(folder.path() / "all" / (address + ".npy")))
        << address;
}

}  // namespace
}  // namespace app
