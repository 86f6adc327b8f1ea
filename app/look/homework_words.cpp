// homework_words.cpp: puts a mistake's arguments, addresses and text keys, into words.
#include "app/look/homework_words.h"

#include "app/look/labels.h"

namespace look {
namespace {

std::string sentence_of(const app::Words& words, const engine::Mistake& mistake) {
  app::Arguments arguments;
  for (const auto& [name, value] : mistake.arguments) {
    std::string word = value;
    if (name == "stage") word = stage_title(words, value);
    if (name == "head") word = words.nth(std::stoi(value));
    if (name == "activation") word = words(value);
    arguments.emplace_back(name, word);
  }
  return words(mistake.key, arguments);
}

}  // namespace

std::vector<std::string> explanations_of(const app::Words& words, const app::Homework& homework,
                                         const app::HomeworkLook& found) {
  constexpr size_t kMost = 2;
  std::vector<std::string> sentences;
  const auto first = app::first_differing(homework, found.tolerance);
  const bool is_first = first && homework.rows[*first].address == found.file.address;
  if (!found.follows_from.empty() && !is_first)
    sentences.push_back(words("homework.follows", {{"stage", stage_title(words, found.follows_from)}}));
  for (const engine::Mistake& mistake : found.mistakes) {
    if (sentences.size() < kMost) sentences.push_back(sentence_of(words, mistake));
  }
  return sentences;
}

}  // namespace look
