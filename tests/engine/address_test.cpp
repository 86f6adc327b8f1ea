// Addresses: what they say, and what stands beside, above and below them.
#include "engine/core/address.h"

#include <gtest/gtest.h>

#include <vector>

namespace engine {
namespace {

TEST(StageAddresses, AreReadFromTheFront) {
  const StageAddress place = parse_address("batch.1.decoder.0.cross.head.2.scores");
  EXPECT_EQ(place, (StageAddress{.batch = 1,
                                 .stack = Stack::kDecoder,
                                 .layer = 0,
                                 .sublayer = Sublayer::kCross,
                                 .head = 2,
                                 .step = "scores"}));
  EXPECT_EQ(parse_address("source.input"), (StageAddress{.stream = "source", .step = "input"}));
  EXPECT_EQ(parse_address("encoder.output"), (StageAddress{.stack = Stack::kEncoder, .step = "output"}));
  EXPECT_EQ(parse_address("any.text"), (StageAddress{.step = "any.text"}));
}

TEST(StageAddresses, AreWrittenAsTheyWereRead) {
  for (const char* const address :
       {"batch.1.decoder.0.cross.head.2.scores", "encoder.11.ffn.norm.weight", "batch.0.target.tokens",
        "decoder.output", "lab.positions.table", "encoder.0.self.head.x.q", "logits", ""})
    EXPECT_EQ(address_of(parse_address(address)), address);
}

TEST(StageAddresses, OfALabSayWhereItsOwnLayersBegin) {
  EXPECT_EQ(in_layers_of_lab("lab.depth.encoder.0.self.head.1.weights"), "encoder.0.self.head.1.weights");
  EXPECT_EQ(in_layers_of_lab("lab.depth.decoder.2.ffn"), "decoder.2.ffn");
  EXPECT_EQ(in_layers_of_lab("lab.depth.encoder.1.decoder.2.ffn"), "encoder.1.decoder.2.ffn");
  EXPECT_EQ(in_layers_of_lab("lab.depth.curve"), "");
  EXPECT_EQ(in_layers_of_lab("encoder.0.self"), "");
}

TEST(StageAddresses, HaveHeads) {
  EXPECT_EQ(head_of("encoder.0.self.head.12.q"), 12);
  EXPECT_EQ(head_of("encoder.0.self.concat"), std::nullopt);
  EXPECT_EQ(head_of("encoder.0.self.head.x.q"), std::nullopt);
}

TEST(StageAddresses, HaveTheSamePlaceElsewhere) {
  EXPECT_EQ(in_head("encoder.0.self.head.1.q", 3), "encoder.0.self.head.3.q");
  EXPECT_EQ(in_head("encoder.0.self.concat", 3), "encoder.0.self.concat");
  EXPECT_EQ(in_layer("decoder.1.ffn.output", 4), "decoder.4.ffn.output");
  EXPECT_EQ(in_layer("decoder.output", 4), "decoder.output");
  EXPECT_EQ(in_example("batch.1.logits", 0), "batch.0.logits");
  EXPECT_EQ(in_example("logits", 0), "logits");
}

TEST(StageAddresses, NameTheirLab) {
  EXPECT_EQ(lab_of(parse_address("lab.positions.table")), "positions");
  EXPECT_EQ(lab_of(parse_address("encoder.0.self.output")), "");
  EXPECT_TRUE(is_of_lab("lab.relatives.attention.weights"));
  EXPECT_FALSE(is_of_lab("label.weights"));
}

TEST(StageAddresses, OfNamesWithoutAStepSayTheSame) {
  const StageAddress head = parse_part("batch.3.decoder.1.cross.head.2");
  EXPECT_EQ(head, parse_address("batch.3.decoder.1.cross.head.2."));
  EXPECT_EQ(head.head, 2);
  EXPECT_EQ(head.step, "");
  EXPECT_EQ(parse_part("encoder.0.ffn").sublayer, Sublayer::kFeedForward);
  EXPECT_EQ(parse_part("encoder.0.output").sublayer, Sublayer::kNone);
}

TEST(StageAddresses, AreCutAtTheirHead) {
  EXPECT_EQ(attention_of("batch.1.encoder.0.self.head.2.mask"), "batch.1.encoder.0.self");
  EXPECT_EQ(attention_of("layer.head.2"), "layer");
  EXPECT_EQ(attention_of("encoder.0.self"), "encoder.0.self");
  EXPECT_EQ(head_address("encoder.0.self.head.12.performer.features.query"), "encoder.0.self.head.12");
  EXPECT_EQ(head_address("encoder.0.self.head.2"), "encoder.0.self.head.2");
  EXPECT_EQ(head_address("encoder.0.self.concat"), "encoder.0.self.concat");
  EXPECT_EQ(head_in("encoder.0.self", 2), "encoder.0.self.head.2");
  EXPECT_TRUE(is_in_head("layer.head.0.q"));
  EXPECT_FALSE(is_in_head("encoder.0.self.heads.q"));
}

TEST(StageAddresses, HaveOthersBesideThem) {
  EXPECT_EQ(own_step("encoder.0.self.head.1.performer.features.query"), "performer.features.query");
  EXPECT_EQ(own_step("encoder.0.ffn.norm.weight"), "weight");
  EXPECT_EQ(own_step("logits"), "logits");
  EXPECT_EQ(beside("encoder.0.self.head.1.weights", "masked"), "encoder.0.self.head.1.masked");
  EXPECT_EQ(beside("batch.0.encoder.0.ffn.residual", "output"), "batch.0.encoder.0.ffn.output");
  EXPECT_EQ(beside("logits", "probabilities"), "probabilities");
}

TEST(StageAddresses, OfEveryExampleNameOneSublayer) {
  EXPECT_EQ(sublayer_of("batch.2.encoder.0.self.head.1.q"), "encoder.0.self");
  EXPECT_EQ(sublayer_of("decoder.3.ffn.residual"), "decoder.3.ffn");
  EXPECT_EQ(sublayer_of("batch.2.logits"), "");
  EXPECT_EQ(without_example("batch.12.encoder.0.self"), "encoder.0.self");
  EXPECT_EQ(without_example("encoder.0.self"), "encoder.0.self");
}

TEST(StageAddresses, AreComparedByWholeParts) {
  EXPECT_EQ(parts_of("window.global.shares"), (std::vector<std::string_view>{"window", "global", "shares"}));
  EXPECT_EQ(parts_of(""), std::vector<std::string_view>{""});
  EXPECT_TRUE(ends_in("encoder.0.ffn.norm", "norm"));
  EXPECT_TRUE(ends_in("encoder.0.ffn.residual.input", "residual.input"));
  EXPECT_FALSE(ends_in("encoder.0.ffn.prenorm", "norm"));
  EXPECT_FALSE(ends_in("norm", "norm"));
  EXPECT_TRUE(starts_in("predict.weight", "predict"));
  EXPECT_FALSE(starts_in("predict", "predict"));
  EXPECT_FALSE(starts_in("prediction.weight", "predict"));
  EXPECT_TRUE(is_within("encoder.0.self.head.1", "encoder.0.self"));
  EXPECT_TRUE(is_within("encoder.0.self", "encoder.0.self"));
  EXPECT_FALSE(is_within("encoder.0.self.head.12", "encoder.0.self.head.1"));
}

TEST(StageAddresses, OfMasksAndTokensAreNotTypedOver) {
  EXPECT_TRUE(is_mask("encoder.0.self.head.1.mask"));
  EXPECT_FALSE(is_mask("encoder.0.self.head.1.masked"));
  EXPECT_TRUE(may_be_typed("encoder.0.self.head.1.masked"));
  EXPECT_FALSE(may_be_typed("encoder.0.self.head.1.mask"));
  EXPECT_FALSE(may_be_typed("source.tokens"));
  EXPECT_FALSE(may_be_typed("tokens"));
  EXPECT_FALSE(may_be_typed(""));
}

}  // namespace
}  // namespace engine
