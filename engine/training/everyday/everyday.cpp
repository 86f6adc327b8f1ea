// everyday.cpp: grammars as they are carried by the program, and the last touch on a line.
#include "engine/training/everyday/everyday.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "embedded/everyday.h"
#include "engine/core/utf8.h"
#include "engine/training/everyday/scene_writer.h"

namespace engine {
namespace {

SceneGrammar embedded_grammar(std::string_view file) {
  auto read = read_scenes(file, everyday::file(file));
  assert(read.ok());
  return std::move(read).value();
}

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool ends_phrase(char byte) {
  return std::string_view(".,?!;:").find(byte) != std::string_view::npos;
}

char small_letter(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

char capital_letter(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
}

// The letters from `at` on.
std::string_view word_at(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && is_letter(text[end])) ++end;
  return text.substr(at, end - at);
}

bool is_in(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool starts_with_vowel(const SceneGrammar& grammar, std::string_view word) {
  if (is_in(grammar.vowel_words, word)) return true;
  if (word.empty() || is_in(grammar.consonant_words, word)) return false;
  return std::string_view("aeiou").find(small_letter(word.front())) != std::string_view::npos;
}

// Choices that said nothing leave no two spaces, and none before a mark.
std::string one_space(std::string_view line) {
  std::string text;
  for (const char byte : line) {
    if (ends_phrase(byte) && text.ends_with(' ')) text.pop_back();
    if (byte == ' ' && (text.empty() || text.ends_with(' '))) continue;
    text += byte;
  }
  if (text.ends_with(' ')) text.pop_back();
  return text;
}

// Whether a sentence begins behind this text.
bool begins_sentence(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text.empty() || std::string_view(".?!\"").find(text.back()) != std::string_view::npos;
}

// "a apple" becomes "an apple"; the letter A stays.
std::string with_articles(const SceneGrammar& grammar, std::string_view line) {
  std::string text;
  for (size_t at = 0; at < line.size();) {
    const std::string_view word = word_at(line, at);
    if (word.empty()) {
      text += line[at++];
      continue;
    }
    const bool is_article = word == "a" || (word == "A" && begins_sentence(text));
    text += word;
    at += word.size();
    if (is_article && line.substr(at).starts_with(' ') && starts_with_vowel(grammar, word_at(line, at + 1)))
      text += 'n';
  }
  return text;
}

// The first letter of a sentence, and of what is said in quotation marks.
std::string with_capitals(std::string text) {
  bool begins = true;
  bool is_quoted = false;
  for (char& byte : text) {
    if (byte == '"') {
      is_quoted = !is_quoted;
      begins = is_quoted;
    } else if (is_letter(byte) || (byte >= '0' && byte <= '9')) {
      if (begins) byte = capital_letter(byte);
      begins = false;
    } else if (byte == '.' || byte == '?' || byte == '!') {
      begins = true;
    }
  }
  return text;
}

}  // namespace

const SceneGrammar& everyday_grammar(EverydayScript script) {
  static const SceneGrammar english = embedded_grammar("en.txt");
  static const SceneGrammar chinese = embedded_grammar("zh.txt");
  return script == EverydayScript::kEnglish ? english : chinese;
}

std::string finish_english(const SceneGrammar& grammar, std::string_view line) {
  return with_capitals(with_articles(grammar, one_space(line)));
}

std::string in_simplified(const SceneGrammar& grammar, std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::string_view letter = first_letter(line);
    const auto found = grammar.simplified.find(letter);
    text += found == grammar.simplified.end() ? letter : std::string_view(found->second);
    line.remove_prefix(letter.size());
  }
  return text;
}

std::string finish_scene(EverydayScript script, const std::string& line) {
  const SceneGrammar& grammar = everyday_grammar(script);
  if (script == EverydayScript::kEnglish) return finish_english(grammar, line);
  return script == EverydayScript::kSimplified ? in_simplified(grammar, line) : line;
}

EverydayScene everyday_scene(EverydayScript script, Draw& choices) {
  const SceneGrammar& grammar = everyday_grammar(script);
  const SceneKind& kind = grammar.kinds[static_cast<size_t>(draw_kind(grammar, choices))];
  return {&kind, finish_scene(script, draw_scene(grammar, kind, choices))};
}

std::string everyday_text(EverydayScript script, uint64_t seed, uint64_t lines) {
  const RandomStream stream(seed, "everyday");
  std::string text;
  for (uint64_t line = 0; line < lines; ++line) {
    Draw choices(stream, line);
    text += everyday_scene(script, choices).text + "\n";
  }
  return text;
}

std::vector<EverydayFact> everyday_facts(EverydayScript script) {
  std::vector<EverydayFact> facts;
  const SceneGrammar& grammar = everyday_grammar(script);
  const bool is_simplified = script == EverydayScript::kSimplified;
  for (const SceneKind& kind : grammar.kinds) {
    for (const SceneFact& fact : facts_of(grammar, kind)) {
      const std::string answer = is_simplified ? in_simplified(grammar, fact.answer) : fact.answer;
      facts.push_back({kind.name, finish_scene(script, fact.opening), answer});
    }
  }
  return facts;
}

}  // namespace engine
