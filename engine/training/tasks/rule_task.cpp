// rule_task.cpp: streams of examples that leave out what is held out.
#include "engine/training/tasks/rule_task.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string>
#include <utility>

namespace engine {

TaskVocabulary task_vocabulary(const std::vector<std::string_view>& tokens) {
  TaskVocabulary vocabulary;
  std::unordered_set<std::string_view> seen;
  for (const std::string_view token : tokens) {
    if (!seen.insert(token).second) continue;
    const auto id = static_cast<Index>(vocabulary.tokens.size());
    if (token == "<pad>") vocabulary.padding = id;
    if (token == "<bos>") vocabulary.start = id;
    if (token == "<eos>") vocabulary.end = id;
    if (token == "<|endoftext|>") vocabulary.start = vocabulary.end = id;
    if (token == kUnknownWord) vocabulary.unknown = id;
    if (token == kHiddenWord) vocabulary.mask = id;
    vocabulary.tokens.emplace_back(token);
  }
  return vocabulary;
}

uint64_t key_of(std::span<const Index> ids) {
  // FNV-1a, 64 bits, a whole id at a time. Where two keys are equal by chance, an example is drawn again.
  uint64_t key = 0xCBF29CE484222325ULL;
  for (const Index id : ids) key = (key ^ static_cast<uint64_t>(id)) * 0x100000001B3ULL;
  return key;
}

RuleTask::RuleTask(TaskVocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {
  for (size_t i = 0; i < vocabulary_.tokens.size(); ++i)
    ids_.emplace(vocabulary_.tokens[i], static_cast<Index>(i));
}

TaskCase RuleTask::example(uint64_t seed, uint64_t index) const {
  const RandomStream stream(seed, name());
  Draw choices(stream, index);
  Drawn drawn = draw(choices);
  while (held().keys.contains(drawn.key)) drawn = draw(choices);
  disturb(drawn.example, choices);
  return std::move(drawn.example);
}

RandomStream RuleTask::held_out_stream() const {
  return {0, std::string(name()) + ".held_out"};
}

RuleTask::HeldOut RuleTask::hold_out() const {
  const RandomStream stream = held_out_stream();
  HeldOut held;
  for (uint64_t index = 0; held.cases.size() < held_out_count(); ++index) {
    Draw choices(stream, index);
    Drawn drawn = draw(choices);
    if (held.keys.insert(drawn.key).second) held.cases.push_back(std::move(drawn.example));
  }
  return held;
}

const RuleTask::HeldOut& RuleTask::held() const {
  std::call_once(once_, [this] { held_ = hold_out(); });
  return held_;
}

std::vector<Index> RuleTask::ids(std::span<const std::string_view> words) const {
  std::vector<Index> result;
  result.reserve(words.size() + 1);
  for (const std::string_view word : words) result.push_back(id(word));
  return result;
}

TaskCase RuleTask::translation(std::span<const Index> source, std::span<const Index> target) const {
  TaskCase example;
  example.source.reserve(source.size() + 1);
  example.source.assign(source.begin(), source.end());
  example.source.push_back(vocabulary_.end);
  example.target.reserve(target.size() + 1);
  example.target.push_back(vocabulary_.start);
  example.target.insert(example.target.end(), target.begin(), target.end());
  example.labels.reserve(target.size() + 1);
  example.labels.assign(target.begin(), target.end());
  example.labels.push_back(vocabulary_.end);
  return example;
}

RuleTask::Drawn RuleTask::drawn_by_source(TaskCase example) const {
  const uint64_t key = key_of(example.source);
  return {std::move(example), key};
}

Recipe small_recipe(Architecture architecture, const SmallSize& size, Index vocabulary) {
  Recipe recipe;
  Config& config = recipe.config;
  config.model = ModelKind::kCheckpoint;
  config.architecture = architecture;
  config.vocabulary = vocabulary;
  config.encoder_layers = config.decoder_layers = size.layers;
  config.n_heads = size.heads;
  config.d_model = size.width;
  config.d_k = config.d_v = size.width / size.heads;
  config.d_ff = size.hidden;
  config.activation = Activation::kGelu;
  config.norm = NormOrder::kPre;
  config.final_norm = true;
  config.positions = PositionKind::kSinusoidal;
  config.embedding_scale = true;
  config.tied_output = false;
  config.mask_padding = true;
  config.predicts = architecture == Architecture::kEncoder ? Prediction::kTokens : Prediction::kNextToken;
  recipe.embedding_size = 1 / std::sqrt(static_cast<double>(size.width));
  return recipe;
}

void learn_positions(Recipe& recipe, Index places, double size) {
  recipe.config.positions = PositionKind::kLearned;
  recipe.config.context = places;
  recipe.config.embedding_scale = false;
  recipe.embedding_size = recipe.position_size = size;
}

}  // namespace engine
