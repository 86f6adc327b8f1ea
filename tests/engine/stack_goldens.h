// stack_goldens.h: the stacks of the goldens: their weights, settings and runs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/goldens.h"

namespace engine {

inline NormWeights read_norm(const GoldenJson& weights, const std::string& address) {
  return {.weight = golden_input(weights, address + ".weight"),
          .bias = golden_input(weights, address + ".bias")};
}

inline AttentionWeights read_attention(const GoldenJson& golden, const std::string& address) {
  const auto of = [&](const char* name) { return golden_input(golden["weights"], address + "." + name); };
  AttentionWeights weights;
  weights.n_heads = golden["config"]["heads"].get<Index>();
  weights.wq = of("wq");
  weights.wk = of("wk");
  weights.wv = of("wv");
  weights.wo = of("wo");
  weights.bq = of("bq");
  weights.bk = of("bk");
  weights.bv = of("bv");
  weights.bo = of("bo");
  weights.note = "note.seeded";
  return weights;
}

inline LayerWeights read_layer(const GoldenJson& golden, const std::string& address) {
  const GoldenJson& weights = golden["weights"];
  LayerWeights layer;
  layer.self = read_attention(golden, address + ".self");
  layer.self_norm = read_norm(weights, address + ".self.norm");
  if (weights.contains(address + ".cross.wq")) {
    layer.cross = read_attention(golden, address + ".cross");
    layer.cross_norm = read_norm(weights, address + ".cross.norm");
  }
  layer.ffn = {.w1 = golden_input(weights, address + ".ffn.w1"),
               .b1 = golden_input(weights, address + ".ffn.b1"),
               .w2 = golden_input(weights, address + ".ffn.w2"),
               .b2 = golden_input(weights, address + ".ffn.b2")};
  layer.ffn_norm = read_norm(weights, address + ".ffn.norm");
  return layer;
}

// A golden's weights. Its inputs become the embeddings of as many tokens, "source.input 0" and so on, so that
// the whole forward pass can run, from the tokens.
class GoldenModel final : public Model {
 public:
  explicit GoldenModel(const GoldenJson& golden) {
    for (Index n = 0; n < golden["config"]["encoder_layers"].get<Index>(); ++n) {
      weights_.encoder.push_back(read_layer(golden, "encoder." + std::to_string(n)));
    }
    for (Index n = 0; n < golden["config"]["decoder_layers"].get<Index>(); ++n) {
      weights_.decoder.push_back(read_layer(golden, "decoder." + std::to_string(n)));
    }
    weights_.encoder_norm = read_norm(golden["weights"], "encoder.output");
    weights_.decoder_norm = read_norm(golden["weights"], "decoder.output");
    weights_.note = "note.seeded";
    for (const auto& [name, packed] : golden["inputs"].items()) {
      const Matrix rows = read_matrix(packed).cast<float>();
      for (Index row = 0; row < rows.rows(); ++row) {
        const std::string token = name + " " + std::to_string(row);
        tokens_[name].push_back(token);
        embeddings_[token] = rows.row(row);
      }
    }
  }

  Eigen::RowVectorXf embedding(std::string_view token) const override {
    return embeddings_.at(std::string(token));
  }
  const Weights& weights() const override { return weights_; }

  Sequence sequence(const std::string& name, const std::vector<bool>& padding) const {
    Sequence sequence{.tokens = tokens_.at(name), .padding = padding};
    sequence.padding.resize(sequence.tokens.size(), false);
    return sequence;
  }

 private:
  Weights weights_;
  std::map<std::string, std::vector<std::string>> tokens_;  // of each input
  std::map<std::string, Eigen::RowVectorXf> embeddings_;
};

inline Activation activation_named(const std::string& name) {
  if (name == "gelu") return Activation::kGelu;
  return name == "gelu-tanh" ? Activation::kGeluTanh : Activation::kRelu;
}

inline Config config_of(const GoldenJson& golden) {
  const GoldenJson& given = golden["config"];
  Config config;
  config.model = ModelKind::kSeeded;
  config.d_model = given["d_model"].get<Index>();
  config.n_heads = given["heads"].get<Index>();
  config.d_k = config.d_v = config.d_model / config.n_heads;
  config.d_ff = given["d_ff"].get<Index>();
  config.encoder_layers = given["encoder_layers"].get<Index>();
  config.decoder_layers = given["decoder_layers"].get<Index>();
  config.architecture = Architecture::kTransformer;
  if (config.decoder_layers == 0) config.architecture = Architecture::kEncoder;
  if (config.encoder_layers == 0) config.architecture = Architecture::kDecoder;
  config.activation = activation_named(given["activation"].get<std::string>());
  const auto norm = given["norm"].get<std::string>();
  config.norm = norm == "pre" ? NormOrder::kPre : norm == "b2t" ? NormOrder::kB2T : NormOrder::kPost;
  config.final_norm = given["final_norm"].get<bool>();
  config.off = given["off"].get<std::vector<std::string>>();
  config.mask_padding = true;
  config.embedding_scale = false;
  config.positions = PositionKind::kNone;
  return config;
}

inline std::shared_ptr<const Trace> run_stack(const GoldenJson& golden) {
  const GoldenModel model(golden);
  const Config config = config_of(golden);
  const auto padding = golden["source_padding"].get<std::vector<bool>>();
  const bool decoder_only = config.architecture == Architecture::kDecoder;
  std::optional<Sequence> target;
  if (config.has_target()) target = model.sequence("target.input", {});
  const Input input = single_input(model.sequence(decoder_only ? "input" : "source.input", padding), target);
  const auto bad = check(config, input);
  EXPECT_FALSE(bad.has_value()) << (bad ? bad->key : "");
  EXPECT_FALSE(check_weights(model.weights()).has_value());
  return forward(model, input, config);
}

}  // namespace engine
