// term_links.cpp: the names by their first letters, tried at the beginning of each word.
#include "app/pages/term_links.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "app/pages/glossary.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

constexpr size_t kMostKept = 64;              // texts
constexpr size_t kOneIdeograph = 3;           // bytes: too short to be told from a part of another word
constexpr unsigned char kFirstOfMany = 0x80;  // a byte of a letter beyond ASCII

struct Name {
  std::string text;  // in small letters
  const Term* term = nullptr;
};
using NamesByByte = std::array<std::vector<Name>, 256>;

bool is_latin(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  const char letter = text[at];
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '_';
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char letter) { return static_cast<unsigned char>(letter) < kFirstOfMany; });
}

std::string small(std::string_view text) {
  std::string letters(text);
  std::ranges::transform(letters, letters.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return letters;
}

NamesByByte names_in(Language language) {
  NamesByByte names;
  for (const Term& term : glossary()) {
    const std::string name = small(term.name(language));
    const bool is_short = !is_ascii(name) && name.size() <= kOneIdeograph;
    if (term.is_marked && !is_short)
      names.at(static_cast<unsigned char>(name.front())).push_back({name, &term});
  }
  for (std::vector<Name>& list : names)
    std::ranges::stable_sort(list, std::ranges::greater{}, [](const Name& name) { return name.text.size(); });
  return names;
}

const NamesByByte& names_of(Language language) {
  static const std::array<NamesByByte, 3> kNames = {names_in(Language::kEnglish),
                                                    names_in(Language::kTraditionalChinese),
                                                    names_in(Language::kSimplifiedChinese)};
  return kNames.at(static_cast<size_t>(language));
}

// A term in a text: its place in bytes.
struct FoundTerm {
  size_t at = 0;
  size_t size = 0;
  const Term* term = nullptr;
};

// Where a name that begins at `at` ends: after a plural's s, at the end of a word; 0 if it does not.
size_t end_of(std::string_view text, size_t at, const std::string& name) {
  if (text.compare(at, name.size(), name) != 0) return 0;
  size_t end = at + name.size();
  if (!is_latin(name, name.size() - 1)) return end;
  if (end < text.size() && text[end] == 's') ++end;
  return is_latin(text, end) ? 0 : end;
}

FoundTerm term_at(std::string_view text, size_t at, const NamesByByte& names) {
  if (at > 0 && is_latin(text, at) && is_latin(text, at - 1)) return {};
  for (const Name& name : names.at(static_cast<unsigned char>(text[at]))) {
    if (const size_t end = end_of(text, at, name.text)) return {at, end - at, name.term};
  }
  return {};
}

// Cuts a span at the terms in it that were not met before.
class TermLinker {
 public:
  explicit TermLinker(Language language) : names_(names_of(language)) {}

  void link(ProseBlock& block) {
    std::vector<ProseSpan> spans;
    for (ProseSpan& span : block.spans) {
      const bool is_plain = !span.is_formula && !span.is_code && !span.is_emphasised && span.link.empty();
      if (is_plain) {
        cut(span, spans);
      } else {
        spans.push_back(std::move(span));
      }
    }
    block.spans = std::move(spans);
  }

 private:
  void cut(const ProseSpan& span, std::vector<ProseSpan>& spans) {
    const std::string letters = small(span.text);
    size_t done = 0;
    const auto add = [&](size_t from, size_t to, const std::string& link) {
      if (from == to) return;
      spans.push_back(span);
      spans.back().text = span.text.substr(from, to - from);
      spans.back().link = link;
    };
    for (size_t at = 0; at < letters.size();) {
      const FoundTerm found = term_at(letters, at, names_);
      if (found.term == nullptr) {
        at = engine::letter_at(letters, at).end;
        continue;
      }
      if (met_.insert(found.term).second) {
        add(done, at, "");
        add(at, at + found.size, "term:" + found.term->id);
        done = at + found.size;
      }
      at += found.size;
    }
    add(done, span.text.size(), "");
  }

  const NamesByByte& names_;
  std::set<const Term*> met_;
};

}  // namespace

void link_terms(std::vector<ProseBlock>& blocks, Language language) {
  TermLinker linker(language);
  for (ProseBlock& block : blocks) {
    if (block.kind == ProseBlock::Kind::kParagraph || block.kind == ProseBlock::Kind::kItem)
      linker.link(block);
  }
}

std::shared_ptr<const std::vector<ProseBlock>> kept_prose(std::string_view markdown, Language language,
                                                          bool links) {
  using Key = std::tuple<Language, bool, std::string>;
  static std::map<Key, std::shared_ptr<const std::vector<ProseBlock>>> kept;
  Key key(language, links, markdown);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  if (kept.size() >= kMostKept) kept.clear();
  auto blocks = std::make_shared<std::vector<ProseBlock>>(read_prose(markdown));
  if (links) link_terms(*blocks, language);
  return kept.emplace(std::move(key), std::move(blocks)).first->second;
}

}  // namespace app
