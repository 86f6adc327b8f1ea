// operation_table.cpp: a row an operation: its name, and a sample with parameters and inputs that it takes.
#include "tests/engine/operation_table.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/ops/drawing.h"
#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/ops/rank.h"
#include "engine/ops/relatives.h"
#include "engine/ops/row_measures.h"

namespace engine {
namespace {

constexpr KernelOffsets kThreeTaps{};
constexpr Index kTileWidth = 2;
constexpr Band kBand{.window = 2, .global = 1};
constexpr DistanceReach kNear{.window = 2};

SampleStage numbers(Index rows, Index columns, Drawn drawn = Drawn::kAny) {
  return {.operation = nullptr, .inputs = {}, .shape = {rows, columns}, .drawn = drawn};
}

SampleStage step(OperationPtr operation, std::vector<int> inputs, Index rows, Index columns) {
  return {.operation = std::move(operation), .inputs = std::move(inputs), .shape = {rows, columns}};
}

// A number by number operation, or one that makes a row of a row, of so many drawn inputs.
Sample rowwise(OperationPtr operation, int inputs = 1, Drawn drawn = Drawn::kAny) {
  Sample sample;
  std::vector<int> all;
  for (int input = 0; input < inputs; ++input) {
    sample.push_back(numbers(4, 4, drawn));
    all.push_back(input);
  }
  sample.push_back(step(std::move(operation), std::move(all), 4, 4));
  return sample;
}

MaskRule causal() {
  MaskRule rule;
  rule.causal = true;
  return rule;
}

MaskRule causal_with_padding() {
  MaskRule rule = causal();
  rule.padding = {false, true, false, false, false};
  return rule;
}

// Scores some of which are hidden, and what reads them.
Sample hidden_scores(OperationPtr operation) {
  return {numbers(4, 4), step(mask(causal_with_padding()), {}, 4, 4), step(add(), {0, 1}, 4, 4),
          step(std::move(operation), {2}, 4, 4)};
}

// What each step of a chain is made from; a row takes it up to its own step.
Sample first_of(Sample chain, size_t stages) {
  chain.resize(stages);
  return chain;
}

Sample tiles() {
  return {numbers(3, 5),
          step(running_maximum(kTileWidth), {0}, 3, 3),
          step(tile_exponentials(kTileWidth), {0, 1}, 3, 5),
          step(tile_sum(kTileWidth), {2, 1}, 3, 3),
          step(tile_weights(kTileWidth), {2, 1, 3}, 3, 5),
          numbers(5, 2),
          step(tile_mixture(kTileWidth), {2, 1, 5}, 3, 6),
          step(tile_output(), {6, 3}, 3, 2)};
}

Sample window() {
  return {numbers(5, 5),
          step(window_band(kBand), {0}, 5, kBand.columns()),
          step(softmax_rows(), {1}, 5, kBand.columns()),
          step(first_rows(), {0}, 1, 5),
          step(softmax_rows(), {3}, 1, 5),
          step(band_weights(kBand), {2, 4}, 5, 5),
          numbers(5, 2),
          step(band_sum(kBand), {2, 6, 4}, 5, 2)};
}

// Gates, features of the keys, values, features of the queries.
Sample running() {
  return {numbers(5, 1, Drawn::kShares),
          step(decay(0), {0}, 5, 5),
          numbers(5, 3, Drawn::kShares),
          step(running_sum(0), {2, 1, 0}, 5, 3),
          numbers(5, 2),
          step(running_state(0), {2, 4, 1, 0}, 5, 6),
          numbers(5, 3, Drawn::kShares),
          step(scores(), {6, 2}, 5, 5),
          step(multiply_numbers(), {7, 1}, 5, 5),
          step(running_mixture(0), {6, 2, 4, 8, 0}, 5, 2)};
}

// Two rounds of four buckets.
Sample hashing() {
  const HashRounds rounds{.rule = causal(), .chunk = 3, .divisor = std::sqrt(3.0)};
  return {numbers(6, 4),
          step(hash_buckets(2), {0}, 6, 2),
          step(sorted_places(), {1}, 6, 2),
          step(reach(rounds.rule, rounds.chunk), {1, 2}, 6, 6),
          numbers(6, 3),
          step(unit_rows(), {4}, 6, 3),
          step(scores(), {4, 5}, 6, 6),
          step(scale(3, true, 1), {6}, 6, 6),
          step(where_reached(), {7, 3}, 6, 6),
          step(round_sums(rounds), {4, 5, 1, 2, 7, 3}, 6, 2),
          numbers(6, 2),
          step(round_outputs(rounds), {4, 5, 1, 2, 7, 3, 9, 10}, 6, 4),
          step(round_mixture(), {9, 11}, 6, 2)};
}

// Queries, the content's function, the vectors of the distances, values.
Sample functions(OperationPtr last, std::vector<int> inputs, Index columns) {
  return {numbers(4, 2),
          numbers(2, 3),
          numbers(2 * kNear.window - 1, 2),
          numbers(4, 3),
          step(position_lambda(kNear), {2, 3}, 4, 6),
          step(std::move(last), std::move(inputs), 4, columns)};
}

Sample convolved(OperationPtr last, std::vector<int> inputs, Index rows, Index columns) {
  return {numbers(5, 2), numbers(9, 2), step(convolution(kThreeTaps), {0, 1}, 5, 3),
          step(std::move(last), std::move(inputs), rows, columns)};
}

// Vectors, the weight that carries on, that of the inputs.
Sample recurrent() {
  return {numbers(5, 2), numbers(3, 3), numbers(3, 2), step(linear(), {0, 2}, 5, 3),
          step(recurrence(false), {3, 1}, 5, 3)};
}

Sample influence_in_a_head() {
  const double root = std::sqrt(2.0);
  return {numbers(4, 3),
          numbers(2, 3),
          numbers(2, 3),
          numbers(2, 3),
          step(linear(), {0, 1}, 4, 2),
          step(linear(), {0, 2}, 4, 2),
          step(linear(), {0, 3}, 4, 2),
          step(scores(), {4, 5}, 4, 4),
          step(scale(2, true, 1), {7}, 4, 4),
          step(softmax_rows(), {8}, 4, 4),
          step(influence_of_attention(root), {9, 4, 5, 6, 1, 2, 3}, 4, 4)};
}

Sample influence_in_a_recurrence() {
  Sample sample = recurrent();
  sample.push_back(step(influence_of_recurrence(false), {4, 1, 2}, 5, 5));
  return sample;
}

using S = Sample;

constexpr auto kTable = std::to_array<OperationRow>({
    {"given", [] { return S{step(given("note.tokens"), {}, 3, 2)}; }},
    {"lookup",
     [] {
       return S{numbers(4, 1, Drawn::kIds), numbers(kSampleIds, 3),
                step(lookup(std::sqrt(3.0)), {0, 1}, 4, 3)};
     }},
    {"sinusoid", [] { return S{step(sinusoid(10000, 2), {}, 5, 6)}; }},
    {"sinusoid_grid", [] { return S{step(sinusoid_grid(100, 2, 1), {}, 5, 8)}; }},
    {"add", [] { return rowwise(add(), 3); }},
    {"linear",
     [] {
       return S{numbers(3, 4), numbers(2, 4), numbers(1, 2), step(linear(), {0, 1, 2}, 3, 2)};
     }},
    {"scores",
     [] {
       return S{numbers(3, 4), numbers(5, 4), step(scores(), {0, 1}, 3, 5)};
     }},
    {"scale", [] { return rowwise(scale(4, true, 0.5)); }},
    {"soft_cap", [] { return rowwise(soft_cap(0.7)); }},
    {"mask", [] { return S{step(mask(causal_with_padding()), {}, 4, 5)}; }},
    {"place",
     [] {
       return S{numbers(4, 4), step(mask(causal()), {}, 4, 4), step(masked_fill(-kInfinity), {0, 1}, 4, 4)};
     }},
    {"softmax", [] { return hidden_scores(softmax_rows()); }},
    {"uniform", [] { return hidden_scores(uniform_rows()); }},
    {"weighted_sum",
     [] {
       return S{numbers(3, 5, Drawn::kShares), numbers(5, 2), step(weighted_sum(), {0, 1}, 3, 2)};
     }},
    {"concatenate",
     [] {
       return S{numbers(3, 2), numbers(3, 3), step(concatenate(), {0, 1}, 3, 5)};
     }},
    {"layer_norm",
     [] {
       return S{numbers(3, 4), numbers(1, 4), numbers(1, 4), step(layer_norm(1e-5), {0, 1, 2}, 3, 4)};
     }},
    {"activation", [] { return rowwise(activation(Activation::kGelu)); }},
    {"identity", [] { return rowwise(identity("note.norm_off")); }},
    {"mean", [] { return rowwise(mean(true), 3); }},
    {"mix_residual", [] { return rowwise(mix_residual(), 2, Drawn::kShares); }},
    {"merge_tokens",
     [] {
       return S{numbers(4, 5, Drawn::kShares),
                step(merge_tokens({{{0}, {1, 2}, {3}}, {{0, 1}, {2}, {3, 4}}, true}), {0}, 3, 3)};
     }},
    {"rollout", [] { return rowwise(rollout(), 2, Drawn::kShares); }},
    {"flow", [] { return rowwise(flow(), 3, Drawn::kShares); }},
    {"difference", [] { return rowwise(difference(), 2); }},
    {"row_measures",
     [] {
       const TextPlaces places{{-1, 0, -1, 2}, {-1, 0, -1, 2}, {-1, -1, 0, 1}, {0, 2}, {0, 0, 1, 1}};
       const MapTokens tokens{{0, 1, 0, 2}, {0, 1, 0, 2}, {false, false, false, true}, true, places};
       return S{numbers(4, 4, Drawn::kShares), step(row_measures(tokens), {0}, 4, kRowMeasures)};
     }},
    {"measure_means",
     [] {
       std::vector<std::vector<bool>> counted(2, std::vector<bool>(3 * kRowMeasures, true));
       counted[1].assign(3 * kRowMeasures, false);
       counted[1][0] = true;
       return S{numbers(3, kRowMeasures, Drawn::kShares), numbers(3, kRowMeasures, Drawn::kShares),
                step(measure_means(counted), {0, 1}, 2, kRowMeasures)};
     }},
    {"cross_entropy",
     [] {
       return S{numbers(3, 4), step(cross_entropy({2, -1, 0}), {0}, 3, 1)};
     }},
    {"mean_of_rows",
     [] {
       const std::vector<std::vector<bool>> counted = {{true, false}, {true, true, false}};
       return S{numbers(2, 1), numbers(3, 1), step(mean_of_rows(counted), {0, 1}, 1, 1)};
     }},
    {"cell_difference",
     [] {
       return S{numbers(3, 4), step(cell_difference(1, 3, 0), {0}, 1, 1)};
     }},
    {"rotate",
     [] {
       return rowwise(rotate({10, {RotaryStretch::kByTurns, 4, 1, 2, 8, true, 1.2, 2}}, 1));
     }},
    {"alibi", [] { return S{step(alibi(0.5, 1), {}, 3, 4)}; }},
    {"relative_scores",
     [] {
       return S{numbers(3, 4), numbers(5, 4), step(relative_scores(1), {0, 1}, 3, 6)};
     }},
    {"relative_bias",
     [] {
       return S{numbers(8, 2), step(relative_bias(8, true, 1, 2), {0}, 4, 5)};
     }},
    {"rms_norm",
     [] {
       return S{numbers(3, 4), numbers(1, 4), step(rms_norm(1e-6), {0, 1}, 3, 4)};
     }},
    {"multiply", [] { return rowwise(multiply_numbers(), 2); }},
    {"multiply_row",
     [] {
       return S{numbers(3, 4), numbers(1, 4), step(multiply_row(), {0, 1}, 3, 4)};
     }},
    {"stack_rows",
     [] {
       return S{numbers(1, 3), numbers(4, 3), step(stack_rows(), {0, 1}, 5, 3)};
     }},
    {"pick_row",
     [] {
       return S{numbers(4, 3), step(pick_row(2), {0}, 1, 3)};
     }},
    {"running_maximum", [] { return first_of(tiles(), 2); }},
    {"tile_exponentials", [] { return first_of(tiles(), 3); }},
    {"tile_sum", [] { return first_of(tiles(), 4); }},
    {"tile_mixture", [] { return first_of(tiles(), 7); }},
    {"tile_weights", [] { return first_of(tiles(), 5); }},
    {"tile_output", [] { return tiles(); }},
    {"window_band", [] { return first_of(window(), 2); }},
    {"first_rows", [] { return first_of(window(), 4); }},
    {"band_weights", [] { return first_of(window(), 6); }},
    {"band_sum", [] { return window(); }},
    {"positive_features",
     [] {
       return S{numbers(3, 5), numbers(3, 4), step(positive_features(2, {false, true, false}), {0, 1}, 3, 5)};
     }},
    {"trigonometric_features",
     [] {
       return S{numbers(3, 5), numbers(3, 4), step(trigonometric_features(2, false), {0, 1}, 3, 10)};
     }},
    {"unit_rows", [] { return rowwise(unit_rows()); }},
    {"summary",
     [] {
       return S{numbers(5, 3), numbers(5, 2), step(summary(), {0, 1}, 3, 2)};
     }},
    {"column_sums",
     [] {
       return S{numbers(5, 3), step(column_sums(), {0}, 1, 3)};
     }},
    {"product",
     [] {
       return S{numbers(3, 4), numbers(4, 2), step(product(), {0, 1}, 3, 2)};
     }},
    {"row_products",
     [] {
       return S{numbers(3, 4), numbers(3, 4), step(row_products(), {0, 1}, 3, 1)};
     }},
    {"divide_rows",
     [] {
       return S{numbers(3, 4), numbers(3, 1, Drawn::kShares), step(divide_rows(true), {0, 1}, 3, 4)};
     }},
    {"decay", [] { return first_of(running(), 2); }},
    {"running_sum", [] { return first_of(running(), 4); }},
    {"running_state", [] { return first_of(running(), 6); }},
    {"running_mixture", [] { return running(); }},
    {"sigmoid", [] { return rowwise(sigmoid()); }},
    {"hash_buckets", [] { return first_of(hashing(), 2); }},
    {"sorted_places", [] { return first_of(hashing(), 3); }},
    {"reach", [] { return first_of(hashing(), 4); }},
    {"where_reached", [] { return first_of(hashing(), 9); }},
    {"round_sums", [] { return first_of(hashing(), 10); }},
    {"round_outputs", [] { return first_of(hashing(), 12); }},
    {"round_mixture", [] { return hashing(); }},
    {"softmax_columns",
     [] {
       return rowwise(softmax_columns({false, true}));
     }},
    {"position_lambda", [] { return first_of(functions(nullptr, {}, 0), 5); }},
    {"position_map",
     [] {
       return functions(position_map(kNear), {0, 2}, 4);
     }},
    {"lambda_output",
     [] {
       return functions(lambda_output(kNear), {0, 1, 2, 3, 4}, 3);
     }},
    {"additive_scores",
     [] {
       return S{numbers(3, 4), numbers(5, 4), numbers(1, 4), step(additive_scores(), {0, 1, 2}, 3, 5)};
     }},
    {"convolution", [] { return first_of(convolved(nullptr, {}, 0, 0), 3); }},
    {"pool",
     [] {
       return S{numbers(5, 3), step(pool({.kernel = 2, .stride = 2}, Pooling::kMax), {0}, 3, 3)};
     }},
    {"recurrence", [] { return recurrent(); }},
    {"tanh", [] { return rowwise(hyperbolic_tangent()); }},
    {"receptive_field",
     [] {
       return S{step(receptive_field(kThreeTaps), {}, 5, 5), step(receptive_field(kThreeTaps), {0}, 5, 5)};
     }},
    {"reach_of_state", [] { return S{step(reach_of_state(), {}, 4, 4)}; }},
    {"reach_of_scores", [] { return hidden_scores(reach_of_scores()); }},
    {"influence_of_convolution",
     [] {
       return convolved(influence_of_convolution({{.offsets = kThreeTaps}}), {1, 2}, 5, 5);
     }},
    {"influence_of_recurrence", [] { return influence_in_a_recurrence(); }},
    {"influence_of_attention", [] { return influence_in_a_head(); }},
    {"mean_by_offset",
     [] {
       return S{numbers(4, 4, Drawn::kShares), step(mean_by_offset({0, 1, 2, 3}), {0}, 4, 1)};
     }},
    {"kernel_lengths",
     [] {
       return S{numbers(9, 2), step(kernel_lengths(), {0}, 3, 3)};
     }},
    {"kernel_map",
     [] {
       return S{numbers(9, 2), step(kernel_lengths(), {0}, 3, 3), step(kernel_map(kThreeTaps), {1}, 5, 5)};
     }},
    {"row_residual",
     [] {
       return S{numbers(5, 3), step(row_residual(), {0}, 5, 3)};
     }},
    {"composite_ratio",
     [] {
       return S{numbers(4, 3), step(row_residual(), {0}, 4, 3), step(composite_ratio(), {1, 0}, 1, 1)};
     }},
    {"convolution_2d",
     [] {
       return S{numbers(12, 2), numbers(3, 18), numbers(1, 3),
                step(convolution_2d({.grid = {3, 4}, .stride = 2}), {0, 1, 2}, 4, 3)};
     }},
    {"max_pool_2d",
     [] {
       return S{numbers(16, 2), step(max_pool_2d({4, 4}, 2), {0}, 4, 2)};
     }},
    {"upsample",
     [] {
       return S{numbers(6, 2), step(upsample_bilinear({2, 3}), {0}, 24, 2)};
     }},
    {"batch_norm",
     [] {
       return S{numbers(5, 3),
                numbers(1, 3),
                numbers(1, 3),
                numbers(1, 3),
                numbers(1, 3, Drawn::kShares),
                step(batch_norm(1e-5), {0, 1, 2, 3, 4}, 5, 3)};
     }},
    {"batch_norm_of_batch",
     [] {
       return S{numbers(5, 3), numbers(1, 3), numbers(1, 3),
                step(batch_norm_of_batch(1e-5), {0, 1, 2}, 5, 3)};
     }},
    {"cross_entropy_at",
     [] {
       return S{numbers(3, kSampleIds), numbers(3, 1, Drawn::kIds), step(cross_entropy_at(), {0, 1}, 3, 1)};
     }},
    {"l1_rows",
     [] {
       return S{numbers(3, 4), numbers(3, 4), step(l1_rows(), {0, 1}, 3, 1)};
     }},
    {"smooth_l1_rows",
     [] {
       return S{numbers(3, 4), numbers(3, 4), step(smooth_l1_rows(), {0, 1}, 3, 1)};
     }},
    {"giou_rows",
     [] {
       return S{numbers(3, 4, Drawn::kShares), numbers(3, 4, Drawn::kShares),
                step(giou_rows(), {0, 1}, 3, 1)};
     }},
    {"dice_loss",
     [] {
       return S{numbers(5, 3, Drawn::kShares), numbers(5, 3, Drawn::kShares),
                step(dice_loss(), {0, 1}, 1, 1)};
     }},
    {"weighted_mean",
     [] {
       return S{numbers(4, 1), numbers(4, 1, Drawn::kShares), step(weighted_mean(), {0, 1}, 1, 1)};
     }},
    {"weighted_total",
     [] {
       return rowwise(weighted_total({0.5, -2}), 2);
     }},
    {"nearest_code",
     [] {
       return S{numbers(4, 3), numbers(5, 3), step(nearest_code(), {0, 1}, 4, 1)};
     }},
    {"held", [] { return rowwise(held()); }},
    {"squared_rows",
     [] {
       return S{numbers(3, 4), numbers(3, 4), step(squared_rows(), {0, 1}, 3, 1)};
     }},
    {"rearrange",
     [] {
       return S{numbers(6, 8), step(pixel_shuffle({2, 3}), {0}, 24, 2)};
     }},
    {"average_pool_2d",
     [] {
       return S{numbers(16, 2), step(average_pool_2d({4, 4}, 2), {0}, 4, 2)};
     }},
    {"softplus", [] { return rowwise(softplus()); }},
    {"matching_cost",
     [] {
       return S{numbers(3, kSampleIds, Drawn::kShares), numbers(3, 4, Drawn::kShares),
                numbers(2, 1, Drawn::kIds), numbers(2, 4, Drawn::kShares),
                step(matching_cost({}), {0, 1, 2, 3}, 3, 2)};
     }},
});

}  // namespace

std::span<const OperationRow> operation_table() {
  return kTable;
}

std::set<std::string_view> gradient_operations() {
  // What no row leads to: a backward pass's own, and that of a pool that averages.
  std::set<std::string_view> names = {"no_gradient", "unit_cell", "without_typed", "mean_pool_gradient"};
  for (const OperationRow& row : kTable) {
    const Sample sample = row.sample();
    std::vector<Shape> shapes;
    for (const int input : sample.back().inputs) shapes.push_back(sample[static_cast<size_t>(input)].shape);
    for (size_t input = 0; input < shapes.size(); ++input) {
      const Backward back = sample.back().operation->backward(input, shapes);
      if (back.operation) names.insert(back.operation->name());
    }
  }
  for (const OperationRow& row : kTable) names.erase(row.name);
  return names;
}

}  // namespace engine
