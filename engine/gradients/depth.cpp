// depth.cpp: draws models and texts, and measures the gradients of each layer.
#include "engine/gradients/depth.h"

#include <cmath>
#include <string>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/core/random.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/model/forward.h"

namespace engine {
namespace {

constexpr Index kLength = 16;
constexpr Index kWords = 32;

std::string word(Index number) {
  return "w" + std::to_string(number);
}

// A text of random words.
std::vector<Index> random_words(uint64_t seed, const char* name) {
  const RandomStream stream(seed, name);
  std::vector<Index> words;
  for (Index i = 0; i < kLength; ++i)
    words.push_back(
        static_cast<Index>(stream.uniform(static_cast<uint64_t>(i)) * static_cast<float>(kWords)));
  return words;
}

Sequence sequence_of(const std::vector<Index>& words) {
  Sequence sequence;
  for (const Index number : words) sequence.tokens.push_back(word(number));
  sequence.padding.resize(sequence.tokens.size(), false);
  return sequence;
}

// A random text, or two; the model knows every word.
Input random_input(const DepthSetting& setting, uint64_t seed) {
  std::optional<Sequence> target;
  if (setting.stack == DepthStack::kEncoderDecoder)
    target = sequence_of(random_words(seed, "a text to write"));
  Input input = single_input(sequence_of(random_words(seed, "a text to read")), std::move(target));
  input.vocabulary.clear();
  for (Index number = 0; number < kWords; ++number) input.vocabulary.push_back(word(number));
  return input;
}

GradientRequest loss_request(const DepthSetting& setting, uint64_t seed) {
  GradientRequest request{.target = LossTarget{}};
  if (setting.stack != DepthStack::kEncoder) return request;
  const std::vector<Index> asked = random_words(seed, "words asked for");
  for (size_t i = 0; i < asked.size(); ++i) request.masked.push_back({static_cast<Index>(i), asked[i]});
  return request;
}

double length_of(const Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  const Shape shape = trace.stage(stage).shape();
  return trace.read(stage, 0, 0, shape.rows, shape.columns).cast<double>().norm();
}

std::vector<DepthLayer> layers_of(const Trace& trace, const DepthSetting& setting) {
  const std::string stack = setting.stack == DepthStack::kEncoder ? "encoder." : "decoder.";
  const char* const last = setting.norm == NormOrder::kPre ? ".residual" : ".norm";
  std::vector<DepthLayer> layers;
  for (Index i = 0; i < setting.layers; ++i) {
    const auto stage = [&](const char* sublayer, const char* step) {
      std::string address = stack;
      return address.append(std::to_string(i)).append(".").append(sublayer).append(step);
    };
    const auto gradient_of = [&](const char* sublayer, const char* step) {
      return length_of(trace, gradient_address(stage(sublayer, step)));
    };
    const double output = length_of(trace, stage("ffn", last));
    layers.push_back({.weight_gradient = gradient_of("ffn", ".w2"),
                      .output_gradient = gradient_of("ffn", last),
                      .residual = output / std::sqrt(static_cast<double>(kLength)),
                      .self_gradient = gradient_of("self", last)});
    if (setting.stack == DepthStack::kEncoderDecoder)
      layers.back().cross_gradient = gradient_of("cross", last);
  }
  return layers;
}

}  // namespace

Config depth_config(const DepthSetting& setting, uint64_t seed) {
  Config config;
  config.model = ModelKind::kSeeded;
  config.seed = seed;
  config.d_model = 64;
  config.n_heads = 4;
  config.d_k = config.d_v = 16;
  config.d_ff = 256;
  config.encoder_layers = config.decoder_layers = setting.layers;
  config.architecture = setting.stack == DepthStack::kEncoder   ? Architecture::kEncoder
                        : setting.stack == DepthStack::kDecoder ? Architecture::kDecoder
                                                                : Architecture::kTransformer;
  if (setting.stack == DepthStack::kEncoder) config.predicts = Prediction::kTokens;
  config.norm = setting.norm;
  config.input_norm = setting.norm != NormOrder::kPre;
  config.tied_output = false;
  return config;
}

DepthLayer& DepthLayer::operator+=(const DepthLayer& other) {
  weight_gradient += other.weight_gradient;
  output_gradient += other.output_gradient;
  residual += other.residual;
  self_gradient += other.self_gradient;
  cross_gradient += other.cross_gradient;
  return *this;
}

DepthLayer& DepthLayer::operator/=(double count) {
  for (double* const number :
       {&weight_gradient, &output_gradient, &residual, &self_gradient, &cross_gradient})
    *number /= count;
  return *this;
}

std::vector<DepthLayer> measure_draw(const DepthSetting& setting, uint64_t draw,
                                     const std::stop_token& stop) {
  const Stoppable stoppable(stop);
  const Config config = depth_config(setting, draw);
  const auto trace = forward(*make_model(config), random_input(setting, draw), config);
  if (!trace) return {};
  const auto made = with_gradients(*trace, config, loss_request(setting, draw));
  if (!made || !*made) return {};
  std::vector<DepthLayer> layers = layers_of(**made, setting);
  return stop_requested() ? std::vector<DepthLayer>() : layers;
}

std::vector<DepthLayer> measure_depth(const DepthSetting& setting, Index draws, const std::stop_token& stop) {
  std::vector<DepthLayer> layers(static_cast<size_t>(setting.layers));
  for (Index draw = 0; draw < draws; ++draw) {
    const auto drawn = measure_draw(setting, static_cast<uint64_t>(draw), stop);
    if (drawn.empty()) return {};
    for (size_t i = 0; i < layers.size(); ++i) layers[i] += drawn[i];
  }
  for (DepthLayer& layer : layers) layer /= static_cast<double>(draws);
  return layers;
}

}  // namespace engine
