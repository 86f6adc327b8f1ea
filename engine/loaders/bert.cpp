// bert.cpp: BERT (Devlin et al. 2019), DistilBERT (Sanh et al. 2019) and RoBERTa (Liu et al. 2019): a stack
// of encoder layers that predicts masked tokens.
#include <algorithm>

#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Config;

// Tensor names of one family, after its prefix ("bert."); for a layer, after "encoder.layer.0.".
struct TensorNames {
  const char* layer;
  const char *query, *key, *value, *output, *attention_norm;
  const char *up, *down, *norm;
  const char *predict_dense, *predict_norm, *predict_bias, *predict_table;
};

constexpr TensorNames kBertNames = {"encoder.layer.",
                                    "attention.self.query",
                                    "attention.self.key",
                                    "attention.self.value",
                                    "attention.output.dense",
                                    "attention.output.LayerNorm",
                                    "intermediate.dense",
                                    "output.dense",
                                    "output.LayerNorm",
                                    "cls.predictions.transform.dense",
                                    "cls.predictions.transform.LayerNorm",
                                    "cls.predictions.bias",
                                    "cls.predictions.decoder.weight"};

constexpr TensorNames kDistilBertNames = {
    "transformer.layer.",    "attention.q_lin", "attention.k_lin",  "attention.v_lin",
    "attention.out_lin",     "sa_layer_norm",   "ffn.lin1",         "ffn.lin2",
    "output_layer_norm",     "vocab_transform", "vocab_layer_norm", "vocab_projector.bias",
    "vocab_projector.weight"};

TensorNames roberta_names() {
  TensorNames names = kBertNames;
  names.predict_dense = "lm_head.dense";
  names.predict_norm = "lm_head.layer_norm";
  names.predict_bias = "lm_head.bias";
  names.predict_table = "lm_head.decoder.weight";
  return names;
}

// What all three have in common, except for field names. The sizes are already read.
void configure(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded, const TensorNames& names) {
  Config& config = loaded.config;
  config.vocabulary = fields.whole("vocab_size", kTokens, 30522);
  config.positions = engine::PositionKind::kLearned;
  config.norm = engine::NormOrder::kPost;
  config.input_norm = true;
  config.tied_output = is_tied(fields, true);
  const bool predicts = tensors.has(std::string(names.predict_dense) + ".weight");
  config.predicts = predicts ? engine::Prediction::kTokens : engine::Prediction::kNone;
}

void configure_hugging_face(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded,
                            const TensorNames& names) {
  loaded = blank(engine::Architecture::kEncoder);
  Config& config = loaded.config;
  config.d_model = fields.whole("hidden_size", kWidths, 768);
  config.n_heads = fields.whole("num_attention_heads", kHeads, 12);
  config.encoder_layers = fields.whole("num_hidden_layers", kLayers, 12);
  config.d_ff = fields.whole("intermediate_size", kFeedForwardWidths, 3072);
  set_heads(fields, config, "hidden_size", "num_attention_heads");
  config.activation = fields.activation("hidden_act", "gelu");
  fields.require("position_embedding_type", "absolute");
  fields.require("is_decoder", false);
  fields.require("add_cross_attention", false);
  configure(fields, tensors, loaded, names);
}

// The dense layer, its norm and the logits' bias and table.
void load_prediction(TensorReader& tensors, Loaded& loaded, const TensorNames& names, double epsilon) {
  const Config& config = loaded.config;
  if (config.predicts == engine::Prediction::kNone) return;
  const Index d = config.d_model;
  const Linear dense = tensors.linear(names.predict_dense, d, d);
  const std::string table = names.predict_table;
  const std::string other_bias = table.substr(0, table.rfind('.')) + ".bias";
  const std::string bias = tensors.one_of({names.predict_bias, other_bias});
  loaded.weights.predict = {dense.weight, dense.bias, tensors.norm(names.predict_norm, d, epsilon),
                            tensors.row(bias, config.vocabulary)};
  loaded.output = config.tied_output ? loaded.embedding : tensors.matrix(table, config.vocabulary, d);
  tensors.pass_over(table);
  tensors.pass_over(other_bias);
}

engine::LayerWeights bert_layer(TensorReader& tensors, const Config& config, const std::string& layer,
                                const TensorNames& names, double epsilon) {
  const Index d = config.d_model;
  const auto square = [&](const char* name) { return tensors.linear(layer + name, d, d); };
  engine::LayerWeights weights;
  weights.self =
      attention_of(config, square(names.query), square(names.key), square(names.value), square(names.output));
  weights.self_norm = tensors.norm(layer + names.attention_norm, d, epsilon);
  const Linear up = tensors.linear(layer + names.up, config.d_ff, d);
  const Linear down = tensors.linear(layer + names.down, d, config.d_ff);
  weights.ffn = feed_forward_of(up, down);
  weights.ffn_norm = tensors.norm(layer + names.norm, d, epsilon);
  return weights;
}

// Rows of the table of positions; the first ones may belong to no token.
Index rows_of(ConfigFields& fields, Index skipped) {
  return fields.whole("max_position_embeddings", {skipped + 1, kPositions.largest},
                      std::max<Index>(512, skipped + 1));
}

// The number of positions that a token can have.
Index context_of(ConfigFields& fields, Index skipped) {
  return std::min(rows_of(fields, skipped) - skipped, engine::kMaxTokens);
}

// `skipped`: rows of the table of positions before the first token's.
void load(ConfigFields& fields, TensorReader& tensors, Loaded& loaded, const std::string& body,
          const TensorNames& names, double epsilon, Index skipped) {
  const Config& config = loaded.config;
  const Index d = config.d_model;
  const std::string embeddings = body + "embeddings.";
  const std::string words = embeddings + "word_embeddings.weight";
  loaded.embedding = tensors.matrix(config.tied_output ? tensors.one_of({words, names.predict_table}) : words,
                                    config.vocabulary, d);
  const Parameter positions =
      tensors.matrix(embeddings + "position_embeddings.weight", rows_of(fields, skipped), d);
  loaded.weights.positions = positions.middle_rows(skipped, config.context);
  if (skipped > 0) loaded.weights.counted = {.table = positions, .padding = skipped - 1};
  loaded.weights.input_norm = tensors.norm(embeddings + "LayerNorm", d, epsilon);
  for (Index i = 0; i < config.encoder_layers; ++i) {
    const std::string layer = body + names.layer + std::to_string(i) + ".";
    loaded.weights.encoder.push_back(bert_layer(tensors, config, layer, names, epsilon));
  }
  load_prediction(tensors, loaded, names, epsilon);
  tensors.pass_over("position_ids");
  tensors.not_shown("pooler.", "part.pooler");
  tensors.not_shown("cls.seq_relationship.", "part.next_sentence");
  pass_over_heads(tensors);
}

void load_segments(ConfigFields& fields, TensorReader& tensors, Loaded& loaded, const std::string& body) {
  loaded.weights.segments =
      tensors.matrix(body + "embeddings.token_type_embeddings.weight",
                     fields.whole("type_vocab_size", {1, 1024}, 2), loaded.config.d_model);
}

// Positions count from the padding token's id plus 1.
Index skipped_of(ConfigFields& fields) {
  return fields.whole("pad_token_id", {0, 1024}, 1) + 1;
}

}  // namespace

void configure_bert(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  configure_hugging_face(fields, tensors, loaded, kBertNames);
  loaded.config.context = context_of(fields, 0);
}

void load_bert(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const std::string body = tensors.beginning({"bert.", ""}, "embeddings.position_embeddings.weight");
  load(fields, tensors, loaded, body, kBertNames, fields.number("layer_norm_eps", 1e-12, 0, 1), 0);
  load_segments(fields, tensors, loaded, body);
}

// XLM-R and CamemBERT have the same layers, and SentencePiece models.
text::TokenizerFamily tokenizer_of_roberta(const std::string& kind) {
  if (kind == "xlm-roberta") return text::TokenizerFamily::kXlmRoberta;
  return kind == "camembert" ? text::TokenizerFamily::kCamembert : text::TokenizerFamily::kRoberta;
}

void configure_roberta(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  const TensorNames names = roberta_names();
  configure_hugging_face(fields, tensors, loaded, names);
  loaded.tokenizer = tokenizer_of_roberta(fields.text("model_type", ""));
  loaded.config.context = context_of(fields, skipped_of(fields));
  // Its head has this activation whatever the layers use, but a model here has only one.
  const bool differs = loaded.config.activation != engine::Activation::kGelu;
  if (differs && loaded.config.predicts != engine::Prediction::kNone) fields.refuse("hidden_act");
}

void load_roberta(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const std::string body = tensors.beginning({"roberta.", ""}, "embeddings.position_embeddings.weight");
  load(fields, tensors, loaded, body, roberta_names(), fields.number("layer_norm_eps", 1e-12, 0, 1),
       skipped_of(fields));
  load_segments(fields, tensors, loaded, body);
}

void configure_distilbert(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  loaded = blank(engine::Architecture::kEncoder);
  Config& config = loaded.config;
  fields.also_named("dim", "hidden_size");
  fields.also_named("n_heads", "num_attention_heads");
  fields.also_named("n_layers", "num_hidden_layers");
  config.d_model = fields.whole("dim", kWidths, 768);
  config.n_heads = fields.whole("n_heads", kHeads, 12);
  config.encoder_layers = fields.whole("n_layers", kLayers, 6);
  config.d_ff = fields.whole("hidden_dim", kFeedForwardWidths, 3072);
  config.context = context_of(fields, 0);
  set_heads(fields, config, "dim", "n_heads");
  config.activation = fields.activation("activation", "gelu");
  configure(fields, tensors, loaded, kDistilBertNames);
}

void load_distilbert(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const std::string body = tensors.beginning({"distilbert.", ""}, "embeddings.position_embeddings.weight");
  load(fields, tensors, loaded, body, kDistilBertNames, 1e-12, 0);
}

}  // namespace loaders
