// refused_kinds.cpp: families that are known and cannot be opened, by what they need.
#include <algorithm>
#include <array>

#include "engine/loaders/families.h"

namespace loaders {
namespace {

using KindList = std::span<const std::string_view>;

// Several feed-forwards, of which each token takes a few (Shazeer et al. 2017).
constexpr std::array<std::string_view, 20> kExperts = {
    "mixtral",  "qwen2_moe",    "qwen3_moe", "deepseek_v2",         "deepseek_v3", "olmoe",    "dbrx",
    "phimoe",   "granitemoe",   "gpt_oss",   "switch_transformers", "nllb-moe",    "jetmoe",   "llama4",
    "glm4_moe", "ernie4_5_moe", "minimax",   "llama4_text",         "arctic",      "flex_olmo"};
// A state that is passed from token to token in place of attention (Gu & Dao 2023), in some layers or in all.
constexpr std::array<std::string_view, 14> kStates = {
    "mamba", "mamba2", "falcon_mamba", "rwkv",       "xlstm",      "zamba",           "zamba2",
    "bamba", "jamba",  "falcon_h1",    "nemotron_h", "qwen3_next", "recurrent_gemma", "lfm2"};
constexpr std::array<std::string_view, 2> kSlopes = {"bloom", "mpt"};
// Attention and feed-forward read one norm of the layer's input (Wang & Komatsuzaki 2021).
constexpr std::array<std::string_view, 6> kOneNorm = {"gptj",   "codegen", "phi",
                                                      "falcon", "cohere",  "cohere2"};
// Some layers have other rotary angles than the others.
constexpr std::array<std::string_view, 5> kTwoAngles = {"gemma3", "gemma3_text", "gemma3n", "gemma3n_text",
                                                        "modernbert"};
// Scores have a term for what a token says and one for where it stands (He et al. 2021).
constexpr std::array<std::string_view, 2> kApart = {"deberta", "deberta-v2"};
constexpr std::array<std::string_view, 12> kOtherMaps = {
    "longformer", "led",        "big_bird", "bigbird_pegasus", "reformer", "nystromformer", "funnel",
    "xlnet",      "transfo-xl", "fnet",     "longt5",          "yoso"};
constexpr std::array<std::string_view, 8> kSounds = {"whisper", "wav2vec2", "hubert",       "speecht5",
                                                     "wavlm",   "bark",     "seamless_m4t", "musicgen"};
constexpr std::array<std::string_view, 16> kTwoInputs = {
    "clip",   "siglip",  "llava",     "blip", "blip-2", "qwen2_vl", "qwen2_5_vl", "qwen3_vl",
    "mllama", "idefics", "paligemma", "git",  "vilt",   "flava",    "mistral3",   "vision-encoder-decoder"};
constexpr std::array<std::string_view, 14> kPictures = {
    "deit", "beit",      "swin",     "swinv2", "dinov2", "dinov3_vit", "vit_mae",
    "detr", "segformer", "convnext", "resnet", "yolos",  "imagegpt",   "vit_msn"};

struct Reason {
  std::string_view key;
  KindList kinds;
};
constexpr std::array<Reason, 10> kReasons = {{{"error.kind_experts", kExperts},
                                              {"error.kind_states", kStates},
                                              {"error.kind_slopes", kSlopes},
                                              {"error.kind_one_norm", kOneNorm},
                                              {"error.kind_two_angles", kTwoAngles},
                                              {"error.kind_apart", kApart},
                                              {"error.kind_other_maps", kOtherMaps},
                                              {"error.kind_sounds", kSounds},
                                              {"error.kind_two_inputs", kTwoInputs},
                                              {"error.kind_pictures", kPictures}}};

}  // namespace

std::string_view why_refused(std::string_view kind) {
  const auto* const found = std::find_if(kReasons.begin(), kReasons.end(), [&](const Reason& reason) {
    return std::find(reason.kinds.begin(), reason.kinds.end(), kind) != reason.kinds.end();
  });
  return found == kReasons.end() ? "error.config_unknown" : found->key;
}

}  // namespace loaders
