// multi_head.h: multi-head attention, every step of it a stage.
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

namespace engine {

// The projections of all heads, in PyTorch's layout (out, in): head n owns rows [n*d_k, (n+1)*d_k) of wq and
// wk, and rows [n*d_v, (n+1)*d_v) of wv. A bias is (1, out), or none.
struct AttentionWeights {
  Index n_heads = 0;
  Index n_kv_heads = 0;  // 0: as many; fewer: each is that of n_heads / n_kv_heads queries (2305.13245)
  Parameter wq;          // (h*d_k, i_q)
  Parameter wk;          // (kv*d_k, i_k)
  Parameter wv;          // (kv*d_v, i_v)
  Parameter wo;          // (d_o, h*d_v)
  Parameter bq, bk, bv, bo;
  Parameter relative;  // (h*(2K+1), d_k), a vector a head for each distance (Shaw et al. 2018), or none
  std::string note;    // text key: where these numbers come from
};

// What is done with one head: as it is, its weights even over the keys that it sees, or its output zero.
enum class HeadState { kOn, kUniform, kOff };

struct AttentionSettings {
  ScoreSettings scoring;
  bool in_place = false;         // the mask stands in the place of hidden scores, rather than being added
  std::vector<HeadState> heads;  // empty: all on
  std::optional<double> rotary;  // queries and keys are turned by their positions; the base of the turns
  bool alibi = false;            // scores lose with distance, by a slope a head
  Index first = 0;               // position of the first query and key: more than 0 where others went before
  // Masks of heads that have their own, by head: painted cells as in MaskRule, in the place of the rule's.
  std::vector<std::pair<Index, std::shared_ptr<const Matrix>>> painted_heads;
  AttentionMethod method;  // how the map and the output are computed
};

// What scores are raised by, by distance: a number a head for each bucket of distances (Raffel et al. 2020,
// sec. 2.1).
struct RelativeWeights {
  Parameter table;  // (buckets, n_heads), or none
  Index max_distance = 128;
  bool both_ways = true;  // half of the buckets for later keys
};

// The stages that attention reads from: (L, i_q), (T, i_k), (T, i_v). In self-attention all three are one.
struct AttentionInputs {
  int query = 0;
  int key = 0;
  int value = 0;
};

// Keys and values of tokens that went before, so that a new token need not compute them again: one an
// attention, kept from step to step. (capacity, h*d_k) and (capacity, h*d_v); the first `length` rows count.
struct KeyValueCache {
  std::shared_ptr<Matrix> keys, values;
  Index length = 0;
  bool once = false;  // filled by the first run and then left: the keys of cross-attention never change
};

// What else one attention layer may be given.
struct AttentionExtras {
  std::shared_ptr<const Matrix> additive;     // an (L, T) mask that replaces the rule
  const RelativeWeights* relative = nullptr;  // what scores are raised by, by distance; null: nothing
  int relative_table = -1;                    // the stage of its table
  KeyValueCache* cache = nullptr;             // the new rows are written behind those that it holds
};

// Adds `prefix`.head.N.{wq,wk,wv,q,k,v,scores,scaled,mask,masked,weights,output}, `prefix`.concat,
// `prefix`.wo and `prefix`.output, biases where there are any, .q.rotated and .k.rotated where they are
// turned, .relative.{table,scores,sum} where queries meet vectors of distances, .relative or .alibi, and
// .biased, where scaled scores are changed by distance; of a method other than the exact one its own stages,
// and .exact and .difference around .weights, the map in force. A recomputing builder keeps q, k, v and
// concat; concat is then made by the fused pass of fused.h, and the rest on demand. Returns the index of
// `prefix`.output, or -1 where `stop` was requested. Vaswani et al. 2017, sec. 3.2.
int add_multi_head_attention(TraceBuilder& builder, const std::string& prefix, const AttentionInputs& inputs,
                             const AttentionWeights& weights, const MaskRule& rule,
                             const AttentionSettings& settings, const std::stop_token& stop = {},
                             const AttentionExtras& extras = {});

}  // namespace engine
