// lettering.h: how formulas are written: with which letters, and counting from what.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

// Which letters stages have; all of them are in letters.cpp.
enum class Notation {
  kPaper,   // matrices, as in Vaswani et al. 2017: Q, K, V, S, A, O
  kNotes,   // vectors, as on a blackboard: a, q, k, v, α, α̂, b
  kShapes,  // matrices with their head, and their shapes: Q^(1) of L × d_k
};

struct NotationInfo {
  Notation notation;
  std::string_view name;  // on the command line and in files: "paper"
};
inline constexpr std::array<NotationInfo, 3> kNotations = {
    {{Notation::kPaper, "paper"}, {Notation::kNotes, "notes"}, {Notation::kShapes, "shapes"}}};

std::string_view name_of(Notation notation);
// The notation with that name; nullopt if there is none.
std::optional<Notation> notation_named(std::string_view name);

struct Lettering {
  Notation notation = Notation::kPaper;
  Index first = 0;  // the number of the first row, column, token, dimension, head and layer: 0 or 1

  bool operator==(const Lettering&) const = default;
};

}  // namespace engine
