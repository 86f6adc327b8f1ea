// likeliest_words.cpp: reads the row, and names its tokens.
#include "app/views/stage/likeliest_words.h"

#include <optional>

#include "app/document/checkpoints.h"
#include "app/views/core/next_tokens.h"
#include "app/views/stage/picture_words.h"
#include "engine/analysis/unknown_words.h"

namespace views {

using engine::Index;

const std::vector<LikeliestToken>& named_tokens(const Frame& frame, int probabilities, Index row) {
  return frame.facts.derived().get<std::vector<LikeliestToken>>(
      {"likeliest tokens", probabilities, std::to_string(row)},
      [&] { return likeliest_tokens(frame.trace().read_row(probabilities, row), kMostNamed); });
}

std::string predicted_name(const Frame& frame, Index row, Index token) {
  std::string name = frame.facts.label({engine::Axis::kVocabulary}, token);
  const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
  if (checkpoint == nullptr || app::checkpoints::unknown_token(*checkpoint) != token) return name;
  const auto& word = frame.facts.derived().get<std::optional<engine::UnknownWord>>(
      {"unknown word", -1, std::to_string(row)}, [&] { return engine::unknown_word(frame.trace(), row); });
  return word ? word->typed + " " + name : name;
}

std::string name_with_share(const Frame& frame, Index row, const LikeliestToken& token) {
  return frame.tr("habit.reads.key", {{"key", predicted_name(frame, row, token.token)},
                                      {"percent", percent(static_cast<double>(token.probability))}});
}

}  // namespace views
