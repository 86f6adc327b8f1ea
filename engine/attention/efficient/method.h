// method.h: the attention methods, exact or efficient, and their parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

enum class AttentionKind {
  kExact,      // softmax over all keys. Vaswani et al. 2017
  kTiled,      // the same result, one tile of keys at a time. Milakov & Gimelshein 2018, Dao et al. 2022
  kWindow,     // near keys, and a few tokens that see all and are seen by all. Beltagy et al. 2020
  kPerformer,  // random features of softmax's kernel. Choromanski et al. 2021 (2009.14794)
  kLinformer,  // keys and values mixed down to a few. Wang et al. 2020 (2006.04768)
  kReformer,   // keys of the query's own bucket. Kitaev et al. 2020 (2001.04451)
  kLambda,     // one linear function per query. Bello 2021 (2102.08602)
  kRfa,        // random features with a running state and a gate. Peng et al. 2021 (2103.02143)
  kUniform,    // every key counts the same
  kDistance,   // near keys count more, whatever they contain
  kAdditive,   // scores from a small network. Bahdanau et al. 2015
};

enum class FeatureMap { kPositive, kTrigonometric };

// The parameters of an attention method. Every default works at any length.
struct AttentionMethod {
  AttentionKind kind = AttentionKind::kExact;
  Index features = 64;  // random directions
  FeatureMap feature_map = FeatureMap::kPositive;
  bool orthogonal = true;  // orthogonal directions, in blocks of d_k
  Index rank = 0;          // mixed keys; 0: 16, or all keys if there are fewer
  Index buckets = 8;       // even
  Index rounds = 4;        // of hashing
  Index chunk = 0;         // keys per tile, or per chunk of sorted tokens; 0: by the length
  Index window = 8;        // query i sees key j if |i - j| is below this
  Index global = 1;        // first tokens that see all and are seen by all
  bool gate = false;       // the running state forgets
  uint64_t seed = 0;       // of random draws

  bool operator==(const AttentionMethod&) const = default;
};

// Limits of the parameters.
inline constexpr Index kMaxFeatures = 4096;
inline constexpr Index kMaxBuckets = 1024;
inline constexpr Index kMaxRounds = 16;

// Which fields of AttentionMethod a kind uses.
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

// Which masks a kind supports.
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
  bool crosses;  // whether it can attend to another sequence
  bool biased;   // whether scores may have a bias by distance
  // Adds a head's own stages; null: softmax of the masked scores.
  MethodStages (*add)(MethodHead& head);
};

// All methods; the first is exact. A new one is one file and one row.
std::span<const MethodRow> attention_methods();
const MethodRow& row_of(AttentionKind kind);
std::string_view name_of(AttentionKind kind);

// The number of mixed keys of Linformer, for this many keys.
Index rank_for(const AttentionMethod& method, Index keys);

// The number of keys per tile: as set, or so that there are at most 16 tiles, and at least as many keys per
// tile as tiles.
Index tile_width(const AttentionMethod& method, Index keys);

}  // namespace engine
