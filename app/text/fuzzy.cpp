// fuzzy.cpp: scores a name by how the typed words match its words.
#include "app/text/fuzzy.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/text/plain_text.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

using Letters = std::u32string;

// Scores: a whole word before a prefix, before a part, before scattered letters.
constexpr int kWhole = 100;
constexpr int kBeginning = 80;
constexpr int kInside = 50;
constexpr int kScattered = 10;
constexpr int kPerLetter = 2;
constexpr int kAtStart = 23;  // a scattered letter that starts a word
constexpr int kTogether = 4;  // one right after the previous letter
constexpr int kNone = -1'000'000;
constexpr int kLettersToAPoint = 4;  // of the name: shorter names are better

bool is_numeral(char32_t letter) {
  return letter >= U'0' && letter <= U'9';
}

// Lower case; subscripts as plain letters; 0 for word separators.
char32_t folded(char32_t letter) {
  constexpr std::u32string_view kParts = U" \t\n.,:;·›→+-−/\\|()（）：，。、；「」“”\"'…×÷√=&";
  constexpr std::u32string_view kSubscripts = U"ₖᵥₒ₀₁₂₃₄₅₆₇₈₉";
  constexpr std::u32string_view kPlain = U"kvo0123456789";
  if (kParts.find(letter) != std::u32string_view::npos) return 0;
  if (const size_t at = kSubscripts.find(letter); at != std::u32string_view::npos) return kPlain[at];
  return letter >= U'A' && letter <= U'Z' ? letter - U'A' + U'a' : letter;
}

// The letters of UTF-8, folded.
Letters read(std::string_view text) {
  Letters letters;
  letters.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const engine::Letter letter = engine::letter_at(text, at);
    letters += folded(letter.code);
    at = letter.end;
  }
  return letters;
}

std::vector<Letters> words_of(const Letters& letters) {
  std::vector<Letters> words(1);
  for (const char32_t letter : letters) {
    if (letter != 0) {
      words.back() += letter;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool starts_word(const Letters& name, size_t at) {
  return at == 0 || name[at - 1] == 0 || is_ideograph(name[at]) || is_ideograph(name[at - 1]) ||
         is_numeral(name[at]) != is_numeral(name[at - 1]);
}

bool ends_word(const Letters& name, size_t end) {
  return end == name.size() || name[end] == 0 || starts_word(name, end);
}

// The word as a substring of the name.
int contiguous(const Letters& word, const Letters& name) {
  const bool is_number = std::all_of(word.begin(), word.end(), is_numeral);
  int best = kNone;
  for (size_t at = name.find(word); at != Letters::npos; at = name.find(word, at + 1)) {
    const bool starts = starts_word(name, at);
    const bool whole = starts && ends_word(name, at + word.size());
    if (is_number && !whole) continue;
    best = std::max(best, whole ? kWhole : starts ? kBeginning : kInside);
  }
  return is_number && best == kNone ? kNone - 1 : best;
}

// Its letters in order, each in the same word as the previous one or at the start of another: the best match.
int scattered(const Letters& word, const Letters& name) {
  std::vector<int> before(name.size(), kNone);  // best score with the last letter matched at this position
  for (size_t i = 0; i < word.size(); ++i) {
    std::vector<int> now(name.size(), kNone);
    int earlier = i == 0 ? 0 : kNone;  // the best one that ends before `at`
    int in_word = kNone;               // the best one that ends before it in the same word
    for (size_t at = 0; at < name.size(); ++at) {
      const bool starts = starts_word(name, at);
      if (i > 0 && at > 0) earlier = std::max(earlier, before[at - 1]);
      in_word = starts || i == 0 ? kNone : std::max(in_word, before[at - 1]);
      const int from = starts ? earlier : in_word;
      if (name[at] != word[i] || from == kNone) continue;
      now[at] = from + (starts ? kAtStart : 0);
      if (i > 0 && at > 0 && before[at - 1] != kNone)
        now[at] = std::max(now[at], before[at - 1] + kTogether + (starts ? kAtStart : 0));
    }
    before = std::move(now);
  }
  const int best = before.empty() ? kNone : *std::max_element(before.begin(), before.end());
  return best == kNone ? kNone : std::min(kScattered + best, kBeginning - 1);
}

int score_word(const Letters& word, const Letters& name) {
  const int together = contiguous(word, name);
  if (together > kNone) return together + kPerLetter * static_cast<int>(word.size());
  const bool is_number = together < kNone;
  return is_number || word.size() < 2 ? kNone : scattered(word, name);
}

}  // namespace

std::optional<int> fit(std::string_view typed, std::string_view name) {
  const Letters letters = read(name);
  int total = -static_cast<int>(letters.size()) / kLettersToAPoint;
  for (const Letters& word : words_of(read(typed))) {
    const int score = score_word(word, letters);
    if (score <= kNone) return std::nullopt;
    total += score;
  }
  return total;
}

}  // namespace app
