// forward.cpp: runs every example through the model, into one trace.
#include "engine/model/forward.h"

#include <algorithm>

#include "engine/attention/added_keys.h"
#include "engine/core/parallel.h"
#include "engine/model/example_run.h"

namespace engine {
namespace {

// Prepares what is viewed first: the logits of the next token.
void make_last_logits(const Trace& trace) {
  const auto logits = trace.recomputes() ? trace.find("probabilities") : std::nullopt;
  if (!logits) return;
  const Stage& stage = trace.stage(*logits);
  trace.read_row(*logits, std::min(prediction_row(trace.sequence(stage.row_sequence)), stage.rows - 1));
}

// What attention alone calls the keys that it adds to those of its input.
std::vector<std::string> added_keys_of(const Model& model, const Config& config) {
  if (config.has_layers()) return {};
  const AttentionWeights& self = model.weights().encoder.at(0).self;
  return added_keys(self.added_key, self.adds_zeros);
}

// An example's sequences, in the order of their numbers; the last is that of the keys, if some are added.
std::vector<Sequence> sequences_of(const Example& example, const Config& config,
                                   const std::vector<std::string>& added) {
  std::vector<Sequence> sequences = {example.source};
  if (config.has_target()) sequences.push_back(example.target.value());
  if (!config.has_layers() && example.key) sequences.push_back(*example.key);
  if (added.empty()) return sequences;
  Sequence keys{.tokens = sequences.back().tokens, .padding = sequences.back().padding};
  keys.tokens.insert(keys.tokens.end(), added.begin(), added.end());
  keys.padding.resize(keys.tokens.size(), false);
  sequences.push_back(std::move(keys));
  return sequences;
}

}  // namespace

std::shared_ptr<const Trace> forward(const Model& model, const Input& input, const Config& config,
                                     const std::stop_token& stop, std::shared_ptr<const Trace> earlier,
                                     const Keeping& keeping, const std::function<void(double)>& tell) {
  const Stoppable stoppable(stop);
  const std::vector<std::string> added = added_keys_of(model, config);
  std::vector<Sequence> sequences;
  for (const Example& example : input.examples) {
    for (Sequence& sequence : sequences_of(example, config, added)) sequences.push_back(std::move(sequence));
  }
  const int streams = static_cast<int>(sequences.size() / input.examples.size());
  // A picture's squares are a sequence of their own: the class token precedes them only from the embedding
  // on.
  if (model.weights().patches.class_token) {
    Sequence& patches = sequences.emplace_back(input.examples.front().source);
    patches.tokens.erase(patches.tokens.begin());
    patches.padding.erase(patches.padding.begin());
  }
  TraceBuilder builder(std::move(sequences), input.vocabulary, std::move(earlier));
  if (auto own = model.vocabulary()) builder.share_vocabulary(std::move(own));
  builder.set_edits(config.edits);
  if (keeping.recompute.value_or(estimate_full_bytes(config, input) > kRecomputeBytes))
    builder.recompute(keeping.cache ? keeping.cache : std::make_shared<BandCache>());
  const Tables tables = make_tables(model, input.vocabulary, config);
  const size_t layers = model.weights().encoder.size() + model.weights().decoder.size();
  const auto planned = static_cast<double>(layers * input.examples.size());
  double done = 0;
  const auto finish_layer = [&] {
    if (tell) tell(++done / planned);
  };
  for (size_t i = 0; i < input.examples.size(); ++i) {
    const std::string prefix = input.is_batch ? "batch." + std::to_string(i) + "." : "";
    const Example& example = input.examples[i];
    ExampleRun run(builder, model.weights(), tables, config, prefix, stoppable.token(), 0, example.additive);
    run.after_each_layer(finish_layer);
    if (!run.run(example, static_cast<int>(i) * streams)) return nullptr;
  }
  if (const Companion* const companion = config.companion.get()) companion->add_stages(builder, config);
  auto trace = std::move(builder).build();
  make_last_logits(*trace);
  return stop_requested() ? nullptr : trace;
}

}  // namespace engine
