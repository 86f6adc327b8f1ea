// checkpoint_leftovers_test.cpp: weights that a model has and nothing uses are refused by name, unless they
// are known not to change its numbers; and a table that two names share opens under either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/changed_checkpoint.h"

namespace loaders {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Leftovers : public ChangedCheckpoint {
 protected:
  // The error's key with one more tensor in the file, which then is the only one that it names.
  std::string key_beside(const std::string& model, const std::string& name) {
    take(model);
    add(name);
    const auto opened = open();
    if (key_of(opened) == "error.tensors_unused") {
      EXPECT_EQ(argument(opened.error(), "names"), name);
      EXPECT_EQ(argument(opened.error(), "count"), "1");
    }
    return key_of(opened);
  }
};

TEST_F(Leftovers, AreRefusedByNameWhereverTheyLie) {
  for (const auto& [model, name] : {std::pair{"llama", "model.layers.0.self_attn.q_proj.bias"},
                                    {"llama", "model.layers.1.self_attn.q_norm.weight"},
                                    {"llama", "lm_head.bias"},
                                    {"llama", "model.embed_norm.weight"},
                                    {"llama", "model.layers.0.layer_scale"},
                                    {"gpt2", "transformer.emb_norm.weight"},
                                    {"gpt2", "transformer.adapter.weight"},
                                    {"gpt2", "another"},
                                    {"gpt2", "transformer.h.1.score.weight"},
                                    {"bert", "bert.encoder.layer.0.pooler.dense.weight"},
                                    {"bert", "bert.embeddings.layer_scale"},
                                    {"opt", "model.decoder.project_in.weight"},
                                    {"t5", "decoder.prompt.weight"},
                                    {"bart", "model.encoder.layer_norm.weight"},
                                    {"vit", "vit.embeddings.distillation_token"},
                                    {"torch_mha", "bias_k"},
                                    {"torch_encoder_layer", "norm3.weight"},
                                    {"torch_encoder_layer", "layer_scale"},
                                    {"torch_encoder", "layers.0.self_attn.bias_k"}})
    EXPECT_EQ(key_beside(model, name), "error.tensors_unused") << model << " " << name;
  take("llama");
  add("model.embed_norm.weight");
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "error.tensors_unused");
  EXPECT_EQ(argument(opened.error(), "family"), "Llama");
}

TEST_F(Leftovers, ThatChangeNoNumberOpen) {
  for (const auto& [model, name] : {std::pair{"gpt2", "transformer.h.0.attn.bias"},
                                    {"gpt2", "score.weight"},
                                    {"gpt2", "v_head.summary.weight"},
                                    {"gpt2", "multiple_choice_head.summary.weight"},
                                    {"bert", "bert.pooler.dense.weight"},
                                    {"bert", "bert.embeddings.position_ids"},
                                    {"bert", "qa_outputs.weight"},
                                    {"distilbert", "pre_classifier.weight"},
                                    {"llama", "model.layers.0.self_attn.rotary_emb.inv_freq"},
                                    {"bart", "model.encoder.version"},
                                    {"t5_encoder", "decoder.final_layer_norm.weight"},
                                    {"t5_encoder", "decoder.block.0.layer.1.EncDecAttention.q.weight"},
                                    {"gpt_neox", "gpt_neox.layers.0.attention.masked_bias"}}) {
    take(model);
    erase(name);
    add(name);
    const auto opened = open();
    ASSERT_EQ(key_of(opened), "") << model << " " << name;
    EXPECT_THAT((*opened)->description.extra, IsEmpty()) << model << " " << name;
  }
}

// The library passes over them, too.
TEST_F(Leftovers, OfLayersAfterTheLastOneAreListed) {
  take("llama");
  add("model.layers.12.self_attn.q_proj.bias");
  add("model.layers.2.mlp.up_proj.weight");
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  EXPECT_THAT((*opened)->description.extra,
              ElementsAre("model.layers.12.self_attn.q_proj.bias", "model.layers.2.mlp.up_proj.weight"));
  EXPECT_EQ(key_beside("llama", "adapters.3.weight"), "error.tensors_unused");
  EXPECT_EQ(key_beside("llama", "model.layers.01.mlp.up_proj.weight"), "error.tensors_unused");
}

// A tied table: by its own name, by the output's, and by the output's with the file's metadata mapping the
// two.
TEST_F(Leftovers, ATiedTableOpensUnderTheOutputsName) {
  for (const auto& [model, embedding, output, stage] :
       {std::array{"gpt2", "transformer.wte.weight", "lm_head.weight", "logits"},
        {"gemma", "model.embed_tokens.weight", "lm_head.weight", "logits"},
        {"gpt_neo", "transformer.wte.weight", "lm_head.weight", "logits"},
        {"opt", "model.decoder.embed_tokens.weight", "lm_head.weight", "logits"},
        {"bert", "bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight", "logits"},
        {"roberta", "roberta.embeddings.word_embeddings.weight", "lm_head.decoder.weight", "logits"},
        {"distilbert", "distilbert.embeddings.word_embeddings.weight", "vocab_projector.weight", "logits"},
        {"t5", "shared.weight", "lm_head.weight", "logits"},
        {"bart", "model.shared.weight", "lm_head.weight", "logits"}}) {
    take(model);
    const engine::Matrix usual = stage_of(model, stage);
    erase(output);
    tensor(embedding).name = output;
    std::erase_if(tensors_, [](const Written& one) { return one.name.ends_with("embed_tokens.weight"); });
    EXPECT_EQ(stage_of(model, stage), usual) << model;
    metadata_ = {{"format", "pt"}, {embedding, output}};
    EXPECT_EQ(stage_of(model, stage), usual) << model;
    metadata_ = nlohmann::json::object();
  }
}

// Where nothing says that the two are one, the output's table is not the embedding.
TEST_F(Leftovers, AnUntiedTableIsMissedUnlessTheMetadataMapIt) {
  take("llama");
  ASSERT_FALSE(config_.value("tie_word_embeddings", false));
  erase("model.embed_tokens.weight");
  EXPECT_EQ(key_of(open()), "error.tensors_missing");
  metadata_ = {{"model.embed_tokens.weight", "lm_head.weight"}};
  EXPECT_EQ(key_of(open()), "");
  metadata_ = {{"model.embed_tokens.weight", "nowhere"}};
  EXPECT_EQ(key_of(open()), "error.tensors_missing");
}

}  // namespace
}  // namespace loaders
