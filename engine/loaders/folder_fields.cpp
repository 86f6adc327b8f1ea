// folder_fields.cpp: the table of fields without effect. What is followed is not listed: the readers ask for
// it.
#include "engine/loaders/folder_fields.h"

#include <algorithm>
#include <array>
#include <system_error>

#include "engine/core/quotable.h"
#include "engine/loaders/generation_config.h"

namespace loaders {
namespace {

constexpr std::string_view kConfig = "config.json";
constexpr std::string_view kTokenizer = "tokenizer_config.json";
constexpr std::string_view kPicture = "preprocessor_config.json";
constexpr std::string_view kSpecialTokens = "special_tokens_map.json";

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

// A row of the table: of all families, or of those whose "model_type" is one of these, with spaces between.
struct FieldRow {
  std::string_view file, field, where;
  std::string_view families;

  bool is_of(std::string_view kind) const {
    for (size_t at = families.find(kind); !kind.empty() && at < families.size();
         at = families.find(kind, at + 1)) {
      const size_t end = at + kind.size();
      const bool begins = at == 0 || families[at - 1] == ' ';
      if (begins && (end == families.size() || families[end] == ' ')) return true;
    }
    return families.empty();
  }
};

constexpr std::string_view kBarts = "bart mbart marian pegasus";
constexpr std::string_view kBartsAndOpt = "bart mbart marian pegasus opt";

constexpr std::array kRows = {
    FieldRow{kConfig, "_attn_implementation", "ALL_ATTENTION_FUNCTIONS: the same product by other kernels"},
    FieldRow{kConfig, "_attn_implementation_autoset", kRecord},
    FieldRow{kConfig, "_commit_hash", kRecord},
    FieldRow{kConfig, "_name_or_path", kRecord},
    FieldRow{kConfig, "_num_labels", kNames},
    FieldRow{kConfig, "activation_dropout", kDropout, kBartsAndOpt},
    FieldRow{kConfig, "add_bias_logits", kRecord, kBarts},
    FieldRow{kConfig, "add_final_layer_norm", kRecord, kBarts},
    FieldRow{kConfig, "architectures", kLoads},
    FieldRow{kConfig, "attention_bias", "MistralAttention, Qwen2Attention: biases are fixed",
             "mistral qwen2"},
    FieldRow{kConfig, "attention_dropout", kDropout},
    FieldRow{kConfig, "attention_probs_dropout_prob", kDropout},
    FieldRow{kConfig, "attention_types", "GPTNeoConfig.__init__: attention_layers counts", "gpt_neo"},
    FieldRow{kConfig, "attn_pdrop", kDropout, "gpt2"},
    FieldRow{kConfig, "auto_map", kLoads},
    FieldRow{kConfig, "bos_token_id", kGenerates},
    FieldRow{kConfig, "chunk_size_feed_forward", "apply_chunking_to_forward: the same rows, in parts"},
    FieldRow{kConfig, "classif_dropout", kDropout, kBarts},
    FieldRow{kConfig, "classifier_dropout", kDropout},
    FieldRow{kConfig, "classifier_dropout_prob", kDropout},
    FieldRow{kConfig, "decoder_layerdrop", kDropped, kBarts},
    FieldRow{kConfig, "decoder_start_token_id", kGenerates},
    FieldRow{kConfig, "decoder_vocab_size", "MarianConfig alone reads it", "bart mbart pegasus"},
    FieldRow{kConfig, "directionality", kRecord, "bert"},
    FieldRow{kConfig, "do_blenderbot_90_layernorm", kRecord, kBarts},
    FieldRow{kConfig, "dropout", kDropout},
    FieldRow{kConfig, "dropout_rate", kDropout, "t5 mt5"},
    FieldRow{kConfig, "dtype", kLoads},
    FieldRow{kConfig, "embd_pdrop", kDropout, "gpt2"},
    FieldRow{kConfig, "embed_dropout", kDropout, "gpt2 gpt_neo"},
    FieldRow{kConfig, "encoder_layerdrop", kDropped, kBarts},
    FieldRow{kConfig, "encoder_stride", "ViTForMaskedImageModeling.forward: the head that draws", "vit"},
    FieldRow{kConfig, "eos_token_id", kGenerates},
    FieldRow{kConfig, "extra_pos_embeddings", kRecord, kBarts},
    FieldRow{kConfig, "finetuning_task", kRecord},
    FieldRow{kConfig, "gradient_checkpointing", "torch.utils.checkpoint: while training alone"},
    FieldRow{kConfig, "hidden_act", "Gemma2MLP: reads hidden_activation", "gemma gemma2"},
    FieldRow{kConfig, "hidden_dropout", kDropout},
    FieldRow{kConfig, "hidden_dropout_prob", kDropout},
    FieldRow{kConfig, "id2label", kNames},
    FieldRow{kConfig, "init_std", kBegins, kBarts},
    FieldRow{kConfig, "initializer_factor", kBegins, "t5 mt5"},
    FieldRow{kConfig, "initializer_range", kBegins},
    FieldRow{kConfig, "is_encoder_decoder", kRecord},
    FieldRow{kConfig, "label2id", kNames},
    FieldRow{kConfig, "layerdrop", kDropped, "opt"},
    FieldRow{kConfig, "n_ctx", kRecord, "gpt2"},
    FieldRow{kConfig, "n_positions", "T5Config: positions are relative, none is the last", "t5 mt5"},
    FieldRow{kConfig, "normalize_embedding", kRecord, kBarts},
    FieldRow{kConfig, "num_hidden_layers", "BartConfig.__init__: set from encoder_layers", kBarts},
    FieldRow{kConfig, "num_labels", kNames},
    FieldRow{kConfig, "output_attentions", kOutputs},
    FieldRow{kConfig, "output_hidden_states", kOutputs},
    FieldRow{kConfig, "output_past", kOutputs},
    FieldRow{kConfig, "pooler_fc_size", kRecord, "bert"},
    FieldRow{kConfig, "pooler_num_attention_heads", kRecord, "bert"},
    FieldRow{kConfig, "pooler_num_fc_layers", kRecord, "bert"},
    FieldRow{kConfig, "pooler_size_per_head", kRecord, "bert"},
    FieldRow{kConfig, "pooler_type", kRecord, "bert"},
    FieldRow{kConfig, "pretraining_tp", "LlamaMLP.forward: the same sums, in parts", "llama"},
    FieldRow{kConfig, "problem_type", "*ForSequenceClassification.forward: the loss alone"},
    FieldRow{kConfig, "qa_dropout", kDropout, "distilbert"},
    FieldRow{kConfig, "reorder_and_upcast_attn", "GPT2Attention: the same product in float32", "gpt2"},
    FieldRow{kConfig, "resid_pdrop", kDropout, "gpt2"},
    FieldRow{kConfig, "return_dict", kOutputs},
    FieldRow{kConfig, "rotary_emb_base", "GPTNeoXConfig alone reads it"},
    FieldRow{kConfig, "rotary_pct", "GPTNeoXConfig alone reads it"},
    FieldRow{kConfig, "sep_token_id", kGenerates},
    FieldRow{kConfig, "seq_classif_dropout", kDropout, "distilbert"},
    FieldRow{kConfig, "sinusoidal_pos_embds", kBegins, "distilbert"},
    FieldRow{kConfig, "static_position_embeddings", kRecord, kBarts},
    FieldRow{kConfig, "summary_activation", kSummary, "gpt2 gpt_neo"},
    FieldRow{kConfig, "summary_first_dropout", kSummary, "gpt2 gpt_neo"},
    FieldRow{kConfig, "summary_proj_to_labels", kSummary, "gpt2 gpt_neo"},
    FieldRow{kConfig, "summary_type", kSummary, "gpt2 gpt_neo"},
    FieldRow{kConfig, "summary_use_proj", kSummary, "gpt2 gpt_neo"},
    FieldRow{kConfig, "task_specific_params", kGenerates},
    FieldRow{kConfig, "tie_weights_", kRecord, "distilbert"},
    FieldRow{kConfig, "tokenizer_class", "AutoTokenizer.from_pretrained: tokenizer_config.json's counts"},
    FieldRow{kConfig, "torch_dtype", kLoads},
    FieldRow{kConfig, "torchscript", kOutputs},
    FieldRow{kConfig, "transformers_version", kRecord},
    FieldRow{kConfig, "use_cache", kCached},
    FieldRow{kTokenizer, "add_bos_token", kAttribute},
    FieldRow{kTokenizer, "add_eos_token", kAttribute},
    FieldRow{kTokenizer, "auto_map", kLoads},
    FieldRow{kTokenizer, "chat_template", kChat},
    FieldRow{kTokenizer, "clean_up_tokenization_spaces", kDecodes},
    FieldRow{kTokenizer, "do_lower_case", "tokenization_bert.py: only BERT's classes read it"},
    FieldRow{kTokenizer, "errors", kDecodes},
    FieldRow{kTokenizer, "from_slow", kLoads},
    FieldRow{kTokenizer, "max_len", kBatch},
    FieldRow{kTokenizer, "model_input_names", kBatch},
    FieldRow{kTokenizer, "model_max_length", kBatch},
    FieldRow{kTokenizer, "name_or_path", kAttribute},
    FieldRow{kTokenizer, "padding_side", kBatch},
    FieldRow{kTokenizer, "processor_class", kLoads},
    FieldRow{kTokenizer, "spaces_between_special_tokens", kDecodes},
    FieldRow{kTokenizer, "special_tokens_map_file", kAttribute},
    FieldRow{kTokenizer, "tokenizer_file", kAttribute},
    FieldRow{kTokenizer, "trim_offsets", "pre_tokenizers.ByteLevel: where a token lies, not which it is"},
    FieldRow{kTokenizer, "truncation_side", kBatch},
    FieldRow{kTokenizer, "use_default_system_prompt", kChat},
    FieldRow{kTokenizer, "use_fast", kLoads},
    FieldRow{kTokenizer, "add_prefix_space",
             "PreTrainedTokenizerFast.__init__: only ByteLevel's own step has it"},
    FieldRow{kTokenizer, "added_tokens_decoder", kAttribute},
    FieldRow{kTokenizer, "do_basic_tokenize", "BertTokenizerFast: tokenizer.json says it"},
    FieldRow{kTokenizer, "extra_ids", "T5TokenizerFast: tokenizer.json has them"},
    FieldRow{kTokenizer, "extra_special_tokens", kAttribute},
    FieldRow{kTokenizer, "legacy", "LlamaTokenizerFast, T5TokenizerFast: tokenizer.json says it"},
    FieldRow{kTokenizer, "max_length", kBatch},
    FieldRow{kTokenizer, "never_split", "BertTokenizerFast: only BasicTokenizer reads it"},
    FieldRow{kTokenizer, "pad_to_multiple_of", kBatch},
    FieldRow{kTokenizer, "pad_token_type_id", kBatch},
    FieldRow{kTokenizer, "sp_model_kwargs", "PreTrainedTokenizerFast: SentencePiece is not called"},
    FieldRow{kTokenizer, "strip_accents", "tokenization_bert.py: only BERT's classes read it"},
    FieldRow{kTokenizer, "source_lang", "MarianTokenizer.normalize, which tokenize() does not call"},
    FieldRow{kTokenizer, "src_lang", "tokenization_mbart.py: only mBART's classes read it"},
    FieldRow{kTokenizer, "stride", kBatch},
    FieldRow{kTokenizer, "target_lang", "MarianTokenizer.normalize, which tokenize() does not call"},
    FieldRow{kTokenizer, "tgt_lang", "tokenization_mbart.py: only mBART's classes read it"},
    FieldRow{kTokenizer, "tokenize_chinese_chars", "tokenization_bert.py: only BERT's classes read it"},
    FieldRow{kTokenizer, "truncation_strategy", kBatch},
    FieldRow{kTokenizer, "vocab_file", kAttribute},
    FieldRow{kTokenizer, "merges_file", kAttribute},
    FieldRow{kPicture, "_processor_class", kLoads},
    FieldRow{kPicture, "auto_map", kLoads},
    FieldRow{kPicture, "device", "ImageProcessingMixin: where it is computed"},
    FieldRow{kPicture, "disable_grouping", "group_images_by_shape: the same pictures, in other batches"},
    FieldRow{kPicture, "do_reduce_labels", "post_process: labels of segments alone"},
    FieldRow{kPicture, "feature_extractor_type",
             "ImageProcessingMixin.__init__: image_processor_type counts"},
    FieldRow{kPicture, "processor_class", kLoads},
    FieldRow{kPicture, "reduce_labels", "post_process: labels of segments alone"},
    FieldRow{kPicture, "return_tensors", "BatchFeature: which library's arrays"},
};

// Without the families.
constexpr auto kIdle = [] {
  std::array<IdleField, kRows.size()> idle{};
  for (size_t i = 0; i < idle.size(); ++i) idle[i] = {kRows[i].file, kRows[i].field, kRows[i].where};
  return idle;
}();

// Where a field of a family is passed over; empty if the table does not say.
std::string_view why_idle(std::string_view file, std::string_view field, std::string_view kind) {
  const auto* const row = std::find_if(kRows.begin(), kRows.end(), [&](const FieldRow& each) {
    return each.file == file && each.field == field && each.is_of(kind);
  });
  if (row != kRows.end()) return row->where;
  const bool is_of_generation = std::ranges::count(generation_fields(), field, &GenerationField::name) > 0;
  return file == kConfig && is_of_generation ? kGenerates : "";
}

std::string text_in(const ConfigFields& fields, const char* name) {
  const nlohmann::json* const value = fields.find(name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : "";
}

}  // namespace

std::span<const IdleField> idle_fields() {
  return kIdle;
}

std::vector<FolderField> fields_of(std::string_view file, const ConfigFields& fields,
                                   const FieldNames& also_read) {
  std::vector<FolderField> all;
  const std::string kind = file == kConfig ? text_in(fields, "model_type") : "";
  for (const std::string& name : fields.names()) {
    FolderField field{std::string(file), name, FieldUse::kUnknown, ""};
    const std::string_view idle = why_idle(file, name, kind);
    if (fields.is_null(name.c_str())) {
      field.use = FieldUse::kNoEffect;
      field.where = "null";
    } else if (fields.was_read(name.c_str()) || also_read.contains(name)) {
      field.use = FieldUse::kFollowed;
    } else if (!idle.empty()) {
      field.use = FieldUse::kNoEffect;
      field.where = idle;
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
  for (const std::string_view file : {kConfig, kTokenizer, kSpecialTokens, kPicture}) {
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
