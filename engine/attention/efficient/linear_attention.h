// linear_attention.h: attention from features, with the products done from the right.
#pragma once

#include "engine/attention/efficient/head.h"

namespace engine {

// The stages that follow from features of queries (L, m) and keys (T, m); causal if the rule says so, then as
// a running state, which gates (T, 1) make forget; -1: none. `is_signed`: whether features can be negative.
// Katharopoulos et al. 2020 (2006.16236).
MethodStages add_linear_attention(MethodHead& head, int query_features, int key_features, int gates,
                                  bool is_signed);

}  // namespace engine
