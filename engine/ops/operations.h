// operations.h: the table of operations. One line here, one row in operations.cpp and one file make a new
// one.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engine/attention/mask.h"
#include "engine/edits.h"
#include "engine/model/config.h"
#include "engine/operation.h"

namespace engine {

using OperationPtr = std::shared_ptr<const Operation>;

// A parameter: numbers that no stage computed. `note` is a text key that says where they come from.
OperationPtr given(std::string_view note);

// ids (L, 1), table (vocabulary, d) -> factor * table[id] (L, d). Vaswani et al. 2017, sec. 3.4: factor
// sqrt(d).
OperationPtr lookup(double factor);

// (L, d): PE[pos, 2i] = sin(pos / base^(2i/d)), PE[pos, 2i+1] = cos(same), from pos = first on. Vaswani et
// al. 2017, sec. 3.5.
OperationPtr sinusoid(double base, Index first = 0);

// Any number of (m, n) -> their sum. -inf stays -inf.
OperationPtr add();

// X (m, i), W (n, i) [, bias (1, n)] -> X Wᵀ + bias (m, n), PyTorch's layout of W.
OperationPtr linear();

// Q (L, d_k), K (T, d_k) -> Q Kᵀ (L, T). Vaswani et al. 2017, eq. 1.
OperationPtr scores();

// S (L, T) -> S / (sqrt(d_k) * temperature); without by_root, S / temperature.
OperationPtr scale(Index d_k, bool by_root, double temperature);

// (L, T): 0 where the query sees the key, the rule's hidden number (-inf, or -1e9) where not, and what is
// painted.
OperationPtr mask(const MaskRule& rule);

// S (L, T), M (L, T) -> M where it is at most `hidden`, else S + M.
OperationPtr place(float hidden);

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

// X (m, n) -> each number through the function: ReLU max(0, x); GELU x Phi(x), exactly or by tanh (Hendrycks
// & Gimpel 2016).
OperationPtr activation(Activation kind);

// X (m, n) -> X: a step that is switched off. `note` is a text key that says so.
OperationPtr identity(std::string_view note);

// What `inner` makes, with the numbers of `edits` over it; it keeps the name of `inner`.
OperationPtr edited(OperationPtr inner, StageEdits edits);

// Every operation's name, in the order above: the tests check that none is left out.
std::span<const std::string_view> operation_names();

}  // namespace engine
