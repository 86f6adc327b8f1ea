// rollout.cpp: averages the heads of each layer, adds its residual connection, and multiplies the layers.
// Abnar & Zuidema 2020.
#include "engine/analysis/rollout.h"

#include "engine/analysis/compare.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// A stage with the same rows and columns as `like`, computed from others.
Stage made(const Stage& like, std::string address, std::string symbol, OperationPtr operation,
           std::vector<int> inputs) {
  Stage stage = like;
  stage.address = std::move(address);
  stage.symbol = std::move(symbol);
  stage.operation = std::move(operation);
  stage.inputs = std::move(inputs);
  return stage;
}

// A letter with an index, counted as the reader wants.
std::string subscript(const std::string& symbol, size_t index) {
  return symbol + "_{#" + std::to_string(index) + "}";
}

// Heads as "NAME.head.h", and their average at `address`.
int add_mean(TraceBuilder& builder, const Trace& trace, const LayerHeads& heads, const std::string& name,
             const std::string& address, const std::string& symbol) {
  std::vector<int> copies;
  for (size_t head = 0; head < heads.size(); ++head) {
    const Stage& stage = trace.stage(heads[head]);
    copies.push_back(builder.add_shared(
        taken_over(stage, name + ".head." + std::to_string(head), subscript("A", head), "note.head_weights"),
        trace, heads[head]));
  }
  const Stage& first = trace.stage(heads.front());
  return builder.add(made(first, address, symbol, mean(first.operation->is_signed()), copies));
}

// Whether there are layers, and all stages have the same shape.
bool are_alike(const Trace& trace, std::span<const LayerHeads> layers) {
  if (layers.empty() || layers.front().empty()) return false;
  const Stage& first = trace.stage(layers.front().front());
  for (const LayerHeads& heads : layers) {
    for (const int head : heads) {
      const Stage& map = trace.stage(head);
      if (map.rows != first.rows || map.columns != first.columns) return false;
    }
    if (heads.empty()) return false;
  }
  return true;
}

bool are_square(const Trace& trace, std::span<const LayerHeads> layers) {
  if (!are_alike(trace, layers)) return false;
  const Stage& first = trace.stage(layers.front().front());
  return first.rows == first.columns;
}

}  // namespace

std::vector<int> add_mixed_layers(TraceBuilder& builder, const Trace& trace,
                                  std::span<const LayerHeads> layers, const std::string& name) {
  if (!are_square(trace, layers)) return {};
  const Stage& map = trace.stage(layers.front().front());
  auto ones = std::make_shared<Matrix>(Matrix::Identity(map.rows, map.columns));
  const int identity =
      builder.add_given(made(map, name + ".identity", "I", given("note.identity", false), {}), ones);
  std::vector<int> mixed;
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    const std::string here = name + "." + std::to_string(layer);
    const int average = add_mean(builder, trace, layers[layer], here, here + ".mean", subscript("Ā", layer));
    mixed.push_back(
        builder.add(made(map, here + ".mixed", subscript("Ã", layer), mix_residual(), {average, identity})));
  }
  return mixed;
}

std::shared_ptr<const Trace> rollout_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                           const std::string& prefix) {
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const std::vector<int> mixed = add_mixed_layers(builder, trace, layers, prefix + "rollout");
  if (mixed.empty()) return nullptr;
  const Stage& map = trace.stage(layers.front().front());
  int below = -1;
  for (size_t layer = 0; layer < mixed.size(); ++layer) {
    const std::string address = prefix + "rollout." + std::to_string(layer);
    const std::string symbol = subscript("R", layer);
    below = layer == 0
                ? builder.add_identity(made(map, address, symbol, identity("note.first_layer"), {mixed[0]}))
                : builder.add(made(map, address, symbol, rollout(), {mixed[layer], below}));
  }
  return std::move(builder).build();
}

std::shared_ptr<const Trace> mean_trace(const Trace& trace, std::span<const LayerHeads> layers,
                                        const std::string& prefix) {
  if (!are_alike(trace, layers)) return nullptr;
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    const std::string name = prefix + "mean." + std::to_string(layer);
    add_mean(builder, trace, layers[layer], name, name, subscript("Ā", layer));
  }
  return std::move(builder).build();
}

}  // namespace engine
