// who.cpp: who or what is meant: an encoder says at "it" which noun is meant, at a hidden pronoun which
// pronoun belongs there, and fills in hidden words (Devlin et al. 2019).
#include "engine/training/tasks/who.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr float kSeen = 0.5F;         // the pronoun stands there, and is not hidden
constexpr float kThings = 0.5F;       // of all sentences
constexpr float kForgotten = 0.15F;   // of the two nouns that may be meant: they become <unk>
constexpr float kNearby = 0.3F;       // a person with another person beside
constexpr float kQuality = 0.2F;      // a person with an adjective
constexpr float kOtherKind = 0.8F;    // another try, where two people are of one kind
constexpr float kNoStop = 0.4F;       // sentences without a full stop
constexpr float kHiddenShare = 0.1F;  // of the words that nothing else is asked of

enum WhoAim { kItAim, kItNewAim, kMeantPersonAim, kHiddenPronounAim, kHiddenNounAim };
constexpr std::array kWhoAims = {Aim{"it", AimedAttention::kEncoder}, Aim{"it_new", AimedAttention::kEncoder},
                                 Aim{"person", AimedAttention::kEncoder},
                                 Aim{"hidden_pronoun", AimedAttention::kEncoder},
                                 Aim{"hidden_noun", AimedAttention::kEncoder}};
enum WhoGroup { kIt, kItNew, kHiddenNoun, kTwoKinds, kOneKind, kHiddenTwoKinds, kHiddenOneKind, kPersonNew };
constexpr std::array kWhoGroups = {TaskGroup{"it"},
                                   TaskGroup{"it_new"},
                                   TaskGroup{"hidden_noun", false},
                                   TaskGroup{"two_kinds", false},
                                   TaskGroup{"one_kind", false},
                                   TaskGroup{"hidden_pronoun", false},
                                   TaskGroup{"hidden_pronoun_one_kind", false},
                                   TaskGroup{"person_new", false}};

std::vector<std::string_view> cut_at(std::string_view text, char between) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(between), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

using Ids = std::vector<Index>;

// A language's rules, as ids.
struct WhoRules {
  struct Things {
    Ids first, second;
    std::vector<Ids> between;
    Ids about_first, about_second;
  };
  struct People {
    Index verb = 0;
    std::array<std::vector<Ids>, 2> because;  // of the first, of the second
  };

  Ids article, because, too, after, qualities;
  Index it = 0;
  Index stop = 0;
  bool is_near_first = false;
  std::array<Ids, 3> people;
  std::array<Index, 3> pronouns{};
  std::vector<Ids> near;
  std::vector<People> verbs;
  std::vector<Things> things;
};

std::vector<std::string_view> who_tokens(const WhoLanguage& language) {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", kHiddenWord, kUnknownWord};
  const auto add = [&](std::string_view phrases) {
    for (const std::string_view phrase : cut_at(phrases, '|')) {
      const auto words = cut_at(phrase, ' ');
      tokens.insert(tokens.end(), words.begin(), words.end());
    }
  };
  for (const std::string_view kind : language.people) add(kind);
  for (const std::string_view pronoun : language.pronouns) add(pronoun);
  for (const PeopleVerb& each : language.verbs) {
    for (const std::string_view part : {each.verb, each.first_because, each.second_because}) add(part);
  }
  for (const std::string_view part : {language.qualities, language.near, language.article, language.because,
                                      language.stop, language.it, language.too, language.after})
    add(part);
  for (const ThingsRule& each : language.things) {
    for (const std::string_view part :
         {each.first, each.second, each.between, each.about_first, each.about_second})
      add(part);
  }
  return tokens;
}

struct WhoSentence {
  Ids words;
  Index asked = 0;  // the place that has to say who is meant
  Index label = 0;
  Index meant = 0;  // the places of the two nouns
  Index other = 0;
  WhoGroup group = kIt;
  WhoAim aim = kItAim;
};

void append(Ids& words, const Ids& more) {
  words.insert(words.end(), more.begin(), more.end());
}

class WhoTask final : public RuleTask {
 public:
  explicit WhoTask(const WhoLanguage& language)
      : RuleTask(task_vocabulary(who_tokens(language))), language_(language), rules_(rules()) {}

  std::string_view name() const override { return language_.task; }
  Index source_length() const override { return language_.longest; }
  std::span<const TaskGroup> groups() const override { return kWhoGroups; }
  std::span<const Aim> aims() const override { return kWhoAims; }
  std::vector<Index> asked() const override {
    std::vector<Index> words{rules_.it};
    words.insert(words.end(), rules_.pronouns.begin(), rules_.pronouns.end());
    return words;
  }
  std::vector<std::string> shown() const override { return {language_.shown.begin(), language_.shown.end()}; }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kEncoder, {.layers = 2, .heads = 2}, labels());
    recipe.optimiser.rate = 3e-3;
    recipe.steps = 2500;
    return recipe;
  }

 protected:
  size_t held_out_count() const override { return 3000; }

  Drawn draw(Draw& choices) const override {
    const bool is_seen = choices.chance(kSeen);
    WhoSentence sentence = choices.chance(kThings) ? things(choices, is_seen) : people(choices, is_seen);
    if (choices.chance(kNoStop)) sentence.words.pop_back();
    forget_nouns(choices, sentence);
    return drawn_by_source(asked(sentence));
  }

  // Any other word may be hidden as well, and has to be said.
  void disturb(TaskCase& example, Draw& choices) const override {
    for (size_t row = 1; row < example.source.size(); ++row) {
      Index& word = example.source[row];
      const bool is_hidden = choices.chance(kHiddenShare);
      if (!is_hidden || example.labels[row] != kNoLabel || word == vocabulary().unknown) continue;
      example.labels[row] = std::exchange(word, vocabulary().mask);
    }
  }

 private:
  Ids words_of(std::string_view phrase) const { return ids(cut_at(phrase, ' ')); }
  std::vector<Ids> phrases_of(std::string_view phrases) const {
    std::vector<Ids> all;
    for (const std::string_view phrase : cut_at(phrases, '|')) all.push_back(words_of(phrase));
    return all;
  }

  WhoRules rules() const {
    WhoRules rules;
    rules.article = words_of(language_.article);
    rules.because = words_of(language_.because);
    rules.too = words_of(language_.too);
    rules.after = words_of(language_.after);
    rules.qualities = words_of(language_.qualities);
    rules.it = id(language_.it);
    rules.stop = id(language_.stop);
    rules.near = phrases_of(language_.near);
    rules.is_near_first = language_.is_near_first;
    for (size_t kind = 0; kind < rules.people.size(); ++kind) {
      rules.people[kind] = words_of(language_.people[kind]);
      rules.pronouns[kind] = id(language_.pronouns[kind]);
    }
    for (const PeopleVerb& each : language_.verbs)
      rules.verbs.push_back(
          {id(each.verb), {phrases_of(each.first_because), phrases_of(each.second_because)}});
    for (const ThingsRule& each : language_.things)
      rules.things.push_back({words_of(each.first), words_of(each.second), phrases_of(each.between),
                              words_of(each.about_first), words_of(each.about_second)});
    return rules;
  }

  // The animal did not cross the street because it was too tired.
  WhoSentence things(Draw& choices, bool is_seen) const {
    const WhoRules::Things& rule = choices.of(rules_.things);
    const Index first = choices.of(rule.first);
    Index second = choices.of(rule.second);
    while (second == first) second = choices.of(rule.second);
    const bool is_second = choices.chance(0.5F);

    WhoSentence sentence;
    Ids& words = sentence.words;
    append(words, rules_.article);
    sentence.meant = static_cast<Index>(words.size());
    words.push_back(first);
    append(words, choices.of(rule.between));
    append(words, rules_.article);
    sentence.other = static_cast<Index>(words.size());
    words.push_back(second);
    append(words, rules_.because);
    if (!is_seen) append(words, rules_.article);
    sentence.asked = static_cast<Index>(words.size());
    words.push_back(is_seen ? rules_.it : vocabulary().mask);
    append(words, rules_.too);
    words.push_back(choices.of(is_second ? rule.about_second : rule.about_first));
    append(words, rules_.after);
    words.push_back(rules_.stop);

    sentence.label = is_second ? second : first;
    if (is_second) std::swap(sentence.meant, sentence.other);
    sentence.group = is_seen ? kIt : kHiddenNoun;
    sentence.aim = is_seen ? kItAim : kHiddenNounAim;
    return sentence;
  }

  // The girl behind the kings thanked the man because he had helped.
  WhoSentence people(Draw& choices, bool is_seen) const {
    const Index first = choices.below(3);
    Index second = choices.below(3);
    while (choices.chance(kOtherKind) && second == first) second = choices.below(3);
    const WhoRules::People& rule = choices.of(rules_.verbs);
    const bool is_second = choices.chance(0.5F);
    const Index pronoun = rules_.pronouns[static_cast<size_t>(is_second ? second : first)];

    WhoSentence sentence;
    Ids& words = sentence.words;
    sentence.meant = add_person(choices, first, words);
    words.push_back(rule.verb);
    sentence.other = add_person(choices, second, words);
    append(words, rules_.because);
    sentence.asked = static_cast<Index>(words.size());
    words.push_back(is_seen ? pronoun : vocabulary().mask);
    append(words, choices.of(rule.because[is_second ? 1 : 0]));
    words.push_back(rules_.stop);

    if (is_second) std::swap(sentence.meant, sentence.other);
    sentence.label = is_seen ? words[static_cast<size_t>(sentence.meant)] : pronoun;
    const bool is_one_kind = first == second;
    sentence.group =
        is_seen ? (is_one_kind ? kOneKind : kTwoKinds) : (is_one_kind ? kHiddenOneKind : kHiddenTwoKinds);
    sentence.aim = is_seen ? kMeantPersonAim : kHiddenPronounAim;
    return sentence;
  }

  // A person, perhaps beside another, who leads astray. The place of the noun.
  Index add_person(Draw& choices, Index kind, Ids& words) const {
    const auto anybody = [&] { return choices.of(rules_.people[static_cast<size_t>(choices.below(3))]); };
    const bool has_other = choices.chance(kNearby);
    if (has_other && rules_.is_near_first) {
      words.push_back(anybody());
      append(words, choices.of(rules_.near));
    }
    append(words, rules_.article);
    if (!rules_.qualities.empty() && choices.chance(kQuality)) words.push_back(choices.of(rules_.qualities));
    const auto place = static_cast<Index>(words.size());
    words.push_back(choices.of(rules_.people[static_cast<size_t>(kind)]));
    if (has_other && !rules_.is_near_first) {
      append(words, choices.of(rules_.near));
      append(words, rules_.article);
      words.push_back(anybody());
    }
    return place;
  }

  // Where the noun that is meant is one that nobody taught, <unk> is the answer.
  void forget_nouns(Draw& choices, WhoSentence& sentence) const {
    const bool is_noun_asked = sentence.aim != kHiddenPronounAim;
    if (choices.chance(kForgotten)) {
      sentence.words[static_cast<size_t>(sentence.meant)] = vocabulary().unknown;
      if (is_noun_asked) sentence.label = vocabulary().unknown;
      if (sentence.group == kIt) sentence.aim = kItNewAim;
      if (sentence.group == kIt) sentence.group = kItNew;
      if (sentence.aim == kMeantPersonAim) sentence.group = kPersonNew;
    }
    if (choices.chance(kForgotten))
      sentence.words[static_cast<size_t>(sentence.other)] = vocabulary().unknown;
  }

  TaskCase asked(const WhoSentence& sentence) const {
    TaskCase example;
    example.source.reserve(sentence.words.size() + 1);
    example.source.push_back(vocabulary().start);
    append(example.source, sentence.words);
    example.labels.assign(example.source.size(), kNoLabel);
    const Index row = sentence.asked + 1;
    example.labels[static_cast<size_t>(row)] = sentence.label;
    example.scored = {row};
    example.group = sentence.group;
    example.aims.push_back({sentence.aim, row, {sentence.meant + 1}});
    return example;
  }

  const WhoLanguage& language_;
  WhoRules rules_;
};

}  // namespace

const Task& who_task() {
  static const WhoTask task(who_english());
  return task;
}

const Task& who_chinese_task() {
  static const WhoTask task(who_chinese());
  return task;
}

}  // namespace engine
