// grammar.cpp: a small English grammar: a verb agrees with its subject, whatever stands between them, and a
// pronoun with whom it means.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/training/tasks/next_word.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

struct CountedNoun {
  std::string_view one, many, pronoun;
};
struct AgreeingVerb {
  std::string_view one, many;
};

constexpr std::array kCountedNouns = {
    CountedNoun{"girl", "girls", "she"}, CountedNoun{"boy", "boys", "he"},
    CountedNoun{"king", "kings", "he"},  CountedNoun{"queen", "queens", "she"},
    CountedNoun{"cat", "cats", "it"},    CountedNoun{"dog", "dogs", "it"},
    CountedNoun{"man", "men", "he"},     CountedNoun{"woman", "women", "she"}};
constexpr std::array kAlone = {AgreeingVerb{"runs", "run"}, AgreeingVerb{"sleeps", "sleep"},
                               AgreeingVerb{"sings", "sing"}, AgreeingVerb{"smiles", "smile"},
                               AgreeingVerb{"walks", "walk"}};
constexpr std::array kWithObject = {AgreeingVerb{"sees", "see"}, AgreeingVerb{"likes", "like"},
                                    AgreeingVerb{"knows", "know"}, AgreeingVerb{"helps", "help"}};
constexpr std::array<std::string_view, 4> kQualities = {"old", "young", "small", "happy"};
constexpr std::array<std::string_view, 2> kPrepositions = {"near", "behind"};
constexpr std::array<std::string_view, 4> kPronouns = {"she", "he", "it", "they"};
constexpr Index kLongestSentence = 19;  // words, the full stop among them

enum GrammarAim { kSubjectAim, kRelativeAim, kPronounAim, kPronounVerbAim };
constexpr std::array kGrammarAims = {
    Aim{"subject", AimedAttention::kDecoder}, Aim{"relative", AimedAttention::kDecoder},
    Aim{"pronoun", AimedAttention::kDecoder}, Aim{"pronoun_verb", AimedAttention::kDecoder}};
enum GrammarGroup { kNoNounBetween, kOneNounBetween, kTwoNounsBetween };
constexpr std::array kGrammarGroups = {TaskGroup{"no_noun_between"}, TaskGroup{"one_noun_between"},
                                       TaskGroup{"two_nouns_between"}};

struct Subject {
  const CountedNoun* noun = nullptr;
  bool are_many = false;
  Index place = 0;

  std::string_view pronoun() const { return are_many ? "they" : noun->pronoun; }
};

class Clause {
 public:
  explicit Clause(Draw& choices) : choices_(choices) {}

  AskedSentence sentence() {
    const Subject subject = say_noun_phrase();
    const int between = say_what_describes(subject);
    sentence_.group = between;
    const bool is_alone = choices_.chance(0.5F);
    say_verb(is_alone ? choices_.of(kAlone) : choices_.of(kWithObject), subject.are_many,
             {kSubjectAim, 0, far(subject, between)});
    if (!is_alone) say_noun_phrase();
    if (choices_.chance(0.6F)) say_reason(subject, between);
    sentence_.say(".");
    return std::move(sentence_);
  }

 private:
  Subject say_noun_phrase() {
    Subject subject{&choices_.of(kCountedNouns), choices_.chance(0.5F)};
    sentence_.say("the");
    if (choices_.chance(0.25F)) sentence_.say(choices_.of(kQualities));
    subject.place = sentence_.say(subject.are_many ? subject.noun->many : subject.noun->one);
    return subject;
  }

  // Only where a noun stands between is it seen whether a row finds its subject.
  static std::vector<Index> far(const Subject& subject, int between) {
    return between > 0 ? std::vector<Index>{subject.place} : std::vector<Index>{};
  }

  void say_verb(const AgreeingVerb& verb, bool are_many, AskedSentence::Asked asked) {
    asked.word = sentence_.say(are_many ? verb.many : verb.one);
    asked.rival = are_many ? verb.one : verb.many;
    sentence_.asked.push_back(std::move(asked));
  }

  // Near or behind somebody; who likes somebody; whom somebody likes. The number of nouns said.
  int say_what_describes(const Subject& subject) {
    const float kind = choices_.uniform();
    if (kind < 0.35F) {
      const int count = choices_.chance(0.35F) ? 2 : 1;
      for (int i = 0; i < count; ++i) {
        sentence_.say(choices_.of(kPrepositions));
        say_noun_phrase();
      }
      return count;
    }
    if (kind >= 0.8F) return 0;
    sentence_.say("that");
    const bool is_subject = kind < 0.6F;
    const Subject agent = is_subject ? subject : say_noun_phrase();
    say_verb(choices_.of(kWithObject), agent.are_many, {kRelativeAim, 0, {agent.place}});
    if (is_subject) say_noun_phrase();
    return 1;
  }

  void say_reason(const Subject& subject, int between) {
    sentence_.say("because");
    const Index pronoun = sentence_.say(subject.pronoun());
    sentence_.asked.push_back({kPronounAim, pronoun, far(subject, between)});
    say_verb(choices_.of(kAlone), subject.are_many, {kPronounVerbAim, 0, {pronoun}});
  }

  Draw& choices_;
  AskedSentence sentence_;
};

std::vector<std::string_view> grammar_tokens() {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>",   kUnknownWord,
                                       "the",   "that",  "because", "."};
  for (const CountedNoun& noun : kCountedNouns) tokens.insert(tokens.end(), {noun.one, noun.many});
  tokens.insert(tokens.end(), kPronouns.begin(), kPronouns.end());
  for (const AgreeingVerb& verb : kAlone) tokens.insert(tokens.end(), {verb.one, verb.many});
  for (const AgreeingVerb& verb : kWithObject) tokens.insert(tokens.end(), {verb.one, verb.many});
  tokens.insert(tokens.end(), kQualities.begin(), kQualities.end());
  tokens.insert(tokens.end(), kPrepositions.begin(), kPrepositions.end());
  return tokens;
}

class GrammarTask final : public NextWordTask {
 public:
  GrammarTask() : NextWordTask(task_vocabulary(grammar_tokens())) {}

  std::string_view name() const override { return "grammar"; }
  Index source_length() const override { return kLongestSentence + 1; }
  std::span<const TaskGroup> groups() const override { return kGrammarGroups; }
  std::span<const Aim> aims() const override { return kGrammarAims; }
  std::vector<std::string> shown() const override {
    return {"the girl behind the kings sings because she smiles.",
            "the boys that the queen likes sleep because they sing."};
  }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 2}, labels());
    recipe.steps = 800;
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override { return next_words(Clause(choices).sentence()); }
};

}  // namespace

const Task& grammar_task() {
  static const GrammarTask task;
  return task;
}

}  // namespace engine
