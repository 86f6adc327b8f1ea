// translation.cpp: runs a model on its source until it says that it is done.
#include "app/document/translation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/recent.h"
#include "engine/analysis/unknown_words.h"
#include "engine/model/forward.h"
#include "engine/model/generate.h"

namespace app {
namespace {

using engine::Index;
using engine::Result;

constexpr size_t kKeptTranslations = 16;

// How many tokens a translation may have: several for each of the source, and some more.
constexpr size_t most_tokens(size_t source) {
  return 4 * source + 8;
}

std::vector<Index> translate(const loaders::Checkpoint& checkpoint, const engine::Input& input) {
  const auto end = checkpoints::end_token(checkpoint);
  const size_t most = most_tokens(input.examples.front().source.ids.size());
  engine::Generator generator(checkpoint.model, input, checkpoint.config);
  std::vector<Index> ids;
  while (ids.size() < most) {
    const Index token = engine::choose_token(generator.logits(), engine::Sampling{}, ids.size()).token;
    if (token == end) break;
    ids.push_back(token);
    if (!engine::has_room(checkpoint.config, generator.length())) break;
    generator.append(token);
  }
  return ids;
}

// Runs the whole translation once more if there is an unknown word to be traced.
std::vector<std::string> trace_unknown(const loaders::Checkpoint& checkpoint, engine::Input input,
                                       const std::vector<Index>& ids) {
  const auto unknown = checkpoint.tokenizer->special().unknown;
  if (!unknown || std::ranges::find(ids, *unknown) == ids.end()) return {};
  engine::Sequence& target = *input.examples.front().target;
  const auto first = static_cast<Index>(target.ids.size()) - 1;
  for (const Index id : ids) {
    target.ids.push_back(id);
    target.tokens.push_back(shown_token(checkpoint, id));
    target.padding.push_back(false);
  }
  const auto trace = engine::forward(*checkpoint.model, input, checkpoint.config);
  return trace ? words_behind_unknown(*trace, first, ids, *checkpoint.tokenizer) : std::vector<std::string>{};
}

std::string key_of(const loaders::Checkpoint& checkpoint, const engine::Sequence& source) {
  std::string key = std::to_string(reinterpret_cast<uintptr_t>(checkpoint.model.get())) + "\n";
  for (const Index id : source.ids) key.append(std::to_string(id)).append(" ");
  for (const std::string& word : source.unknown) key.append(word).append("\n");
  return key;
}

}  // namespace

Result<std::shared_ptr<const Translation>> own_translation(const Document& document,
                                                           const loaders::Checkpoint& checkpoint) {
  // Holds the model, so that its address identifies it.
  struct Kept {
    std::shared_ptr<const engine::Model> model;
    Translation translation;
  };
  static Recent<Kept> recent(kKeptTranslations);
  Document typed = document;
  typed.target.clear();
  typed.own_target = false;
  auto source = text_source(typed, checkpoint);
  if (!source) return source.error();
  auto target = text_target(typed, checkpoint);
  if (!target) return target.error();
  const std::string key = key_of(checkpoint, *source);
  engine::Input input;
  input.examples.push_back({std::move(source).value(), std::move(target).value()});
  if (auto bad = engine::check(checkpoint.config, input)) return *bad;
  const auto kept = recent.get(key, [&]() -> Result<std::shared_ptr<const Kept>> {
    Translation made;
    made.ids = translate(checkpoint, input);
    made.unknown = trace_unknown(checkpoint, input, made.ids);
    made.text = spelled(*checkpoint.tokenizer, made.ids, made.unknown);
    return std::make_shared<const Kept>(Kept{checkpoint.model, std::move(made)});
  });
  return std::shared_ptr<const Translation>(*kept, &(*kept)->translation);
}

std::string target_text(const Document& document) {
  if (!document.own_target) return document.target;
  const checkpoints::Shared checkpoint = checkpoints::opened(document.config.checkpoint);
  if (!checkpoint || !checkpoint->tokenizer) return "";
  const std::vector<std::string> sources =
      document.is_batch ? lines_of(document.text) : std::vector<std::string>{document.text};
  std::string text;
  for (const std::string& source : sources) {
    Document line = document;
    line.text = source;
    const auto translation = own_translation(line, *checkpoint);
    if (!text.empty()) text += '\n';
    if (translation) text += (*translation)->text;
  }
  return text;
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
