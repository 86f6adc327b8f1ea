// letters.h: tasks on a row of letters, written anew in another order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/tasks/rule_task.h"

namespace engine {

// One token a letter: A to Z, then 1 to 6.
inline constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456";

// <pad>, <bos>, <eos>, <unk> and the first `count` letters.
TaskVocabulary letter_vocabulary(Index count);
inline constexpr Index kFirstLetter = 4;  // its id

// `count` different letters of the first `kinds`, in any order: numbers from 0.
std::vector<Index> different_letters(Draw& choices, Index kinds, Index count);

// An encoder-decoder that writes eight letters in an order of its own; the weight of the row that says a
// letter should lie on the place where it stands.
class LetterTask : public RuleTask {
 public:
  explicit LetterTask(Index kinds) : RuleTask(letter_vocabulary(kinds)) {}

  Index source_length() const override { return kPlaces + 1; }
  Index target_length() const override { return kPlaces + 1; }
  std::span<const TaskGroup> groups() const override;

 protected:
  static constexpr Index kPlaces = 8;

  // Letters that may come again, of the first `kinds`; from(place) says where the answer's letter comes from.
  Drawn any_letters(Draw& choices, Index kinds, Index (*from)(Index place)) const;

  // The letters as read, and for each place of the answer the place that its letter comes from.
  Drawn reordered(std::vector<Index> letters, const std::vector<Index>& from) const;
  Recipe letter_recipe(const SmallSize& size, int steps) const;
};

}  // namespace engine
