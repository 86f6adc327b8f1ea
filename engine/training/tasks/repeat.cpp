// repeat.cpp: a block of different letters, said again and again: whoever finds what followed the last time
// knows what comes. Two layers of attention alone learn it (Olsson et al. 2022, induction heads).
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/training/tasks/letters.h"
#include "engine/training/tasks/task_list.h"

namespace engine {
namespace {

constexpr Index kLetterKinds = 32;
constexpr Index kShortestBlock = 4;
constexpr Index kLongestBlock = 16;
constexpr Index kReadLetters = 31;  // and the last is asked for the 32nd

enum RepeatAim { kInductionAim, kPreviousAim };
constexpr std::array kRepeatAims = {Aim{"induction", AimedAttention::kDecoder},
                                    Aim{"previous", AimedAttention::kDecoder}};
constexpr std::array kRepeatGroups = {TaskGroup{"letters"}};

class RepeatTask final : public RuleTask {
 public:
  RepeatTask() : RuleTask(repeat_vocabulary()) {}

  std::string_view name() const override { return "repeat"; }
  Index source_length() const override { return kReadLetters; }
  std::span<const TaskGroup> groups() const override { return kRepeatGroups; }
  std::span<const Aim> aims() const override { return kRepeatAims; }
  std::vector<std::string> shown() const override {
    return {"K T B M P A K T B M P A K T", "Q D X H 3 V Q D X H 3 V Q D X"};
  }
  Recipe recipe() const override {
    Recipe recipe = small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 2, .hidden = 0}, labels());
    learn_positions(recipe, kReadLetters + 1, 0.5);
    recipe.batch = 32;
    recipe.steps = 600;
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override {
    const Index period = kShortestBlock + choices.below(kLongestBlock - kShortestBlock + 1);
    std::vector<Index> block = different_letters(choices, kLetterKinds, period);
    for (Index& letter : block) letter += kFirstId;
    TaskCase example;
    example.source.reserve(kReadLetters);
    example.labels.reserve(kReadLetters);
    for (Index place = 0; place < kReadLetters; ++place) {
      example.source.push_back(block[static_cast<size_t>(place % period)]);
      example.labels.push_back(block[static_cast<size_t>((place + 1) % period)]);
      // Nobody can know how long the block is before its first letter comes again.
      if (place >= period) example.scored.push_back(place);
      if (place >= period) example.aims.push_back({kInductionAim, place, letters_after(place, period)});
      if (place > 0 && place < period) example.aims.push_back({kPreviousAim, place, {place - 1}});
    }
    return drawn_by_source(std::move(example));
  }

 private:
  static constexpr Index kFirstId = 2;

  static TaskVocabulary repeat_vocabulary() {
    std::vector<std::string_view> tokens{"<pad>", kUnknownWord};
    for (size_t i = 0; i < kLetters.size(); ++i) tokens.push_back(kLetters.substr(i, 1));
    return task_vocabulary(tokens);
  }

  // The letters that followed each time that the one at `place` has stood there before.
  static std::vector<Index> letters_after(Index place, Index period) {
    std::vector<Index> keys;
    for (Index after = place - period + 1; after > 0; after -= period) keys.push_back(after);
    std::ranges::reverse(keys);
    return keys;
  }
};

}  // namespace

const Task& repeat_task() {
  static const RepeatTask task;
  return task;
}

}  // namespace engine
