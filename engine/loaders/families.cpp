// families.cpp: the table of families, one line each.
#include "engine/loaders/families.h"

#include <algorithm>
#include <array>

#include "engine/loaders/family_table.h"

namespace loaders {

using engine::Error;
using engine::Result;

std::span<const Family> families() {
  using Kinds = std::string_view;
  static constexpr std::array<Kinds, 1> kGpt2 = {"gpt2"};
  static constexpr std::array<Kinds, 1> kGptNeo = {"gpt_neo"};
  static constexpr std::array<Kinds, 1> kGptNeoX = {"gpt_neox"};
  static constexpr std::array<Kinds, 1> kOpt = {"opt"};
  static constexpr std::array<Kinds, 1> kBert = {"bert"};
  static constexpr std::array<Kinds, 1> kDistilBert = {"distilbert"};
  static constexpr std::array<Kinds, 3> kRoberta = {"roberta", "xlm-roberta", "camembert"};
  static constexpr std::array<Kinds, 1> kVit = {"vit"};
  static constexpr std::array<Kinds, 1> kMarian = {"marian"};
  static constexpr std::array<Kinds, 1> kBart = {"bart"};
  static constexpr std::array<Kinds, 1> kMbart = {"mbart"};
  static constexpr std::array<Kinds, 1> kPegasus = {"pegasus"};
  static constexpr std::array<Kinds, 2> kT5 = {"t5", "mt5"};
  static constexpr std::array<Kinds, 1> kLlama = {"llama"};
  static constexpr std::array<Kinds, 1> kQwen2 = {"qwen2"};
  static constexpr std::array<Kinds, 1> kMistral = {"mistral"};
  static constexpr std::array<Kinds, 1> kQwen3 = {"qwen3"};
  static constexpr std::array<Kinds, 1> kGemma = {"gemma"};
  static constexpr std::array<Kinds, 1> kGemma2 = {"gemma2"};
  static constexpr std::array<Kinds, 1> kOwn = {"headlight"};
  static constexpr std::array<Kinds, 1> kAttention = {"torch.nn.MultiheadAttention"};
  static constexpr std::array<Kinds, 1> kEncoderLayer = {"torch.nn.TransformerEncoderLayer"};
  static constexpr std::array<Kinds, 1> kDecoderLayer = {"torch.nn.TransformerDecoderLayer"};
  static constexpr std::array<Kinds, 1> kEncoder = {"torch.nn.TransformerEncoder"};
  static constexpr std::array<Kinds, 1> kDecoder = {"torch.nn.TransformerDecoder"};
  static constexpr std::array<Kinds, 1> kTransformer = {"torch.nn.Transformer"};
  static constexpr std::array<Family, 26> kFamilies = {
      {{"GPT-2", kGpt2, configure_gpt2, load_gpt2},
       {"GPT-Neo", kGptNeo, configure_gpt_neo, load_gpt_neo},
       {"GPT-NeoX", kGptNeoX, configure_gpt_neox, load_gpt_neox},
       {"OPT", kOpt, configure_opt, load_opt},
       {"BERT", kBert, configure_bert, load_bert},
       {"DistilBERT", kDistilBert, configure_distilbert, load_distilbert},
       {"RoBERTa", kRoberta, configure_roberta, load_roberta},
       {"ViT", kVit, configure_vit, load_vit},
       {"Marian", kMarian, configure_marian, load_marian},
       {"BART", kBart, configure_bart, load_bart},
       {"mBART", kMbart, configure_mbart, load_mbart},
       {"Pegasus", kPegasus, configure_pegasus, load_pegasus},
       {"T5", kT5, configure_t5, load_t5},
       {"Llama", kLlama, configure_llama, load_llama},
       {"Qwen2", kQwen2, configure_qwen2, load_qwen2},
       {"Mistral", kMistral, configure_mistral, load_mistral},
       {"Qwen3", kQwen3, configure_qwen3, load_qwen3},
       {"Gemma", kGemma, configure_gemma, load_gemma},
       {"Gemma 2", kGemma2, configure_gemma2, load_gemma2},
       {"Headlight", kOwn, configure_own, load_own},
       {"nn.MultiheadAttention", kAttention, configure_torch_attention, load_torch_attention},
       {"nn.TransformerEncoderLayer", kEncoderLayer, configure_torch_encoder_layer, load_torch_encoder_layer},
       {"nn.TransformerDecoderLayer", kDecoderLayer, configure_torch_decoder_layer, load_torch_decoder_layer},
       {"nn.TransformerEncoder", kEncoder, configure_torch_encoder, load_torch_encoder},
       {"nn.TransformerDecoder", kDecoder, configure_torch_decoder, load_torch_decoder},
       {"nn.Transformer", kTransformer, configure_torch_transformer, load_torch_transformer}}};
  return kFamilies;
}

const Family* find_family(std::string_view kind) {
  for (const Family& family : families()) {
    if (std::find(family.kinds.begin(), family.kinds.end(), kind) != family.kinds.end()) return &family;
  }
  return nullptr;
}

Result<std::string> kind_of(ConfigFields& fields) {
  std::string kind = fields.text("model_type", "");
  if (kind.empty()) kind = fields.text("architecture", "");
  if (fields.bad()) return *fields.bad();
  if (kind.empty()) return Error{"error.config_kind", {{"path", fields.path()}}};
  return kind.starts_with("nn.") ? "torch." + kind : kind;
}

void refuse_what_none_computes(ConfigFields& fields, bool decodes) {
  // Each with its neutral value; null counts as missing. A family that reads one knows what to do with it.
  static const std::array<std::pair<const char*, nlohmann::json>, 15> kNeutral = {
      {{"attn_logit_softcapping", nullptr},
       {"final_logit_softcapping", nullptr},
       {"clip_qkv", nullptr},
       {"quantization_config", nullptr},
       {"attention_multiplier", nullptr},
       {"use_bidirectional_attention", false},
       {"use_mrope", false},
       {"tie_encoder_decoder", false},
       {"pruned_heads", nlohmann::json::object()},
       {"alibi", false},
       {"use_qk_norm", false},
       {"embedding_multiplier", 1.0},
       {"residual_multiplier", 1.0},
       {"logits_scaling", 1.0},
       {"logit_scale", 1.0}}};
  for (const auto& [field, neutral] : kNeutral) {
    if (!fields.was_read(field)) fields.require(field, neutral);
  }
  // Without it, Hugging Face's library lets a decoder's tokens see later ones.
  if (decodes && !fields.was_read("is_causal")) fields.require("is_causal", true);
  // A window as wide as the longest text hides nothing.
  const bool has_window = !fields.was_read("sliding_window") && fields.flag("use_sliding_window", true) &&
                          fields.find("sliding_window") != nullptr;
  if (has_window && fields.whole("sliding_window", kPositions) < engine::kMaxTokens)
    fields.refuse("sliding_window");
  if (fields.was_read("layer_types")) return;
  const nlohmann::json* const kinds = fields.find("layer_types");
  const bool differ = kinds != nullptr &&
                      (!kinds->is_array() || std::any_of(kinds->begin(), kinds->end(), [](const auto& kind) {
                        return kind != "full_attention";
                      }));
  if (differ) fields.refuse("layer_types");
}

Index window_of(ConfigFields& fields, Index usual) {
  if (fields.is_null("sliding_window")) return 0;
  const Index window = fields.whole("sliding_window", kPositions, usual);
  return window < engine::kMaxTokens ? window : 0;
}

void read_windows(ConfigFields& fields, Loaded& loaded, Index window, std::vector<bool> usual) {
  engine::Config& config = loaded.config;
  if (const nlohmann::json* const kinds = fields.find("layer_types")) {
    if (!kinds->is_array() || kinds->size() != static_cast<size_t>(config.decoder_layers))
      return fields.refuse("layer_types");
    for (size_t layer = 0; layer < kinds->size(); ++layer) {
      const nlohmann::json& kind = kinds->at(layer);
      if (kind != "full_attention" && kind != "sliding_attention") return fields.refuse("layer_types");
      usual[layer] = kind == "sliding_attention";
    }
  }
  if (window == 0 || std::find(usual.begin(), usual.end(), true) == usual.end()) return;
  if (std::find(usual.begin(), usual.end(), false) == usual.end()) {
    config.pattern = {.kind = engine::PatternKind::kWindow, .width = window};
    return;
  }
  config.local_window = window;
  loaded.local = std::move(usual);
}

void set_heads(ConfigFields& fields, engine::Config& config, const char* width_field,
               const char* heads_field) {
  config.d_k = config.d_v = fields.divide(width_field, config.d_model, heads_field, config.n_heads);
}

bool is_tied(ConfigFields& fields, bool usual) {
  const bool is_null = fields.is_null("tie_word_embeddings");
  return fields.flag("tie_word_embeddings", usual && !is_null);
}

Loaded blank(engine::Architecture architecture) {
  Loaded loaded;
  loaded.config.model = engine::ModelKind::kCheckpoint;
  loaded.config.architecture = architecture;
  loaded.config.embedding_scale = false;
  loaded.config.positions = engine::PositionKind::kNone;
  loaded.weights.note = kNote;
  return loaded;
}

engine::AttentionWeights attention_of(const engine::Config& config, Linear query, Linear key, Linear value,
                                      Linear output) {
  return {.n_heads = config.n_heads,
          .n_kv_heads = config.n_kv_heads,
          .wq = std::move(query.weight),
          .wk = std::move(key.weight),
          .wv = std::move(value.weight),
          .wo = std::move(output.weight),
          .bq = std::move(query.bias),
          .bk = std::move(key.bias),
          .bv = std::move(value.bias),
          .bo = std::move(output.bias),
          .note = kNote};
}

engine::FeedForwardWeights feed_forward_of(Linear up, Linear down, Parameter gate) {
  return {std::move(up.weight), std::move(up.bias), std::move(down.weight), std::move(down.bias),
          std::move(gate)};
}

void read_tables(TensorReader& tensors, Loaded& loaded, const std::string& embedding,
                 const std::string& output) {
  const engine::Config& config = loaded.config;
  const std::string table = config.tied_output ? tensors.one_of({embedding, output}) : embedding;
  loaded.embedding = tensors.matrix(table, config.vocabulary, config.d_model);
  loaded.output =
      config.tied_output ? loaded.embedding : tensors.matrix(output, config.vocabulary, config.d_model);
}

void pass_over_heads(TensorReader& tensors) {
  for (const char* const head :
       {"score.", "classifier.", "pre_classifier.", "classification_head.", "multiple_choice_head."})
    tensors.not_shown(head, "part.classifier");
  tensors.not_shown("qa_outputs.", "part.answers");
  tensors.not_shown("v_head.", "part.value_head");
}

Index context_of(ConfigFields& fields, const char* field, Index usual) {
  return std::min(fields.whole(field, kPositions, usual), engine::kMaxTokens);
}

}  // namespace loaders
