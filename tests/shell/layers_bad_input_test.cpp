// Whatever is wrong about layers, targets, batches and generation, the program says so in one sentence.
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

CommandLine two(const CommandLine& more) {
  CommandLine all = {"stages", "--source", "the cat", "--target", "le chat"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

CommandLine generate_alone(const CommandLine& more) {
  CommandLine all = {"generate", "--encoder-layers", "0"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    Stacks, BadInput,
    testing::Values(
        Bad{"NoLayer", {"stages", "--layers", "0"}, {"no layer", "--layers 1"}},
        Bad{"NoLayerOfEither",
            {"stages", "--encoder-layers", "0", "--decoder-layers", "0"},
            {"no layer", "--layers 1"}},
        Bad{"NoLayerForTwo", two({"--layers", "0"}), {"no layer"}},
        Bad{"TargetWithoutDecoder", two({"--decoder-layers", "0"}), {"--decoder-layers 1", "--target"}},
        Bad{"TargetWithoutEncoder", two({"--encoder-layers", "0"}), {"source to read", "--target"}},
        Bad{"TwoStacksForOneSequence",
            {"stages", "--encoder-layers", "2", "--decoder-layers", "2"},
            {"--target TEXT", "--encoder-layers 0"}},
        Bad{"TooManyLayers", {"stages", "--layers", "129"}, {"--layers", "“129”", "128"}},
        Bad{"LayersThatAreNoNumber", two({"--decoder-layers", "two"}), {"--decoder-layers", "“two”"}},
        Bad{"CraftedLayers", {"stages", "--layers", "2", "--model", "crafted"}, {"--model seeded"}},
        Bad{"CraftedTarget", two({"--model", "crafted"}), {"--model seeded"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    TwoTexts, BadInput,
    testing::Values(
        Bad{"TextAndSource", {"stages", "--text", "a", "--source", "b"}, {"--text", "--source"}},
        Bad{"FileAndSource", {"stages", "--text-file", "a", "--source", "b"}, {"--text-file", "--source"}},
        Bad{"EmptySource", {"stages", "--source", "", "--target", "a"}, {"source is empty", "--source"}},
        Bad{"EmptyTarget", {"stages", "--source", "a", "--target", " "}, {"target is empty", "--target"}},
        Bad{"InvalidTarget", {"stages", "--source", "a", "--target", "a\xFF"}, {"UTF-8"}},
        Bad{"LongTarget", {"stages", "--target", many("ab ", 16500)}, {"16500", "16384"}},
        Bad{"TargetBeyondThePositions",
            {"stages", "--source", "a", "--target", "a b c", "--positions", "learned", "--context", "2"},
            {"3 tokens", "2 learned positions", "--context 3"}},
        Bad{"PaddingBeyondTheSource", two({"--padding", "3"}), {"“3”", "0 to 2"}},
        Bad{"HeadsThatDoNotDivide", two({"--heads", "5"}), {"64", "5"}},
        Bad{"UnevenBatch",
            {"stages", "--batch", "--source", "a\nb", "--target", "c"},
            {"2 sources", "1 targets"}},
        Bad{"LargeBatch", {"stages", "--batch", "--text", many("a\n", 65)}, {"65", "64"}},
        Bad{"HugeBatchLength",
            {"stages", "--session", R"({"headlight":1,"text":"a\nb","batch":true,"batch_length":100000000})"},
            {"batch_length"}},
        Bad{"BatchLengthAlone", {"stages", "--batch-length", "3"}, {"--batch-length", "--batch"}},
        Bad{"NoBatchLength", {"stages", "--batch", "--batch-length", "0"}, {"--batch-length", "“0”"}},
        Bad{"PaddingOfABatch", {"stages", "--batch", "--padding", "1"}, {"--padding", "--batch"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Parts, BadInput,
    testing::Values(
        Bad{"WidthOfNoLayer", {"stages", "--d-ff", "8"}, {"--d-ff", "--layers 2"}},
        Bad{"NormOfNoLayer", {"stages", "--norm", "pre"}, {"--norm", "--layers 2"}},
        Bad{"ActivationOfNoLayer", {"stages", "--activation", "gelu"}, {"--activation", "--layers 2"}},
        Bad{"SwitchOfNoLayer", {"stages", "--no-residual", "encoder.0.self"}, {"--no-residual", "--target"}},
        Bad{"NoWidth", two({"--d-ff", "-1"}), {"--d-ff", "“-1”"}},
        Bad{"Norm", two({"--norm", "rms"}), {"post, pre, b2t"}},
        Bad{"Activation", two({"--activation", "swish"}), {"relu, gelu, gelu-tanh"}},
        Bad{"CraftedPositions", {"stages", "--positions", "learned"}, {"--model seeded"}},
        Bad{"ContextOfSinusoids", two({"--context", "8"}), {"--context", "--positions learned"}},
        Bad{"HugeContext", two({"--positions", "learned", "--context", "99999"}), {"--context", "16384"}},
        Bad{"UnknownArrow", two({"--no-residual", "encoder.7.self"}), {"encoder.7.self", "encoder.0.self"}},
        Bad{"UnknownSwitch", two({"--off", "encoder.0.self.norm,logits"}), {"“logits”", "encoder.0.self"}},
        Bad{"EmptySwitch", two({"--off", ""}), {"encoder.0.self"}},
        Bad{"BrokenSwitch", two({"--off", "\xFF\x1b[31m"}), {"encoder.0.self"}},
        Bad{"TableOfNoDecoder", {"stages", "--layers", "1", "--free-output"}, {"--free-output", "--target"}},
        Bad{"NudgeWithoutRow", two({"--nudge", "encoder.0.ffn"}), {"--nudge", "encoder.0.ffn,2"}},
        Bad{"NudgeOfNoNumber", two({"--nudge", "encoder.0.ffn,x"}), {"--nudge"}},
        Bad{"NudgeOfNoSublayer", two({"--nudge", "encoder.0,1"}), {"“encoder.0”", "encoder.0.self"}},
        Bad{"NudgeBeyondTheRows", two({"--nudge", "decoder.0.cross,2"}), {"row 2", "0 to 1"}},
        Bad{"NudgeOfASessionBeyondTheRows",
            {"stages", "--session",
             R"({"headlight":1,"text":"a b","model":"seeded","architecture":"encoder","nudge":"encoder.0.ffn","nudge_row":2})"},
            {"row 2", "0 to 1"}}),
    name_of_bad);

INSTANTIATE_TEST_SUITE_P(
    Generation, BadInput,
    testing::Values(
        Bad{"NoDecoder", {"generate", "--tokens", "1"}, {"--target", "--encoder-layers 0"}},
        Bad{"EncoderOnly",
            {"generate", "--tokens", "1", "--layers", "1"},
            {"--target", "--encoder-layers 0"}},
        Bad{"NoCount", generate_alone({}), {"--tokens"}},
        Bad{"NoToken", generate_alone({"--tokens", "0"}), {"--tokens", "“0”"}},
        Bad{"TooManyTokens", generate_alone({"--tokens", "16382"}), {"16385", "16384", "--tokens"}},
        Bad{"BeyondThePositions",
            generate_alone({"--tokens", "4", "--positions", "learned", "--context", "6"}),
            {"7", "6 learned positions", "--context"}},
        Bad{"NoPrompt", generate_alone({"--tokens", "1", "--text", ""}), {"text"}},
        Bad{"Batch", generate_alone({"--tokens", "1", "--batch", "--text", "a\nb"}), {"--batch"}},
        Bad{"NoTemperature",
            generate_alone({"--tokens", "1", "--sample-temperature", "0"}),
            {"--sample-temperature", "0.001"}},
        Bad{"NegativeTopK", generate_alone({"--tokens", "1", "--top-k", "-1"}), {"--top-k", "“-1”"}},
        Bad{"NoTopP", generate_alone({"--tokens", "1", "--top-p", "0"}), {"0", "1"}},
        Bad{"TopPThatIsNoNumber", generate_alone({"--tokens", "1", "--top-p", "nan"}), {"--top-p", "“nan”"}},
        Bad{"SeedThatIsNoNumber", generate_alone({"--tokens", "1", "--sample-seed", "x"}), {"--sample-seed"}},
        Bad{"Unasked", {"stages", "--tokens", "1"}, {"--tokens"}}),
    name_of_bad);

}  // namespace
}  // namespace app
