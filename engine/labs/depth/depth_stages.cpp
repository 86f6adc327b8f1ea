// depth_stages.cpp: adds the depth lab to a trace: one encoder with the same weights five times, each with
// other parts switched off, and the paths through the one that has attention and skips.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/core/trace.h"
#include "engine/labs/depth/depth_lab.h"
#include "engine/model/attention_options.h"
#include "engine/model/layers.h"
#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"
#include "engine/ops/rank.h"

namespace engine {
namespace {

constexpr std::string_view kSkipMode = "skip";

std::string in_depth(const std::string& name) {
  return std::string("lab.").append("depth.").append(name);
}

std::string layer_name(Index layer) {
  return "encoder." + std::to_string(layer);
}

// The encoder of a mode: what is off is off in every layer.
Config config_of(const DepthLab& lab, const DepthMode& mode) {
  Config config;
  config.model = ModelKind::kSeeded;
  config.architecture = Architecture::kEncoder;
  config.seed = lab.seed;
  config.encoder_layers = lab.layers;
  config.d_model = kDepthWidth;
  config.n_heads = lab.heads;
  config.d_k = config.d_v = kDepthWidth / lab.heads;
  config.d_ff = 4 * kDepthWidth;
  config.predicts = Prediction::kNone;
  if (lab.window > 0) config.pattern = {.kind = PatternKind::kWindow, .width = lab.window};
  for (Index layer = 0; layer < lab.layers; ++layer) {
    const std::string name = layer_name(layer);
    if (!mode.skip) config.off.push_back(name + ".self.residual");
    if (!mode.feed_forward) config.off.push_back(name + ".ffn.output");
    // Without its output a feed-forward is only the way past it.
    if (mode.feed_forward && !mode.skip) config.off.push_back(name + ".ffn.residual");
    if (!mode.norm) config.off.insert(config.off.end(), {name + ".self.norm", name + ".ffn.norm"});
  }
  std::sort(config.off.begin(), config.off.end());
  return config;
}

Parameter times_gain(const Parameter& numbers, double gain) {
  if (gain == 1) return numbers;
  return std::make_shared<const Matrix>(static_cast<float>(gain) * numbers.matrix());
}

// The weights that every mode has.
Weights weights_of(const DepthLab& lab, const Config& config) {
  Weights weights = make_model(config)->weights();
  for (LayerWeights& layer : weights.encoder) {
    layer.self.wq = times_gain(layer.self.wq, lab.score_gain);
    layer.self.wv = times_gain(layer.self.wv, lab.value_gain);
  }
  return weights;
}

class DepthStages {
 public:
  DepthStages(TraceBuilder& builder, const DepthLab& lab)
      : builder_(builder),
        lab_(lab),
        config_(config_of(lab, kDepthModes.front())),
        model_(make_model(config_)),
        weights_(weights_of(lab, config_)) {}

  void add_all() {
    if (tokens() > kMaxDepthTokens) return;
    input_ = add_input();
    for (const DepthMode& mode : kDepthModes) add_mode(mode);
    if (lab_.layers <= kMaxPathLayers && lab_.heads <= kMaxPathHeads) add_paths();
  }

 private:
  const Sequence& sequence() const { return builder_.sequence(0); }
  Index tokens() const { return static_cast<Index>(sequence().tokens.size()); }

  // One vector per token.
  Stage vectors(const std::string& name, std::string symbol) const {
    return {.address = in_depth(name), .symbol = std::move(symbol), .rows = tokens(), .columns = kDepthWidth};
  }

  int add(Stage stage, OperationPtr operation, std::vector<int> inputs) {
    stage.operation = std::move(operation);
    stage.inputs = std::move(inputs);
    return builder_.add(std::move(stage));
  }

  int add_input() {
    auto numbers = std::make_shared<Matrix>(tokens(), kDepthWidth);
    const float factor = std::sqrt(static_cast<float>(kDepthWidth));
    for (Index i = 0; i < tokens(); ++i)
      numbers->row(i) = factor * model_->embedding(sequence().tokens[static_cast<size_t>(i)]);
    Stage embedding = vectors("embedding", "E");
    embedding.operation = given("note.drawn");
    const int embedded = builder_.add_given(std::move(embedding), std::move(numbers));
    const int position = add(vectors("position", "P"), sinusoid(config_.base), {});
    return add(vectors("input", "X"), engine::add(), {embedded, position});
  }

  void add_mode(const DepthMode& mode) {
    const std::string name(mode.name);
    const Config config = config_of(lab_, mode);
    const MaskRule rule = self_rule(config, sequence(), false);
    const std::stop_token never;
    LayerBuilder layers(builder_, config, weights_, in_depth(name + "."), never);
    std::vector<int> sizes = {measure(name, 0, input_)};
    add_cosines(name, 0);
    int x = input_;
    for (Index layer = 0; layer < lab_.layers && !stop_requested(); ++layer) {
      x = layers.encoder_layer(layer, weights_.encoder[static_cast<size_t>(layer)], x, rule);
      sizes.push_back(measure(name, layer + 1, x));
      add_cosines(name, layer + 1);
    }
    Stage curve{.address = in_depth(name + ".curve"),
                .symbol = "r",
                .rows = static_cast<Index>(sizes.size()),
                .columns = 1,
                .row_axis = Axis::kDimensions};
    add(std::move(curve), stack_rows(), std::move(sizes));
  }

  // The three stages of the numbers after `depth` layers; returns that of their size.
  int measure(const std::string& mode, Index depth, int x) {
    std::string name = mode;
    name.append(".").append(std::to_string(depth)).append(".");
    const std::string number = std::to_string(depth);
    Stage output = vectors(name + "output", "X_{" + number + "}");
    output.operation = identity("note.depth_output");
    output.inputs = {x};
    const int shown = builder_.add_identity(std::move(output));
    const int residual = add(vectors(name + "residual", "R_{" + number + "}"), row_residual(), {shown});
    Stage size{.address = in_depth(name + "size"),
               .symbol = "r_{" + number + "}",
               .rows = 1,
               .columns = 1,
               .row_axis = Axis::kDimensions};
    return add(std::move(size), composite_ratio(), {residual, shown});
  }

  // Of every token's row with every other's, after `depth` layers.
  void add_cosines(const std::string& mode, Index depth) {
    std::string name = mode;
    name.append(".").append(std::to_string(depth)).append(".");
    const int rows = builder_.find(in_depth(name + "output")).value();
    const int unit = add(vectors(name + "unit", "U_{" + std::to_string(depth) + "}"), unit_rows(), {rows});
    Stage cosines = vectors(name + "cosines", "c_{" + std::to_string(depth) + "}");
    cosines.columns = tokens();
    cosines.row_axis = Axis::kQueries;
    cosines.column_axis = Axis::kKeys;
    add(std::move(cosines), linear(), {unit, unit});
  }

  // By length: what the paths through so many of the attentions below bring. A layer leaves a path as long as
  // it is, or makes it one longer.
  void add_paths() {
    std::vector<int> sums = {input_};
    for (Index layer = 0; layer < lab_.layers && !stop_requested(); ++layer) {
      std::vector<int> longer = {input_};
      for (size_t length = 1; length <= sums.size(); ++length) {
        const std::string prefix = "paths." + std::to_string(length) + "." + layer_name(layer) + ".self.";
        const int moved = add_attention(prefix, layer, sums[length - 1]);
        longer.push_back(length < sums.size()
                             ? add(vectors(prefix + "residual", "R"), engine::add(), {sums[length], moved})
                             : moved);
      }
      sums = std::move(longer);
    }
    for (size_t length = 0; length < sums.size(); ++length)
      measure("paths", static_cast<Index>(length), sums[length]);
  }

  // Vectors through one layer's attention, with the map that it has in the mode "skip".
  int add_attention(const std::string& prefix, Index layer, int x) {
    const std::string attention = in_depth(std::string(kSkipMode) + "." + layer_name(layer) + ".self");
    std::vector<int> outputs;
    for (Index head = 0; head < lab_.heads; ++head) {
      const std::string name = head_in(attention, static_cast<int>(head));
      const std::string own = prefix + "head." + std::to_string(head);
      Stage v = vectors(own + ".v", "V");
      v.columns = config_.d_v;
      v.role = Role::kValue;
      const int value = add(std::move(v), linear(), {x, builder_.find(name + ".wv").value()});
      Stage output = vectors(own + ".output", "O");
      output.columns = config_.d_v;
      outputs.push_back(
          add(std::move(output), weighted_sum(), {builder_.find(name + ".weights").value(), value}));
    }
    Stage concat = vectors(prefix + "concat", "C");
    concat.columns = config_.d_v * lab_.heads;
    const int joined = add(std::move(concat), concatenate(), std::move(outputs));
    return add(vectors(prefix + "output", "Y"), linear(), {joined, builder_.find(attention + ".wo").value()});
  }

  TraceBuilder& builder_;
  const DepthLab& lab_;
  Config config_;
  std::shared_ptr<const Model> model_;
  Weights weights_;
  int input_ = -1;
};

}  // namespace

void add_stages(TraceBuilder& builder, const DepthLab& lab) {
  DepthStages(builder, lab).add_all();
}

}  // namespace engine
