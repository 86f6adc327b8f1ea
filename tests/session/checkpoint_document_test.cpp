// A document that opens a trained model is one line too.
#include <gtest/gtest.h>

#include "app/document/checkpoints.h"
#include "app/document/document.h"
#include "app/document/document_line.h"

namespace app {
namespace {

// One with every setting of a trained model that is not as usual.
Document trained() {
  Document document;
  document.pair = "a dog ran";
  document.ids = {5, 3, 3, 50'256};
  document.target_ids = {0, 50'256};
  document.segments = {0, 1, 1, 0};
  document.image = "cat.png";
  document.generated = {" cat", "\xEF\xBF\xBD"};
  document.generated_ids = {3797, 251};
  feed(document, "target", "y.npy");
  feed(document, "mask", "m.npy");
  engine::Config& config = document.config;
  config.model = engine::ModelKind::kCheckpoint;
  config.checkpoint = "模型/gpt2";
  config.architecture = engine::Architecture::kDecoder;
  config.vocabulary = 50'257;
  config.n_kv_heads = 2;
  config.decoder_causal = false;
  config.gated = true;
  config.rms_norm = true;
  config.input_norm = true;
  config.parallel = true;
  config.local_window = 256;
  config.logit_cap = 30;
  config.predicts = engine::Prediction::kTokens;
  config.output_scale = true;
  config.positions = engine::PositionKind::kRotary;
  config.activation = engine::Activation::kSilu;
  return document;
}

TEST(CheckpointDocument, KeepsEveryField) {
  const Document document = trained();
  const std::string line = to_line(document);
  const auto read = from_line(line);
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), line);
  EXPECT_EQ(from_line(to_lines(document)).value(), document);
}

// What hides keys, and how, is the model's too: with another convention it would compute something else.
TEST(CheckpointDocument, TakesEverySettingOfItsModel) {
  const std::string path = HEADLIGHT_TEST_DATA "/golden/checkpoints/gpt2";
  const auto opened = checkpoints::open(path);
  ASSERT_TRUE(opened.ok()) << opened.error().key;
  Document document;
  document.text = "the cat";
  engine::Config& config = document.config;
  config.causal = config.mask_padding = config.mask_finite = config.mask_in_place = true;
  config.decoder_causal = false;
  config.pattern.kind = engine::PatternKind::kWindow;
  config.painted = {{"encoder.0.self", {{0, 0, 1, 1, engine::kHide}}}};
  config.off = {"encoder.0.self.residual"};
  config.temperature = 2;
  ASSERT_FALSE(checkpoints::use(path, document).has_value());
  EXPECT_FALSE(document.config.mask_in_place);
  EXPECT_EQ(document.config, (*opened)->config);
}

TEST(CheckpointDocument, NumbersInThePlaceOfATextKeepItsTwoParts) {
  Document document;
  document.text = "the cat";
  document.pair = "a dog";
  ASSERT_FALSE(checkpoints::use(HEADLIGHT_TEST_DATA "/golden/checkpoints/bert", document).has_value());
  const auto typed = sequence_of(document);
  ASSERT_TRUE(typed.ok()) << typed.error().key;
  EXPECT_EQ(typed->segments, (std::vector<int>{0, 0, 0, 0, 1, 1, 1}));
  document.ids = typed->ids;
  const auto numbers = sequence_of(document);
  ASSERT_TRUE(numbers.ok()) << numbers.error().key;
  EXPECT_EQ(*numbers, *typed);
}

TEST(CheckpointDocument, SegmentsAreDroppedWithTheTokensTheyWereGivenFor) {
  State before;
  before.document.text = "the cat";
  ASSERT_FALSE(checkpoints::use(HEADLIGHT_TEST_DATA "/golden/checkpoints/bert", before.document).has_value());
  before.document.segments = {1, 0, 1, 0};
  State masked = before;
  masked.document.ids = {2, 59, 4, 3};  // one of its tokens masked: as many
  keep_consistent(before, masked);
  EXPECT_EQ(masked.document.segments, before.document.segments);
  State longer = before;
  longer.document.text = "the cat sat";
  keep_consistent(before, longer);
  EXPECT_TRUE(longer.document.segments.empty());
}

TEST(CheckpointDocument, ATypedTargetReplacesItsIds) {
  State state;
  state.document.target_ids = {0, 4};
  set_target(state, "a dog");
  EXPECT_TRUE(state.document.target_ids.empty());
}

TEST(CheckpointDocument, NamesEveryKindAsItReadsIt) {
  for (const auto predicts : {engine::Prediction::kNextToken, engine::Prediction::kTokens,
                              engine::Prediction::kClass, engine::Prediction::kNone}) {
    for (const engine::PositionInfo& positions : engine::position_kinds()) {
      Document document = trained();
      document.config.predicts = predicts;
      document.config.positions = positions.kind;
      document.config.relative_distance = 5;
      EXPECT_EQ(from_line(to_line(document)).value(), document);
    }
  }
}

TEST(CheckpointDocument, AnotherModelSaysNothingOfOne) {
  const std::string line = to_line({});
  for (const char* field :
       {"checkpoint", "vocabulary", "kv_heads", "gated", "rms_norm", "input_norm", "decoder_causal",
        "predicts", "output_scale", "parallel", "local_window", "logit_cap", "pair", "ids", "target_ids",
        "segments", "image", "fed", "generated_ids"})
    EXPECT_EQ(line.find(std::string("\"") + field + "\":"), std::string::npos) << field;
}

TEST(CheckpointDocument, EachRoleIsFedOnce) {
  Document document;
  feed(document, "value", "v.npy");
  feed(document, "key", "k.npy");
  feed(document, "value", "w.npy");
  EXPECT_EQ(document.fed, (std::vector<FedArray>{{"key", "k.npy"}, {"value", "w.npy"}}));
  EXPECT_EQ(fed_from(document, "value"), "w.npy");
  feed(document, "value", "");
  EXPECT_EQ(fed_from(document, "value"), "");
  EXPECT_EQ(document.fed.size(), 1U);
}

TEST(CheckpointDocument, RefusesFieldsThatMakeNoSense) {
  const std::string start = R"({"headlight":1,"model":"checkpoint",)";
  const std::string path = R"("checkpoint":"gpt2",)";
  for (const auto& [fields, key] :
       {std::pair{start + R"("text":"a")", "error.session_field"},
        {start + R"("checkpoint":"")", "error.session_field"},
        {start + R"("checkpoint":["gpt2"])", "error.session_field"},
        {start + path + R"("vocabulary":-1)", "error.session_field"},
        {start + path + R"("vocabulary":18446744073709551615)", "error.session_field"},
        {start + path + R"("kv_heads":3)", "error.kv_heads"},
        {start + path + R"("kv_heads":8)", "error.kv_heads"},
        {start + path + R"("positions":"rotary","d_k":5)", "error.rotary_width"},
        {start + path + R"("positions":"sideways")", "error.session_field"},
        {start + path + R"("predicts":"words")", "error.session_field"},
        {start + path + R"("ids":[1.5])", "error.session_field"},
        {start + path + R"("ids":[-1])", "error.session_field"},
        {start + path + R"("ids":"1,2")", "error.session_field"},
        {start + path + R"("fed":{"output":"x.npy"})", "error.session_field"},
        {start + path + R"("fed":{"input":""})", "error.session_field"},
        {start + path + R"("fed":["x.npy"])", "error.session_field"},
        {start + path + R"("generated":["a"])", "error.session_field"},
        {start + path + R"("generated":["a"],"generated_ids":[1,2])", "error.session_field"},
        {std::string(R"({"headlight":1,"generated_ids":[1])"), "error.session_field"},
        {std::string(R"({"headlight":1,"kv_heads":2)"), "error.crafted_size"},
        {std::string(R"({"headlight":1,"positions":"relative")"), "error.crafted_positions"}}) {
    const auto read = from_line(fields + "}");
    ASSERT_FALSE(read.ok()) << fields;
    EXPECT_EQ(read.error().key, key) << fields;
  }
}

TEST(CheckpointDocument, WhatIsFedInMakesAnotherRun) {
  const Document document = trained();
  for (const auto& change : std::initializer_list<void (*)(Document&)>{
           [](Document& changed) { changed.pair = "b"; }, [](Document& changed) { changed.ids = {1}; },
           [](Document& changed) { changed.image = "dog.png"; },
           [](Document& changed) { feed(changed, "input", "x.npy"); },
           [](Document& changed) {
             changed.generated_ids = {1, 2};
           },
           [](Document& changed) { changed.config.checkpoint = "gpt3"; }}) {
    Document changed = document;
    change(changed);
    EXPECT_FALSE(same_run(document, changed));
  }
}

}  // namespace
}  // namespace app
