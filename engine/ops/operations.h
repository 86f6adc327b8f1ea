// operations.h: the operations of a model. A new one is one line here, one file, and one row of
// tests/engine/operation_table.cpp.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/activation.h"
#include "engine/core/edits.h"
#include "engine/core/operation.h"
#include "engine/core/parameter.h"
#include "engine/masks/mask.h"
#include "engine/ops/rotary_angles.h"

namespace engine {

class TraceBuilder;

// A parameter: values that no stage computed. `note` is a text key for their origin; `is_signed`: whether
// they can be negative.
OperationPtr given(std::string_view note, bool is_signed = true);
// Zeros, in the place of a part that is switched off.
OperationPtr zeros(std::string_view note);

// ids (L, 1), table (vocabulary, d) -> factor * table[id] (L, d). Vaswani et al. 2017, sec. 3.4: factor
// sqrt(d).
// `table`: a table in a file to read from instead of the input.
OperationPtr lookup(double factor, const Parameter& table = {});

// (L, d): PE[pos, 2i] = sin(pos / base^(2i/d)), PE[pos, 2i+1] = cos(same), starting at pos = first. Vaswani
// et al. 2017, sec. 3.5. `halves`: all sines come before all cosines (Junczys-Dowmunt et al. 2018).
OperationPtr sinusoid(double base, Index first = 0, bool halves = false);

// (L, d) with even d: the squares of a grid that is `across` wide, row by row (0: all in one row): half of
// the columns are the sinusoids of the grid row, the other half those of the grid column. He et al. 2022
// (MAE). The `lead` first rows come before the grid and are 0; `first`: the square of the row after them.
OperationPtr sinusoid_grid(double base, Index across, Index lead = 0, Index first = 0);

// Any number of (m, n) -> their sum. -inf stays -inf.
OperationPtr add();

// X (m, i), W (n, i) [, bias (1, n)] -> X Wᵀ + bias (m, n), PyTorch's layout of W.
OperationPtr linear();
// As above with a weight that is read in place, whatever its precision: input 1 is that weight's stage.
OperationPtr linear(const Parameter& weight);
// Chooses between the two for the weight stage `index`: reads it in place unless some of its values were
// edited.
OperationPtr linear_of(const TraceBuilder& builder, int index, const Parameter& weight);

// Q (L, d_k), K (T, d_k) -> Q Kᵀ (L, T). Vaswani et al. 2017, eq. 1.
OperationPtr scores();

// S (L, T) -> S / (sqrt(d_k) * temperature); without by_root, S / temperature.
OperationPtr scale(Index d_k, bool by_root, double temperature);

// S (L, T) -> C tanh(S / C): bounds scores by C. Gemma 2 (2408.00118), sec. 2.
OperationPtr soft_cap(double cap);

// (L, T): 0 if the query sees the key, the rule's hidden value (-inf, or -1e9) if not, or what is painted.
OperationPtr mask(const MaskRule& rule);
// The rule of an operation that is a mask; null for any other.
const MaskRule* rule_of(const Operation& operation);

// S (L, T), M (L, T) -> M where it is at most `hidden`, S + M elsewhere.
OperationPtr masked_fill(float hidden);

// S (L, T) -> exp(S - max) / sum of each row. A row of -inf becomes zeros: nothing to attend to.
OperationPtr softmax_rows();

// S (L, T) -> each row 1 / n for its n visible keys (scores above kFiniteMask / 2), 0 elsewhere.
OperationPtr uniform_rows();

// A (L, T), V (T, d_v) -> A V (L, d_v).
OperationPtr weighted_sum();

// (L, d_v) per head -> (L, h * d_v), side by side.
OperationPtr concatenate();

// X (L, d), weight (1, d), bias (1, d) -> each row (x - mean) / sqrt(variance + epsilon) * weight + bias,
// with the biased variance. Ba et al. 2016.
OperationPtr layer_norm(double epsilon);

// X (L, d) -> row i rotated by its position p = first + i: components c and c + w/2 of the first w form a
// vector that is rotated by p times the pair's frequency, and multiplied by the angles' strength. Su et al.
// 2021, in the order of Hugging Face's Llama.
OperationPtr rotate(const RotaryAngles& angles, Index first = 0);

// (L, T): -slope |i + first - j|, the bias of the score of query i and key j. Press et al. 2022 (ALiBi), sec.
// 3.
OperationPtr alibi(double slope, Index first = 0);

// Q (L, d_k), table (2K + 1, d_k) -> (L, T): query i + first times the vector of its distance to key j,
// clipped to K: q_i · a[K + clip(j - i, -K, K)]. Shaw et al. 2018, eq. 5.
OperationPtr relative_scores(Index first = 0);

// Table (buckets, heads) -> (L, T): this head's value for the bucket of the distance from query i + first to
// key j. Raffel et al. 2020, sec. 2.1: half of the buckets hold one distance each, the rest grow up to
// max_distance; both_ways: later keys take half of all buckets.
OperationPtr relative_bias(Index max_distance, bool both_ways, Index head, Index first = 0);

// X (L, d), weight (1, d) -> each row x / sqrt(mean of x² + epsilon) * weight. Zhang & Sennrich 2019.
OperationPtr rms_norm(double epsilon);

// A, B (m, n) -> a b, elementwise. Shazeer 2020: the gate of a feed-forward.
OperationPtr multiply_numbers();

// X (m, n), w (1, n) -> each row of X times w, number by number.
OperationPtr multiply_row();

// Any number of (m_i, n) -> (sum of m_i, n), one below the other.
OperationPtr stack_rows();

// X (m, n) -> row `row` of it (1, n).
OperationPtr pick_row(Index row);

// X (m, n) -> the function of each value: ReLU max(0, x); GELU x Phi(x), exactly or by tanh (Hendrycks &
// Gimpel 2016); SiLU x times its sigmoid (Elfwing et al. 2018).
OperationPtr activation(Activation kind);

// X (m, n) -> X: a step that is switched off. `note` is a text key that says so.
OperationPtr identity(std::string_view note);

// Any number n of (m, n) -> their sum / n. `is_signed`: whether the averaged values can be negative.
OperationPtr mean(bool is_signed);

// A (T, T), I (T, T) -> (A + I) / 2, each row divided by its sum: what a token reads and what its residual
// connection keeps, half each. Abnar & Zuidema 2020, sec. 3.
OperationPtr mix_residual();

// A (T, T) of a layer, R (T, T) of the layers below -> A R: what reaches a token through both. Abnar &
// Zuidema 2020, eq. 1.
OperationPtr rollout();

// Maps (T, T) of the layers, lowest first -> the maximum flow from each token above the last to each below
// the first; every entry of a map is the capacity of an edge. Only of row `query` unless that is -1: (1, T).
// Abnar & Zuidema 2020, sec. 3.
OperationPtr flow(Index query = -1);

// Logits (L, V) -> (L, 1): −ln of the softmax at the right token of each row; 0 in rows whose label is -1,
// which do not count.
OperationPtr cross_entropy(std::vector<Index> labels);

// X_0 (L_0, 1), X_1 (L_1, 1), ... -> (1, 1): the mean of the rows that are counted, of each input: at least
// one of all.
OperationPtr mean_of_rows(std::vector<std::vector<bool>> counted);

// X (L, n) -> (1, 1): X[row, first] − X[row, second].
OperationPtr cell_difference(Index row, Index first, Index second);

// Groups of rows and of columns that become one row and one column each.
struct MergedTokens {
  std::vector<std::vector<Index>> rows, columns;  // none is empty
  bool averages_rows = true;                      // the rows of a group are averaged, otherwise summed

  bool operator==(const MergedTokens&) const = default;
};

// A (L, T) -> (groups of rows, groups of columns): a group's columns are summed, its rows averaged: attention
// to a word is the sum over its pieces, attention from it their mean, so that each row still sums to 1. Clark
// et al. 2019, sec. 4.1.
OperationPtr merge_tokens(MergedTokens merged);

// A, B (m, n) -> B − A. Equal infinities differ by 0.
OperationPtr difference();

}  // namespace engine
