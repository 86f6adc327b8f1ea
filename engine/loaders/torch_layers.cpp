// torch_layers.cpp: layers of PyTorch's torch.nn, single or stacked, with the tensor names of their
// state_dict. https://pytorch.org/docs/stable/nn.html#transformer-layers
#include "engine/loaders/family_table.h"

namespace loaders {
namespace {

using engine::Architecture;
using engine::Config;

// Takes vectors as input; no lookup and no prediction.
void start(ConfigFields& fields, Loaded& loaded, Architecture architecture) {
  loaded = blank(architecture);
  loaded.reads_text = false;
  loaded.config.decoder_causal = false;
  loaded.config.predicts = engine::Prediction::kNone;
  // PyTorch's own default is the other order, but a file that says nothing means its arrays as they are.
  loaded.batch_is_second = !fields.flag("batch_first", true);
  // A causal mask is given as one, and stacks of other layers have no names here.
  fields.require("is_causal", false);
  fields.require("custom_encoder", nullptr);
  fields.require("custom_decoder", nullptr);
}

void configure_layers(ConfigFields& fields, Loaded& loaded, Architecture architecture) {
  start(fields, loaded, architecture);
  Config& config = loaded.config;
  // Only nn.Transformer has defaults for these.
  const bool is_whole = fields.text("architecture", "").ends_with("nn.Transformer");
  config.d_model = fields.whole("d_model", kWidths, is_whole ? std::optional<Index>(512) : std::nullopt);
  config.n_heads = fields.whole("nhead", kHeads, is_whole ? std::optional<Index>(8) : std::nullopt);
  set_heads(fields, config, "d_model", "nhead");
  config.d_ff = fields.whole("dim_feedforward", kFeedForwardWidths, 2048);
  const std::string activation = fields.text("activation", "relu");
  if (activation != "relu" && activation != "gelu") fields.refuse("activation");
  config.activation = activation == "gelu" ? engine::Activation::kGelu : engine::Activation::kRelu;
  config.norm = fields.flag("norm_first", false) ? engine::NormOrder::kPre : engine::NormOrder::kPost;
}

// Reads parts of one layer, all with the same biases and epsilon.
class TorchReader {
 public:
  TorchReader(ConfigFields& fields, TensorReader& tensors, const Config& config)
      : tensors_(tensors),
        config_(config),
        has_bias_(fields.flag("bias", true)),
        epsilon_(fields.number("layer_norm_eps", 1e-5, 0, 1)) {}

  // Queries, keys and values are the three thirds of one matrix, unless keys or values have another width.
  engine::AttentionWeights attention(const std::string& name, Index key_width, Index value_width) {
    const Index d = config_.d_model;
    Linear query;
    Linear key;
    Linear value;
    if (key_width == d && value_width == d) {
      const Parameter all = tensors_.matrix(name + "in_proj_weight", 3 * d, d);
      query.weight = all.middle_rows(0, d);
      key.weight = all.middle_rows(d, d);
      value.weight = all.middle_rows(2 * d, d);
    } else {
      query.weight = tensors_.matrix(name + "q_proj_weight", d, d);
      key.weight = tensors_.matrix(name + "k_proj_weight", d, key_width);
      value.weight = tensors_.matrix(name + "v_proj_weight", d, value_width);
    }
    if (has_bias_) {
      const Parameter all = tensors_.row(name + "in_proj_bias", 3 * d);
      query.bias = all.block(0, 0, 1, d);
      key.bias = all.block(0, d, 1, d);
      value.bias = all.block(0, 2 * d, 1, d);
    }
    return attention_of(config_, query, key, value, tensors_.linear(name + "out_proj", d, d, has_bias_));
  }

  engine::LayerWeights layer(const std::string& name, bool crosses) {
    const Index d = config_.d_model;
    engine::LayerWeights weights;
    weights.self = attention(name + "self_attn.", d, d);
    weights.self_norm = norm(name + "norm1");
    if (crosses) {
      weights.cross = attention(name + "multihead_attn.", d, d);
      weights.cross_norm = norm(name + "norm2");
    }
    const Linear up = tensors_.linear(name + "linear1", config_.d_ff, d, has_bias_);
    const Linear down = tensors_.linear(name + "linear2", d, config_.d_ff, has_bias_);
    weights.ffn = feed_forward_of(up, down);
    weights.ffn_norm = norm(name + (crosses ? "norm3" : "norm2"));
    return weights;
  }

  std::vector<engine::LayerWeights> layers(const std::string& name, Index count, bool crosses) {
    std::vector<engine::LayerWeights> all;
    for (Index i = 0; i < count; ++i) {
      all.push_back(layer(name + "layers." + std::to_string(i) + ".", crosses));
    }
    return all;
  }

  // A norm without a bias adds 0.
  engine::NormWeights norm(const std::string& name) {
    if (has_bias_) return tensors_.norm(name, config_.d_model, epsilon_);
    const auto zeros = std::make_shared<const engine::Matrix>(engine::Matrix::Zero(1, config_.d_model));
    return {tensors_.row(name + ".weight", config_.d_model), zeros, epsilon_};
  }

  // The norm after a stack, if there is one.
  engine::NormWeights final_norm(const std::string& name) {
    return tensors_.has(name + ".weight") ? norm(name) : engine::NormWeights{};
  }

 private:
  TensorReader& tensors_;
  const Config& config_;
  bool has_bias_;
  double epsilon_;
};

}  // namespace

void configure_torch_attention(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  start(fields, loaded, Architecture::kAttention);
  Config& config = loaded.config;
  config.d_model = fields.whole("embed_dim", kWidths);
  config.n_heads = fields.whole("num_heads", kHeads);
  set_heads(fields, config, "embed_dim", "num_heads");
}

void load_torch_attention(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  const Index d = loaded.config.d_model;
  const Index key_width = fields.whole("kdim", kWidths, d);
  const Index value_width = fields.whole("vdim", kWidths, d);
  engine::AttentionWeights& self = loaded.weights.encoder.emplace_back().self;
  self = TorchReader(fields, tensors, loaded.config).attention("", key_width, value_width);
  if (fields.flag("add_bias_kv", false)) {
    self.added_key = tensors.reshaped("bias_k", {1, 1, d}, 1, d);
    self.added_value = tensors.reshaped("bias_v", {1, 1, d}, 1, d);
  }
  self.adds_zeros = fields.flag("add_zero_attn", false);
}

void configure_torch_encoder_layer(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_layers(fields, loaded, Architecture::kEncoder);
  loaded.config.encoder_layers = 1;
}

void load_torch_encoder_layer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  loaded.weights.encoder.push_back(TorchReader(fields, tensors, loaded.config).layer("", false));
}

// A decoder that reads the source as given.
void configure_torch_decoder_layer(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_layers(fields, loaded, Architecture::kTransformer);
  loaded.config.encoder_layers = 0;
  loaded.config.decoder_layers = 1;
}

void load_torch_decoder_layer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  loaded.weights.decoder.push_back(TorchReader(fields, tensors, loaded.config).layer("", true));
}

void configure_torch_encoder(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  configure_layers(fields, loaded, Architecture::kEncoder);
  loaded.config.encoder_layers = fields.whole("num_layers", kLayers);
  loaded.config.final_norm = tensors.has("norm.weight");
}

void load_torch_encoder(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  TorchReader reader(fields, tensors, loaded.config);
  loaded.weights.encoder = reader.layers("", loaded.config.encoder_layers, false);
  loaded.weights.encoder_norm = reader.final_norm("norm");
}

void configure_torch_decoder(ConfigFields& fields, const TensorReader& tensors, Loaded& loaded) {
  configure_layers(fields, loaded, Architecture::kTransformer);
  loaded.config.encoder_layers = 0;
  loaded.config.decoder_layers = fields.whole("num_layers", kLayers);
  loaded.config.final_norm = tensors.has("norm.weight");
}

void load_torch_decoder(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  TorchReader reader(fields, tensors, loaded.config);
  loaded.weights.decoder = reader.layers("", loaded.config.decoder_layers, true);
  loaded.weights.decoder_norm = reader.final_norm("norm");
}

void configure_torch_transformer(ConfigFields& fields, const TensorReader& /*tensors*/, Loaded& loaded) {
  configure_layers(fields, loaded, Architecture::kTransformer);
  loaded.config.encoder_layers = fields.whole("num_encoder_layers", kLayers, 6);
  loaded.config.decoder_layers = fields.whole("num_decoder_layers", kLayers, 6);
  loaded.config.final_norm = true;
}

void load_torch_transformer(ConfigFields& fields, TensorReader& tensors, Loaded& loaded) {
  TorchReader reader(fields, tensors, loaded.config);
  loaded.weights.encoder = reader.layers("encoder.", loaded.config.encoder_layers, false);
  loaded.weights.decoder = reader.layers("decoder.", loaded.config.decoder_layers, true);
  loaded.weights.encoder_norm = reader.norm("encoder.norm");
  loaded.weights.decoder_norm = reader.norm("decoder.norm");
}

}  // namespace loaders
