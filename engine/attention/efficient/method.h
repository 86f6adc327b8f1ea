// method.h: the ways of computing attention, exact or at lower cost, and what can be set about each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

enum class AttentionKind {
  kExact,      // softmax over all keys. Vaswani et al. 2017
  kTiled,      // the same numbers, a tile of keys at a time. Milakov & Gimelshein 2018, Dao et al. 2022
  kWindow,     // near keys, and a few tokens that see all and are seen by all. Beltagy et al. 2020
  kPerformer,  // random features of softmax's kernel. Choromanski et al. 2021 (2009.14794)
  kLinformer,  // keys and values mixed down to a few. Wang et al. 2020 (2006.04768)
  kReformer,   // keys of the query's own bucket. Kitaev et al. 2020 (2001.04451)
  kLambda,     // one linear function a query. Bello 2021 (2102.08602)
  kRfa,        // random features with a running state and a gate. Peng et al. 2021 (2103.02143)
  kUniform,    // every key counts the same
  kDistance,   // near keys count more, whatever they hold
  kAdditive,   // scores by a small network. Bahdanau et al. 2015
};

enum class FeatureMap { kPositive, kTrigonometric };

// What is set about a way of computing attention. Every default works at any length.
struct AttentionMethod {
  AttentionKind kind = AttentionKind::kExact;
  Index features = 64;  // random directions
  FeatureMap feature_map = FeatureMap::kPositive;
  bool orthogonal = true;  // directions at right angles to each other, d_k at a time
  Index rank = 0;          // mixed keys; 0: 16, or as many as there are keys where these are fewer
  Index buckets = 8;       // even
  Index rounds = 4;        // of hashing
  Index chunk = 0;         // keys of a tile, or of a chunk of sorted tokens; 0: by the length
  Index window = 8;        // query i sees key j where |i - j| is below this
  Index global = 1;        // first tokens that see all and are seen by all
  bool gate = false;       // the running state forgets
  uint64_t seed = 0;       // of what is drawn

  bool operator==(const AttentionMethod&) const = default;
};

// Limits of what is set.
inline constexpr Index kMaxFeatures = 4096;
inline constexpr Index kMaxBuckets = 1024;
inline constexpr Index kMaxRounds = 16;

// Which of the numbers of AttentionMethod mean anything to a kind.
struct MethodParameters {
  bool features = false;
  bool feature_map = false;
  bool orthogonal = false;
  bool rank = false;
  bool buckets = false;
  bool rounds = false;
  bool chunk = false;
  bool window = false;
  bool global = false;
  bool gate = false;
  bool seed = false;
};

// Which masks a kind can take.
enum class MethodMasks {
  kAny,
  kCausalAndPadding,
  kPadding,
};

struct MethodHead;
struct MethodStages;

// A row of the table of kinds.
struct MethodRow {
  AttentionKind kind;
  std::string_view name;  // as in addresses, in sessions and on the command line
  MethodParameters parameters;
  MethodMasks masks;
  bool crosses;  // whether it can read another sequence than its own
  bool biased;   // whether scores may be raised by distance
  // Adds a head's own stages; null: softmax of the masked scores.
  MethodStages (*add)(MethodHead& head);
};

// All of them, the first is exact. A new one is one file and one row.
std::span<const MethodRow> attention_methods();
const MethodRow& row_of(AttentionKind kind);
std::string_view name_of(AttentionKind kind);

// The mixed keys of Linformer for so many keys.
Index rank_for(const AttentionMethod& method, Index keys);

// The keys of one tile: what is set, or so many that there are at most 16 tiles, and at least as many keys in
// one as there are tiles.
Index tile_width(const AttentionMethod& method, Index keys);

}  // namespace engine
