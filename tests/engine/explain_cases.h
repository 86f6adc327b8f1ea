// explain_cases.h: traces that hold every operation, in every setting that changes what it says of a cell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/analysis/compare.h"
#include "engine/analysis/flow.h"
#include "engine/analysis/measures_trace.h"
#include "engine/analysis/merged_maps.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/labs/depth/depth_lab.h"
#include "engine/labs/positions/positions_lab.h"
#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/ops/row_measures.h"
#include "engine/vision/run.h"
#include "engine/vision/system.h"
#include "tests/engine/efficient.h"
#include "tests/engine/relatives.h"
#include "tests/engine/samples.h"
#include "tests/engine/traces.h"

namespace engine {

struct ExplainCase {
  std::string name;
  std::shared_ptr<const Trace> trace;
};

inline const std::vector<std::string> kMixedScripts = {"the", "cat", "saw", "the", "dog", "，", "畢"};

inline Config with(Config config, void (*change)(Config&)) {
  change(config);
  return config;
}

inline std::vector<ExplainCase> model_cases() {
  const std::vector<bool> padding = {false, false, true, false, false, true, true};
  const Config crafted;
  const Config seeded = seeded_config(20, 3, 5, 8);
  std::vector<ExplainCase> cases;
  for (const Config& base : {crafted, seeded}) {
    const std::string model = base.model == ModelKind::kCrafted ? "crafted, " : "seeded, ";
    const auto add = [&](const char* name, void (*change)(Config&)) {
      cases.push_back({model + name, run(kMixedScripts, with(base, change), padding)});
    };
    add("as it is", [](Config&) {});
    add("causal", [](Config& c) { c.causal = true; });
    add("padding", [](Config& c) { c.mask_padding = true; });
    add("causal and padding", [](Config& c) { c.causal = c.mask_padding = true; });
    add("no scale", [](Config& c) { c.scale = false; });
    add("temperature", [](Config& c) { c.temperature = 0.37; });
    add("score cap", [](Config& c) { c.cap = 0.8; });
    add("no scale, temperature", [](Config& c) {
      c.scale = false;
      c.temperature = 2.5;
    });
    add("no positions", [](Config& c) { c.positions = PositionKind::kNone; });
    add("no embedding scale", [](Config& c) { c.embedding_scale = false; });
    add("base", [](Config& c) { c.base = 12.5; });
    add("sines of a grid", [](Config& c) {
      c.positions = PositionKind::kGrid;
      c.grid = 3;
    });
    add("the lab on positions", [](Config& c) {
      positions_lab_of(c) = {.is_on = true, .d_model = 9, .base = 50, .length = 6, .first = 2, .second = 11};
    });
    add("a slope a head", [](Config& c) { c.positions = PositionKind::kAlibi; });
    add("put in place", [](Config& c) { c.causal = c.mask_in_place = true; });
    add("finite", [](Config& c) { c.causal = c.mask_finite = true; });
    add("finite, put in place", [](Config& c) { c.mask_padding = c.mask_finite = c.mask_in_place = true; });
    add("window and painted", [](Config& c) {
      c.pattern.kind = PatternKind::kWindow;
      c.painted = {{"encoder.0.self", {{1, 0, 2, 3, -1.5}, {4, 4, 1, 1, kHide}}},
                   {"encoder.0.self.head.1", {{0, 0, 1, 7, kHide}}}};
    });
    add("heads off and even", [](Config& c) {
      c.causal = true;
      c.off = {"encoder.0.self.head.0.weights", "encoder.0.self.head.2.output"};
    });
    add("typed numbers", [](Config& c) {
      c.edits = {{"embedding.table", {{0, 0, 2.5}}},
                 {"encoder.0.self.concat", {{0, 1, -3}}},
                 {"encoder.0.self.head.1.q", {{2, 1, 9}}},
                 {"encoder.0.self.head.1.wk", {{0, 0, 4}, {1, 1, -4}}},
                 {"encoder.0.self.head.2.scaled", {{1, 1, 0.5}}},
                 {"encoder.0.self.wo", {{0, 0, 1}}},
                 {"position", {{1, 1, 0.25}}}};
    });
    cases.push_back({model + "one token", run({"alone"}, base)});
  }
  Config blind = seeded;
  blind.mask_padding = true;
  cases.push_back(
      {"every token padded", run(kMixedScripts, blind, std::vector<bool>(kMixedScripts.size(), true))});
  cases.push_back({"odd d_model", run(kMixedScripts, seeded_config(7, 2, 3, 1))});
  return cases;
}

// Whole models: every order of the norm, every activation, parts switched off, a nudge, a batch.
inline std::vector<ExplainCase> layered_cases() {
  const Sequence source{kMixedScripts, {false, false, true, false, false, true, true}};
  const Sequence target{{"le", "chat", "voit"}, {false, false, false}};
  Config config = seeded_config(12, 3, 4, 4);
  config.d_ff = 10;
  std::vector<ExplainCase> cases;
  const auto add = [&](const std::string& name, const Config& with, const Input& input) {
    cases.push_back({name, forward(*make_model(with), input, with)});
  };
  config.architecture = Architecture::kTransformer;
  const std::vector<Activation> activations = {Activation::kRelu, Activation::kGelu, Activation::kGeluTanh};
  for (const NormOrder norm : {NormOrder::kPost, NormOrder::kPre, NormOrder::kB2T}) {
    config.norm = norm;
    config.activation = activations.at(static_cast<size_t>(norm));
    config.final_norm = norm == NormOrder::kB2T;
    config.mask_padding = norm != NormOrder::kPost;
    config.tied_output = norm == NormOrder::kPost;
    add("transformer, norm " + std::to_string(static_cast<int>(norm)), config, single_input(source, target));
  }
  config.off = {"decoder.0.self.output", "decoder.0.self.residual", "encoder.0.self.norm",
                "encoder.1.ffn.residual"};
  config.nudge = {"encoder.0.ffn", 1};
  add("switched off, nudged", config, single_input(source, target));
  config.off.clear();
  config.nudge.reset();
  Config modern = config;
  modern.positions = PositionKind::kBuckets;
  modern.rms_norm = modern.gated = modern.input_norm = modern.output_scale = true;
  modern.activation = Activation::kSilu;
  add("relative positions, gates, RMS norms", modern, single_input(source, target));
  modern.architecture = Architecture::kDecoder;
  modern.positions = PositionKind::kRotary;
  modern.n_kv_heads = 1;
  add("turned queries and keys, one key head", modern, single_input(source));
  modern.positions = PositionKind::kShaw;
  modern.relative_distance = 2;
  add("vectors of distances, one key head", modern, single_input(source));
  modern.architecture = Architecture::kEncoder;
  modern.predicts = Prediction::kClass;
  add("a class", modern, single_input(source));
  config.architecture = Architecture::kDecoder;
  config.positions = PositionKind::kLearned;
  Input batch;
  batch.is_batch = true;
  batch.examples = {{source, std::nullopt}, {source, std::nullopt}};
  batch.vocabulary = distinct_tokens(batch.examples);
  add("batch, learned positions", config, batch);
  return cases;
}

// The heads of a stack's self-attentions, layer by layer.
inline std::vector<LayerHeads> heads_of(const Trace& trace, int layers, int heads, const std::string& step) {
  std::vector<LayerHeads> found(static_cast<size_t>(layers));
  for (int layer = 0; layer < layers; ++layer) {
    for (int head = 0; head < heads; ++head) {
      std::string address = "encoder." + std::to_string(layer) + ".self.head." + std::to_string(head);
      found[static_cast<size_t>(layer)].push_back(stage_index(trace, address.append(".").append(step)));
    }
  }
  return found;
}

// Traces made from others: differences with cells hidden in one, the other, both or none; averages of heads,
// rollout and flow with a row that sees nothing.
inline std::vector<ExplainCase> derived_cases() {
  Config causal;
  causal.causal = true;
  Config padded;
  padded.mask_padding = true;
  const auto a = run(kMixedScripts, causal);
  const auto b = run(kMixedScripts, padded, {false, true, false, false, false, true, false});
  std::vector<ExplainCase> cases;
  for (const char* step : {"masked", "weights", "output"})
    cases.push_back({std::string("difference of ") + step, difference_trace(*a, *b, head_address(1, step))});
  Config deep = seeded_config(12, 2, 4, 4);
  deep.architecture = Architecture::kEncoder;
  deep.encoder_layers = 3;
  deep.causal = deep.mask_padding = true;
  const auto layered = run(kMixedScripts, deep, {true, false, true, false, false, false, false});
  const auto weights = heads_of(*layered, 3, 2, "weights");
  cases.push_back({"rollout", rollout_trace(*layered, weights)});
  cases.push_back({"flow", flow_trace(*layered, weights)});
  const std::vector<std::string> names(kRowMeasures, "measure");
  cases.push_back({"measures", measures_trace(*layered, weights.front(), "measures.0", names)});
  const auto verse = run({"a", "b", "，", "c", "d", "，", "e"}, causal);
  const std::vector<int> head = {stage_index(*verse, head_address(1, "weights"))};
  cases.push_back({"measures of lines", measures_trace(*verse, head, "measures.0", names)});
  cases.push_back({"flow of one", flow_trace(*layered, weights, FlowQuery{4, "dog"})});
  const TokenWords pairs{{{0, 1}, {2}, {3, 4}, {5, 6}}, {"a", "b", "c", "d"}};
  cases.push_back({"pieces merged", merged_maps_trace(*layered, weights.front(), pairs, pairs)});
  cases.push_back({"tokens summed", summed_tokens_trace(*layered, weights.front().front(), {1, 4}, false)});
  cases.push_back({"mean of masked", mean_trace(*layered, heads_of(*layered, 3, 2, "masked"))});
  return cases;
}

// Two matrices, one below the other.
inline std::shared_ptr<const Trace> stacked() {
  TraceBuilder builder({unnamed(5)}, {"t"});
  const int above = add_drawn(builder, "above", drawn(1, 3, "above"));
  const int below = add_drawn(builder, "below", drawn(4, 3, "below"));
  builder.add({.address = "stacked",
               .symbol = "X",
               .operation = stack_rows(),
               .inputs = {above, below},
               .rows = 5,
               .columns = 3});
  return std::move(builder).build();
}

// The sines of a grid behind a row that is in none of its squares.
inline std::shared_ptr<const Trace> grid_with_class() {
  TraceBuilder builder({unnamed(5)}, {"t"});
  builder.add({.address = "position",
               .symbol = "P",
               .operation = sinusoid_grid(10000, 2, 1),
               .rows = 5,
               .columns = 12});
  return std::move(builder).build();
}

// What systems that draw are made of: codes and the straight way past them, grids that grow, windows.
inline ExplainCase drawing_case() {
  constexpr Grid kSmall = {4, 4};
  TraceBuilder builder({}, {});
  Network network(builder, "draw.", {}, "note.seeded");
  const int places = network.pixels_of(kSmall);
  const int z = network.given_pixels("z", drawn(16, 8, "z"), places);
  const int codes = network.given_pixels("codes", drawn(5, 8, "codes"), network.numbered("e", 5));
  network.apply("ids", nearest_code(), {z, codes}, 16, 1, places);
  const int other = network.given_pixels("other", drawn(16, 8, "other"), places);
  network.apply("held", held(), {other}, 16, 8, places);
  network.apply("squared", squared_rows(), {z, other}, 16, 1, places);
  network.apply("cut", cut_windows(kSmall, 2), {z}, 16, 8, places);
  network.apply("joined", join_windows(kSmall, 2), {z}, 16, 8, places);
  network.apply("pooled", average_pool_2d(kSmall, 2), {z}, 4, 8, network.pixels_of({2, 2}));
  const int large = network.apply("large", pixel_shuffle(kSmall), {z}, 64, 2, network.pixels_of({8, 8}));
  network.apply_like("plus", softplus(), {large}, large, 2);
  return {"drawing", std::move(builder).build()};
}

// The vision systems on a picture of 8 x 8, in use and in training, and what their losses are made of.
inline std::vector<ExplainCase> vision_cases() {
  constexpr Grid kSmall = {8, 8};
  const Network::Source source = [](const ParameterName& name) -> Parameter {
    Matrix numbers = drawn(name.rows, name.columns, name.name);
    if (name.role == ParameterRole::kNormVariance) numbers = numbers.cwiseAbs();
    return std::make_shared<const Matrix>(std::move(numbers));
  };
  std::vector<ExplainCase> cases;
  for (const VisionSystem* const system : vision_systems()) {
    if (system->draws()) continue;
    // One of them normalises by the batch.
    const auto phase = system == &transunet_system() ? Network::Phase::kTraining : Network::Phase::kUse;
    TraceBuilder builder({}, {});
    Network network(builder, "lab.gallery.", source, "note.seeded", phase);
    const int pixels =
        network.given_pixels("pixels", drawn(kSmall.pixels(), 3, "pixels"), network.pixels_of(kSmall));
    system->add_stages(network, {pixels, kSmall}, {});
    cases.push_back({std::string(system->name()), std::move(builder).build()});
  }
  // Those that draw, for what no other has: codes and a stream of them, a grid that grows.
  for (const VisionSystem* const system : {&taming_system(), &transgan_system()}) {
    TraceBuilder builder({}, {});
    Network network(builder, "lab.gallery.", source, "note.seeded");
    const Matrix pixels = drawn(kPicture.pixels(), 3, "pixels");
    SystemSettings settings;
    settings.drawn = system->draw(source, pixels, {});
    system->add_stages(network, add_picture(network, pixels), settings);
    cases.push_back({std::string(system->name()), std::move(builder).build()});
  }
  TraceBuilder builder({}, {});
  Network network(builder, "loss.", source, "note.seeded");
  const int rows = network.numbered("q", 4);
  const auto given = [&](const char* name, Index columns) {
    return network.given_pixels(name, drawn(4, columns, name).cwiseAbs(), rows);
  };
  const int boxes = given("boxes", 4);
  const int truth = given("truth", 4);
  const int shares = given("shares", 3);
  Matrix kinds(4, 1);
  kinds << 2, -1, 0, 1;
  const int labels = network.constant("labels", kinds, rows);
  const int all = network.constant("all", kinds.cwiseAbs(), rows);
  network.map("cost", matching_cost({}), {shares, boxes, all, truth}, boxes, truth);
  const int l1 = network.apply("l1", l1_rows(), {boxes, truth}, 4, 1, rows);
  network.activation("quick", boxes, Activation::kQuickGelu);
  network.apply("smooth", smooth_l1_rows(), {boxes, truth}, 4, 1, rows);
  network.apply("giou", giou_rows(), {boxes, truth}, 4, 1, rows);
  const int surprise = network.apply("surprise", cross_entropy_at(), {shares, labels}, 4, 1, rows);
  network.apply("dice", dice_loss(), {shares, given("masks", 3)}, 1, 1, rows);
  const auto row = [&](const char* name) {
    return network.given_pixels(name, drawn(1, 4, name).cwiseAbs(), rows);
  };
  network.apply("norm", batch_norm(1e-5),
                {boxes, row("weight"), row("bias"), row("mean of each"), row("variance")}, 4, 4, rows);
  const int mean = network.apply("mean", weighted_mean(), {l1, all}, 1, 1, rows);
  const int other = network.apply("other", weighted_mean(), {surprise, all}, 1, 1, rows);
  network.apply("total", weighted_total({5, 0.1}), {mean, other}, 1, 1, rows);
  cases.push_back({"losses", std::move(builder).build()});
  cases.push_back(drawing_case());
  return cases;
}

inline std::vector<ExplainCase> explain_cases() {
  std::vector<ExplainCase> cases = model_cases();
  cases.push_back({"grid behind a class", grid_with_class()});
  cases.push_back({"stacked", stacked()});
  for (const MethodCase& method : method_cases())
    cases.push_back(
        {method.name, run(kMixedScripts, method.config, {true, false, false, false, true, false, false})});
  for (const RelativesCase& each : relatives_cases())
    cases.push_back({"relatives, " + each.name, relatives_run(each.lab, each.tokens)});
  Config depth = seeded_config(6, 2, 3, 3);
  depth_lab_of(depth) = {.is_on = true, .layers = 2, .heads = 2, .window = 3, .value_gain = 2};
  cases.push_back({"depth", run({"a", "b", "a", "c"}, depth)});
  cases.push_back({"relatives, a head of the lab's own", relatives_run({}, 5, PositionKind::kRotary)});
  for (ExplainCase& example : derived_cases()) cases.push_back(std::move(example));
  for (ExplainCase& example : layered_cases()) cases.push_back(std::move(example));
  for (ExplainCase& example : vision_cases()) cases.push_back(std::move(example));
  cases.push_back({"cross-attention with biases", cross_attention(nullptr)});
  auto additive = std::make_shared<Matrix>(drawn(3, 5, "additive"));
  (*additive)(1, 2) = -kInfinity;
  additive->row(2).setConstant(-kInfinity);
  cases.push_back({"cross-attention with an additive mask", cross_attention(additive)});
  return cases;
}

// Models with the gradients of a loss, of a difference of logits and of a cell, some of their numbers typed.
inline std::vector<ExplainCase> gradient_cases() {
  const Sequence source{kMixedScripts, {false, false, true, false, false, true, true}};
  Config config = seeded_config(12, 3, 4, 4);
  config.architecture = Architecture::kDecoder;
  config.d_ff = 10;
  config.mask_padding = config.mask_in_place = true;
  config.edits = {{"decoder.0.ffn.hidden", {{1, 2, 0.5}}}};
  const Input input = single_input(source);
  const auto trace = forward(*make_model(config), input, config);
  std::vector<ExplainCase> cases;
  for (const Target& target :
       {Target{LossTarget{}}, Target{LogitTarget{3, Index{1}, Index{2}}}, Target{CellTarget{"logits", 1, 2}}})
    cases.push_back(
        {"gradients of " + to_text(target), with_gradients(*trace, config, {.target = target}).value()});
  return cases;
}

// Every row of the table of operations.
inline std::vector<ExplainCase> sample_cases() {
  std::vector<ExplainCase> cases;
  for (const OperationRow& row : operation_table())
    cases.push_back({"sample of " + std::string(row.name), run_sample(row.sample())});
  return cases;
}

inline std::vector<ExplainCase> all_cases() {
  std::vector<ExplainCase> cases = explain_cases();
  for (ExplainCase& sample : sample_cases()) cases.push_back(std::move(sample));
  return cases;
}

}  // namespace engine
