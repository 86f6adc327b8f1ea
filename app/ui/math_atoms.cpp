// math_atoms.cpp: TeX's classes of symbols and the spacing between them (Knuth, The TeXbook, chapter 18).
#include "app/ui/math_atoms.h"

#include <cctype>

#include "app/ui/one_of.h"

namespace ui {
namespace {

using Atom = MathAtom;

bool is_latin(std::string_view letter) {
  return letter.size() == 1 && std::isalpha(static_cast<unsigned char>(letter.front())) != 0;
}

bool is_small_greek(std::string_view letter) {
  return letter >= "α" && letter <= "ω" && letter.size() == 2;
}

bool is_digit(std::string_view letter) {
  return letter.size() == 1 && std::isdigit(static_cast<unsigned char>(letter.front())) != 0;
}

// A sign with nothing to its left is a prefix, not an operator.
bool is_unary(const std::vector<MathPiece>& pieces, size_t i) {
  if (pieces[i].atom != Atom::kBinary) return false;
  if (i == 0) return true;
  const Atom before = pieces[i - 1].atom;
  return before == Atom::kBinary || before == Atom::kRelation || before == Atom::kOpening ||
         before == Atom::kPunctuation || before == Atom::kOperator;
}

}  // namespace

MathAtom atom_of(std::string_view letter) {
  if (is_one_of(letter, "=≈≠<>≤≥→←↦∈≡∼")) return Atom::kRelation;
  if (is_one_of(letter, "+−-±·⋅×÷/∘⊙⊕")) return letter == "/" ? Atom::kOrdinary : Atom::kBinary;
  if (is_one_of(letter, "Σ∑Π∏")) return Atom::kOperator;
  if (is_one_of(letter, "([{⟨")) return Atom::kOpening;
  if (is_one_of(letter, ")]}⟩")) return Atom::kClosing;
  if (is_one_of(letter, ",;")) return Atom::kPunctuation;
  return Atom::kOrdinary;
}

bool is_variable(std::string_view letter) {
  return is_latin(letter) || is_small_greek(letter) || is_one_of(letter, "ĀÃ");
}

std::string_view typeset(std::string_view letter) {
  if (letter == "Σ") return "∑";
  if (letter == "-") return "−";
  return letter == "'" ? "′" : letter;
}

std::string_view number_at(std::string_view text) {
  size_t length = 0;
  while (length < text.size() &&
         (is_digit(text.substr(length, 1)) ||
          (text[length] == '.' && length > 0 && is_digit(text.substr(length + 1, 1))))) {
    ++length;
  }
  return text.substr(0, length);
}

float space_before(const std::vector<MathPiece>& pieces, size_t i, bool script) {
  constexpr float kThin = 3.0f / 18, kMedium = 4.0f / 18, kThick = 5.0f / 18;
  if (i == 0) return 0;
  const auto nature = [&](size_t at) { return is_unary(pieces, at) ? Atom::kOrdinary : pieces[at].atom; };
  const Atom left = nature(i - 1);
  const Atom right = nature(i);
  const float scale = script ? 0.4f : 1;
  if (left == Atom::kRelation || right == Atom::kRelation) return kThick * scale;
  if (left == Atom::kBinary || right == Atom::kBinary) return kMedium * scale;
  if (left == Atom::kOpening || right == Atom::kClosing) return 0;
  if (left == Atom::kPunctuation) return kThin * scale;
  if (left == Atom::kOperator && right != Atom::kOpening) return kThin;
  if (right == Atom::kOperator && left != Atom::kOpening) return kThin;
  // Factors separated by a space in the markup.
  return pieces[i].space_before ? 0.12f : 0;
}

}  // namespace ui
