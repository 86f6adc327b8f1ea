// projection.h: queries, keys and values of all heads, with one product each.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "engine/attention/multi_head.h"
#include "engine/ops/operations.h"

namespace engine {

// One of Q, K, V for all heads at once: (length, h * width), computed by one product; a head's part is a
// column slice. Keys and values may have fewer heads, each for a group of query heads.
struct Projection {
  std::shared_ptr<const Matrix> numbers;
  Parameter weight;
  Parameter bias;
  int input = 0;
  Index width = 0;       // of one head
  Index group = 1;       // query heads that share one of these heads
  Index rows = 0;        // valid rows of `numbers`
  bool is_kept = false;  // read from a cache that holds more than this run's inputs
};

// Computes the three projections of an attention and adds each head's part as stages.
class Projections {
 public:
  // The arguments must outlive it.
  Projections(TraceBuilder& builder, const std::string& prefix, const AttentionWeights& weights)
      : builder_(builder), prefix_(prefix), weights_(weights), given_(given(weights.note)) {}

  // Returns false if stopped. `cache` may be null.
  bool compute(const AttentionInputs& inputs, KeyValueCache* cache, const std::stop_token& stop);

  const Projection& queries() const { return q_; }
  const Projection& keys() const { return k_; }
  const Projection& values() const { return v_; }

  // Adds a head's weights, biases and vectors. Returns the stages .q, .k, .v.
  struct Head {
    int q, k, v;
  };
  Head add_head(Index head);

 private:
  Projection project(int input, char letter, const Parameter& weight, const Parameter& bias) const;
  void extend(KeyValueCache& cache, const AttentionInputs& inputs);
  void multiply(int input, const Parameter& weight, const Parameter& bias, const View& out) const;
  Index kv_heads() const { return weights_.n_kv_heads == 0 ? weights_.n_heads : weights_.n_kv_heads; }
  int add_weight(const std::string& head_address, char letter, const Projection& part, Index head, Role role);
  int add_vectors(const std::string& head_address, char letter, const Projection& part, Index head, Role role,
                  int weight);

  TraceBuilder& builder_;
  const std::string& prefix_;
  const AttentionWeights& weights_;
  OperationPtr given_;
  Projection q_, k_, v_;
};

// The weights with the edits applied.
AttentionWeights with_typed_numbers(const TraceBuilder& builder, const std::string& prefix,
                                    AttentionWeights weights);

}  // namespace engine
