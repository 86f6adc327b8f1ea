// model_tokens.cpp: names tokens, and the words that unknown ones stand for.
#include "app/document/model_tokens.h"

#include "engine/analysis/unknown_words.h"

namespace app {

using engine::Index;

std::string shown_token(const loaders::Checkpoint& checkpoint, Index id) {
  const std::string text = checkpoint.tokenizer ? checkpoint.tokenizer->shown(id) : "";
  return text.empty() ? checkpoint.model->vocabulary()->at(static_cast<size_t>(id)) : text;
}

bool knows_none(const engine::Sequence& sequence, const text::ModelTokenizer& tokenizer) {
  size_t unknown = 0;
  for (size_t i = 0; i < sequence.ids.size(); ++i) {
    const bool is_unknown = !engine::unknown_at(sequence, i).empty();
    if (!is_unknown && !tokenizer.is_special(sequence.ids[i])) return false;
    unknown += is_unknown ? 1 : 0;
  }
  return unknown > 0;
}

std::vector<std::string> words_behind_unknown(const engine::Trace& trace, Index first,
                                              std::span<const Index> ids,
                                              const text::ModelTokenizer& tokenizer) {
  std::vector<std::string> words(ids.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] != tokenizer.special().unknown) continue;
    if (const auto word = engine::unknown_word(trace, first + static_cast<Index>(i))) words[i] = word->typed;
  }
  return words;
}

const std::shared_ptr<const text::ModelTokenizer>& decoder_tokenizer(const loaders::Checkpoint& checkpoint) {
  return checkpoint.target_tokenizer ? checkpoint.target_tokenizer : checkpoint.tokenizer;
}

std::string spelled(const text::ModelTokenizer& tokenizer, std::span<const Index> ids,
                    std::span<const std::string> unknown) {
  const auto id = tokenizer.special().unknown;
  std::vector<Index> kept;
  std::vector<std::string> words;  // of the unknown tokens among them
  for (size_t i = 0; i < ids.size(); ++i) {
    const bool is_unknown = id == ids[i];
    if (tokenizer.is_special(ids[i]) && !is_unknown) continue;
    kept.push_back(ids[i]);
    if (is_unknown) words.push_back(i < unknown.size() ? unknown[i] : "");
  }
  if (words.empty()) return tokenizer.decode(ids);
  std::string text = tokenizer.decode(kept, true);
  const std::string name = tokenizer.shown(*id);
  size_t at = 0;
  for (const std::string& word : words) {
    at = text.find(name, at);
    if (at == std::string::npos) break;
    if (!word.empty()) text.replace(at, name.size(), word);
    at += word.empty() ? name.size() : word.size();
  }
  return text;
}

}  // namespace app
