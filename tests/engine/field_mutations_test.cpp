// field_mutations_test.cpp: a field of config.json that a family follows changes what comes out, and one that
// it does not follow changes nothing: each is taken away, and given other values, in each family's model.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "tests/engine/changed_checkpoint.h"

namespace loaders {
namespace {

using nlohmann::json;
using Names = std::set<std::string>;

// One model of each family.
constexpr std::array kModels = {"bart",
                                "bert",
                                "distilbert",
                                "gemma",
                                "gemma2",
                                "gpt2",
                                "gpt_neo",
                                "gpt_neox",
                                "llama",
                                "marian",
                                "mbart",
                                "mistral",
                                "opt",
                                "pegasus",
                                "qwen2",
                                "qwen3",
                                "roberta",
                                "t5",
                                "vit",
                                "torch_mha",
                                "torch_encoder_layer",
                                "torch_decoder",
                                "torch_encoder",
                                "torch_decoder_layer",
                                "torch_transformer"};

// Fields that no golden model has, and that some family follows, with a value of each that it can have.
json rare_fields() {
  return {{"attention_multiplier", 0.5},
          {"clip_qkv", 8.0},
          {"quantization_config", {{"bits", 4}}},
          {"use_bidirectional_attention", true},
          {"use_mrope", true},
          {"tie_encoder_decoder", true},
          {"pruned_heads", {{"0", {1}}}},
          {"alibi", true},
          {"use_qk_norm", true},
          {"embedding_multiplier", 2.0},
          {"residual_multiplier", 0.5},
          {"logits_scaling", 2.0},
          {"logit_scale", 2.0},
          {"is_causal", false},
          {"sliding_window", 2},
          {"use_sliding_window", true},
          {"layer_types", {"sliding_attention", "full_attention"}},
          {"rope_parameters", {{"rope_type", "linear"}, {"factor", 4.0}}},
          {"rope_scaling", {{"rope_type", "linear"}, {"factor", 4.0}}},
          {"rope_theta", 77.0},
          {"partial_rotary_factor", 0.5},
          {"hidden_activation", "relu"},
          {"scale_decoder_outputs", false},
          {"scale_attn_weights", false},
          {"scale_attn_by_inverse_layer_idx", true},
          {"is_decoder", true},
          {"add_cross_attention", true},
          {"custom_encoder", "mine"},
          {"forced_bos_token_id", 3},
          {"suppress_tokens", {4}},
          {"do_sample", true}};
}

// Every field that any golden model has, with a value that one of them gives it.
json all_fields() {
  json all = rare_fields();
  for (const std::string& name : engine::checkpoint_cases()) {
    const json config = json::parse(std::ifstream(engine::checkpoint_folder(name) + "/config.json"));
    for (const auto& [field, value] : config.items()) {
      if (!value.is_null() && !all.contains(field)) all[field] = value;
    }
  }
  for (const IdleField& idle : idle_fields()) {
    if (idle.file == "config.json" && !all.contains(idle.field)) all[std::string(idle.field)] = "x";
  }
  return all;
}

// Other values of the same type.
std::vector<json> others(const json& value) {
  if (value.is_boolean()) return {!value.get<bool>()};
  if (value.is_number_integer()) return {value.get<int>() + 1, value.get<int>() + 7, 1, 0, 2};
  if (value.is_number()) return {value.get<double>() * 0.5 + 0.125, 2.5};
  if (value.is_string()) return {"relu", "gelu_new", "x"};
  if (value.is_array()) return {json::array(), json::array({"x"}), json::array({1, 2})};
  return {json::object(), {{"0", "x"}}, {{"rope_type", "linear"}, {"factor", 2.0}}};
}

class FieldMutations : public ChangedCheckpoint, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    take(GetParam());
    whole_ = config_;
    // Where a tied table is in the file twice, not twice the same.
    for (Written& tensor : tensors_) {
      const bool is_output = tensor.name == "lm_head.weight" || tensor.name == "vocab_projector.weight";
      if (is_output && tensor.dtype == "F32") tensor.bytes.replace(0, 4, std::string("\0\0\x40\x40", 4));
    }
  }

  // What the model is with these fields: its last numbers, roles and words, or why it does not open.
  std::string outcome() {
    followed_.clear();
    const auto opened = open();
    if (!opened) return opened.error().key + argument(opened.error(), "field");
    const Checkpoint& checkpoint = **opened;
    for (const FolderField& field : checkpoint.description.fields) {
      if (field.use == FieldUse::kFollowed) followed_.insert(field.field);
    }
    std::ostringstream said;
    said << roles_of(checkpoint) << numbers_of_run(checkpoint);
    return said.str();
  }

  static std::string roles_of(const Checkpoint& checkpoint) {
    std::ostringstream said;
    const GenerationConfig& generation = checkpoint.generation;
    said << checkpoint.description.architecture << checkpoint.batch_is_second << ' ';
    for (const std::optional<Index>& id : {generation.begin, generation.padding, checkpoint.decoder_start})
      said << id.value_or(-1) << ' ';
    for (const Index id : generation.rules.ends) said << id << ',';
    for (const auto& [field, value] : generation.followed) said << field << value;
    for (const engine::Error& told : generation.told) said << told.key << argument(told, "field");
    for (const std::string& label : checkpoint.labels) said << label << ',';
    for (const engine::Error& note : checkpoint.description.notes) {
      if (note.key != "notice.fields_unknown") said << note.key;
    }
    return said.str();
  }

  static std::string numbers_of_run(const Checkpoint& checkpoint) {
    const engine::FedArray fed = engine::fed_case(GetParam(), checkpoint);
    if (const auto bad = engine::check(fed.config, fed.input)) return bad->key;
    const auto trace = engine::forward(*checkpoint.model, fed.input, fed.config);
    const engine::Stage& last = trace->stages().back();
    const engine::Matrix numbers = trace->read(trace->size() - 1, 0, 0, last.rows, last.columns);
    return last.address + std::string(reinterpret_cast<const char*>(numbers.data()),
                                      static_cast<size_t>(numbers.size()) * sizeof(float));
  }

  // What comes out with another value of a field; nullopt: without it.
  std::string outcome_with(const std::string& field, const std::optional<json>& value) {
    config_ = whole_;
    config_.erase(field);
    if (value) config_[field] = *value;
    return outcome();
  }

  // Whether the field was followed, or keeps the model from opening.
  bool is_followed(const std::string& field, const std::string& outcome) const {
    return followed_.contains(field) || outcome.starts_with("error.");
  }

  // Whether another value of a field, or none, changes what comes out.
  bool changes(const std::string& field, const json& value) {
    const std::string usual = outcome_with(field, value);
    if (outcome_with(field, std::nullopt) != usual) return true;
    const std::vector<json> tries = others(value);
    return std::any_of(tries.begin(), tries.end(),
                       [&](const json& other) { return outcome_with(field, other) != usual; });
  }

  // The same beside the fields without which it says nothing.
  bool changes_beside_others(const std::string& field, const json& value) {
    const json before = whole_;
    whole_.update({{"sliding_window", 2}, {"use_sliding_window", true}, {"max_window_layers", 0}});
    const bool changed = changes(field, value);
    whole_ = before;
    return changed;
  }

  json whole_;
  Names followed_;
};

TEST_P(FieldMutations, ChangeWhatComesOutWhereTheFieldIsFollowed) {
  const std::string usual = outcome();
  ASSERT_FALSE(usual.starts_with("error.")) << usual;
  size_t count = 0;
  const json fields = all_fields();
  for (const auto& [field, value] : fields.items()) {
    const json given = whole_.contains(field) && !whole_[field].is_null() ? whole_[field] : value;
    const std::string made = outcome_with(field, given);
    if (!is_followed(field, made)) {
      EXPECT_EQ(made, usual) << field << " is not followed, but changes what comes out";
      continue;
    }
    EXPECT_TRUE(made != usual || changes(field, given) || changes_beside_others(field, given))
        << field << " is followed, but changes nothing";
    ++count;
  }
  EXPECT_GE(count, 4U);
}

std::string name_of_model(const testing::TestParamInfo<const char*>& model) {
  return model.param;
}

INSTANTIATE_TEST_SUITE_P(Families, FieldMutations, testing::ValuesIn(kModels), name_of_model);

}  // namespace
}  // namespace loaders
