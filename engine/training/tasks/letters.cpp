// letters.cpp: what the tasks on letters share.
#include "engine/training/tasks/letters.h"

#include <array>
#include <numeric>
#include <utility>

namespace engine {
namespace {

constexpr std::array kAllLetters = {TaskGroup{"letters"}};

}  // namespace

TaskVocabulary letter_vocabulary(Index count) {
  std::vector<std::string_view> tokens{"<pad>", "<bos>", "<eos>", kUnknownWord};
  for (Index i = 0; i < count; ++i) tokens.push_back(kLetters.substr(static_cast<size_t>(i), 1));
  return task_vocabulary(tokens);
}

// Fisher and Yates, as far as needed.
std::vector<Index> different_letters(Draw& choices, Index kinds, Index count) {
  std::vector<Index> letters(static_cast<size_t>(kinds));
  std::iota(letters.begin(), letters.end(), Index{0});
  for (Index i = 0; i < count; ++i)
    std::swap(letters[static_cast<size_t>(i)], letters[static_cast<size_t>(i + choices.below(kinds - i))]);
  letters.resize(static_cast<size_t>(count));
  return letters;
}

std::span<const TaskGroup> LetterTask::groups() const {
  return kAllLetters;
}

RuleTask::Drawn LetterTask::any_letters(Draw& choices, Index kinds, Index (*from)(Index place)) const {
  std::vector<Index> letters;
  std::vector<Index> places;
  for (Index place = 0; place < kPlaces; ++place) {
    letters.push_back(choices.below(kinds));
    places.push_back(from(place));
  }
  return reordered(std::move(letters), places);
}

RuleTask::Drawn LetterTask::reordered(std::vector<Index> letters, const std::vector<Index>& from) const {
  for (Index& letter : letters) letter += kFirstLetter;
  std::vector<Index> answer;
  answer.reserve(from.size());
  for (const Index place : from) answer.push_back(letters[static_cast<size_t>(place)]);
  TaskCase example = translation(letters, answer);
  example.aims.reserve(from.size());
  for (size_t row = 0; row < from.size(); ++row)
    example.aims.push_back({0, static_cast<Index>(row), {from[row]}});
  return drawn_by_source(std::move(example));
}

Recipe LetterTask::letter_recipe(const SmallSize& size, int steps) const {
  Recipe recipe = small_recipe(Architecture::kTransformer, size, labels());
  learn_positions(recipe, kPlaces + 1, 1);
  recipe.steps = steps;
  return recipe;
}

}  // namespace engine
