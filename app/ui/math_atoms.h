// math_atoms.h: the class of each symbol, and the spacing between symbols, for math.cpp only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/math_box.h"

namespace ui {

// TeX's classes of atoms: they determine the spacing between neighbours.
enum class MathAtom { kOrdinary, kOperator, kBinary, kRelation, kOpening, kClosing, kPunctuation };

// One typeset atom of a row.
struct MathPiece {
  MathBox box;
  MathAtom atom = MathAtom::kOrdinary;
  float slant = 0;             // of its last glyph, until a script is there
  std::string bracket;         // "(" and the like, enlarged once its content is known
  std::optional<MathBox> sub;  // pending until both are known
  std::optional<MathBox> super;
  bool space_before = false;  // the markup has a space here
};

MathAtom atom_of(std::string_view letter);

// Letters that are italic as variables.
bool is_variable(std::string_view letter);

// Digits and decimal points at the start of the text; empty if there are none.
std::string_view number_at(std::string_view text);

// The mathematical symbol for a typed one: ∑ for Σ, − for -.
std::string_view typeset(std::string_view letter);

// The space before piece i, in type sizes; little in scripts.
float space_before(const std::vector<MathPiece>& pieces, size_t i, bool script);

}  // namespace ui
