// task.h: something to learn: examples made by rule, and what its heads should come to look at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/text/learn_subwords.h"
#include "engine/training/recipe.h"

namespace engine {

struct DataSummary;  // data/data_content.h

// The label of a row that is asked for nothing.
inline constexpr Index kNoLabel = -1;

// Where a row should look in one example: at one of these keys; they share the weight.
struct AimedRow {
  int aim = 0;  // index into Task::aims()
  Index row = 0;
  std::vector<Index> keys;
  std::vector<float> parts = {};  // how much of each key's weight counts, such as the part of a square that
                                  // a shape covers; empty: all of it
};

// One example, not padded. Rows are those of the logits: the target's where there is one.
struct TaskCase {
  std::vector<Index> source;   // ids that the encoder reads; of a model with one stack, all that it reads
  std::vector<Index> target;   // ids that the decoder reads beside an encoder, from the start token on
  Matrix patches;              // (squares, values of a square) that a model of pictures reads instead of ids
  std::vector<Index> labels;   // what each row should say, an id or a class; or kNoLabel
  std::vector<Index> scored;   // the rows that exact match asks for, ascending: all with a label by default
  std::vector<Index> rivals;   // of each scored row, the one id that its label is compared with, where nobody
                               // can know the very word ("sings" or "sing"); kNoLabel, or empty: all ids
  std::vector<AimedRow> aims;  // measured on held-out examples
  int group = 0;               // index into Task::groups()
  std::optional<uint64_t> number = {};  // in a run: what is dropped follows from it; none: nothing is dropped
};

// The tokens of a task, by id, and those with a duty; -1 where it has none.
struct TaskVocabulary {
  std::vector<std::string> tokens;
  Index padding = 0;
  Index start = -1;
  Index end = -1;
  Index unknown = -1;
  Index mask = -1;
};

// Which attention an aim is measured in.
enum class AimedAttention { kEncoder, kDecoder, kCross };

// A habit that the task teaches: the mean weight that rows put on the keys they should look at.
struct Aim {
  std::string_view name;  // "adjective": a text key is "task.aim." and this
  AimedAttention attention = AimedAttention::kEncoder;
};

// Held-out examples that are counted together.
struct TaskGroup {
  std::string_view name;   // "masked": a text key is "task.group." and this
  bool is_counted = true;  // in the exact match of the task
};

// What the figures count: whole examples, or each row that is asked for something.
enum class Counted { kExamples, kRows };

// How a typed text is cut into a task's tokens: parts of a tokenizer.json, as JSON.
struct Cutting {
  std::string normalizer, splitter, decoder;
  std::optional<std::vector<text::LearnedMerge>> merges = std::nullopt;  // none: each word is a token
};

// A task is one file in engine/training/tasks/ and one row in tasks.cpp, or made from a file of somebody's
// own (data/data_task.h). Immutable; all of it is decided by rule, so that the same seed gives the same
// examples on every machine.
class Task {
 public:
  virtual ~Task() = default;

  virtual std::string_view name() const = 0;  // as typed: "phrase"
  // A text key: the sentence that says what to look for, and where, is "task.NAME.look_for".
  virtual const TaskVocabulary& vocabulary() const = 0;
  // The labels' kinds: as many as tokens, or the classes of a picture.
  virtual Index labels() const { return static_cast<Index>(vocabulary().tokens.size()); }
  virtual Recipe recipe() const = 0;

  // The words at which an encoder says another one: "it", where it says who is meant.
  virtual std::vector<Index> asked() const { return {}; }

  // The most tokens (or squares and the class token) that an example has on either side; 0: none.
  virtual Index source_length() const = 0;
  virtual Index target_length() const { return 0; }

  // Example number `index` of the stream that `seed` starts. Never a held-out one, as the model reads it.
  virtual TaskCase example(uint64_t seed, uint64_t index) const = 0;

  // What a decoder should say to this source, without the tokens around it; empty: nobody knows.
  virtual std::vector<Index> answer(std::span<const Index> /*source*/) const { return {}; }

  // The examples that the figures are measured on: the same for every seed.
  virtual const std::vector<TaskCase>& held_out() const = 0;

  virtual std::span<const TaskGroup> groups() const = 0;
  virtual Counted counted() const { return Counted::kExamples; }
  virtual std::span<const Aim> aims() const { return {}; }

  // Nullopt: by the words of the vocabulary, as they are typed.
  virtual std::optional<Cutting> cutting() const { return std::nullopt; }

  // What became of the text that the task is made of; null: it is made by rule.
  virtual const DataSummary* data() const { return nullptr; }

  // Sentences that show the pattern, as a person types them: source, or source and target.
  virtual std::vector<std::string> shown() const = 0;
};

// One of those below, which live as long as the program.
std::shared_ptr<const Task> lasting(const Task& task);

// Every task, in the order that they are listed in.
std::span<const Task* const> tasks();

// The task of that name; null if there is none.
const Task* find_task(std::string_view name);

}  // namespace engine
