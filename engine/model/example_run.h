// example_run.h: one example through the model, in parts that a full pass and a generated token share.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/trace.h"
#include "engine/model/config.h"
#include "engine/model/layers.h"
#include "engine/model/weights.h"

namespace engine {

// The tables of a vocabulary: (vocabulary, d_model) each; `output` is `embedding` if the two are tied. Either
// may be empty: for a model that reads no tokens, or predicts none.
struct Tables {
  Parameter embedding, output;
  // Of attention alone with widths of its own: what queries, keys and values are made of; where several have
  // one width, the first's is that of all, and the others are empty.
  std::array<Parameter, 3> inputs;
};
Tables make_tables(const Model& model, const std::vector<std::string>& vocabulary, const Config& config);
// Tables::inputs; empty where attention reads the usual vectors.
std::array<Parameter, 3> input_tables(const Model& model, const std::vector<std::string>& vocabulary,
                                      const Config& config);

// Adds the stages of one example. A function returns -1 if the run was stopped.
class ExampleRun {
 public:
  // `prefix`: the start of its addresses, "" or "batch.0."; `first`: the position of the first token, above 0
  // if earlier ones were read before; `additive`: see Example.
  ExampleRun(TraceBuilder& builder, const Weights& weights, const Tables& tables, const Config& config,
             std::string prefix, const std::stop_token& stop, Index first = 0,
             std::shared_ptr<const Matrix> additive = nullptr)
      : builder_(builder),
        weights_(weights),
        tables_(tables),
        config_(config),
        prefix_(std::move(prefix)),
        stop_(stop),
        first_(first),
        additive_(std::move(additive)),
        layers_(builder, config, weights, prefix_, stop, first, additive_) {}

  // Called after each layer of either stack.
  void after_each_layer(std::function<void()> finish) { finish_layer_ = std::move(finish); }

  // Returns false if stopped. `first_sequence`: the source's index among the trace's sequences.
  bool run(const Example& example, int first_sequence);

  // What the first layer reads of a sequence: as embed() makes it, some of its numbers dropped in training.
  int read(const std::string& stream, const Sequence& sequence, int sequence_index);

  // `stream`.tokens, .embedding, .position, .input (n, d_model) of one sequence; `stream` is "", "source." or
  // "target.". Vaswani et al. 2017, sec. 3.4 and 3.5.
  int embed(const std::string& stream, const Sequence& sequence, int sequence_index);

  // The encoder's layers: encoder.output.
  int encode(int x, const Sequence& source);

  // The decoder's layers: decoder.output. `memory` is encoder.output, or -1 if there is none; `caches` has
  // one entry per layer, or is null.
  int decode(int x, int memory, const Example& example, std::vector<LayerCache>* caches = nullptr);

  // logits and probabilities (n, vocabulary) of what comes next.
  int predict(int x);

 private:
  // The vectors of attention alone: the usual ones, or a set for each of its widths. (input_widths.cpp)
  AttentionInputs embed_alone(const Sequence& sequence, int sequence_index);
  int embed_input(std::string_view name, const Parameter& table, const Sequence& sequence,
                  int sequence_index);

  // The stage of one sequence's vectors, before positions: looked up, given, or computed from patches.
  int add_embedding(const std::string& stream, const Sequence& sequence, const Stage& like);
  int add_patches(const std::string& stream, const Sequence& sequence, const Stage& like);
  int add_segments(const std::string& stream, const Sequence& sequence, const Stage& like);
  bool attend_alone(const Example& example, int first_sequence);
  int add_vectors(const std::string& address, const Sequence& sequence, int sequence_index);
  int add_logits(int x);
  int add_unembedding();
  int transformed(int x);
  int add_parameter(const std::string& address, const Parameter& numbers);
  int add_ids(const std::string& stream, const Sequence& sequence, int sequence_index);
  int add_table();
  int add_position(const std::string& stream, const Sequence& sequence, const Stage& like);
  int add_counted_position(const std::string& stream, const Sequence& sequence, Stage stage);
  std::shared_ptr<const Operation> grid_waves(Index rows) const;

  TraceBuilder& builder_;
  const Weights& weights_;
  const Tables& tables_;
  const Config& config_;
  std::string prefix_;
  const std::stop_token& stop_;
  Index first_;
  std::shared_ptr<const Matrix> additive_;
  LayerBuilder layers_;
  std::function<void()> finish_layer_ = [] {};
};

}  // namespace engine
