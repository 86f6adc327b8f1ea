// everyday.cpp: sentences of home and school, to go on with: English word by word, Chinese by characters,
// whose two scripts are drawn alike.
#include "engine/training/everyday/everyday.h"

#include <array>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/training/data/data_cutting.h"
#include "engine/training/everyday/scene_writer.h"
#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

using nlohmann::ordered_json;

constexpr std::array kDutyTokens = {std::string_view("<pad>"), std::string_view("<bos>"),
                                    std::string_view("<eos>"), kUnknownWord};
constexpr std::array kEnglishGroups = {TaskGroup{"next_words"}};
enum ScriptGroup { kTraditionalGroup, kSimplifiedGroup };
constexpr std::array kChineseGroups = {TaskGroup{"traditional"}, TaskGroup{"simplified"}};

bool is_word_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || !is_ascii(byte);
}

bool is_figure(char byte) {
  return byte >= '0' && byte <= '9';
}

// Where the word that begins at `at` ends: letters, with "'" or "-" between them, except for "'s".
size_t end_of_word(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size()) {
    const bool joins = (text[end] == '\'' || text[end] == '-') && end > at && end + 1 < text.size() &&
                       is_word_letter(text[end + 1]);
    const bool is_s = joins && text[end] == '\'' && text[end + 1] == 's' &&
                      (end + 2 == text.size() || !is_word_letter(text[end + 2]));
    if (!is_word_letter(text[end]) && (!joins || is_s)) break;
    ++end;
  }
  return end;
}

// As kEnglishWords below cuts: small letters, "tom 's book , 10 ."
std::vector<std::string> english_words(std::string_view text) {
  std::string small(text);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter + 32);
  }
  std::vector<std::string> words;
  for (size_t at = 0; at < small.size();) {
    size_t end = end_of_word(small, at);
    if (end == at && small.compare(at, 2, "'s") == 0) end = at + 2;
    while (is_figure(small[at]) && end < small.size() && is_figure(small[end])) ++end;
    if (end == at) ++end;
    if (small[at] != ' ') words.push_back(small.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string> letters_in(std::string_view text) {
  std::vector<std::string> letters;
  while (!text.empty()) {
    letters.emplace_back(first_letter(text));
    text.remove_prefix(letters.back().size());
  }
  return letters;
}

constexpr std::string_view kEnglishWords =
    R"('s(?!\p{L})|\p{L}+(?:-\p{L}+|'(?!s(?!\p{L}))\p{L}+)*|\d+|[^\s\p{L}\d])";
// Marks close up to what they end, quotation marks to what they hold.
constexpr std::string_view kEnglishSpaces = R"( (?=[.,!?:;]|'s)|(?<=[.,!?]) (?=")|(?<=^"| ") )";

ordered_json replacement(std::string_view kind, std::string_view from, std::string_view into) {
  return {{"type", "Replace"}, {"pattern", {{kind, from}}}, {"content", into}};
}

Cutting english_cutting() {
  const ordered_json normalizer = {
      {"type", "Sequence"}, {"normalizers", {{{"type", "Lowercase"}}, replacement("String", "’", "'")}}};
  const ordered_json splitter = {{"type", "Sequence"},
                                 {"pretokenizers",
                                  {{{"type", "WhitespaceSplit"}},
                                   {{"type", "Split"},
                                    {"pattern", {{"Regex", kEnglishWords}}},
                                    {"behavior", "Isolated"},
                                    {"invert", false}}}}};
  const ordered_json decoder = {{"type", "Sequence"},
                                {"decoders",
                                 {{{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", false}},
                                  {{"type", "Fuse"}},
                                  replacement("Regex", kEnglishSpaces, "")}}};
  return {normalizer.dump(), splitter.dump(), decoder.dump()};
}

// Every word, or character, that a scene may have in it, behind the tokens with a duty.
TaskVocabulary everyday_vocabulary(bool is_chinese) {
  const SceneGrammar& grammar =
      everyday_grammar(is_chinese ? EverydayScript::kTraditional : EverydayScript::kEnglish);
  std::set<std::string> words;
  const auto add = [&](std::vector<std::string> more) {
    words.insert(std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  for (const std::string& text : texts_of(grammar)) {
    add(is_chinese ? letters_in(text) : english_words(text));
    if (is_chinese) add(letters_in(in_simplified(grammar, text)));
  }
  if (!is_chinese) words.insert("an");
  std::vector<std::string_view> tokens(kDutyTokens.begin(), kDutyTokens.end());
  tokens.insert(tokens.end(), words.begin(), words.end());
  return task_vocabulary(tokens);
}

class EverydayTask final : public RuleTask {
 public:
  explicit EverydayTask(bool is_chinese)
      : RuleTask(everyday_vocabulary(is_chinese)), is_chinese_(is_chinese) {}

  std::string_view name() const override { return is_chinese_ ? "everyday-zh" : "everyday"; }
  Index source_length() const override { return is_chinese_ ? 32 : 24; }
  Counted counted() const override { return Counted::kRows; }
  std::span<const TaskGroup> groups() const override {
    return is_chinese_ ? std::span<const TaskGroup>(kChineseGroups)
                       : std::span<const TaskGroup>(kEnglishGroups);
  }
  std::optional<Cutting> cutting() const override {
    if (!is_chinese_) return english_cutting();
    return data_cutting(DataKind::kCharacters, std::span(vocabulary().tokens).subspan(kDutyTokens.size()));
  }
  std::vector<std::string> shown() const override {
    if (is_chinese_) return {"貓坐在椅子上。", "奶奶累了，所以早早就睡了。", "日本的首都是东京。"};
    return {"The cat sat on the mat.", "My grandmother was tired, so she went to bed.",
            "The capital of France is Paris."};
  }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 4}, labels());
    recipe.optimiser.rate = 4e-3;
    recipe.steps = is_chinese_ ? 4000 : 2500;  // a minute or two on one core
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override { return draw_any(choices).drawn; }

  // Facts are not held out: nobody can know one that is kept from them.
  HeldOut hold_out() const override {
    const RandomStream stream = held_out_stream();
    HeldOut held;
    for (uint64_t index = 0; held.cases.size() < held_out_count(); ++index) {
      Draw choices(stream, index);
      Asked asked = draw_any(choices);
      if (asked.is_fact || !held.keys.insert(asked.drawn.key).second) continue;
      held.cases.push_back(std::move(asked.drawn.example));
    }
    return held;
  }

 private:
  struct Asked {
    Drawn drawn;
    bool is_fact = false;
  };

  // Reads <bos> and the words, says the words and <eos>; what is longer is cut off.
  Asked draw_any(Draw& choices) const {
    const bool is_simplified = is_chinese_ && choices.chance(0.5F);
    const EverydayScript script = !is_chinese_    ? EverydayScript::kEnglish
                                  : is_simplified ? EverydayScript::kSimplified
                                                  : EverydayScript::kTraditional;
    const EverydayScene scene = everyday_scene(script, choices);
    TaskCase example;
    example.source.push_back(vocabulary().start);
    for (const std::string& word : is_chinese_ ? letters_in(scene.text) : english_words(scene.text))
      example.source.push_back(id(word));
    example.labels.assign(example.source.begin() + 1, example.source.end());
    example.labels.push_back(vocabulary().end);
    const auto longest = static_cast<size_t>(source_length());
    if (example.source.size() > longest) {
      example.source.resize(longest);
      example.labels.resize(longest);
    }
    example.group = is_simplified ? kSimplifiedGroup : kTraditionalGroup;
    return {drawn_by_source(std::move(example)), !scene.kind->asks.empty()};
  }

  bool is_chinese_;
};

}  // namespace

const Task& everyday_task() {
  static const EverydayTask task(false);
  return task;
}

const Task& everyday_chinese_task() {
  static const EverydayTask task(true);
  return task;
}

}  // namespace engine
