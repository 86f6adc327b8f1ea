// linformer.cpp: mixes all keys down to a few, and likewise the values; softmax runs over those few.
// Wang et al. 2020 (2006.04768), sec. 4.
#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/head.h"
#include "engine/ops/efficient.h"

namespace engine {
namespace {

// (rank, T): Gaussians of variance 1 / rank, one column per key, so that a longer text leaves the first
// columns unchanged; padding keys do not enter the mixtures.
Matrix mixing(const MethodHead& head, Index rank, const char* name) {
  const RandomStream stream(head.method.seed, head.key(name));
  const double root = std::sqrt(static_cast<double>(rank));
  Matrix numbers(rank, head.keys());
  for (Index key = 0; key < numbers.cols(); ++key) {
    const auto at = static_cast<size_t>(key);
    const bool is_padding = at < head.rule.padding.size() && head.rule.padding[at];
    for (Index row = 0; row < rank; ++row) {
      const double drawn = gaussian(stream, static_cast<uint64_t>(key * rank + row)) / root;
      numbers(row, key) = is_padding ? 0.0F : static_cast<float>(drawn);
    }
  }
  return numbers;
}

}  // namespace

MethodStages add_linformer(MethodHead& head) {
  const Index rank = rank_for(head.method, head.keys());
  const auto drawn = [&](const char* name, const char* symbol) {
    Stage stage = head.plain(name, symbol, rank, head.keys());
    stage.column_axis = Axis::kKeys;
    stage.column_sequence = head.builder.stage(head.k).row_sequence;
    return head.add_drawn(std::move(stage), mixing(head, rank, name));
  };
  const int e = drawn("mix.key", "E");
  const int f = drawn("mix.value", "F");
  const int keys = head.add(head.plain("mixed.key", "K^{E}", rank, head.d_k()), product(), {e, head.k});
  const int values = head.add(head.plain("mixed.value", "V^{F}", rank, head.d_v()), product(), {f, head.v});
  const int raw = head.add(head.of_queries("mixed.scores", "S^{E}", rank), linear(), {head.q, keys});
  const int scaled =
      head.add(head.of_queries("mixed.scaled", "S^{E}′", rank), scaling_of(head.scoring, head.d_k()), {raw});
  const int shares = head.add(head.of_queries("mixed.shares", "P^{E}", rank), softmax_rows(), {scaled});
  return {.weights = product(),
          .weights_from = {shares, f},
          .output = product(),
          .output_from = {shares, values},
          .attend = nullptr};
}

}  // namespace engine
