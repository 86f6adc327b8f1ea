// phrase.cpp: phrases from English to French: most adjectives cross over behind their noun, and articles and
// adjectives take its gender.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

struct Noun {
  std::string_view english, french;
  bool is_feminine = false;
};
struct Adjective {
  std::string_view english, masculine, feminine;
};
struct Verb {
  std::string_view english, french;
};

constexpr std::array kNouns = {
    Noun{"house", "maison", true},   Noun{"car", "voiture", true},  Noun{"table", "table", true},
    Noun{"flower", "fleur", true},   Noun{"apple", "pomme", true},  Noun{"chair", "chaise", true},
    Noun{"cat", "chat", false},      Noun{"dog", "chien", false},   Noun{"book", "livre", false},
    Noun{"garden", "jardin", false}, Noun{"bridge", "pont", false}, Noun{"bread", "pain", false}};
// Stand before the noun in both languages.
constexpr std::array kBefore = {Adjective{"big", "grand", "grande"}, Adjective{"small", "petit", "petite"},
                                Adjective{"old", "vieux", "vieille"},
                                Adjective{"beautiful", "beau", "belle"}};
// Stand behind it in French.
constexpr std::array kBehind = {Adjective{"red", "rouge", "rouge"}, Adjective{"green", "vert", "verte"},
                                Adjective{"black", "noir", "noire"}, Adjective{"white", "blanc", "blanche"},
                                Adjective{"blue", "bleu", "bleue"}};
constexpr std::array kVerbs = {Verb{"sees", "voit"}, Verb{"likes", "aime"}, Verb{"hides", "cache"},
                               Verb{"follows", "suit"}};
// A noun that nobody taught stays as it is, and is masculine.
constexpr Noun kNewNoun{kUnknownWord, kUnknownWord};

constexpr float kNewNouns = 0.1F;
constexpr Index kLongest = 9;  // words: two noun phrases and a verb

enum PhraseAim { kArticleAim, kAdjectiveAim, kNounAim, kVerbAim, kNewNounAim, kGenderAim };
constexpr std::array kPhraseAims = {
    Aim{"article", AimedAttention::kCross},  Aim{"adjective", AimedAttention::kCross},
    Aim{"noun", AimedAttention::kCross},     Aim{"verb", AimedAttention::kCross},
    Aim{"new_noun", AimedAttention::kCross}, Aim{"gender", AimedAttention::kEncoder}};

enum PhraseGroup { kKnownWords, kNewWords };
constexpr std::array kPhraseGroups = {TaskGroup{"known_words"}, TaskGroup{"new_words"}};

// A sentence in both languages, and which English word each French one comes from.
struct PhrasePair {
  std::vector<std::string_view> english, french;
  std::vector<AimedRow> aims;
  bool has_new_word = false;

  Index say(std::string_view word) {
    english.push_back(word);
    return static_cast<Index>(english.size()) - 1;
  }
  void translate(std::string_view word, PhraseAim aim, Index from) {
    aims.push_back({aim, static_cast<Index>(french.size()), {from}});
    french.push_back(word);
  }
};

void add_noun_phrase(Draw& choices, PhrasePair& pair) {
  const Noun& noun = choices.chance(kNewNouns) ? kNewNoun : choices.of(kNouns);
  const bool is_new = noun.english == kUnknownWord;
  const bool is_definite = choices.chance(0.6F);
  const Adjective* const before = choices.chance(0.6F) ? &choices.of(kBefore) : nullptr;
  const Adjective* const behind = choices.chance(0.7F) ? &choices.of(kBehind) : nullptr;
  const auto agreeing = [&](const Adjective& adjective) {
    return noun.is_feminine ? adjective.feminine : adjective.masculine;
  };
  pair.has_new_word = pair.has_new_word || is_new;

  const Index article = pair.say(is_definite ? "the" : "a");
  const Index first = before != nullptr ? pair.say(before->english) : -1;
  const Index second = behind != nullptr ? pair.say(behind->english) : -1;
  const Index thing = pair.say(noun.english);

  const std::string_view the = noun.is_feminine ? "la" : "le";
  pair.translate(is_definite ? the : (noun.is_feminine ? "une" : "un"), kArticleAim, article);
  if (before != nullptr) pair.translate(agreeing(*before), kAdjectiveAim, first);
  pair.translate(noun.french, is_new ? kNewNounAim : kNounAim, thing);
  if (behind != nullptr) pair.translate(agreeing(*behind), kAdjectiveAim, second);
  pair.aims.push_back({kGenderAim, article, {thing}});
}

PhrasePair draw_phrase(Draw& choices) {
  PhrasePair pair;
  add_noun_phrase(choices, pair);
  if (choices.chance(0.7F)) {
    const Verb& verb = choices.of(kVerbs);
    pair.translate(verb.french, kVerbAim, pair.say(verb.english));
    add_noun_phrase(choices, pair);
  }
  return pair;
}

template <class Words>
auto word_in(const Words& words, std::string_view english) {
  return std::ranges::find(words, english, &Words::value_type::english);
}

// Translates the noun phrase that `words` begin with, and takes it off them; false if they begin with none.
bool take_noun_phrase(std::span<const std::string_view>& words, std::vector<std::string_view>& french) {
  const auto take = [&] {
    const std::string_view word = words.front();
    words = words.subspan(1);
    return word;
  };
  if (words.empty() || (words.front() != "the" && words.front() != "a")) return false;
  const bool is_definite = take() == "the";
  const auto* before = kBefore.end();
  const auto* behind = kBehind.end();
  if (!words.empty()) before = word_in(kBefore, words.front());
  if (before != kBefore.end()) take();
  if (!words.empty()) behind = word_in(kBehind, words.front());
  if (behind != kBehind.end()) take();
  if (words.empty()) return false;
  const auto* const known = word_in(kNouns, take());
  const Noun& noun = known == kNouns.end() ? kNewNoun : *known;
  const auto agreeing = [&](const Adjective& adjective) {
    return noun.is_feminine ? adjective.feminine : adjective.masculine;
  };
  const std::string_view the = noun.is_feminine ? "la" : "le";
  const std::string_view a = noun.is_feminine ? "une" : "un";
  french.push_back(is_definite ? the : a);
  if (before != kBefore.end()) french.push_back(agreeing(*before));
  french.push_back(noun.french);
  if (behind != kBehind.end()) french.push_back(agreeing(*behind));
  return true;
}

std::vector<std::string_view> phrase_tokens() {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>", kUnknownWord, "the",
                                       "a",     "le",    "la",    "un",         "une"};
  for (const Noun& noun : kNouns) tokens.insert(tokens.end(), {noun.english, noun.french});
  for (const auto& adjectives : {std::span<const Adjective>(kBefore), std::span<const Adjective>(kBehind)}) {
    for (const Adjective& each : adjectives)
      tokens.insert(tokens.end(), {each.english, each.masculine, each.feminine});
  }
  for (const Verb& verb : kVerbs) tokens.insert(tokens.end(), {verb.english, verb.french});
  return tokens;
}

class PhraseTask final : public RuleTask {
 public:
  PhraseTask() : RuleTask(task_vocabulary(phrase_tokens())) {}

  std::string_view name() const override { return "phrase"; }
  Index source_length() const override { return kLongest + 1; }
  Index target_length() const override { return kLongest + 1; }
  std::span<const TaskGroup> groups() const override { return kPhraseGroups; }
  std::span<const Aim> aims() const override { return kPhraseAims; }
  std::vector<std::string> shown() const override {
    return {"the big red house", "a small black cat sees the beautiful white flower",
            "the old green bridge hides a blue car", "the big red zebra"};
  }
  std::vector<Index> answer(std::span<const Index> source) const override {
    std::vector<std::string_view> said;
    for (const Index id : source) {
      if (id == vocabulary().end) break;
      said.push_back(vocabulary().tokens[static_cast<size_t>(id)]);
    }
    std::span<const std::string_view> words = said;
    std::vector<std::string_view> french;
    if (!take_noun_phrase(words, french)) return {};
    if (!words.empty()) {
      const auto* const verb = word_in(kVerbs, words.front());
      words = words.subspan(1);
      if (verb == kVerbs.end()) return {};
      french.push_back(verb->french);
      if (!take_noun_phrase(words, french)) return {};
    }
    return words.empty() ? ids(french) : std::vector<Index>();
  }
  Recipe recipe() const override { return small_recipe(Architecture::kTransformer, {}, labels()); }

 protected:
  Drawn draw(Draw& choices) const override {
    PhrasePair pair = draw_phrase(choices);
    TaskCase example = translation(ids(pair.english), ids(pair.french));
    example.aims = std::move(pair.aims);
    example.group = pair.has_new_word ? kNewWords : kKnownWords;
    return drawn_by_source(std::move(example));
  }
};

}  // namespace

const Task& phrase_task() {
  static const PhraseTask task;
  return task;
}

}  // namespace engine
