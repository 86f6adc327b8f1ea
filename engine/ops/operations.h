// operations.h: the operations of a model. One line here, one file, and one row of
// tests/engine/operation_table.cpp make a new one.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/edits.h"
#include "engine/core/operation.h"
#include "engine/core/parameter.h"
#include "engine/masks/mask.h"
#include "engine/ops/activation_kind.h"

namespace engine {

class TraceBuilder;

// A parameter: numbers that no stage computed. `note` is a text key that says where they come from;
// `is_signed` whether they can be negative.
OperationPtr given(std::string_view note, bool is_signed = true);

// ids (L, 1), table (vocabulary, d) -> factor * table[id] (L, d). Vaswani et al. 2017, sec. 3.4: factor
// sqrt(d).
// `table`: where the numbers are read from, if not from the input: a table that lies in a file.
OperationPtr lookup(double factor, const Parameter& table = {});

// (L, d): PE[pos, 2i] = sin(pos / base^(2i/d)), PE[pos, 2i+1] = cos(same), from pos = first on. Vaswani et
// al. 2017, sec. 3.5. `halves`: all sines stand before all cosines (Junczys-Dowmunt et al. 2018).
OperationPtr sinusoid(double base, Index first = 0, bool halves = false);

// (L, d) of even d: the squares of a grid that is `across` wide, line by line (0: one line of all): half of
// the columns are the sinusoids of the line, the other half those of the place in it. He et al. 2022 (MAE).
// The `lead` first rows stand before the grid and are 0; `first`: the square of the row behind them.
OperationPtr sinusoid_grid(double base, Index across, Index lead = 0, Index first = 0);

// Any number of (m, n) -> their sum. -inf stays -inf.
OperationPtr add();

// X (m, i), W (n, i) [, bias (1, n)] -> X Wᵀ + bias (m, n), PyTorch's layout of W.
OperationPtr linear();
// The same with a weight that is read where it lies, whatever its precision: input 1 is that weight's stage.
OperationPtr linear(const Parameter& weight);
// The one of both for a weight that was added as stage `index`: read where it lies, but where numbers of it
// were typed.
OperationPtr linear_of(const TraceBuilder& builder, int index, const Parameter& weight);

// Q (L, d_k), K (T, d_k) -> Q Kᵀ (L, T). Vaswani et al. 2017, eq. 1.
OperationPtr scores();

// S (L, T) -> S / (sqrt(d_k) * temperature); without by_root, S / temperature.
OperationPtr scale(Index d_k, bool by_root, double temperature);

// S (L, T) -> C tanh(S / C): no score is larger than C. Gemma 2 (2408.00118), sec. 2.
OperationPtr soft_cap(double cap);

// (L, T): 0 where the query sees the key, the rule's hidden number (-inf, or -1e9) where not, and what is
// painted.
OperationPtr mask(const MaskRule& rule);

// S (L, T), M (L, T) -> M where it is at most `hidden`, else S + M.
OperationPtr masked_fill(float hidden);

// S (L, T) -> each row exp(S - max) / sum. A row of -inf becomes zeros: nothing to attend to.
OperationPtr softmax_rows();

// S (L, T) -> each row 1 / n for the n keys that it sees (scores above kFiniteMask / 2), 0 elsewhere.
OperationPtr uniform_rows();

// A (L, T), V (T, d_v) -> A V (L, d_v).
OperationPtr weighted_sum();

// (L, d_v) a head -> (L, h * d_v), side by side.
OperationPtr concatenate();

// X (L, d), weight (1, d), bias (1, d) -> each row (x - mean) / sqrt(variance + epsilon) * weight + bias,
// with the biased variance. Ba et al. 2016.
OperationPtr layer_norm(double epsilon);

// X (L, d) -> row i turned by its position p = first + i: the numbers c and c + d/2 are a vector that turns
// by the angle p base^(-2c/d). Su et al. 2021, in the order of Hugging Face's Llama.
OperationPtr rotate(double base, Index first = 0);

// (L, T): -slope |i + first - j|, what the score of query i and key j loses. Press et al. 2022 (ALiBi),
// sec. 3.
OperationPtr alibi(double slope, Index first = 0);

// Q (L, d_k), table (2K + 1, d_k) -> (L, T): query i + first with the vector of its distance to key j, those
// farther than K taken as K: q_i · a[K + clip(j - i, -K, K)]. Shaw et al. 2018, eq. 5.
OperationPtr relative_scores(Index first = 0);

// Table (buckets, heads) -> (L, T): the number of this head for the bucket that the distance from query
// i + first to key j falls into. Raffel et al. 2020, sec. 2.1: half of the buckets count single steps, the
// rest grow to max_distance; both_ways: later keys have half of all.
OperationPtr relative_bias(Index max_distance, bool both_ways, Index head, Index first = 0);

// X (L, d), weight (1, d) -> each row x / sqrt(mean of x² + epsilon) * weight. Zhang & Sennrich 2019.
OperationPtr rms_norm(double epsilon);

// A, B (m, n) -> number by number a b. Shazeer 2020: the gate of a feed-forward.
OperationPtr multiply_numbers();

// Any number of (m_i, n) -> (sum of m_i, n), one below the other.
OperationPtr stack_rows();

// X (m, n) -> row `row` of it (1, n).
OperationPtr pick_row(Index row);

// X (m, n) -> each number through the function: ReLU max(0, x); GELU x Phi(x), exactly or by tanh (Hendrycks
// & Gimpel 2016); SiLU x times its sigmoid (Elfwing et al. 2018).
OperationPtr activation(Activation kind);

// X (m, n) -> X: a step that is switched off. `note` is a text key that says so.
OperationPtr identity(std::string_view note);

// Any number n of (m, n) -> their sum / n. `is_signed`: whether what is averaged can be negative.
OperationPtr mean(bool is_signed);

// A (T, T), I (T, T) -> (A + I) / 2, each row divided by its sum: what a token reads and what its residual
// connection keeps of it, half each. Abnar & Zuidema 2020, sec. 3.
OperationPtr mix_residual();

// A (T, T) of a layer, R (T, T) of the layers below -> A R: what reaches a token through both. Abnar &
// Zuidema 2020, eq. 1.
OperationPtr rollout();

// Maps (T, T) of the layers, lowest first -> the maximum flow from each token above the last to each below
// the first; every number of a map is the capacity of an edge. Of row `query` alone where it is not -1: (1,
// T). Abnar & Zuidema 2020, sec. 3.
OperationPtr flow(Index query = -1);

// Logits (L, V) -> (L, 1): −ln of the softmax at the right token of each row; 0 in rows whose label is -1,
// which do not count.
OperationPtr cross_entropy(std::vector<Index> labels);

// X (L, 1) -> (1, 1): the mean of the rows that are counted: at least one.
OperationPtr mean_of_rows(std::vector<bool> counted);

// X (L, n) -> (1, 1): X[row, first] − X[row, second].
OperationPtr cell_difference(Index row, Index first, Index second);

// A, B (m, n) -> B − A. Equal infinities differ by 0.
OperationPtr difference();

}  // namespace engine
