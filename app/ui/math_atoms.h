// math_atoms.h: what kind of sign each character is, and the spaces between signs, for math.cpp only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/math_box.h"

namespace ui {

// TeX's classes of atoms: they decide the space between neighbours.
enum class MathAtom { kOrdinary, kOperator, kBinary, kRelation, kOpening, kClosing, kPunctuation };

// One atom of a row, set.
struct MathPiece {
  MathBox box;
  MathAtom atom = MathAtom::kOrdinary;
  float slant = 0;             // of its last glyph, while no script stands there
  std::string bracket;         // "(" and the like, grown once its content is known
  std::optional<MathBox> sub;  // scripts wait for each other
  std::optional<MathBox> super;
  bool space_before = false;  // the markup has a space here
};

MathAtom atom_of(std::string_view letter);

// Letters that are italic as variables.
bool is_variable(std::string_view letter);

// The first character of a text that is not empty.
std::string_view first_letter(std::string_view text);

// Digits with the points between them, at the start of the text; empty where there are none.
std::string_view number_at(std::string_view text);

// The sign that mathematics sets for what is typed: ∑ for Σ, − for -.
std::string_view typeset(std::string_view letter);

// Space before piece i, in type sizes; little of it in scripts.
float space_before(const std::vector<MathPiece>& pieces, size_t i, bool script);

}  // namespace ui
