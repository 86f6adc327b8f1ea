// glossary.h: the words of Headlight in three languages, and where each lives.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/core/lettering.h"

namespace app {

// One step on the way to a place: `name` of a stage (its kind or address), a view, an action, an example, a
// page of assets/pages.
struct PlaceStep {
  enum class Kind { kStage, kView, kAction, kExample, kPage };
  Kind kind = Kind::kStage;
  std::string name;
  std::string page = {};  // of a view; may be empty

  bool operator==(const PlaceStep&) const = default;
};

// Each array has one entry for each language.
struct Term {
  int line = 1;    // in assets/glossary/terms.txt
  std::string id;  // "pre-ln"
  std::array<std::string, 3> names;
  std::array<std::string, 3> says;    // one sentence
  std::array<std::string, 3> symbol;  // one for each notation, in formula markup; empty: none
  std::vector<PlaceStep> go;          // where it lives; empty: nowhere
  std::vector<PlaceStep> otherwise;   // what to do while that is not possible; may be empty
  std::vector<int> lessons;           // their numbers
  std::vector<std::string> also;      // other names, in any language
  std::vector<std::string> loosely;   // those of all names that texts use for other things, too
  bool is_marked = true;              // where a text uses it

  const std::string& name(Language language) const { return names.at(static_cast<size_t>(language)); }
  const std::string& sentence(Language language) const { return says.at(static_cast<size_t>(language)); }
  const std::string& symbol_in(engine::Notation notation) const {
    return symbol.at(static_cast<size_t>(notation));
  }
};

// What is wrong with a file of ours, and in which line.
struct DataFault {
  int line = 1;
  std::string why;
};

struct ReadGlossary {
  std::vector<Term> terms;
  std::vector<DataFault> faults;
};

// Reads the form that the head of assets/glossary/terms.txt describes.
ReadGlossary read_glossary(std::string_view file);

// The terms of the file that is embedded in the program, in its order.
std::span<const Term> glossary();
// The term with this id; null if there is none.
const Term* find_term(std::string_view id);

// How well what was typed names a term: kExactly one of its names or aliases with the same capitals, kNamed
// one with others, kBegins the beginning of one. Blanks and hyphens do not count.
enum class Naming { kNot, kBegins, kNamed, kExactly };
Naming names_term(std::string_view typed, const Term& term);

}  // namespace app
