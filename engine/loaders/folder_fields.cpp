// folder_fields.cpp: the table of fields without effect. What is followed is not listed: the readers ask for
// it.
#include "engine/loaders/folder_fields.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "engine/core/quotable.h"

namespace loaders {
namespace {

constexpr std::string_view kConfig = "config.json";
constexpr std::string_view kTokenizer = "tokenizer_config.json";
constexpr std::string_view kPicture = "preprocessor_config.json";

constexpr std::string_view kDropout = "nn.Dropout: passes all on outside training";
constexpr std::string_view kDropped = "modeling_*.py: layers are left out while training alone";
constexpr std::string_view kBegins = "PreTrainedModel._init_weights: numbers before training";
constexpr std::string_view kRecord = "PretrainedConfig.__init__: kept, read by no model";
constexpr std::string_view kOutputs = "modeling_*.py: what forward() returns beside its numbers";
constexpr std::string_view kCached = "past_key_values: fewer steps, the same numbers";
constexpr std::string_view kNames = "PretrainedConfig.__init__: names and number of a head's classes";
constexpr std::string_view kSummary = "SequenceSummary: the head of *DoubleHeadsModel";
constexpr std::string_view kGenerates = "GenerationConfig.from_model_config: generate() alone";
constexpr std::string_view kDecodes = "PreTrainedTokenizerBase.decode: text from tokens alone";
constexpr std::string_view kBatch = "PreTrainedTokenizerBase.__call__: only where a batch is filled or cut";
constexpr std::string_view kChat = "PreTrainedTokenizerBase.apply_chat_template: only where that is called";
constexpr std::string_view kAttribute = "PreTrainedTokenizerBase.__init__: kept as an attribute";
constexpr std::string_view kLoads = "from_pretrained: how the file is loaded";

constexpr std::array kIdle = {
    IdleField{kConfig, "_attn_implementation", "ALL_ATTENTION_FUNCTIONS: the same product by other kernels"},
    IdleField{kConfig, "_attn_implementation_autoset", kRecord},
    IdleField{kConfig, "_commit_hash", kRecord},
    IdleField{kConfig, "_name_or_path", kRecord},
    IdleField{kConfig, "_num_labels", kNames},
    IdleField{kConfig, "activation_dropout", kDropout},
    IdleField{kConfig, "add_bias_logits", kRecord},
    IdleField{kConfig, "add_final_layer_norm", kRecord},
    IdleField{kConfig, "architectures", kLoads},
    IdleField{kConfig, "attention_bias", "MistralAttention, Qwen2Attention: biases are fixed"},
    IdleField{kConfig, "attention_dropout", kDropout},
    IdleField{kConfig, "attention_probs_dropout_prob", kDropout},
    IdleField{kConfig, "attention_types", "GPTNeoConfig.__init__: attention_layers counts"},
    IdleField{kConfig, "attn_pdrop", kDropout},
    IdleField{kConfig, "auto_map", kLoads},
    IdleField{kConfig, "bos_token_id", kGenerates},
    IdleField{kConfig, "chunk_size_feed_forward", "apply_chunking_to_forward: the same rows, in parts"},
    IdleField{kConfig, "classif_dropout", kDropout},
    IdleField{kConfig, "classifier_dropout", kDropout},
    IdleField{kConfig, "classifier_dropout_prob", kDropout},
    IdleField{kConfig, "decoder_layerdrop", kDropped},
    IdleField{kConfig, "decoder_start_token_id", kGenerates},
    IdleField{kConfig, "decoder_vocab_size", "MarianConfig alone reads it"},
    IdleField{kConfig, "directionality", kRecord},
    IdleField{kConfig, "do_blenderbot_90_layernorm", kRecord},
    IdleField{kConfig, "dropout", kDropout},
    IdleField{kConfig, "dropout_rate", kDropout},
    IdleField{kConfig, "dtype", kLoads},
    IdleField{kConfig, "embd_pdrop", kDropout},
    IdleField{kConfig, "embed_dropout", kDropout},
    IdleField{kConfig, "encoder_layerdrop", kDropped},
    IdleField{kConfig, "encoder_stride", "ViTForMaskedImageModeling.forward: the head that draws"},
    IdleField{kConfig, "eos_token_id", kGenerates},
    IdleField{kConfig, "extra_pos_embeddings", kRecord},
    IdleField{kConfig, "finetuning_task", kRecord},
    IdleField{kConfig, "gradient_checkpointing", "torch.utils.checkpoint: while training alone"},
    IdleField{kConfig, "hidden_act", "Gemma2MLP: reads hidden_activation"},
    IdleField{kConfig, "hidden_dropout", kDropout},
    IdleField{kConfig, "hidden_dropout_prob", kDropout},
    IdleField{kConfig, "id2label", kNames},
    IdleField{kConfig, "init_std", kBegins},
    IdleField{kConfig, "initializer_factor", kBegins},
    IdleField{kConfig, "initializer_range", kBegins},
    IdleField{kConfig, "is_encoder_decoder", kRecord},
    IdleField{kConfig, "label2id", kNames},
    IdleField{kConfig, "layerdrop", kDropped},
    IdleField{kConfig, "n_ctx", kRecord},
    IdleField{kConfig, "n_positions", "T5Config: positions are relative, none is the last"},
    IdleField{kConfig, "normalize_embedding", kRecord},
    IdleField{kConfig, "num_hidden_layers", "BartConfig.__init__: set from encoder_layers"},
    IdleField{kConfig, "num_labels", kNames},
    IdleField{kConfig, "output_attentions", kOutputs},
    IdleField{kConfig, "output_hidden_states", kOutputs},
    IdleField{kConfig, "output_past", kOutputs},
    IdleField{kConfig, "pooler_fc_size", kRecord},
    IdleField{kConfig, "pooler_num_attention_heads", kRecord},
    IdleField{kConfig, "pooler_num_fc_layers", kRecord},
    IdleField{kConfig, "pooler_size_per_head", kRecord},
    IdleField{kConfig, "pooler_type", kRecord},
    IdleField{kConfig, "pretraining_tp", "LlamaMLP.forward: the same sums, in parts"},
    IdleField{kConfig, "problem_type", "*ForSequenceClassification.forward: the loss alone"},
    IdleField{kConfig, "qa_dropout", kDropout},
    IdleField{kConfig, "reorder_and_upcast_attn", "GPT2Attention: the same product in float32"},
    IdleField{kConfig, "resid_pdrop", kDropout},
    IdleField{kConfig, "return_dict", kOutputs},
    IdleField{kConfig, "rotary_emb_base", "GPTNeoXConfig alone reads it"},
    IdleField{kConfig, "rotary_pct", "GPTNeoXConfig alone reads it"},
    IdleField{kConfig, "sep_token_id", kGenerates},
    IdleField{kConfig, "seq_classif_dropout", kDropout},
    IdleField{kConfig, "sinusoidal_pos_embds", kBegins},
    IdleField{kConfig, "static_position_embeddings", kRecord},
    IdleField{kConfig, "summary_activation", kSummary},
    IdleField{kConfig, "summary_first_dropout", kSummary},
    IdleField{kConfig, "summary_proj_to_labels", kSummary},
    IdleField{kConfig, "summary_type", kSummary},
    IdleField{kConfig, "summary_use_proj", kSummary},
    IdleField{kConfig, "task_specific_params", kGenerates},
    IdleField{kConfig, "tie_weights_", kRecord},
    IdleField{kConfig, "torch_dtype", kLoads},
    IdleField{kConfig, "torchscript", kOutputs},
    IdleField{kConfig, "transformers_version", kRecord},
    IdleField{kConfig, "use_cache", kCached},
    IdleField{kTokenizer, "add_bos_token", kAttribute},
    IdleField{kTokenizer, "add_eos_token", kAttribute},
    IdleField{kTokenizer, "auto_map", kLoads},
    IdleField{kTokenizer, "chat_template", kChat},
    IdleField{kTokenizer, "clean_up_tokenization_spaces", kDecodes},
    IdleField{kTokenizer, "do_lower_case", "tokenization_bert.py: only BERT's classes read it"},
    IdleField{kTokenizer, "errors", kDecodes},
    IdleField{kTokenizer, "from_slow", kLoads},
    IdleField{kTokenizer, "max_len", kBatch},
    IdleField{kTokenizer, "model_input_names", kBatch},
    IdleField{kTokenizer, "model_max_length", kBatch},
    IdleField{kTokenizer, "name_or_path", kAttribute},
    IdleField{kTokenizer, "padding_side", kBatch},
    IdleField{kTokenizer, "processor_class", kLoads},
    IdleField{kTokenizer, "spaces_between_special_tokens", kDecodes},
    IdleField{kTokenizer, "special_tokens_map_file", kAttribute},
    IdleField{kTokenizer, "tokenizer_file", kAttribute},
    IdleField{kTokenizer, "trim_offsets", "pre_tokenizers.ByteLevel: where a token lies, not which it is"},
    IdleField{kTokenizer, "truncation_side", kBatch},
    IdleField{kTokenizer, "use_default_system_prompt", kChat},
    IdleField{kTokenizer, "use_fast", kLoads},
    IdleField{kPicture, "_processor_class", kLoads},
    IdleField{kPicture, "auto_map", kLoads},
    IdleField{kPicture, "device", "ImageProcessingMixin: where it is computed"},
    IdleField{kPicture, "disable_grouping", "group_images_by_shape: the same pictures, in other batches"},
    IdleField{kPicture, "do_reduce_labels", "post_process: labels of segments alone"},
    IdleField{kPicture, "feature_extractor_type",
              "ImageProcessingMixin.__init__: image_processor_type counts"},
    IdleField{kPicture, "processor_class", kLoads},
    IdleField{kPicture, "reduce_labels", "post_process: labels of segments alone"},
    IdleField{kPicture, "return_tensors", "BatchFeature: which library's arrays"},
};

}  // namespace

std::span<const IdleField> idle_fields() {
  return kIdle;
}

std::vector<FolderField> fields_of(std::string_view file, const ConfigFields& fields,
                                   const FieldNames& also_read) {
  std::vector<FolderField> all;
  for (const std::string& name : fields.names()) {
    FolderField field{std::string(file), name, FieldUse::kUnknown, ""};
    const auto* const idle = std::find_if(kIdle.begin(), kIdle.end(), [&](const IdleField& each) {
      return each.file == file && each.field == name;
    });
    if (fields.is_null(name.c_str())) {
      field.use = FieldUse::kNoEffect;
      field.where = "null";
    } else if (fields.was_read(name.c_str()) || also_read.contains(name)) {
      field.use = FieldUse::kFollowed;
    } else if (idle != kIdle.end()) {
      field.use = FieldUse::kNoEffect;
      field.where = idle->where;
    }
    all.push_back(std::move(field));
  }
  return all;
}

std::vector<FolderField> fields_of_tokenizer(const std::filesystem::path& folder,
                                             const text::ModelTokenizer& tokenizer) {
  std::error_code ignored;
  const std::filesystem::path path = folder / kTokenizer;
  if (!std::filesystem::exists(path, ignored)) return {};
  const auto fields = read_config(path);
  return fields ? fields_of(kTokenizer, *fields, tokenizer.settings_read()) : std::vector<FolderField>{};
}

std::vector<engine::Error> unknown_fields(const std::string& path, std::span<const FolderField> fields) {
  std::vector<engine::Error> notes;
  for (const std::string_view file : {kConfig, kTokenizer, kPicture}) {
    std::vector<std::string> names;
    for (const FolderField& field : fields) {
      if (field.use == FieldUse::kUnknown && field.file == file) names.push_back(field.field);
    }
    if (names.empty()) continue;
    const std::string shown = engine::quotable(path, engine::kLongestPath);
    notes.push_back({"notice.fields_unknown",
                     {{"path", shown},
                      {"file", std::string(file)},
                      {"count", std::to_string(names.size())},
                      {"names", engine::first_names(names)}}});
  }
  return notes;
}

}  // namespace loaders
