// layers.cpp: a layer is two or three sub-layers, each of which adds its output to its input.
// Vaswani et al. 2017, sec. 3.1 and 3.3; orders of the norm: 2002.04745 (Pre-LN), 2206.00330 (B2T).
#include "engine/model/layers.h"

#include "engine/core/address.h"
#include "engine/ops/operations.h"

namespace engine {

int LayerBuilder::encoder_layer(Index layer, const LayerWeights& weights, int x, const MaskRule& rule) {
  const std::string address = prefix_ + "encoder." + std::to_string(layer);
  note_ = weights.self.note;
  const int h =
      sublayer(address + ".self", x, {weights.self_norm, weights.self_output_norm}, -1,
               [&](const std::string& self, int read) {
                 return add_multi_head_attention(builder_, self, {read, read, read}, weights.self,
                                                 rule_of_layer(self, weights, rule), settings_of(self, true),
                                                 stop_, extras_of("encoder", model_.encoder_relative));
               });
  if (h < 0) return -1;
  return feed_forward_sublayer(address, weights, h, x);
}

int LayerBuilder::feed_forward_sublayer(const std::string& layer, const LayerWeights& weights, int x,
                                        int again) {
  if (x < 0 || !weights.ffn.w1) return x;
  return sublayer(layer + ".ffn", x, {weights.ffn_norm, weights.ffn_output_norm}, again,
                  [&](const std::string& ffn, int read) { return feed_forward(ffn, weights.ffn, read); });
}

int LayerBuilder::decoder_layer(Index layer, const LayerWeights& weights, int x, int memory,
                                const MaskRule& self_rule, const MaskRule& cross_rule, LayerCache* cache) {
  const std::string address = prefix_ + "decoder." + std::to_string(layer);
  note_ = weights.self.note;
  AttentionExtras extras = extras_of("decoder", model_.decoder_relative);
  if (cache != nullptr) extras.cache = &cache->self;
  int h = sublayer(address + ".self", x, {weights.self_norm, weights.self_output_norm}, -1,
                   [&](const std::string& self, int read) {
                     return add_multi_head_attention(builder_, self, {read, read, read}, weights.self,
                                                     rule_of_layer(self, weights, self_rule),
                                                     settings_of(self, true), stop_, extras);
                   });
  if (h >= 0 && memory >= 0) {
    h = sublayer(
        address + ".cross", h, {weights.cross_norm, {}}, -1, [&](const std::string& cross, int read) {
          return add_multi_head_attention(builder_, cross, {read, memory, memory}, weights.cross.value(),
                                          with_paint(config_, cross, cross_rule), settings_of(cross, false),
                                          stop_, {.cache = cache != nullptr ? &cache->cross : nullptr});
        });
  }
  return feed_forward_sublayer(address, weights, h, x);
}

AttentionSettings LayerBuilder::settings_of(const std::string& attention, bool is_self) const {
  AttentionSettings settings = attention_settings(config_, attention, inside(attention), is_self);
  settings.first = first_;
  if (settings.rotary) settings.rotary->scaling = model_.rotary;
  return settings;
}

AttentionExtras LayerBuilder::extras_of(const std::string& stack, const RelativeWeights& relative) {
  AttentionExtras extras;
  if (stack == "decoder" || !config_.has_decoder()) extras.additive = additive_;
  if (config_.positions != PositionKind::kBuckets || !relative.table) return extras;
  extras.relative = &relative;
  const std::string address = prefix_ + stack + ".0.self.relative.table";
  const auto known = builder_.find(address);
  // It is small and every row of every map reads it: its values are kept.
  extras.relative_table =
      known ? *known : add_parameter(address, std::make_shared<const Matrix>(relative.table.matrix()));
  return extras;
}

int LayerBuilder::stack_output(const std::string& address, const NormWeights& norm, int x) {
  const std::string full = prefix_ + address;
  // A single layer has no norm after its stack.
  if (norm.weight && (config_.norm == NormOrder::kPre || config_.final_norm)) {
    return normalise(vectors(full, x), norm, x);
  }
  Stage stage = vectors(full, x);
  stage.operation = identity("note.stack_output");
  stage.inputs = {x};
  return builder_.add_identity(std::move(stage));
}

MaskRule LayerBuilder::rule_of_layer(const std::string& attention, const LayerWeights& weights,
                                     MaskRule rule) const {
  if (weights.is_local) rule.window = config_.local_window;
  return with_paint(config_, attention, std::move(rule));
}

int LayerBuilder::sublayer(const std::string& address, int x, const Norms& norms, int again,
                           const Work& work) {
  if (stop_.stop_requested()) return -1;
  const bool before = config_.norm == NormOrder::kPre;
  const int source = before && config_.parallel && again >= 0 ? again : x;
  if (config_.norm != NormOrder::kB2T) again = -1;
  const int read = before ? add_norm(address + ".norm", norms.own, source) : x;
  int output = work(address, nudged(address, read));
  if (output < 0) return -1;
  if (norms.output.weight)
    output = normalise(vectors(address + ".output.normed", output), norms.output, output);
  output = dropped(address + ".output", output);
  const int residual = add_residual(address + ".residual", x, output, again);
  return before ? residual : add_norm(address + ".norm", norms.own, residual);
}

// x with 1 added to every value of the nudged row, if this sub-layer's input is nudged; otherwise x.
int LayerBuilder::nudged(const std::string& address, int x) {
  const auto& nudge = config_.nudge;
  const Index rows = builder_.stage(x).rows;
  if (!nudge || prefix_ + nudge->sublayer != address) return x;
  const Index row = nudge->row - first_;
  if (row < 0 || row >= rows) return x;
  auto push = std::make_shared<Matrix>(Matrix::Zero(rows, builder_.stage(x).columns));
  push->row(row).setOnes();
  Stage pushed = vectors(address + ".nudge", x);
  pushed.operation = given("note.nudge");
  const int by = builder_.add_given(std::move(pushed), std::move(push));
  Stage stage = vectors(address + ".nudged", x);
  stage.operation = add();
  stage.inputs = {x, by};
  return builder_.add(std::move(stage));
}

int LayerBuilder::dropped(const std::string& address, int x) {
  if (!config_.drops) return x;
  Stage kept = vectors(address + ".kept", x);
  kept.operation = given("note.fed_in");
  auto ones = std::make_shared<const Matrix>(Matrix::Ones(kept.rows, kept.columns));
  const int by = builder_.add_given(std::move(kept), std::move(ones));
  Stage stage = vectors(address + ".dropped", x);
  stage.operation = multiply_numbers();
  stage.inputs = {x, by};
  return builder_.add(std::move(stage));
}

int LayerBuilder::add_norm(const std::string& address, const NormWeights& norm, int x) {
  Stage stage = vectors(address, x);
  if (is_off(address)) {
    stage.operation = identity("note.norm_off");
    stage.inputs = {x};
    return builder_.add_identity(std::move(stage));
  }
  // A sub-layer's input can be recomputed from the sum before it; what follows a sum cannot.
  return normalise(std::move(stage), norm, x);
}

// A norm of x with its parameters; a recomputing trace keeps it if x is not kept.
int LayerBuilder::normalise(Stage stage, const NormWeights& norm, int x) {
  const std::string address = stage.address;
  stage.operation = config_.rms_norm ? rms_norm(norm.epsilon) : layer_norm(norm.epsilon);
  stage.inputs = {x, add_parameter(address + ".weight", norm.weight)};
  if (!config_.rms_norm) stage.inputs.push_back(add_parameter(address + ".bias", norm.bias));
  return builder_.is_kept(x) ? builder_.add_on_demand(std::move(stage)) : builder_.add(std::move(stage));
}

// The sum of the arrows that are on: x past the sub-layer, its output, and in B2T the layer's input again.
int LayerBuilder::add_residual(const std::string& address, int x, int output, int again) {
  Stage stage = vectors(address, output);
  if (!is_off(address)) stage.inputs.push_back(x);
  if (!is_off(beside(address, "output"))) stage.inputs.push_back(output);
  if (again >= 0 && !is_off(address + ".input")) stage.inputs.push_back(again);
  if (stage.inputs.empty()) {
    stage.operation = zeros("note.nothing_added");
    return builder_.add(std::move(stage));
  }
  stage.operation = add();
  // A recomputing trace keeps the sums that everything above depends on: the sums themselves, or their norms.
  const bool is_normed = config_.norm != NormOrder::kPre && !is_off(beside(address, "norm"));
  if (is_normed) return builder_.add_on_demand(std::move(stage));
  const bool is_same = stage.inputs.size() == 1 && !builder_.recomputes();
  return is_same ? builder_.add_identity(std::move(stage)) : builder_.add(std::move(stage));
}

int LayerBuilder::feed_forward(const std::string& address, const FeedForwardWeights& weights, int x) {
  if (stop_.stop_requested()) return -1;
  const bool gated = static_cast<bool>(weights.gate);
  const int gate = gated ? linear_stage(address + ".gate", "g", x, weights.gate, {}) : -1;
  const int hidden = linear_stage(address + ".hidden", "1", x, weights.w1, weights.b1);
  Stage stage = vectors(address + ".activation", hidden);
  stage.operation = activation(config_.activation);
  stage.inputs = {gated ? gate : hidden};
  int active = builder_.add_on_demand(std::move(stage));
  if (gated) {
    Stage product = vectors(address + ".gated", hidden);
    product.operation = multiply_numbers();
    product.inputs = {active, hidden};
    active = builder_.add_on_demand(std::move(product));
  }
  if (stop_.stop_requested()) return -1;
  return linear_stage(address + ".output", "2", active, weights.w2, weights.b2);
}

// One product of a feed-forward, with its parameters .w1, .b1 or .w2, .b2, or .wg.
int LayerBuilder::linear_stage(const std::string& address, const std::string& number, int x,
                               const Parameter& weight, const Parameter& bias) {
  Stage stage = vectors(address, x);
  stage.columns = weight.rows();
  const int parameter = add_parameter(beside(address, "w" + number), weight);
  stage.operation = linear_of(builder_, parameter, weight);
  stage.inputs = {x, parameter};
  if (bias) stage.inputs.push_back(add_parameter(beside(address, "b" + number), bias));
  return builder_.add_on_demand(std::move(stage));
}

int LayerBuilder::add_parameter(const std::string& address, const Parameter& numbers) {
  // A seed draws only matrices; norms and biases start at 1 and 0.
  const bool drawn = own_step(address).starts_with("w") && kind_of(address) != StageKind::kNormWeight;
  return builder_.add_given(
      {.address = address,
       .operation = given(drawn || note_ != "note.seeded" ? note_ : "note.seeded_start"),
       .rows = numbers.rows(),
       .columns = numbers.cols(),
       .row_axis = Axis::kDimensions,
       .column_axis = Axis::kDimensions},
      numbers);
}

// A stage of vectors for the tokens of `like`'s rows, of the same width.
Stage LayerBuilder::vectors(const std::string& address, int like) const {
  const Stage& other = builder_.stage(like);
  return {
      .address = address, .rows = other.rows, .columns = other.columns, .row_sequence = other.row_sequence};
}

}  // namespace engine
