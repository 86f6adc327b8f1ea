// rule_task.h: what the tasks share: held-out examples that no training example equals, words and their ids,
// and the settings of small models.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "engine/core/draw.h"
#include "engine/training/task.h"

namespace engine {

// What the unknown token is called in the rules of sentences.
inline constexpr std::string_view kUnknownWord = "<unk>";
inline constexpr std::string_view kHiddenWord = "<mask>";

// The tokens in this order, each once; those with a duty are known by their names: <pad>, <bos>, <eos>,
// <unk>, <mask>, and <|endoftext|>, which is both <bos> and <eos>.
TaskVocabulary task_vocabulary(const std::vector<std::string_view>& tokens);

// A number for these ids: two examples that a model reads alike have the same.
uint64_t key_of(std::span<const Index> ids);

// Examples are drawn from a stream; one that is held out, as the model reads it, is drawn again.
class RuleTask : public Task {
 public:
  explicit RuleTask(TaskVocabulary vocabulary);

  const TaskVocabulary& vocabulary() const final { return vocabulary_; }
  TaskCase example(uint64_t seed, uint64_t index) const final;
  const std::vector<TaskCase>& held_out() const final { return held().cases; }

 protected:
  struct Drawn {
    TaskCase example;
    uint64_t key = 0;  // the same for examples that a model reads alike
  };
  struct HeldOut {
    std::vector<TaskCase> cases;
    std::unordered_set<uint64_t> keys;
  };

  virtual Drawn draw(Draw& choices) const = 0;
  // What happens to training examples alone, such as hidden words.
  virtual void disturb(TaskCase& /*example*/, Draw& /*choices*/) const {}
  // As many different examples as this, of a stream of their own, unless a task chooses them otherwise.
  virtual size_t held_out_count() const { return 1000; }
  virtual HeldOut hold_out() const;
  RandomStream held_out_stream() const;

  // The id of a word of the vocabulary.
  Index id(std::string_view word) const { return ids_.at(word); }
  std::vector<Index> ids(std::span<const std::string_view> words) const;
  // What an encoder-decoder reads and says: the source ends with <eos>, the target starts with <bos>.
  TaskCase translation(std::span<const Index> source, std::span<const Index> target) const;
  Drawn drawn_by_source(TaskCase example) const;

 private:
  const HeldOut& held() const;

  TaskVocabulary vocabulary_;
  std::unordered_map<std::string_view, Index> ids_;  // of the tokens in vocabulary_
  mutable std::once_flag once_;
  mutable HeldOut held_;
};

struct SmallSize {
  Index layers = 1;  // of each stack
  Index heads = 1;
  Index width = 64;
  Index hidden = 128;  // of the feed-forward; 0: none
};

// Pre-LN, GELU, a free output, padding masked; positions are sinusoids, and embeddings of size 1/sqrt(d) grow
// by sqrt(d) (Vaswani et al. 2017, sec. 3.4).
Recipe small_recipe(Architecture architecture, const SmallSize& size, Index vocabulary);
// Learned positions for `places` instead, as large as the embeddings.
void learn_positions(Recipe& recipe, Index places, double size);

}  // namespace engine
