// patterns.h: mask shapes besides causal and padding: which keys a query may see, by position alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

enum class PatternKind {
  kNone,     // every key
  kWindow,   // |i - j| < width
  kDilated,  // |i - j| a multiple of step, below step * width. Beltagy et al. 2020 (Longformer)
  kBlock,    // documents of `width` tokens packed in one row; none sees another
  kPrefix,   // the first `width` tokens see each other and are seen by all; later ones are causal. Raffel et
             // al. 2020
  kRow,      // tokens in the same row of a grid of `width` columns. Ramesh et al. 2021 (DALL-E)
  kColumn,   // tokens in the same column of that grid
  kConvolution,  // tokens at most (step - 1) / 2 rows and columns away on that grid
  kRandom,       // each pair with probability `density`, and each token itself. Zaheer et al. 2020 (BigBird)
  kGlobal,       // a window, and `count` first tokens that see all and are seen by all. Beltagy et al. 2020
  // `count` tokens of text, then a grid of `width` columns, all causal; all see the text. On the grid a token
  // sees those back to the one above it; those above it; or those at most (step - 1) / 2 rows and columns
  // away. Ramesh et al. 2021 (DALL-E), fig. 11
  kTextRow,
  kTextColumn,
  kTextConvolution
};

struct MaskPattern {
  PatternKind kind = PatternKind::kNone;
  Index width = 3;
  Index step = 2;
  Index count = 1;
  double density = 0.5;
  uint64_t seed = 0;

  bool operator==(const MaskPattern&) const = default;
};

// Which parameters a pattern uses.
struct PatternNumbers {
  bool width = false;
  bool step = false;
  bool count = false;
  bool density = false;  // and the seed
};

// A row of the table of patterns. `sees` takes positions counted from the first token.
struct PatternRow {
  PatternKind kind;
  std::string_view name;  // as in sessions and on the command line; its label is tr("mask.pattern." + name)
  PatternNumbers numbers;
  bool (*sees)(const MaskPattern& pattern, Index query, Index key);
};

// All patterns; the first is none. A new pattern is one row.
std::span<const PatternRow> patterns();

std::string_view name_of(PatternKind kind);

// Whether the query at position `query` sees the key at position `key`.
bool sees(const MaskPattern& pattern, Index query, Index key);

}  // namespace engine
