// piece_model.cpp: what the algorithms share.
#include "engine/text/piece_model.h"

namespace text {

Result<std::optional<Index>> read_unknown(Fields& model, const Vocabulary& vocabulary) {
  const auto name = model.optional_text("unk_token");
  if (!name) return std::optional<Index>();
  return std::optional(vocabulary.find(*name).value_or(kNoPiece));
}

WordSteps steps_of(const std::vector<Token>& tokens, std::string_view word, const Vocabulary& vocabulary) {
  WordSteps result;
  result.word = word;
  result.end = word.size();
  for (const Token& token : tokens) {
    Step step;
    step.tried = vocabulary.name(token.id);
    step.begin = token.begin;
    step.end = token.end;
    result.steps.push_back(std::move(step));
    result.ids.push_back(token.id);
  }
  return result;
}

}  // namespace text
