// Encoder and decoder stacks in float32 against PyTorch in float64, stage by stage. B2T and everything that
// can be switched off are among the goldens: PyTorch has no module for them, so theirs are its layers joined
// by the formulas of the paper.
#include <gtest/gtest.h>

#include <map>

#include "tests/engine/goldens.h"

namespace engine {
namespace {

NormWeights read_norm(const GoldenJson& weights, const std::string& address) {
  return {.weight = golden_input(weights, address + ".weight"),
          .bias = golden_input(weights, address + ".bias")};
}

AttentionWeights read_attention(const GoldenJson& golden, const std::string& address) {
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

LayerWeights read_layer(const GoldenJson& golden, const std::string& address) {
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

Activation activation_named(const std::string& name) {
  if (name == "gelu") return Activation::kGelu;
  return name == "gelu-tanh" ? Activation::kGeluTanh : Activation::kRelu;
}

Config config_of(const GoldenJson& golden) {
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

std::shared_ptr<const Trace> run_stack(const GoldenJson& golden) {
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

TEST(TransformerGolden, EveryStageAgreesWithPyTorch) {
  const std::vector<std::string> names = goldens_of_kind("stack");
  EXPECT_EQ(names.size(), 19);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    EXPECT_EQ(first_difference(*run_stack(golden), golden["stages"]), "") << name;
  }
}

TEST(TransformerGolden, NoStageThatIsComputedIsWithoutAGolden) {
  for (const std::string& name : goldens_of_kind("stack")) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    for (const Stage& stage : trace->stages()) {
      const bool is_layer = stage.address.starts_with("encoder.") || stage.address.starts_with("decoder.");
      const bool is_parameter = stage.operation->name() == "given";
      if (!is_layer || is_parameter) continue;
      EXPECT_TRUE(golden["stages"].contains(stage.address)) << name << ": " << stage.address;
    }
  }
}

TEST(TransformerGolden, StagesStandInTheOrderOfTheComputation) {
  for (const std::string& name : goldens_of_kind("stack")) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    int last = -1;
    for (const auto& [address, packed] : golden["stages"].items()) {
      const int index = stage_index(*trace, address);
      EXPECT_GT(index, last) << name << ": " << address;
      last = index;
    }
  }
}

TEST(TransformerGolden, AWrongNumberInAnyStageIsNoticedAndThatStageNamed) {
  for (const char* name : {"transformer_post", "decoder_layer_pre_gelu"}) {
    GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    for (auto& [address, packed] : golden["stages"].items()) {
      const GoldenJson right = packed;
      const double magnitude = numbers_of(*trace, address)
                                   .array()
                                   .isFinite()
                                   .select(numbers_of(*trace, address).array().abs(), 0)
                                   .maxCoeff();
      packed["data"][0] = packed["data"][0].get<double>() + 1e-3 * (1 + magnitude);
      const std::string found = first_difference(*trace, golden["stages"]);
      EXPECT_TRUE(found.starts_with(address + ": largest difference")) << address << " / " << found;
      packed = right;
    }
  }
}

// Each of a golden's inputs through one operation, at the input's name.
std::shared_ptr<const Trace> run_rows(const GoldenJson& golden, const OperationPtr& operation,
                                      const std::vector<std::string>& parameters) {
  TraceBuilder builder({}, {});
  std::vector<int> given;
  given.reserve(parameters.size());
  for (const std::string& name : parameters) {
    given.push_back(add_drawn(builder, name, *golden_input(golden["weights"], name)));
  }
  for (const auto& [name, packed] : golden["inputs"].items()) {
    const Matrix rows = read_matrix(packed).cast<float>();
    std::vector<int> inputs = {add_drawn(builder, "input." + name, rows)};
    inputs.insert(inputs.end(), given.begin(), given.end());
    builder.add({.address = name,
                 .operation = operation,
                 .inputs = inputs,
                 .rows = rows.rows(),
                 .columns = rows.cols()});
  }
  return std::move(builder).build();
}

TEST(LayerNormGolden, AgreesWithPyTorchFarFromZeroAndAtTinyVariance) {
  const std::vector<std::string> names = goldens_of_kind("layer_norm");
  EXPECT_EQ(names.size(), 2);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const auto trace =
        run_rows(golden, layer_norm(golden["eps"].get<double>()), {"norm.weight", "norm.bias"});
    EXPECT_EQ(first_difference(*trace, golden["stages"]), "") << name;
  }
}

TEST(LayerNormGolden, AConstantRowBecomesTheBias) {
  const GoldenJson golden = read_golden("layer_norm_bert");
  const auto trace = run_rows(golden, layer_norm(golden["eps"].get<double>()), {"norm.weight", "norm.bias"});
  const Matrix rows = numbers_of(*trace, "constant");
  for (Index row = 0; row < rows.rows(); ++row) {
    EXPECT_EQ(rows.row(row), numbers_of(*trace, "norm.bias").row(0)) << row;
  }
}

TEST(ActivationGolden, AgreesWithPyTorchAtZeroTinyAndHugeNumbers) {
  const std::vector<std::string> names = goldens_of_kind("activation");
  EXPECT_EQ(names.size(), 3);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_rows(golden, activation(activation_named(golden["activation"])), {});
    EXPECT_EQ(first_difference(*trace, golden["stages"]), "") << name;
  }
}

TEST(ActivationGolden, TheTwoFormsOfGeluAreNotMistakenForEachOther) {
  const GoldenJson golden = read_golden("activation_gelu");
  const auto trace = run_rows(golden, activation(Activation::kGeluTanh), {});
  EXPECT_TRUE(first_difference(*trace, golden["stages"]).starts_with("ordinary: largest"));
}

}  // namespace
}  // namespace engine
