// checkpoint_errors_test.cpp: what is wrong with a checkpoint is one sentence that names it, and never more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "engine/loaders/families.h"
#include "tests/engine/changed_checkpoint.h"
#include "tests/engine/checkpoints.h"

namespace loaders {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class CheckpointErrors : public ChangedCheckpoint {};

TEST_F(CheckpointErrors, NamesWhatAConfigLacksOrHasTooMuchOf) {
  take("torch_mha");
  EXPECT_EQ(key_of(open()), "");
  EXPECT_EQ(key_with("num_heads", 0), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", -4), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", 1e18), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", 4.5), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", "4"), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", std::numeric_limits<uint64_t>::max()), "error.config_whole");
  EXPECT_EQ(key_with("num_heads", nullptr), "error.config_missing");
  EXPECT_EQ(key_with("num_heads", 5), "error.config_divide");
  EXPECT_EQ(key_with("embed_dim", int64_t{1} << 62), "error.config_whole");
  EXPECT_EQ(key_with("embed_dim", json::array({16})), "error.config_whole");
  EXPECT_EQ(key_with("bias", "yes"), "error.config_value");
  EXPECT_EQ(key_with("add_bias_kv", true), "error.tensors_missing");
}

TEST_F(CheckpointErrors, SaysWhichKindItCannotOpenAndWhichItCan) {
  take("gpt2");
  EXPECT_EQ(key_with("model_type", nullptr), "error.config_kind");
  EXPECT_EQ(key_with("model_type", 3), "error.config_value");
  config_["model_type"] = "something new";
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "error.config_unknown");
  EXPECT_EQ(argument(opened.error(), "kind"), "something new");
  EXPECT_THAT(argument(opened.error(), "known"), HasSubstr("GPT-2, GPT-Neo, GPT-NeoX, OPT, BERT"));
}

TEST_F(CheckpointErrors, SaysWhatAKnownKindNeeds) {
  take("gpt2");
  for (const auto& [kind, key] : {std::pair{"mixtral", "error.kind_experts"},
                                  {"mamba", "error.kind_states"},
                                  {"bloom", "error.kind_slopes"},
                                  {"gptj", "error.kind_one_norm"},
                                  {"gemma3_text", "error.kind_two_angles"},
                                  {"deberta-v2", "error.kind_apart"},
                                  {"longformer", "error.kind_other_maps"},
                                  {"whisper", "error.kind_sounds"},
                                  {"clip", "error.kind_two_inputs"},
                                  {"swin", "error.kind_pictures"}}) {
    EXPECT_EQ(find_family(kind), nullptr);
    EXPECT_EQ(key_with("model_type", kind), key);
  }
}

TEST_F(CheckpointErrors, RefusesWhatItWouldComputeWrongly) {
  take("gpt2");
  EXPECT_EQ(key_with("activation_function", "mish"), "error.config_unsupported");
  EXPECT_EQ(key_with("scale_attn_by_inverse_layer_idx", true), "error.config_unsupported");
  take("bert");
  EXPECT_EQ(key_with("position_embedding_type", "relative_key"), "error.config_unsupported");
  take("llama");
  EXPECT_EQ(key_with("rope_scaling", {{"type", "linear"}, {"factor", 2}}), "");
  EXPECT_EQ(key_with("rope_scaling", {{"type", "linear"}, {"factor", 0}}), "error.config_unsupported");
  EXPECT_EQ(key_with("rope_scaling", {{"type", "longrope"}, {"factor", 2}}), "error.config_unsupported");
  EXPECT_EQ(key_with("rope_scaling", {{"rope_type", "llama3"}, {"high_freq_factor", 1}}),
            "error.config_unsupported");
  EXPECT_EQ(key_with("partial_rotary_factor", 0.1), "error.config_unsupported");
  EXPECT_EQ(key_with("rope_scaling", {{"rope_type", "default"}}), "");
  EXPECT_EQ(key_with("rope_theta", -1), "error.config_value");
  EXPECT_EQ(key_with("num_key_value_heads", 3), "error.config_divide");
  EXPECT_EQ(key_with("sliding_window", 4096), "error.config_unsupported");
  EXPECT_EQ(key_with("layer_types", json::array({"full_attention", "sliding_attention"})),
            "error.config_unsupported");
  EXPECT_EQ(key_with("layer_types", json::array({"full_attention", "full_attention"})), "");
  EXPECT_EQ(key_with("attn_logit_softcapping", 50.0), "error.config_unsupported");
  EXPECT_EQ(key_with("residual_multiplier", 0.22), "error.config_unsupported");
  EXPECT_EQ(key_with("residual_multiplier", 1), "");
  config_["use_sliding_window"] = false;
  EXPECT_EQ(key_with("sliding_window", 4096), "");
  take("mistral");
  EXPECT_EQ(key_with("sliding_window", nullptr), "");
  EXPECT_EQ(key_with("layer_types", json::array({"full_attention"})), "error.config_unsupported");
  EXPECT_EQ(key_with("layer_types", json::array({"full_attention", "chunked_attention"})),
            "error.config_unsupported");
  EXPECT_EQ(key_with("layer_types", json::array({"full_attention", "sliding_attention"})), "");
  take("gpt_neo");
  EXPECT_EQ(key_with("attention_layers", json::array({"global"})), "error.config_unsupported");
  EXPECT_EQ(key_with("attention_layers", json::array({"global", "far"})), "error.config_unsupported");
  EXPECT_EQ(key_with("attention_layers", nullptr), "");
  config_["attention_layers"] = nullptr;
  EXPECT_EQ(key_with("attention_types", nullptr), "error.config_unsupported");
  EXPECT_EQ(key_with("attention_types", json::array({json::array({json::array({"local"}), 2})})), "");
  EXPECT_EQ(key_with("attention_types", json::array({json::array({json::array({"local"}), 1000000000})})),
            "error.config_unsupported");
  take("opt");
  EXPECT_EQ(key_with("do_layer_norm_before", false), "error.config_unsupported");
  EXPECT_EQ(key_with("word_embed_proj_dim", 12), "error.config_unsupported");
  take("gemma2");
  EXPECT_EQ(key_with("query_pre_attn_scalar", 0), "error.config_whole");
  EXPECT_EQ(key_with("attn_logit_softcapping", nullptr), "");
  EXPECT_EQ(key_with("final_logit_softcapping", -1), "error.config_value");
  take("gpt_neox");
  EXPECT_EQ(key_with("rotary_pct", 0.1), "error.config_unsupported");
  EXPECT_EQ(key_with("use_parallel_residual", false), "");
  take("mbart");
  EXPECT_EQ(key_with("normalize_before", false), "error.config_unsupported");
  take("vit");
  EXPECT_EQ(key_with("num_channels", 1), "error.tensor_shape");
  EXPECT_EQ(key_with("num_channels", 4), "error.config_unsupported");
  EXPECT_EQ(key_with("patch_size", 3), "error.config_divide");
  take("torch_encoder_layer");
  EXPECT_EQ(key_with("activation", "silu"), "error.config_unsupported");
}

TEST_F(CheckpointErrors, FollowsAPreprocessorOrNamesItsField) {
  take("vit");
  write("preprocessor_config.json", R"({"resample": 3, "size": 9, "do_center_crop": true, "crop_size": 8})");
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  EXPECT_EQ((*opened)->image->fit,
            (ImageFit{.filter = Filter::kBicubic, .sides = ImageSize{9, 9}, .crop = ImageSize{8, 8}}));
  write("preprocessor_config.json", R"({"do_flip_channel_order": true})");
  const auto refused = open();
  ASSERT_EQ(key_of(refused), "error.config_unsupported");
  EXPECT_EQ(argument(refused.error(), "path"), (folder_ / "preprocessor_config.json").string());
  EXPECT_EQ(argument(refused.error(), "field"), "do_flip_channel_order");
  EXPECT_EQ(argument(refused.error(), "value"), "true");
  write("preprocessor_config.json", "[1");
  EXPECT_EQ(key_of(open()), "error.config_json");
}

TEST_F(CheckpointErrors, RefusesAConfigThatIsNoneOrMadeToHurt) {
  take("gpt2");
  EXPECT_EQ(key_of(open()), "");
  const std::string deep(5'000'000, '[');
  const std::string huge = R"({"a": ")" + std::string(5'000'000, 'x') + R"("})";
  const std::string nested = R"({"a": )" + std::string(100, '[') + std::string(100, ']') + "}";
  for (const auto& [text, key] : {std::pair<std::string, std::string>("{\"a\": 1", "error.config_json"),
                                  {"[]", "error.config_json"},
                                  {"{\"a\": \"\xff\"}", "error.config_json"},
                                  {"{\"a\": 1, \"a\": 2}", "error.config_twice"},
                                  {"{}", "error.config_kind"},
                                  {nested, "error.config_deep"},
                                  {deep, "error.config_large"},
                                  {huge, "error.config_large"}}) {
    write("config.json", text);
    EXPECT_EQ(key_of(open_checkpoint(folder_.string())), key) << text.substr(0, 20);
  }
  std::filesystem::remove(folder_ / "config.json");
  EXPECT_EQ(key_of(open_checkpoint(folder_.string())), "error.config_none");
  std::filesystem::remove(folder_ / "model.safetensors");
  EXPECT_EQ(key_of(open_checkpoint(folder_.string())), "error.safetensors_none");
  write("pytorch_model.bin", "x");
  EXPECT_EQ(key_of(open_checkpoint(folder_.string())), "error.safetensors_pickled");
}

TEST_F(CheckpointErrors, ListsMissingTensors) {
  take("gpt2");
  std::erase_if(tensors_, [](const Written& one) { return one.name.find("h.1.") != std::string::npos; });
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "error.tensors_missing");
  EXPECT_EQ(argument(opened.error(), "count"), "12");
  const std::string names = argument(opened.error(), "names");
  EXPECT_THAT(names, HasSubstr("transformer.h.1.mlp.c_fc.weight"));
  EXPECT_EQ(std::count(names.begin(), names.end(), ','), 5);
}

TEST_F(CheckpointErrors, NamesATensorOfAnotherShapeOrType) {
  take("gpt2");
  tensor("transformer.ln_f.weight").shape = {12, 2};
  auto opened = open();
  ASSERT_EQ(key_of(opened), "error.tensor_shape");
  EXPECT_EQ(argument(opened.error(), "tensor"), "transformer.ln_f.weight");
  EXPECT_EQ(argument(opened.error(), "shape"), "(12, 2)");
  EXPECT_EQ(argument(opened.error(), "wanted"), "(24,)");
  tensor("transformer.ln_f.weight").shape = {24};
  tensor("transformer.ln_f.weight").dtype = "I32";
  opened = open();
  ASSERT_EQ(key_of(opened), "error.tensor_dtype");
  EXPECT_EQ(argument(opened.error(), "allowed"), "F64, F32, F16, BF16");
}

TEST_F(CheckpointErrors, DoublesAreReadAndOtherTypesOutsideTheModelRefuseNothing) {
  take("gpt2");
  const engine::Matrix expected = open().value()->model->weights().decoder_norm.weight.matrix();
  Written& scale = tensor("transformer.ln_f.weight");
  std::string wide;
  for (size_t at = 0; at < scale.bytes.size(); at += sizeof(float)) {
    float number = 0;
    std::memcpy(&number, scale.bytes.data() + at, sizeof(number));
    const double twice_as_wide = number;
    wide.append(reinterpret_cast<const char*>(&twice_as_wide), sizeof(twice_as_wide));
  }
  scale.bytes = wide;
  scale.dtype = "F64";
  for (const char* const type : {"U8", "U16", "U32", "U64", "F64", "F8_E4M3", "C64"})
    tensors_.push_back({std::string("transformer.h.7.") + type, type, {0}, ""});
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  EXPECT_EQ((*opened)->model->weights().decoder_norm.weight.matrix(), expected);
  EXPECT_FALSE(find_not_finite(**opened).has_value());
  // Finite, but not as a single.
  const double large = 1e300;
  std::memcpy(tensor("transformer.ln_f.weight").bytes.data(), &large, sizeof(large));
  const auto overflowing = open();
  ASSERT_EQ(key_of(overflowing), "");
  EXPECT_EQ(find_not_finite(**overflowing).value().tensor, "transformer.ln_f.weight");
}

// Each is named as what it is, whether it is given itself or lies in the folder.
TEST_F(CheckpointErrors, NamesTheFormatsThatItDoesNotRead) {
  const auto key_of_bytes = [&](const std::string& bytes) {
    write("given.safetensors", bytes);
    const auto opened = open_checkpoint((folder_ / "given.safetensors").string());
    EXPECT_THAT(argument(opened.error(), "path"), HasSubstr("given.safetensors"));
    return key_of(opened);
  };
  const std::string rest(100, '\xFE');
  EXPECT_EQ(key_of_bytes("GGUF" + rest), "error.format_gguf");
  EXPECT_EQ(key_of_bytes("PK\x03\x04" + rest), "error.format_zip");
  EXPECT_EQ(key_of_bytes("\x80\x02}" + rest), "error.safetensors_pickled");
  EXPECT_EQ(key_of_bytes("\x89HDF\r\n\x1A\n" + rest), "error.format_hdf5");
  EXPECT_EQ(key_of_bytes("version https://git-lfs.github.com/spec/v1\noid sha256:1\n"), "error.format_lfs");
  EXPECT_EQ(key_of_bytes("<!DOCTYPE html><html>"), "error.format_web");
  EXPECT_EQ(key_of_bytes(rest), "error.safetensors_header");
  for (const auto& [name, key] : {std::pair{"model.gguf", "error.format_gguf"},
                                  std::pair{"consolidated.00.pth", "error.safetensors_pickled"},
                                  std::pair{"tf_model.h5", "error.format_hdf5"},
                                  std::pair{"flax_model.msgpack", "error.format_other"}}) {
    const auto inner = folder_ / key;
    std::filesystem::create_directories(inner);
    write(std::filesystem::path(key) / name, "x");
    const auto opened = open_checkpoint(inner.string());
    ASSERT_EQ(key_of(opened), key);
    EXPECT_THAT(argument(opened.error(), "path"), HasSubstr(name));
  }
}

TEST_F(CheckpointErrors, FindsWeightsThatAreNoNumbers) {
  take("gpt2_bf16");
  auto opened = open();
  EXPECT_FALSE(find_not_finite(**opened).has_value());
  // Row 3, column 5 of 24; infinity in bfloat16.
  tensor("transformer.wte.weight").bytes.replace(2 * (3 * 24 + 5), 2, "\x80\xFF");
  tensor("transformer.wpe.weight").bytes.replace(2 * (1 * 24 + 2), 2, "\xC1\x7F");
  opened = open();
  ASSERT_EQ(key_of(opened), "");
  const auto found = find_not_finite(**opened);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->count, 2U);
  EXPECT_EQ(found->tensor, "transformer.wpe.weight");
  EXPECT_THAT(found->place, ElementsAre(1, 2));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(find_not_finite(**opened, stop.get_token()).has_value());
}

TEST_F(CheckpointErrors, OpensWithoutATokenizerAndSaysWhy) {
  take("bert");
  auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  EXPECT_EQ((*opened)->tokenizer, nullptr);
  EXPECT_EQ((*opened)->tokenizer_error->key, "error.tokenizer_none");
  EXPECT_EQ((*opened)->model->vocabulary()->at(67), "id 67");
  // One piece more than there are vectors.
  std::string pieces = "[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\n";
  for (int i = 0; i < 64; ++i) pieces += "word" + std::to_string(i) + "\n";
  write("vocab.txt", pieces);
  opened = open();
  ASSERT_EQ(key_of(opened), "");
  EXPECT_EQ((*opened)->tokenizer, nullptr);
  EXPECT_EQ((*opened)->tokenizer_error->key, "error.tokenizer_beyond");
}

// As where <pad> was added for training and the table was not made larger.
TEST_F(CheckpointErrors, OpensATokenizerOfWhichOnlyAddedTokensHaveNoRow) {
  take("llama");
  const int rows = config_.at("vocab_size");
  json words = json::object();
  for (int i = 0; i < rows; ++i) words["word" + std::to_string(i)] = i;
  const auto added = [&](int id, bool is_special) {
    return json{{"id", id},
                {"content", "<added" + std::to_string(id) + ">"},
                {"special", is_special},
                {"normalized", false},
                {"lstrip", false},
                {"rstrip", false},
                {"single_word", false}};
  };
  json tokenizer = {{"added_tokens", json::array({added(rows, true)})},
                    {"pre_tokenizer", {{"type", "Whitespace"}}},
                    {"model", {{"type", "WordLevel"}, {"vocab", words}, {"unk_token", "word0"}}}};
  write("tokenizer.json", tokenizer.dump());
  auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  ASSERT_TRUE((*opened)->tokenizer);
  EXPECT_EQ((*opened)->model->vocabulary()->size(), static_cast<size_t>(rows));
  EXPECT_EQ((*opened)->tokenizer->encode("word3 word5")->pieces.at(1).id, 5);
  tokenizer["added_tokens"].push_back(added(rows + 1, false));
  write("tokenizer.json", tokenizer.dump());
  opened = open();
  ASSERT_TRUE((*opened)->tokenizer);
  EXPECT_EQ((*opened)->tokenizer->encode("word3<added" + std::to_string(rows + 1) + ">")->pieces.at(1).id,
            rows + 1);
  // A word of the vocabulary's own says that it is another model's.
  tokenizer["model"]["vocab"]["word"] = rows;
  write("tokenizer.json", tokenizer.dump());
  opened = open();
  ASSERT_TRUE((*opened)->tokenizer_error.has_value());
  EXPECT_EQ((*opened)->tokenizer_error->key, "error.tokenizer_beyond");
}

// Rows are found by their names: repeated lines, empty ones, and a name that looks like a number's.
TEST_F(CheckpointErrors, NamesEachRowOtherwise) {
  take("bert");
  std::string pieces = "[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\n";
  for (const char* const piece : {"tea", "", "tea", "id 6", "", "tea"}) pieces += std::string(piece) + "\n";
  write("vocab.txt", pieces);
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  const auto names = (*opened)->model->vocabulary();
  EXPECT_EQ(std::set<std::string>(names->begin(), names->end()).size(), names->size());
  EXPECT_EQ(names->at(10), "tea");
  EXPECT_EQ(names->at(5), "id 5");
  EXPECT_EQ(names->at(6), "id 6'");
  EXPECT_EQ(names->at(8), "id 6");
}

TEST_F(CheckpointErrors, SaysThatAFileChangedWhileItWasOpened) {
  take("gpt2");
  for (const char* name : {"config.json", "model.safetensors"}) {
    ASSERT_EQ(key_of(open()), "");
    const auto touch = [&](double /*done*/) { std::ofstream(folder_ / name, std::ios::app) << ' '; };
    EXPECT_EQ(key_of(open_checkpoint(folder_.string(), {}, touch)), "error.model_changed") << name;
  }
  ASSERT_EQ(key_of(open()), "");
  // Other files of the folder are no part of it.
  const auto log = [&](double /*done*/) { std::ofstream(folder_ / "log.txt", std::ios::app) << "step"; };
  EXPECT_EQ(key_of(open_checkpoint(folder_.string(), {}, log)), "");
}

TEST_F(CheckpointErrors, StopsWhereItIsTold) {
  take("gpt2");
  EXPECT_EQ(key_of(open()), "");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(key_of(open_checkpoint(folder_.string(), stop.get_token())), "error.stopped");
}

TEST_F(CheckpointErrors, LayersMayHaveNoBiases) {
  take("torch_encoder_layer");
  std::erase_if(tensors_, [](const Written& one) { return one.name.ends_with("bias"); });
  EXPECT_EQ(key_of(open()), "error.tensors_missing");
  config_["bias"] = false;
  const auto opened = open();
  ASSERT_EQ(key_of(opened), "");
  const auto fed = engine::fed_case("torch_encoder_layer", **opened);
  const auto trace = engine::run_case(**opened, fed);
  ASSERT_TRUE(trace);
  EXPECT_FALSE(trace->find("encoder.0.ffn.b1").has_value());
  EXPECT_TRUE(engine::numbers_of(*trace, "encoder.0.self.norm.bias").isZero());
}

// Sizes that people have: whatever the limits are for models that are made here, these pass.
TEST(CheckpointSizes, OfRealModelsAreWithinTheLimits) {
  for (
      const char* config :
      {R"({"model_type": "gpt2"})",
       R"({"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48})",
       R"({"model_type": "bert", "hidden_size": 1024, "num_attention_heads": 16, "num_hidden_layers": 24,
            "intermediate_size": 4096})",
       R"({"model_type": "xlm-roberta", "vocab_size": 250002, "max_position_embeddings": 514})",
       R"({"model_type": "vit", "hidden_size": 1280, "num_attention_heads": 16, "num_hidden_layers": 32,
            "intermediate_size": 5120, "patch_size": 14})",
       R"({"model_type": "bart"})",
       R"({"model_type": "marian", "d_model": 512, "encoder_attention_heads": 8,
            "decoder_attention_heads": 8, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048})",
       R"({"model_type": "t5", "d_model": 1024, "num_heads": 16, "d_ff": 4096, "num_layers": 24})",
       R"({"model_type": "t5", "d_model": 1024, "num_heads": 128, "d_kv": 128, "d_ff": 65536, "num_layers": 24})",
       R"({"model_type": "llama"})",
       R"({"model_type": "mistral"})",
       R"({"model_type": "qwen2"})",
       R"({"model_type": "qwen3"})",
       R"({"model_type": "gpt_neo"})",
       R"({"model_type": "gpt_neox"})",
       R"({"model_type": "opt"})",
       R"({"model_type": "gemma"})",
       R"({"model_type": "gemma2"})",
       R"({"model_type": "mbart"})",
       R"({"model_type": "pegasus"})",
       R"({"model_type": "llama", "hidden_size": 8192, "num_attention_heads": 64, "num_key_value_heads": 8,
            "num_hidden_layers": 80, "intermediate_size": 28672, "vocab_size": 128256, "rope_theta": 500000,
            "max_position_embeddings": 131072})",
       R"({"architecture": "torch.nn.Transformer"})"}) {
    ConfigFields fields(json::parse(config), "config.json");
    const auto set = TensorSet::open(engine::checkpoint_folder("gpt2"));
    const TensorReader reader(*set, "model");
    Loaded loaded;
    find_family(kind_of(fields).value())->configure(fields, reader, loaded);
    EXPECT_FALSE(fields.bad().has_value()) << config << (fields.bad() ? fields.bad()->key : "");
    const auto bad = engine::check(loaded.config);
    EXPECT_FALSE(bad.has_value()) << config << (bad ? bad->key : "");
  }
}

}  // namespace
}  // namespace loaders
