// numbers.cpp: whole numbers from 0 to 9999 in English and in Chinese words, translated both ways. A tag at
// the front says into which.
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

constexpr std::array<std::string_view, 20> kOnes = {
    "zero",     "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 10> kTens = {"",      "",      "twenty",  "thirty", "forty",
                                                    "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr std::array<std::string_view, 10> kDigits = {"零", "一", "二", "三", "四",
                                                      "五", "六", "七", "八", "九"};
constexpr std::array<std::string_view, 4> kUnits = {"", "十", "百", "千"};
constexpr std::string_view kToChinese = "<2zh>";
constexpr std::string_view kToEnglish = "<2en>";

constexpr Index kNumbers = 10000;
constexpr Index kHeldOutNumbers = 1500;
constexpr Index kSmallestHeldOut = 100;
constexpr Index kLongestChinese = 7;  // 七千七百四十二

// Of which parts of the number a word speaks: of the digit at a place, or of the place itself ("hundred").
constexpr unsigned digit_part(int place) {
  return 1U << static_cast<unsigned>(2 * place);
}
constexpr unsigned place_part(int place) {
  return 2U << static_cast<unsigned>(2 * place);
}
constexpr unsigned kDigitParts = digit_part(0) | digit_part(1) | digit_part(2) | digit_part(3);

struct NumberWord {
  std::string_view word;
  unsigned parts = 0;
};
using NumberWords = std::vector<NumberWord>;

constexpr std::array<Index, 4> kPowers = {1, 10, 100, 1000};

size_t digit_at(Index number, int place) {
  return static_cast<size_t>(number / kPowers[static_cast<size_t>(place)] % 10);
}

NumberWords in_english(Index number) {
  if (number == 0) return {{kOnes[0], digit_part(0)}};
  NumberWords words;
  for (const auto& [place, unit] : {std::pair(3, "thousand"), std::pair(2, "hundred")}) {
    const size_t digit = digit_at(number, place);
    if (digit == 0) continue;
    words.push_back({kOnes[digit], digit_part(place)});
    words.push_back({unit, place_part(place)});
  }
  const auto rest = static_cast<size_t>(number % 100);
  if (rest >= 10 && rest < 20) {
    words.push_back({kOnes[rest], digit_part(1) | place_part(1) | (rest > 10 ? digit_part(0) : 0)});
    return words;
  }
  if (rest >= 20) words.push_back({kTens[rest / 10], digit_part(1) | place_part(1)});
  if (rest % 10 > 0) words.push_back({kOnes[rest % 10], digit_part(0)});
  return words;
}

// One 零 for each gap; 十二 alone, but 一百一十二.
NumberWords in_chinese(Index number) {
  if (number == 0) return {{kDigits[0], digit_part(0)}};
  NumberWords words;
  bool has_gap = false;
  for (int place = 3; place >= 0; --place) {
    const size_t digit = digit_at(number, place);
    if (digit == 0) {
      has_gap = !words.empty();
      continue;
    }
    if (std::exchange(has_gap, false)) words.push_back({kDigits[0], 0});
    const bool is_bare_ten = place == 1 && digit == 1 && words.empty();
    if (!is_bare_ten) words.push_back({kDigits[digit], digit_part(place)});
    if (place > 0)
      words.push_back(
          {kUnits[static_cast<size_t>(place)], place_part(place) | (is_bare_ten ? digit_part(place) : 0)});
  }
  return words;
}

enum NumberAim { kDigitAim, kPlaceAim };
constexpr std::array kNumberAims = {Aim{"digit", AimedAttention::kCross},
                                    Aim{"place", AimedAttention::kCross}};
enum NumberGroup { kToChineseGroup, kToEnglishGroup };
constexpr std::array kNumberGroups = {TaskGroup{"to_chinese"}, TaskGroup{"to_english"}};

std::vector<std::string_view> number_tokens() {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>", kUnknownWord, kToChinese, kToEnglish};
  tokens.insert(tokens.end(), kOnes.begin(), kOnes.end());
  tokens.insert(tokens.end(), kTens.begin() + 2, kTens.end());
  tokens.insert(tokens.end(), {"hundred", "thousand"});
  tokens.insert(tokens.end(), kDigits.begin(), kDigits.end());
  tokens.insert(tokens.end(), kUnits.begin() + 1, kUnits.end());
  return tokens;
}

class NumbersTask final : public RuleTask {
 public:
  NumbersTask() : RuleTask(task_vocabulary(number_tokens())) {}

  std::string_view name() const override { return "numbers"; }
  Index source_length() const override { return kLongestChinese + 2; }
  Index target_length() const override { return kLongestChinese + 1; }
  std::span<const TaskGroup> groups() const override { return kNumberGroups; }
  std::span<const Aim> aims() const override { return kNumberAims; }
  std::vector<std::string> shown() const override {
    return {"three hundred forty two", "三百零五", "seven thousand nineteen", "七千零一十九"};
  }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kTransformer, {.heads = 2}, labels());
    recipe.steps = 600;
    return recipe;
  }

 protected:
  // Half of all numbers alike, half of all lengths alike: short numbers are few.
  Drawn draw(Draw& choices) const override {
    const Index most = choices.chance(0.5F) ? kNumbers : choices.of(kPowers) * 10;
    const Index least = most == kNumbers || most == 10 ? 0 : most / 10;
    const Index number = least + choices.below(most - least);
    return {translate(number, choices.chance(0.5F)), static_cast<uint64_t>(number)};
  }

  HeldOut hold_out() const override {
    const RandomStream stream = held_out_stream();
    Draw choices(stream, 0);
    HeldOut held;
    while (held.keys.size() < kHeldOutNumbers) {
      const Index number = kSmallestHeldOut + choices.below(kNumbers - kSmallestHeldOut);
      if (!held.keys.insert(static_cast<uint64_t>(number)).second) continue;
      held.cases.push_back(translate(number, true));
      held.cases.push_back(translate(number, false));
    }
    return held;
  }

 private:
  TaskCase translate(Index number, bool into_chinese) const {
    NumberWords from = in_english(number);
    NumberWords into = in_chinese(number);
    if (!into_chinese) std::swap(from, into);
    std::vector<Index> source{id(into_chinese ? kToChinese : kToEnglish)};
    for (const NumberWord& each : from) source.push_back(id(each.word));
    std::vector<Index> target;
    for (const NumberWord& each : into) target.push_back(id(each.word));
    TaskCase example = translation(source, target);
    example.group = into_chinese ? kToChineseGroup : kToEnglishGroup;
    for (size_t row = 0; row < into.size(); ++row) {
      const bool is_digit = (into[row].parts & kDigitParts) != 0;
      AimedRow aimed{is_digit ? kDigitAim : kPlaceAim, static_cast<Index>(row), {}};
      for (size_t key = 0; key < from.size(); ++key) {
        // The tag stands in front.
        if ((from[key].parts & into[row].parts) != 0) aimed.keys.push_back(static_cast<Index>(key) + 1);
      }
      if (!aimed.keys.empty()) example.aims.push_back(std::move(aimed));
    }
    return example;
  }
};

}  // namespace

const Task& numbers_task() {
  static const NumbersTask task;
  return task;
}

}  // namespace engine
