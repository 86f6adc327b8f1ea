// palette_terms.cpp: the glossary in the palette: a term goes where it lives, or is looked up.
#include <optional>

#include "app/pages/glossary.h"
#include "app/text/fuzzy.h"
#include "app/views/actions/palette.h"
#include "app/views/lesson/prose_links.h"
#include "app/views/pages/term_place.h"

namespace views {
namespace {

using app::Naming;
using app::Term;

// A term that is named goes before all others; one that is only begun or alike, after actions that fit as
// well.
constexpr int kNamedExactly = 2000;
constexpr int kNamedAtAll = 1000;
constexpr int kTermLater = 20;
constexpr int kLookUpLater = 40;

std::optional<int> term_fit(std::string_view typed, const Term& term) {
  const Naming naming = app::names_term(typed, term);
  if (naming == Naming::kExactly) return kNamedExactly;
  if (naming == Naming::kNamed) return kNamedAtAll;
  std::optional<int> best;
  for (const std::string& name : term.names) {
    const auto score = app::fit(typed, name);
    if (score && (!best || *score > *best)) best = score;
  }
  if (best) return *best - kTermLater;
  return naming == Naming::kBegins ? std::optional(0) : std::nullopt;
}

Entry entry_of_term(const Frame& frame, const Term& term) {
  const app::Language language = frame.tr.language();
  return {.id = "term " + term.id,
          .name = term.name(language),
          .english = term.name(app::Language::kEnglish),
          .group = ActionGroup::kReading,
          .tip = term.sentence(language),
          .run = [&term](const Frame& now) { go_to_term(now, term); }};
}

Entry entry_to_look_up(const Frame& frame, const Term& term) {
  const app::Language language = frame.tr.language();
  return {.id = "look up " + term.id,
          .name = frame.tr("palette.look_up", {{"term", term.name(language)}}),
          .english = term.name(app::Language::kEnglish),
          .group = ActionGroup::kReading,
          .tip = term.sentence(language),
          .run = [&term](const Frame& now) { open_glossary(now, term.id); }};
}

}  // namespace

std::vector<ScoredEntry> term_entries(const Frame& frame, std::string_view typed) {
  std::vector<ScoredEntry> entries;
  if (typed.empty()) return entries;
  for (const Term& term : app::glossary()) {
    const auto score = term_fit(typed, term);
    if (!score) continue;
    entries.push_back({*score, entry_of_term(frame, term)});
    // What lives nowhere is looked up anyway.
    if (*score >= kNamedAtAll && !term.go.empty())
      entries.push_back({kLookUpLater, entry_to_look_up(frame, term)});
  }
  return entries;
}

}  // namespace views
