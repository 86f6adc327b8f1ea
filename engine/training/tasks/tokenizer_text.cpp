// tokenizer_text.cpp: a vocabulary as normalizer, pre-tokenizer and whole words.
#include "engine/training/tasks/tokenizer_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/utf8.h"

namespace engine {
namespace {

using nlohmann::ordered_json;

struct Replacement {
  std::string_view from, into;
};

// Simplified characters, and other forms, of the traditional ones that the tasks know.
constexpr std::array kTraditional = {
    Replacement{"妈", "媽"}, Replacement{"国", "國"}, Replacement{"学", "學"}, Replacement{"师", "師"},
    Replacement{"邻", "鄰"}, Replacement{"们", "們"}, Replacement{"谢", "謝"}, Replacement{"帮", "幫"},
    Replacement{"着", "著"}, Replacement{"称", "稱"}, Replacement{"赞", "讚"}, Replacement{"兴", "興"},
    Replacement{"开", "開"}, Replacement{"强", "強"}, Replacement{"单", "單"}, Replacement{"书", "書"},
    Replacement{"奖", "獎"}, Replacement{"杯", "盃"}, Replacement{"灯", "燈"}, Replacement{"钟", "鐘"},
    Replacement{"屉", "屜"}, Replacement{"车", "車"}, Replacement{"间", "間"}, Replacement{"进", "進"},
    Replacement{"长", "長"}, Replacement{"满", "滿"}, Replacement{"头", "頭"}, Replacement{"压", "壓"},
    Replacement{"坏", "壞"}, Replacement{"顶", "頂"}, Replacement{"软", "軟"}, Replacement{"旧", "舊"},
    Replacement{"后", "後"}, Replacement{"边", "邊"}, Replacement{"为", "為"}, Replacement{"爲", "為"},
    Replacement{"兇", "凶"}, Replacement{"只", "隻"}, Replacement{"条", "條"}, Replacement{"张", "張"},
    Replacement{"个", "個"}, Replacement{"辆", "輛"}, Replacement{"猫", "貓"}, Replacement{"鸟", "鳥"},
    Replacement{"鱼", "魚"}, Replacement{"纸", "紙"}, Replacement{"猪", "豬"}, Replacement{"马", "馬"},
    Replacement{"树", "樹"}, Replacement{"见", "見"}, Replacement{"欢", "歡"}, Replacement{"牀", "床"}};

// The same mark in the other script.
constexpr std::array kMarks = {Replacement{",", "，"}, Replacement{".", "。"}, Replacement{"!", "！"},
                               Replacement{"?", "？"}, Replacement{";", "；"}, Replacement{":", "："}};

struct TaskReplacement {
  std::string_view task, from, into;
};
// What people say beside the words of a task: "forty-two", "three hundred and five", 兩百.
constexpr std::array kTaskReplacements = {
    TaskReplacement{"numbers", "-", " "}, TaskReplacement{"numbers", R"(\band\b)", " "},
    TaskReplacement{"numbers", "[兩两]", "二"}, TaskReplacement{"numbers", "〇", "零"}};

// What is said before a text, by its script: which way to translate. It is a token of its own.
constexpr std::array kDirections = {TaskReplacement{"numbers", R"(^(?!<)(?=.*\p{Han}))", "<2en> "},
                                    TaskReplacement{"numbers", R"(^(?!<)(?=.*[a-z]))", "<2zh> "}};

// "<eos>"; a mere "<" is a word.
bool has_duty(std::string_view token) {
  return token.starts_with('<') && token.size() > 1;
}

bool is_ideographic(std::string_view word) {
  return static_cast<unsigned char>(word.front()) >= 0xE4;  // from U+4000; marks such as ， are above U+F000
}

bool is_mark(std::string_view word) {
  return word == "-" || word == "、" || std::ranges::any_of(kMarks, [&](const Replacement& mark) {
           return word == mark.from || word == mark.into;
         });
}

size_t characters(std::string_view word) {
  return static_cast<size_t>(std::ranges::count_if(word, [](char byte) { return !continues_letter(byte); }));
}

std::string escaped(std::string_view word) {
  constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{}-)";
  std::string text;
  for (const char letter : word) {
    if (kSpecial.find(letter) != std::string_view::npos) text += '\\';
    text += letter;
  }
  return text;
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += '|';
    text += escaped(word);
  }
  return text;
}

ordered_json replace(std::string_view kind, std::string_view from, std::string_view into) {
  return {{"type", "Replace"}, {"pattern", {{kind, from}}}, {"content", into}};
}

ordered_json isolate(std::string_view expression) {
  return {
      {"type", "Split"}, {"pattern", {{"Regex", expression}}}, {"behavior", "Isolated"}, {"invert", false}};
}

// The words of a task, by how they are cut.
class TypedWords {
 public:
  explicit TypedWords(const Task& task) : task_(task) {
    for (const std::string& token : task.vocabulary().tokens) {
      if (!has_duty(token)) words_.push_back(token);
    }
    const bool are_letters =
        std::ranges::all_of(words_, [](const std::string& word) { return characters(word) == 1; });
    for (const std::string& word : words_) {
      if (is_mark(word)) marks_.push_back(word);
      const bool is_digit = word.size() == 1 && word[0] >= '0' && word[0] <= '9';
      if (!is_mark(word) && (are_letters || is_digit || is_ideographic(word))) joined_.push_back(word);
    }
    std::ranges::stable_sort(joined_, std::greater(), characters);
  }

  ordered_json normalizer() const {
    ordered_json steps = ordered_json::array();
    for (const TaskReplacement& each : kTaskReplacements) {
      if (each.task == task_.name())
        steps.push_back(replace("Regex", "(?i)" + std::string(each.from), each.into));
    }
    add_case(steps);
    steps.push_back(replace("String", "’", "'"));
    for (const Replacement& each : kTraditional) {
      if (contains(each.into)) steps.push_back(replace("String", each.from, each.into));
    }
    for (const Replacement& mark : kMarks) {
      const bool knows_half = knows(mark.from);
      const bool knows_full = knows(mark.into);
      if (knows_half) steps.push_back(replace("String", mark.into, mark.from));
      if (knows_full) steps.push_back(replace("String", mark.from, mark.into));
      if (knows_half || knows_full) continue;
      steps.push_back(replace("String", mark.from, " "));
      steps.push_back(replace("String", mark.into, " "));
    }
    for (const TaskReplacement& each : kDirections) {
      if (each.task == task_.name()) steps.push_back(replace("Regex", each.from, each.into));
    }
    return {{"type", "Sequence"}, {"normalizers", std::move(steps)}};
  }

  ordered_json splitter() const {
    ordered_json steps = ordered_json::array({{{"type", "WhitespaceSplit"}}});
    if (!marks_.empty()) steps.push_back(isolate(alternatives(marks_)));
    if (!joined_.empty()) steps.push_back(isolate(known_words()));
    return {{"type", "Sequence"}, {"pretokenizers", std::move(steps)}};
  }

 private:
  bool knows(std::string_view word) const { return std::ranges::find(words_, word) != words_.end(); }
  bool contains(std::string_view character) const {
    return std::ranges::any_of(
        words_, [&](const std::string& word) { return word.find(character) != std::string::npos; });
  }

  // Letters that are capital here may be typed small.
  void add_case(ordered_json& steps) const {
    const auto is_capital = [](const std::string& word) { return word[0] >= 'A' && word[0] <= 'Z'; };
    if (std::ranges::none_of(words_, is_capital)) {
      steps.push_back({{"type", "Lowercase"}});
      return;
    }
    for (const std::string& word : words_) {
      if (!is_capital(word)) continue;
      const std::string small(1, static_cast<char>(word[0] - 'A' + 'a'));
      steps.push_back(replace("String", small, word));
    }
  }

  // Each known word alone, longest first. A word that somebody typed between spaces and that only ends in one
  // of them is another word: 鋼琴 is not 琴.
  std::string known_words() const {
    std::string known = alternatives(joined_);
    std::vector<std::string> ends;
    std::ranges::copy_if(joined_, std::back_inserter(ends), [](const std::string& word) {
      return is_ideographic(word) && characters(word) == 1;
    });
    if (ends.empty() || characters(joined_.front()) == 1) return known;
    std::string expression = "^(?:(?!";
    expression += known;
    expression += ").)+(?:";
    expression += alternatives(ends);
    expression += ")$|";
    expression += known;
    return expression;
  }

  const Task& task_;
  std::vector<std::string> words_;
  std::vector<std::string> marks_;   // cut out wherever they stand
  std::vector<std::string> joined_;  // stand in a row without spaces, longest first
};

ordered_json template_of(const TaskVocabulary& vocabulary, bool is_translation) {
  const Index id = is_translation ? vocabulary.end : vocabulary.start;
  if (id < 0) return nullptr;
  const std::string& token = vocabulary.tokens[static_cast<size_t>(id)];
  const ordered_json special = {{"SpecialToken", {{"id", token}, {"type_id", 0}}}};
  const auto text = [](std::string_view name, int type) {
    return ordered_json{{"Sequence", {{"id", name}, {"type_id", type}}}};
  };
  ordered_json single = ordered_json::array({text("A", 0)});
  single.insert(is_translation ? single.end() : single.begin(), special);
  ordered_json pair = single;
  pair.push_back(text("B", 1));
  return {{"type", "TemplateProcessing"},
          {"single", std::move(single)},
          {"pair", std::move(pair)},
          {"special_tokens", {{token, {{"id", token}, {"ids", {id}}, {"tokens", {token}}}}}}};
}

// Spaces between words, none between characters, digits and marks.
ordered_json spacing() {
  return {{"type", "Sequence"},
          {"decoders",
           {{{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", false}},
            {{"type", "Fuse"}},
            replace("Regex", R"((?<=[\p{Han}，。\d-]) (?=[\p{Han}，。\d-])| (?=[.,]))", "")}}};
}

ordered_json model_of(const TaskVocabulary& vocabulary, const Cutting& cutting, ordered_json&& words) {
  if (!cutting.merges) {
    assert(vocabulary.unknown >= 0);
    return {{"type", "WordLevel"},
            {"vocab", std::move(words)},
            {"unk_token", vocabulary.tokens[static_cast<size_t>(vocabulary.unknown)]}};
  }
  ordered_json merges = ordered_json::array();
  for (const text::LearnedMerge& merge : *cutting.merges)
    merges.push_back(std::string(merge.left).append(" ").append(merge.right));
  return {{"type", "BPE"},
          {"dropout", nullptr},
          {"unk_token", nullptr},
          {"continuing_subword_prefix", nullptr},
          {"end_of_word_suffix", nullptr},
          {"fuse_unk", false},
          {"byte_fallback", false},
          {"vocab", std::move(words)},
          {"merges", std::move(merges)}};
}

}  // namespace

std::string tokenizer_text(const TaskVocabulary& vocabulary, const Cutting& cutting, bool is_translation) {
  ordered_json words = ordered_json::object();
  ordered_json added = ordered_json::array();
  for (size_t i = 0; i < vocabulary.tokens.size(); ++i) {
    const std::string& token = vocabulary.tokens[i];
    words[token] = i;
    // A subword may begin as a token with a duty does; those stand in front.
    const bool is_subword =
        cutting.merges && std::cmp_greater(i, std::max(vocabulary.padding, vocabulary.end));
    if (!has_duty(token) || is_subword) continue;
    added.push_back({{"id", i},
                     {"content", token},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false},
                     {"special", true}});
  }
  const ordered_json file = {{"version", "1.0"},
                             {"truncation", nullptr},
                             {"padding", nullptr},
                             {"added_tokens", std::move(added)},
                             {"normalizer", ordered_json::parse(cutting.normalizer)},
                             {"pre_tokenizer", ordered_json::parse(cutting.splitter)},
                             {"post_processor", template_of(vocabulary, is_translation)},
                             {"decoder", ordered_json::parse(cutting.decoder)},
                             {"model", model_of(vocabulary, cutting, std::move(words))}};
  return file.dump(1) + "\n";
}

std::string tokenizer_text(const Task& task) {
  std::optional<Cutting> cutting = task.cutting();
  if (!cutting) {
    const TypedWords typed(task);
    cutting = {typed.normalizer().dump(), typed.splitter().dump(), spacing().dump()};
  }
  return tokenizer_text(task.vocabulary(), *cutting, task.target_length() > 0);
}

}  // namespace engine
