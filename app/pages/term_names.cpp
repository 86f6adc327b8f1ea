// term_names.cpp: the names by their first bytes, tried at the beginning of each word.
#include "app/pages/term_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/core/utf8.h"

namespace app {
namespace {

constexpr char32_t kFirstIdeograph = 0x2E80;  // and kana, and their marks
constexpr size_t kShortAlias = 3;             // letters: "PE" is not "pe"

struct Name {
  std::string text;        // in small letters
  std::string as_written;  // if it counts only like this
  bool is_alone = false;   // an ideograph that counts only by itself
  const Term* term = nullptr;
};
using NamesByByte = std::array<std::vector<Name>, 256>;

bool is_latin(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  const char letter = text[at];
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

// Beyond ASCII all letters stay as they are: every byte keeps its place.
std::string small(std::string_view text) {
  std::string letters(text);
  std::ranges::transform(letters, letters.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return letters;
}

// Punctuation of ideographs is none.
bool is_ideograph(char32_t letter) {
  constexpr char32_t kFirstMark = 0x3000;
  constexpr char32_t kLastMark = 0x303F;
  constexpr char32_t kFirstFullWidth = 0xFF00;
  return letter >= kFirstIdeograph && letter < kFirstFullWidth && (letter < kFirstMark || letter > kLastMark);
}

bool is_one_letter(std::string_view text) {
  return engine::first_letter(text).size() == text.size();
}

class NameList {
 public:
  explicit NameList(Language language, bool with_aliases) {
    for (const Term& term : glossary()) {
      if (!term.is_marked) continue;
      add(term, term.name(language), with_aliases, false);
      if (!with_aliases) continue;
      for (const std::string& alias : term.also) add(term, alias, true, true);
    }
    for (std::vector<Name>& list : names_)
      std::ranges::stable_sort(list, std::ranges::greater{},
                               [](const Name& name) { return name.text.size(); });
  }

  const std::vector<Name>& beginning_with(char byte) const {
    return names_.at(static_cast<unsigned char>(byte));
  }

 private:
  void add(const Term& term, const std::string& name, bool is_pointed_at, bool is_alias) {
    if (is_pointed_at && std::ranges::find(term.loosely, name) != term.loosely.end()) return;
    const bool is_one = is_one_letter(name);
    if (is_one && (!is_pointed_at || !is_ideograph(engine::letter_at(name, 0).code))) return;
    Name added{small(name), {}, is_one, &term};
    if (is_alias && is_latin(name, 0) && name.size() <= kShortAlias) added.as_written = name;
    names_.at(static_cast<unsigned char>(added.text.front())).push_back(std::move(added));
  }

  NamesByByte names_;
};

const NameList& names_of(Language language, bool with_aliases) {
  using Lists = std::array<NameList, 3>;
  const auto lists = [](bool all) {
    return Lists{NameList(Language::kEnglish, all), NameList(Language::kTraditionalChinese, all),
                 NameList(Language::kSimplifiedChinese, all)};
  };
  static const Lists kNamed = lists(false);
  static const Lists kMeant = lists(true);
  return (with_aliases ? kMeant : kNamed).at(static_cast<size_t>(language));
}

// The text, and the same in small letters.
struct Searched {
  std::string_view text;
  std::string letters;
};

bool is_by_itself(std::string_view text, size_t at, size_t end) {
  const bool is_after =
      at > 0 && is_ideograph(engine::letter_at(text, engine::letter_start(text, at - 1)).code);
  const bool is_before = end < text.size() && is_ideograph(engine::letter_at(text, end).code);
  return !is_after && !is_before;
}

// Where a name that begins at `at` ends: after a plural's s, at the end of a word; 0 if it does not.
size_t end_of(const Searched& searched, size_t at, const Name& name) {
  const std::string& letters = searched.letters;
  if (letters.compare(at, name.text.size(), name.text) != 0) return 0;
  size_t end = at + name.text.size();
  if (!name.as_written.empty() && searched.text.substr(at, name.text.size()) != name.as_written) return 0;
  if (name.is_alone && !is_by_itself(letters, at, end)) return 0;
  if (!is_latin(name.text, name.text.size() - 1)) return end;
  if (end < letters.size() && letters[end] == 's') ++end;
  return is_latin(letters, end) ? 0 : end;
}

TermInText term_at(const Searched& searched, size_t at, const NameList& names) {
  const std::string& letters = searched.letters;
  if (at > 0 && is_latin(letters, at) && is_latin(letters, at - 1)) return {};
  for (const Name& name : names.beginning_with(letters[at])) {
    if (const size_t end = end_of(searched, at, name)) return {at, end - at, name.term};
  }
  return {};
}

std::vector<TermInText> terms_in(std::string_view text, const NameList& names, bool may_overlap) {
  const Searched searched{text, small(text)};
  std::vector<TermInText> terms;
  for (size_t at = 0; at < text.size();) {
    const TermInText found = term_at(searched, at, names);
    if (found.term != nullptr) terms.push_back(found);
    at = found.term != nullptr && !may_overlap ? at + found.size : engine::letter_at(text, at).end;
  }
  return terms;
}

}  // namespace

std::vector<TermInText> terms_named_in(std::string_view text, Language language) {
  return terms_in(text, names_of(language, false), false);
}

std::vector<TermInText> terms_meant_in(std::string_view text, Language language) {
  return terms_in(text, names_of(language, true), true);
}

}  // namespace app
