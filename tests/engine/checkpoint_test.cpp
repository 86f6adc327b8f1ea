// checkpoint_test.cpp: what the golden checkpoints of every family compute is what PyTorch computes, stage by
// stage.
#include "engine/loaders/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/attention/head_chain.h"
#include "engine/model/generate.h"
#include "tests/engine/checkpoints.h"

namespace engine {
namespace {

// In float32 PyTorch itself stays within 2e-6.
constexpr double kTolerance = 1e-5;

loaders::DoubleMatrix golden_stage(const loaders::TensorInfo& tensor) {
  loaders::DoubleMatrix numbers(tensor.shape.at(0), tensor.shape.at(1));
  for (size_t i = 0; i < tensor.count(); ++i) numbers.data()[i] = loaders::number_at<double>(tensor, i);
  return numbers;
}

// Every stage over the tolerance fails.
void compare_stages(const std::string& name, const Trace& trace) {
  const auto golden = loaders::TensorSet::open(checkpoint_folder(name) + "/stages.safetensors");
  EXPECT_TRUE(golden.ok()) << name;
  for (const loaders::TensorInfo& stage : golden->tensors()) {
    const auto index = trace.find(stage.name);
    EXPECT_TRUE(index.has_value()) << name << " has no " << stage.name;
    if (!index) continue;
    const double difference = relative_difference(numbers_of(trace, stage.name), golden_stage(stage));
    EXPECT_LE(difference, kTolerance) << name << " " << stage.name;
  }
  EXPECT_FALSE(golden->tensors().empty());
}

class Goldens : public testing::TestWithParam<std::string> {};

TEST_P(Goldens, EveryStageIsAsPyTorchComputesIt) {
  const CheckpointPtr checkpoint = open_or_fail(checkpoint_folder(GetParam()));
  ASSERT_TRUE(checkpoint);
  const FedArray fed = fed_case(GetParam(), *checkpoint);
  for (const bool recompute : {false, true}) {
    const auto trace = run_case(*checkpoint, fed, recompute);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->recomputes(), recompute);
    compare_stages(GetParam(), *trace);
  }
}

// The first and last row of every stage: what explains a number gives that number.
TEST_P(Goldens, EveryNumberIsExplained) {
  const CheckpointPtr checkpoint = open_or_fail(checkpoint_folder(GetParam()));
  ASSERT_TRUE(checkpoint);
  const auto trace = run_case(*checkpoint, fed_case(GetParam(), *checkpoint));
  ASSERT_TRUE(trace);
  for (int index = 0; index < static_cast<int>(trace->stages().size()); ++index) {
    const Stage& stage = trace->stage(index);
    for (const Index row : {Index{0}, stage.rows - 1}) {
      for (Index column = 0; column < stage.columns; ++column) {
        const double made = trace->at(index, row, column);
        const Explanation explained = trace->explain(index, row, column);
        const bool same = std::isinf(made) ? explained.result == made
                                           : std::abs(explained.result - made) <= 1e-5 * explained.magnitude;
        ASSERT_TRUE(same) << stage.address << " (" << row << ", " << column << ") is " << made
                          << ", explained as " << explained.result;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Checkpoints, Goldens, testing::ValuesIn(checkpoint_cases()),
                         [](const auto& one) { return one.param; });

// Where both have the same names, or the second's are the first's without its beginning.
void expect_same_stages(const Trace& a, const Trace& b) {
  ASSERT_EQ(a.stages().size(), b.stages().size());
  for (const Stage& stage : a.stages())
    EXPECT_EQ(numbers_of(a, stage.address), numbers_of(b, stage.address)) << stage.address;
}

std::shared_ptr<const Trace> run_golden(const std::string& name) {
  const CheckpointPtr checkpoint = open_or_fail(checkpoint_folder(name));
  return checkpoint ? run_case(*checkpoint, fed_case(name, *checkpoint)) : nullptr;
}

TEST(Checkpoint, ShardsAndBareNamesGiveTheSameNumbers) {
  const auto whole = run_golden("gpt2");
  const auto shards = run_golden("gpt2_bare");
  ASSERT_TRUE(whole && shards);
  expect_same_stages(*whole, *shards);
}

TEST(Checkpoint, NewNamesOfViTGiveTheSameNumbers) {
  const auto first = run_golden("vit");
  const auto now = run_golden("vit_new_names");
  ASSERT_TRUE(first && now);
  expect_same_stages(*first, *now);
}

TEST(Checkpoint, OldNamesOfNormsGiveTheSameNumbers) {
  const auto now = run_golden("bert");
  const auto before = run_golden("bert_old_names");
  ASSERT_TRUE(now && before);
  expect_same_stages(*now, *before);
}

// Weights are within half a unit of the last place, and logits within some of them.
TEST(Checkpoint, HalvesAreTheirSinglesWithinTheRounding) {
  const auto single = open_or_fail(checkpoint_folder("gpt2"));
  const loaders::DoubleMatrix logits = numbers_of(*run_golden("gpt2"), "logits").cast<double>();
  for (const auto& [name, rounding] :
       {std::pair("gpt2_f16", std::ldexp(1, -11)), {"gpt2_bf16", std::ldexp(1, -8)}}) {
    const auto half = open_or_fail(checkpoint_folder(name));
    const Matrix a = single->model->embedding_table().matrix();
    const Matrix b = half->model->embedding_table().matrix();
    // Below 2^-14 half precision has fewer digits.
    const double least = rounding * std::ldexp(1, -14);
    EXPECT_TRUE(
        ((a - b).array().abs().cast<double>() <= a.array().abs().cast<double>() * rounding + least).all());
    EXPECT_FALSE(a.isApprox(b, 1e-7F)) << name;
    EXPECT_LT(relative_difference(numbers_of(*run_golden(name), "logits"), logits), 8 * rounding) << name;
  }
}

TEST(Checkpoint, IsOpenedByAnyOfItsFiles) {
  for (const char* file :
       {"gpt2/model.safetensors", "gpt2/config.json", "gpt2_bare/model.safetensors.index.json",
        "gpt2_bare/model-00001-of-00002.safetensors"}) {
    const auto checkpoint = open_or_fail(checkpoint_folder(file));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->config.checkpoint, checkpoint_folder(file));
    EXPECT_TRUE(checkpoint->tokenizer);
  }
}

TEST(Checkpoint, SaysWhatItIs) {
  const auto bert = open_or_fail(checkpoint_folder("bert_old_names"));
  const loaders::Description& said = bert->description;
  EXPECT_EQ(said.family, "BERT");
  EXPECT_EQ(said.architecture, "BertForMaskedLM");
  EXPECT_EQ(said.precisions.front(), "F32");
  EXPECT_EQ(said.not_shown, (std::vector<std::string>{"part.pooler", "part.next_sentence"}));
  EXPECT_TRUE(said.extra.empty());
  EXPECT_EQ(bert->config.model, ModelKind::kCheckpoint);
  const auto vit = open_or_fail(checkpoint_folder("vit"));
  EXPECT_EQ(vit->labels, (std::vector<std::string>{"cat", "dog", "mat", "tree", "house"}));
  EXPECT_EQ(open_or_fail(checkpoint_folder("bart"))->decoder_start, 2);
}

TEST(Checkpoint, HasNoLeftoversAndNoMaskAmongItsParameters) {
  for (const std::string& name : checkpoint_cases()) {
    const auto checkpoint = open_or_fail(checkpoint_folder(name));
    EXPECT_THAT(checkpoint->description.extra, testing::IsEmpty()) << name;
  }
  // 297 x 24 + 16 x 24, two layers of 7,224, a norm of 48: the masks in the file are none.
  EXPECT_EQ(open_or_fail(checkpoint_folder("gpt2"))->description.parameters,
            297 * 24 + 16 * 24 + 2 * 7224 + 48);
}

// Each row's logits of a full pass are those that a generator had when it had read so far.
TEST(Checkpoint, GeneratesWhatAFullPassComputes) {
  for (const char* name :
       {"gpt2", "gpt2_bf16", "llama", "llama_yarn", "qwen2", "mistral", "qwen3", "gpt_neo", "gpt_neox", "opt",
        "gemma", "gemma2", "mbart", "pegasus", "marian", "bart", "t5", "t5_v11"}) {
    const auto checkpoint = open_or_fail(checkpoint_folder(name));
    FedArray fed = fed_case(name, *checkpoint);
    const auto full = run_case(*checkpoint, fed);
    const loaders::DoubleMatrix logits = numbers_of(*full, "logits").cast<double>();
    Example& example = fed.input.examples.front();
    Sequence& read = example.target ? *example.target : example.source;
    const std::vector<Index> ids = read.ids;
    constexpr size_t kPrompt = 2;
    read.ids.resize(kPrompt);
    read.tokens.resize(kPrompt);
    read.padding.resize(kPrompt);
    Generator generator(checkpoint->model, fed.input, fed.config);
    for (size_t length = kPrompt; length <= ids.size(); ++length) {
      if (length > kPrompt) generator.append(ids[length - 1]);
      const loaders::DoubleMatrix row = logits.row(static_cast<Index>(length) - 1);
      EXPECT_LT(relative_difference(generator.logits(), row), 1e-5) << name << " after " << length;
    }
  }
}

// Its files give 12 where a head is 8 wide; Gemma's other sizes give a head's width.
TEST(Checkpoint, DividesScoresByTheNumberThatGemma2Gives) {
  const auto checkpoint = open_or_fail(checkpoint_folder("gemma2"));
  const Config& config = checkpoint->config;
  EXPECT_EQ(config.d_k, 8);
  EXPECT_DOUBLE_EQ(divisor_of(config, config.d_k), std::sqrt(12.0));
}

// A window of all layers is a setting; one of some layers is the model's own.
TEST(Checkpoint, KnowsWhichLayersSeeOnlyAWindow) {
  const auto mistral = open_or_fail(checkpoint_folder("mistral"));
  EXPECT_EQ(mistral->config.pattern.kind, PatternKind::kWindow);
  EXPECT_EQ(mistral->config.pattern.width, 3);
  EXPECT_EQ(mistral->config.local_window, 0);
  const auto qwen = open_or_fail(checkpoint_folder("qwen2"));
  EXPECT_EQ(qwen->config.pattern.kind, PatternKind::kNone);
  EXPECT_EQ(qwen->config.local_window, 3);
  const auto trace = run_golden("qwen2");
  ASSERT_TRUE(trace);
  EXPECT_GT(numbers_of(*trace, "decoder.0.self.head.0.weights")(4, 0), 0);
  EXPECT_EQ(numbers_of(*trace, "decoder.1.self.head.0.weights")(4, 1), 0);
  EXPECT_GT(numbers_of(*trace, "decoder.1.self.head.0.weights")(4, 2), 0);
  Config config = qwen->config;
  config.attention.kind = AttentionKind::kPerformer;
  EXPECT_EQ(check(config)->key, "error.attention_mask");
}

// Rows of the table of positions: 0 belongs to no token here, 1 to the hidden ones, and others count from 2.
TEST(Checkpoint, PositionsOfOptPassOverWhatTheMaskHides) {
  const auto checkpoint = open_or_fail(checkpoint_folder("opt"));
  FedArray fed = fed_case("opt", *checkpoint);
  Sequence& read = fed.input.examples.front().source;
  ASSERT_GE(read.tokens.size(), 5U);
  const auto rows = [&] {
    std::vector<float> numbers;
    const Matrix ids = numbers_of(*run_case(*checkpoint, fed), "position.ids");
    numbers.assign(ids.data(), ids.data() + 5);
    return numbers;
  };
  EXPECT_EQ(rows(), (std::vector<float>{2, 3, 4, 5, 6}));
  read.padding[0] = read.padding[2] = true;
  EXPECT_EQ(rows(), (std::vector<float>{2, 3, 4, 5, 6}));  // marked, but not hidden
  fed.config.mask_padding = true;
  EXPECT_EQ(rows(), (std::vector<float>{1, 2, 1, 3, 4}));
  // And a generator that had some of the tokens before.
  const auto full = run_case(*checkpoint, fed);
  const loaders::DoubleMatrix logits = numbers_of(*full, "logits").cast<double>();
  const Sequence all = read;
  read.ids.resize(3);
  read.tokens.resize(3);
  read.padding.resize(3);
  Generator generator(checkpoint->model, fed.input, fed.config);
  for (size_t length = 4; length <= 5; ++length) generator.append(all.ids[length - 1]);
  const loaders::DoubleMatrix row = logits.row(4);
  EXPECT_LT(relative_difference(generator.logits(), row), 1e-5);
}

// A typed <pad> has the padding's row, and those after it count as if it were not there.
TEST(Checkpoint, PositionsOfRobertaPassOverPadding) {
  const auto trace = run_golden("roberta_padded");
  ASSERT_TRUE(trace);
  const Matrix ids = numbers_of(*trace, "position.ids");
  const std::vector<float> rows(ids.data(), ids.data() + ids.size());
  EXPECT_EQ(rows, (std::vector<float>{1, 2, 3, 4, 1, 1, 5, 6, 7, 8, 1}));
  const Explanation said = trace->explain(trace->find("position").value(), 4, 3);
  ASSERT_EQ(said.terms.size(), 1U);
  EXPECT_EQ(trace->stage(said.terms.front().right_cell.stage).address, "position.vectors");
  EXPECT_EQ(said.terms.front().right_cell.row, 1);
}

TEST(Checkpoint, KeysThatAnAttentionAddsHaveNamesAndAreNeverHidden) {
  for (const auto& [name, added] : {std::pair{"torch_mha_bias_kv", std::vector<std::string>{"bias"}},
                                    {"torch_mha_zero_attn", {"zero"}},
                                    {"torch_mha_added", {"bias", "zero"}}}) {
    const auto trace = run_golden(name);
    ASSERT_TRUE(trace);
    const Stage& weights = trace->stage(trace->find("batch.0.encoder.0.self.head.0.weights").value());
    const auto& keys = trace->sequence(weights.column_sequence).tokens;
    ASSERT_EQ(static_cast<Index>(keys.size()), weights.columns);
    EXPECT_EQ(std::vector<std::string>(keys.end() - static_cast<std::ptrdiff_t>(added.size()), keys.end()),
              added);
    // Its own keys are hidden from the first query.
    const Matrix shown = numbers_of(*trace, weights.address);
    EXPECT_NEAR(shown.row(0).rightCols(static_cast<Index>(added.size())).sum(), 1, 1e-6) << name;
  }
}

// The same under a mask by rule as under one that is fed in, whichever way is computed.
TEST(Checkpoint, ARuleHidesNoAddedKey) {
  const auto checkpoint = open_or_fail(checkpoint_folder("torch_mha_added"));
  const FedArray given = fed_case("torch_mha_added", *checkpoint);
  FedArray ruled = given;
  ruled.config.causal = true;
  for (Example& example : ruled.input.examples) example.additive = nullptr;
  const auto wanted = run_case(*checkpoint, given);
  for (const bool recompute : {false, true}) {
    const auto trace = run_case(*checkpoint, ruled, recompute);
    for (const char* stage : {"batch.0.encoder.0.self.head.1.weights", "batch.0.encoder.0.self.output",
                              "batch.1.encoder.0.self.output"}) {
      const loaders::DoubleMatrix golden = numbers_of(*wanted, stage).cast<double>();
      EXPECT_LT(relative_difference(numbers_of(*trace, stage), golden), 1e-6) << stage;
    }
  }
}

TEST(Checkpoint, CutsAPictureIntoThePatchesThatTheModelWasMadeFor) {
  const auto checkpoint = open_or_fail(checkpoint_folder("vit"));
  const auto golden = loaders::TensorSet::open(checkpoint_folder("vit") + "/stages.safetensors");
  const auto image = loaders::read_image(checkpoint_folder("vit") + "/image.png");
  const loaders::ImageInput& input = checkpoint->image.value();
  const auto square = loaders::fitted(image.value(), input, "image.png");
  const Matrix patches = loaders::patches_of(square.value(), input);
  EXPECT_LT(relative_difference(patches, golden_stage(*golden->find("patches"))), 1e-6);
  // A larger picture is made as small first.
  const loaders::Image larger = loaders::resize(image.value(), 31, 17);
  EXPECT_EQ(loaders::fitted(larger, input, "image.png")->rgb, loaders::resize(larger, 8, 8).rgb);
}

}  // namespace
}  // namespace engine
