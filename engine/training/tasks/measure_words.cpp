// measure_words.cpp: Chinese counts with a word that depends on what is counted: three cats are 三隻貓, three
// books 三本書.
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

struct MeasuredNoun {
  std::string_view noun, measure;
};

constexpr std::array kMeasuredNouns = {
    MeasuredNoun{"貓", "隻"}, MeasuredNoun{"狗", "隻"}, MeasuredNoun{"鳥", "隻"}, MeasuredNoun{"虎", "隻"},
    MeasuredNoun{"書", "本"}, MeasuredNoun{"魚", "條"}, MeasuredNoun{"蛇", "條"}, MeasuredNoun{"河", "條"},
    MeasuredNoun{"紙", "張"}, MeasuredNoun{"桌", "張"}, MeasuredNoun{"床", "張"}, MeasuredNoun{"人", "個"},
    MeasuredNoun{"牛", "頭"}, MeasuredNoun{"豬", "頭"}, MeasuredNoun{"馬", "匹"}, MeasuredNoun{"車", "輛"},
    MeasuredNoun{"樹", "棵"}, MeasuredNoun{"花", "朵"}};
constexpr std::array<std::string_view, 3> kSpeakers = {"我", "你", "他"};
constexpr std::array<std::string_view, 3> kSpeakersVerbs = {"看見", "有", "喜歡"};
constexpr std::array<std::string_view, 5> kCounts = {"一", "二", "三", "四", "五"};
constexpr Index kLongestCount = 12;  // 貓 和 書 ， 我 看見 後 者 三 本 書 。

enum MeasureAim { kMeasureAim, kCountedAim };
constexpr std::array kMeasureAims = {Aim{"measure_word", AimedAttention::kDecoder},
                                     Aim{"counted_noun", AimedAttention::kDecoder}};
enum MeasureGroup { kOneNoun, kTwoNouns };
constexpr std::array kMeasureGroups = {TaskGroup{"one_noun"}, TaskGroup{"two_nouns"}};

std::vector<std::string_view> measure_tokens() {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>", kUnknownWord, "和",
                                       "，",    "。",    "前",    "後",         "者"};
  for (const MeasuredNoun& each : kMeasuredNouns) tokens.insert(tokens.end(), {each.noun, each.measure});
  tokens.insert(tokens.end(), kSpeakers.begin(), kSpeakers.end());
  tokens.insert(tokens.end(), kSpeakersVerbs.begin(), kSpeakersVerbs.end());
  tokens.insert(tokens.end(), kCounts.begin(), kCounts.end());
  return tokens;
}

// 貓，我有三隻貓。 Or, where the words must tell which of two: 貓和書，我有後者三本書。
AskedSentence draw_count(Draw& choices) {
  AskedSentence sentence;
  const MeasuredNoun* counted = &choices.of(kMeasuredNouns);
  Index place = sentence.say(counted->noun);
  std::string_view which;
  if (choices.chance(0.8F)) {
    const MeasuredNoun* other = &choices.of(kMeasuredNouns);
    while (other == counted) other = &choices.of(kMeasuredNouns);
    sentence.say("和");
    const Index second = sentence.say(other->noun);
    const bool is_second = choices.chance(0.5F);
    which = is_second ? "後" : "前";
    if (is_second) counted = other;
    if (is_second) place = second;
  }
  sentence.group = which.empty() ? kOneNoun : kTwoNouns;
  sentence.say("，");
  sentence.say(choices.of(kSpeakers));
  sentence.say(choices.of(kSpeakersVerbs));
  if (!which.empty()) sentence.say(which);
  if (!which.empty() && choices.chance(0.7F)) sentence.say("者");
  sentence.say(choices.of(kCounts));
  // With a single noun there is nowhere else to look.
  const std::vector<Index> from = which.empty() ? std::vector<Index>{} : std::vector<Index>{place};
  sentence.asked.push_back({kMeasureAim, sentence.say(counted->measure), from});
  sentence.asked.push_back({kCountedAim, sentence.say(counted->noun), from, {}, false});
  sentence.say("。");
  return sentence;
}

class MeasureWordsTask final : public NextWordTask {
 public:
  MeasureWordsTask() : NextWordTask(task_vocabulary(measure_tokens())) {}

  std::string_view name() const override { return "measure-words"; }
  Index source_length() const override { return kLongestCount + 1; }
  std::span<const TaskGroup> groups() const override { return kMeasureGroups; }
  std::span<const Aim> aims() const override { return kMeasureAims; }
  std::vector<std::string> shown() const override {
    return {"貓和書，我看見後者三本書。", "貓和書，我看見前者三隻貓。", "馬，他有五匹馬。"};
  }
  Recipe recipe() const override {
    return small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 2}, labels());
  }

 protected:
  Drawn draw(Draw& choices) const override { return next_words(draw_count(choices)); }
};

}  // namespace

const Task& measure_words_task() {
  static const MeasureWordsTask task;
  return task;
}

}  // namespace engine
