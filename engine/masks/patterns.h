// patterns.h: the shapes that a mask can have beside the causal and the padding mask: which keys a query may
// see, by their places alone.
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
  kBlock,    // documents of `width` tokens packed in one row: none sees another's
  kPrefix,   // the first `width` tokens see each other and are seen by all; later ones see no future. Raffel
             // et al. 2020
  kRow,      // on a grid of `width` columns, tokens of one row. Ramesh et al. 2021 (DALL-E)
  kColumn,   // on that grid, tokens of one column
  kConvolution,  // on that grid, tokens at most (step - 1) / 2 rows and columns away
  kRandom,       // each pair with a chance of `density`, and itself. Zaheer et al. 2020 (BigBird)
  kGlobal        // a window, and `count` first tokens that see all and are seen by all. Beltagy et al. 2020
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

// Which of a pattern's numbers mean anything.
struct PatternNumbers {
  bool width = false;
  bool step = false;
  bool count = false;
  bool density = false;  // and the seed
};

// A row of the table of patterns. `sees` takes places counted from the first token.
struct PatternRow {
  PatternKind kind;
  std::string_view name;  // as in sessions and on the command line; its words are tr("mask.pattern." + name)
  PatternNumbers numbers;
  bool (*sees)(const MaskPattern& pattern, Index query, Index key);
};

// All of them, the first is none. A new pattern is one row.
std::span<const PatternRow> patterns();

std::string_view name_of(PatternKind kind);

// Whether the query at place `query` sees the key at place `key`.
bool sees(const MaskPattern& pattern, Index query, Index key);

}  // namespace engine
