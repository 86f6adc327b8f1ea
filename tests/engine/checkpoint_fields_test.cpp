// checkpoint_fields_test.cpp: what config.json says of a model's numbers is followed, refused, or has no
// effect in Hugging Face's library either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/changed_checkpoint.h"

namespace loaders {
namespace {

using nlohmann::json;

constexpr const char* kUnsupported = "error.config_unsupported";

class Fields : public ChangedCheckpoint {
 protected:
  const engine::Config& opened_config() {
    opened_ = open().value();
    return opened_->config;
  }
  std::vector<std::string> notes() {
    std::vector<std::string> keys;
    const auto opened = open();
    for (const engine::Error& note : opened.value()->description.notes) keys.push_back(note.key);
    return keys;
  }

  std::shared_ptr<const Checkpoint> opened_;
};

using testing::ElementsAre;
using testing::IsEmpty;

// The published files say "gelu", with which no Gemma was trained.
TEST_F(Fields, GemmaHasTheTanhFormUnlessHiddenActivationNamesAnother) {
  take("gemma");
  config_.erase("hidden_activation");
  config_["hidden_act"] = "gelu_pytorch_tanh";
  const engine::Matrix tanh = stage_of("gemma", "logits");
  EXPECT_THAT(notes(), IsEmpty());
  config_["hidden_act"] = "gelu";
  EXPECT_EQ(stage_of("gemma", "logits"), tanh);
  EXPECT_THAT(notes(), ElementsAre("notice.gemma_activation"));
  config_["hidden_activation"] = nullptr;
  EXPECT_EQ(stage_of("gemma", "logits"), tanh);
  EXPECT_THAT(notes(), ElementsAre("notice.gemma_activation"));
  config_["hidden_activation"] = "gelu_pytorch_tanh";
  EXPECT_EQ(stage_of("gemma", "logits"), tanh);
  EXPECT_THAT(notes(), IsEmpty());
  config_["hidden_activation"] = "gelu";
  EXPECT_EQ(opened_config().activation, engine::Activation::kGelu);
  EXPECT_THAT(notes(), IsEmpty());
  EXPECT_EQ(key_with("hidden_activation", "mish"), kUnsupported);
}

TEST_F(Fields, TokensThatSeeLaterOnesAreRefused) {
  for (const char* name : {"gpt2", "llama", "qwen2", "gemma", "opt", "gpt_neox", "t5", "bart"}) {
    take(name);
    EXPECT_EQ(key_with("is_causal", false), kUnsupported) << name;
    EXPECT_EQ(key_with("is_causal", true), "") << name;
  }
  for (const char* name : {"gemma", "gemma2"}) {
    take(name);
    EXPECT_EQ(key_with("use_bidirectional_attention", true), kUnsupported) << name;
    EXPECT_EQ(key_with("use_bidirectional_attention", false), "") << name;
    EXPECT_EQ(key_with("use_bidirectional_attention", nullptr), "") << name;
  }
  take("torch_encoder");
  EXPECT_EQ(key_with("is_causal", true), kUnsupported);
  EXPECT_EQ(key_with("is_causal", false), "");
}

TEST_F(Fields, RotaryPositionsAreTheSameWhereverTheyStand) {
  take("llama");
  const json theta = config_.value("rope_theta", json(10000.0));
  const engine::Matrix usual = stage_of("llama", "logits");
  config_.erase("rope_theta");
  config_["rope_parameters"] = {{"rope_type", "default"}, {"rope_theta", theta}};
  EXPECT_EQ(stage_of("llama", "logits"), usual);
  config_["rope_theta"] = theta;
  EXPECT_EQ(stage_of("llama", "logits"), usual);
  EXPECT_EQ(key_with("rope_theta", 123.0), kUnsupported);  // which of the two?
  EXPECT_EQ(key_with("rope_parameters", {{"full_attention", {{"rope_theta", 5.0}}}}), kUnsupported);
  // The older field is the one that the library reads where both are there.
  config_["rope_scaling"] = {{"rope_type", "default"}, {"rope_theta", theta}};
  config_["rope_parameters"] = {{"rope_type", "linear"}, {"factor", 8}};
  EXPECT_EQ(stage_of("llama", "logits"), usual);
}

TEST_F(Fields, NeoxFollowsItsOwnNamesAndTheNewOnes) {
  take("gpt_neox");
  const json base = config_.value("rotary_emb_base", json(10000));
  const json share = config_.value("rotary_pct", json(0.25));
  const engine::Matrix usual = stage_of("gpt_neox", "logits");
  EXPECT_EQ(key_with("rope_theta", 77.0), kUnsupported);
  EXPECT_EQ(key_with("partial_rotary_factor", 1.0), kUnsupported);
  EXPECT_EQ(key_with("rope_theta", base), "");
  EXPECT_EQ(key_with("partial_rotary_factor", share), "");
  EXPECT_EQ(key_with("rope_parameters", {{"partial_rotary_factor", 1.0}}), kUnsupported);
  config_.erase("rotary_emb_base");
  config_.erase("rotary_pct");
  config_["rope_parameters"] = {
      {"rope_type", "default"}, {"rope_theta", base}, {"partial_rotary_factor", share}};
  EXPECT_EQ(stage_of("gpt_neox", "logits"), usual);
}

TEST_F(Fields, T5ScalesItsOutputWhereItSays) {
  take("t5");
  EXPECT_TRUE(opened_config().output_scale);
  config_["scale_decoder_outputs"] = false;
  EXPECT_FALSE(opened_config().output_scale);
  config_["scale_decoder_outputs"] = true;
  config_["tie_word_embeddings"] = true;
  EXPECT_TRUE(opened_config().output_scale);
  // As version 5 saves T5 v1.1: always tied, although the file has two tables.
  take("t5_v11");
  const engine::Matrix usual = stage_of("t5_v11", "logits");
  config_["tie_word_embeddings"] = true;
  config_["scale_decoder_outputs"] = false;
  EXPECT_EQ(stage_of("t5_v11", "logits"), usual);
}

TEST_F(Fields, T5sFeedForwardIsWhatIsSaidApart) {
  take("t5_v11");
  const engine::Matrix usual = stage_of("t5_v11", "logits");
  config_["feed_forward_proj"] = "relu";
  config_["dense_act_fn"] = "gelu_new";
  config_["is_gated_act"] = true;
  EXPECT_EQ(stage_of("t5_v11", "logits"), usual);
  config_["dense_act_fn"] = "relu";
  EXPECT_EQ(opened_config().activation, engine::Activation::kRelu);
}

// Other names that the library takes for the same field.
TEST_F(Fields, MayStandUnderAnotherName) {
  for (const auto& [name, field, other] : {std::array{"gpt2", "n_embd", "hidden_size"},
                                           {"gpt2", "n_head", "num_attention_heads"},
                                           {"gpt2", "n_layer", "num_hidden_layers"},
                                           {"gpt2", "n_positions", "max_position_embeddings"},
                                           {"gpt_neo", "num_heads", "num_attention_heads"},
                                           {"gpt_neo", "num_layers", "num_hidden_layers"},
                                           {"distilbert", "dim", "hidden_size"},
                                           {"distilbert", "n_heads", "num_attention_heads"},
                                           {"distilbert", "n_layers", "num_hidden_layers"},
                                           {"t5", "d_model", "hidden_size"},
                                           {"t5", "num_heads", "num_attention_heads"},
                                           {"t5", "num_layers", "num_hidden_layers"},
                                           {"t5", "d_kv", "head_dim"},
                                           {"bart", "d_model", "hidden_size"}}) {
    take(name);
    const engine::Matrix usual = stage_of(name, "logits");
    const json value = config_.at(field);
    EXPECT_EQ(key_with(other, value.get<int>() + 1), kUnsupported) << name << " " << other;
    config_.erase(field);
    config_[other] = value;
    EXPECT_EQ(stage_of(name, "logits"), usual) << name << " " << other;
  }
}

TEST_F(Fields, ThatWouldChangeNumbersAreRefusedUnlessNeutral) {
  take("llama");
  EXPECT_EQ(key_with("attention_multiplier", 0.5), kUnsupported);
  EXPECT_EQ(key_with("mlp_bias", true), kUnsupported);
  EXPECT_EQ(key_with("attention_bias", true), "error.tensors_missing");
  EXPECT_EQ(key_with("num_key_value_heads", nullptr), "error.tensor_shape");
  take("mistral");
  EXPECT_EQ(key_with("attention_bias", true), "");  // the library's Mistral has none
  take("qwen3");
  EXPECT_EQ(key_with("head_dim", nullptr), kUnsupported);
  take("bert");
  EXPECT_EQ(key_with("pruned_heads", {{"0", {1}}}), kUnsupported);
  EXPECT_EQ(key_with("pruned_heads", json::object()), "");
  take("bart");
  EXPECT_EQ(key_with("tie_encoder_decoder", true), kUnsupported);
  take("marian");
  EXPECT_EQ(key_with("decoder_vocab_size", config_.at("vocab_size")), "");
  EXPECT_EQ(key_with("decoder_vocab_size", 7), kUnsupported);
  take("gpt2");
  EXPECT_EQ(key_with("tie_word_embeddings", nullptr), "error.tensors_missing");  // null is false
  take("torch_transformer");
  EXPECT_EQ(key_with("custom_encoder", "mine"), kUnsupported);
  EXPECT_EQ(key_with("custom_encoder", nullptr), "");
}

TEST_F(Fields, BatchFirstSaysWhichDimensionCountsExamples) {
  take("torch_mha_batch");
  EXPECT_FALSE(open().value()->batch_is_second);
  config_["batch_first"] = false;
  EXPECT_TRUE(open().value()->batch_is_second);
  config_.erase("batch_first");
  EXPECT_FALSE(open().value()->batch_is_second);
  EXPECT_EQ(key_with("batch_first", "no"), "error.config_value");
}

}  // namespace
}  // namespace loaders
