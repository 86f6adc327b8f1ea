// multi_head.h: multi-head attention, with every step a stage.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/attention/efficient/method.h"
#include "engine/attention/head_chain.h"
#include "engine/core/parameter.h"
#include "engine/core/trace.h"
#include "engine/masks/mask.h"
#include "engine/ops/rotary_angles.h"

namespace engine {

// The projections of all heads, in PyTorch's layout (out, in): head n owns rows [n*d_k, (n+1)*d_k) of wq and
// wk, and rows [n*d_v, (n+1)*d_v) of wv. A bias is (1, out), or empty.
struct AttentionWeights {
  Index n_heads = 0;
  Index n_kv_heads = 0;  // 0: n_heads; fewer: each serves n_heads / n_kv_heads query heads (2305.13245)
  Parameter wq;          // (h*d_k, i_q)
  Parameter wk;          // (kv*d_k, i_k)
  Parameter wv;          // (kv*d_v, i_v)
  Parameter wo;          // (d_o, h*d_v)
  Parameter bq, bk, bv, bo;
  Parameter relative;  // (h*(2K+1), d_k), one vector per head and distance (Shaw et al. 2018), or empty
  // RMS norms of each head's queries and keys, (1, d_k), or empty (Henry et al. 2020; as in Qwen3).
  Parameter q_norm, k_norm;
  double norm_epsilon = 1e-6;
  // A key and a value after those of the input, (1, h*d_k) and (1, h*d_v), or empty; and after these, ones of
  // zeros. PyTorch's add_bias_kv and add_zero_attn, for as many key heads as heads.
  Parameter added_key, added_value;
  bool adds_zeros = false;
  std::string note;  // text key: the origin of these weights
};

// How one head is treated: as it is, with uniform weights over the keys that it sees, or with zero output.
enum class HeadState { kOn, kUniform, kOff };

struct AttentionSettings {
  ScoreSettings scoring;
  bool in_place = false;               // the mask replaces hidden scores instead of being added
  std::vector<HeadState> heads;        // empty: all on
  std::optional<RotaryAngles> rotary;  // queries and keys are rotated by their positions
  bool alibi = false;                  // scores fall with distance, with one slope per head
  Index first = 0;                     // position of the first query and key: above 0 if others came before
  // Masks of heads that have their own, by head: painted cells as in MaskRule, instead of the rule's.
  std::vector<std::pair<Index, std::shared_ptr<const Matrix>>> painted_heads;
  AttentionMethod method;  // how the map and the output are computed
};

// The bias of scores by distance: one value per head for each bucket of distances (Raffel et al. 2020, sec.
// 2.1).
struct RelativeWeights {
  Parameter table;  // (buckets, n_heads), or empty
  Index max_distance = 128;
  bool both_ways = true;  // half of the buckets for later keys
};

// The stages that attention reads: (L, i_q), (T, i_k), (T, i_v). In self-attention all three are the same.
struct AttentionInputs {
  int query = 0;
  int key = 0;
  int value = 0;
};

// Keys and values of earlier tokens, so that a new token need not recompute them: one cache per attention,
// kept from step to step. (capacity, h*d_k) and (capacity, h*d_v); the first `length` rows are valid.
struct KeyValueCache {
  std::shared_ptr<Matrix> keys, values;
  Index length = 0;
  bool once = false;  // filled by the first run and then left alone: the keys of cross-attention never change
};

// Optional inputs of an attention layer.
struct AttentionExtras {
  std::shared_ptr<const Matrix> additive;     // a mask that replaces the rule: (L, T), or (h L, T) by head
  const RelativeWeights* relative = nullptr;  // the bias of scores by distance; null: none
  int relative_table = -1;                    // the stage of its table
  int keys_with_added = -1;        // the sequence of keys, if the attention adds some to the input's
  KeyValueCache* cache = nullptr;  // new rows are written after those that it holds
};

// Adds `prefix`.head.N.{wq,wk,wv,q,k,v,scores,scaled,mask,masked,weights,output}, `prefix`.concat,
// `prefix`.wo and `prefix`.output, biases if there are any, .q.normed
// and .k.normed with their .weight if heads have norms, .q.rotated and .k.rotated if rotary, .k.added,
// .k.extended, .v.added and .v.extended if it adds keys, .relative.{table,scores,sum} if queries meet vectors
// of distances, .relative or .alibi, and .biased, if distance changes the scaled scores; for a method other
// than the exact one its own stages, and .exact and .difference around .weights, the effective map. A
// recomputing builder keeps q, k, v and concat; concat is then computed by the fused pass of fused.h, and the
// rest on demand. Returns the index of `prefix`.output, or -1 if `stop` was requested. Vaswani et al. 2017,
// sec. 3.2.
int add_multi_head_attention(TraceBuilder& builder, const std::string& prefix, const AttentionInputs& inputs,
                             const AttentionWeights& weights, const MaskRule& rule,
                             const AttentionSettings& settings, const std::stop_token& stop = {},
                             const AttentionExtras& extras = {});

}  // namespace engine
