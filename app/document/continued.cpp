// continued.cpp: runs the decoder on, and joins pieces to words.
#include "app/document/continued.h"

#include <algorithm>
#include <string_view>

#include "app/document/checkpoints.h"
#include "app/document/model_tokens.h"
#include "engine/model/generate.h"

namespace app {
namespace {

using engine::Generated;
using engine::Index;

constexpr size_t kMostPieces = 8;  // of a word

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         static_cast<unsigned char>(byte) >= 0x80;
}

// A letter, or an apostrophe before one.
bool goes_on_with_word(std::string_view text) {
  if (text.starts_with('\'')) text.remove_prefix(1);
  return !text.empty() && is_letter(text.front());
}

void append(engine::Sequence& sequence, const loaders::Checkpoint& checkpoint, Index token) {
  sequence.ids.push_back(token);
  sequence.tokens.push_back(shown_token(checkpoint, token));
  sequence.padding.push_back(false);
}

bool writes_words_in_pieces(const loaders::Checkpoint& checkpoint, const engine::Config& config) {
  return checkpoint.is_own && checkpoint.tokenizer != nullptr &&
         checkpoint.tokenizer->algorithm() == text::Algorithm::kByteLevelBpe && !config.has_target() &&
         config.predicts == engine::Prediction::kNextToken;
}

// The word that the last token of the input begins.
LikelyWord whole_word(const loaders::Checkpoint& checkpoint, const engine::Input& input,
                      const engine::Config& config, const Generated& first) {
  const auto text_of = [&](Index token) { return checkpoint.tokenizer->shown(token); };
  LikelyWord word{{}, {first}, 1};
  const std::string begun = text_of(first.token);
  if (!begun.empty() && is_letter(begun.back())) {
    const auto more = continued(checkpoint, input, config, {}, kMostPieces - 1,
                                [&](Index token) { return !goes_on_with_word(text_of(token)); });
    word.pieces.insert(word.pieces.end(), more.begin(), more.end());
  }
  std::vector<Index> ids;
  for (const Generated& piece : word.pieces) {
    ids.push_back(piece.token);
    word.probability *= piece.probability;
  }
  word.text = checkpoint.tokenizer->decode(ids, true);
  if (word.text.size() > 1 && word.text.front() == ' ') word.text.erase(0, 1);
  return word;
}

}  // namespace

std::vector<Generated> continued(const loaders::Checkpoint& checkpoint, const engine::Input& input,
                                 const engine::Config& config, const engine::Sampling& sampling, size_t most,
                                 const std::function<bool(Index)>& stops) {
  const engine::GenerationRules& rules = checkpoint.generation.rules;
  const engine::Example& example = input.examples.front();
  engine::TokensSoFar so_far{.ids = example.target ? example.target->ids : example.source.ids, .source = {}};
  if (example.target) so_far.source = example.source.ids;
  so_far.prompt = static_cast<Index>(so_far.ids.size());
  so_far.longest = rules.longest(so_far.prompt);
  engine::Generator generator(checkpoint.model, input, config);
  std::vector<Generated> added;
  while (added.size() < most && engine::has_room(config, generator.length())) {
    const auto ruled = engine::apply(rules, generator.logits(), so_far);
    if (ruled.leaves_none()) break;
    const Generated next = engine::choose_token(generator.logits(), ruled, sampling, added.size());
    if (rules.ends_text(next.token) || (stops && stops(next.token))) break;
    added.push_back(next);
    so_far.ids.push_back(next.token);
    generator.append(next.token);
  }
  return added;
}

std::string written_freely(const loaders::Checkpoint& checkpoint, size_t most) {
  const auto begin = checkpoints::begin_token(checkpoint);
  if (!begin || checkpoint.tokenizer == nullptr) return "";
  constexpr double kTemperature = 0.8;
  engine::Input input;
  append(input.examples.emplace_back().source, checkpoint, *begin);
  std::vector<Index> ids;
  const engine::Sampling sampling{.greedy = false, .temperature = kTemperature};
  for (const Generated& each : continued(checkpoint, input, checkpoint.config, sampling, most))
    ids.push_back(each.token);
  return checkpoint.tokenizer->decode(ids);
}

std::vector<LikelyWord> likely_words(const Document& document, const loaders::Checkpoint& checkpoint,
                                     const std::vector<Generated>& first) {
  if (!writes_words_in_pieces(checkpoint, document.config)) return {};
  auto made = input_of(document);
  if (!made || made->examples.size() != 1 || made->examples.front().additive) return {};
  engine::Input input = std::move(made).value();
  engine::Sequence& read = input.examples.front().source;
  if (std::ranges::find(read.padding, true) != read.padding.end()) return {};
  if (!engine::has_room(document.config, static_cast<Index>(read.ids.size()))) return {};
  const engine::Sequence before = read;
  std::vector<LikelyWord> words;
  for (const Generated& each : first) {
    read = before;
    append(read, checkpoint, each.token);
    words.push_back(whole_word(checkpoint, input, document.config, each));
  }
  std::ranges::stable_sort(words, std::greater(), &LikelyWord::probability);
  return words;
}

}  // namespace app
