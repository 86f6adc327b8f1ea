// glossary.cpp: reads the file of terms, line by line.
#include "app/pages/glossary.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/text/plain_text.h"
#include "embedded/glossary.h"
#include "engine/core/letters.h"

namespace app {
namespace {

constexpr int kLastLesson = 20;

std::vector<std::string_view> parted(std::string_view text, std::string_view by) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(by, at), text.size());
    parts.push_back(trimmed(text.substr(at, end - at)));
    at = end + by.size();
  }
  return parts;
}

std::optional<PlaceStep> step_of(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, PlaceStep::Kind>, 5> kKinds = {
      {{"stage", PlaceStep::Kind::kStage},
       {"view", PlaceStep::Kind::kView},
       {"action", PlaceStep::Kind::kAction},
       {"example", PlaceStep::Kind::kExample},
       {"page", PlaceStep::Kind::kPage}}};
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto* const kind =
      std::ranges::find(kKinds, text.substr(0, blank), &std::pair<std::string_view, PlaceStep::Kind>::first);
  if (kind == kKinds.end()) return std::nullopt;
  PlaceStep step{kind->second, std::string(trimmed(text.substr(blank)))};
  const size_t page = step.name.find(' ');
  if (step.kind == PlaceStep::Kind::kView && page != std::string::npos) {
    step.page = step.name.substr(page + 1);
    step.name.resize(page);
  }
  return step;
}

// Collects terms from lines.
class GlossaryReader {
 public:
  ReadGlossary read(std::string_view file) {
    while (!file.empty()) {
      ++line_;
      const std::string_view line = trimmed(file.substr(0, file.find('\n')));
      file.remove_prefix(std::min(file.find('\n'), file.size() - 1) + 1);
      if (line.starts_with("## ")) {
        finish();
        read_.terms.push_back({.line = line_, .id = std::string(line.substr(3))});
      } else if (!line.empty() && !line.starts_with('#')) {
        take(line);
      }
    }
    finish();
    return std::move(read_);
  }

 private:
  void fault(std::string why) { read_.faults.push_back({line_, std::move(why)}); }

  // What a whole term must have.
  void finish() {
    if (read_.terms.empty()) return;
    const Term& term = read_.terms.back();
    const bool is_again = std::ranges::count(read_.terms, term.id, &Term::id) > 1;
    if (is_again) read_.faults.push_back({term.line, "the id " + term.id + " is taken"});
    for (const LanguageInfo& row : languages()) {
      if (term.name(row.language).empty() || term.sentence(row.language).empty())
        read_.faults.push_back({term.line, term.id + " has no " + std::string(row.code)});
    }
  }

  void take(std::string_view line) {
    const size_t colon = line.find(':');
    if (read_.terms.empty() || colon == std::string_view::npos) return fault("no field of a term");
    Term& term = read_.terms.back();
    const std::string_view field = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (const auto language = language_named(field)) return take_words(term, *language, value);
    if (field == "symbol") return take_symbol(term, value);
    if (field == "go") return take_steps(term.go, value);
    if (field == "else") return take_steps(term.otherwise, value);
    if (field == "lessons") return take_lessons(term, value);
    if (field == "also" || field == "loosely") {
      auto& names = field == "also" ? term.also : term.loosely;
      for (const std::string_view name : parted(value, ",")) names.emplace_back(name);
      return;
    }
    if (field == "marked" && value == "no") {
      term.is_marked = false;
      return;
    }
    fault("no such field: " + std::string(line));
  }

  void take_words(Term& term, Language language, std::string_view value) {
    const std::vector<std::string_view> parts = parted(value, " | ");
    if (parts.size() != 2) return fault("a name | a sentence");
    term.names.at(static_cast<size_t>(language)) = parts[0];
    term.says.at(static_cast<size_t>(language)) = parts[1];
  }

  void take_symbol(Term& term, std::string_view value) {
    if (value.starts_with("of ")) {
      const auto kind = engine::StageKind::named(trimmed(value.substr(3)));
      for (const engine::NotationInfo& info : engine::kNotations)
        term.symbol.at(static_cast<size_t>(info.notation)) = engine::letter_of_kind(kind, info.notation);
      if (term.symbol.front().empty()) fault("no stage has this kind: " + std::string(value));
      return;
    }
    const std::vector<std::string_view> parts = parted(value, " | ");
    if (parts.size() != 1 && parts.size() != term.symbol.size()) return fault("one symbol, or three");
    for (size_t i = 0; i < term.symbol.size(); ++i) term.symbol[i] = parts[parts.size() == 1 ? 0 : i];
  }

  void take_steps(std::vector<PlaceStep>& steps, std::string_view value) {
    for (const std::string_view part : parted(value, ",")) {
      if (auto step = step_of(part)) {
        steps.push_back(*step);
      } else {
        fault("no place: " + std::string(part));
      }
    }
  }

  void take_lessons(Term& term, std::string_view value) {
    for (const std::string_view part : parted(value, ",")) {
      int number = 0;
      const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
      const bool is_number = error == std::errc() && end == part.data() + part.size();
      if (!is_number || number < 1 || number > kLastLesson) return fault("no lesson: " + std::string(part));
      term.lessons.push_back(number);
    }
  }

  ReadGlossary read_;
  int line_ = 0;
};

// Without blanks and hyphens.
std::string joined(std::string_view name) {
  std::string text(name);
  std::erase_if(text, [](char letter) { return letter == ' ' || letter == '-'; });
  return text;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return text;
}

Naming naming_of(const std::string& typed, std::string_view name) {
  const std::string whole = joined(name);
  if (typed == whole) return Naming::kExactly;
  const std::string small = lower(whole);
  const std::string small_typed = lower(typed);
  if (small_typed == small) return Naming::kNamed;
  return small.starts_with(small_typed) ? Naming::kBegins : Naming::kNot;
}

}  // namespace

ReadGlossary read_glossary(std::string_view file) {
  return GlossaryReader().read(file);
}

std::span<const Term> glossary() {
  static const std::vector<Term> kTerms = read_glossary(glossary::file("terms.txt")).terms;
  return kTerms;
}

const Term* find_term(std::string_view id) {
  const auto all = glossary();
  const auto found = std::ranges::find(all, id, &Term::id);
  return found == all.end() ? nullptr : &*found;
}

Naming names_term(std::string_view typed, const Term& term) {
  const std::string wanted = joined(typed);
  if (wanted.empty()) return Naming::kNot;
  Naming best = Naming::kNot;
  for (const std::string& name : term.names) best = std::max(best, naming_of(wanted, name));
  for (const std::string& name : term.also) best = std::max(best, naming_of(wanted, name));
  return best;
}

}  // namespace app
