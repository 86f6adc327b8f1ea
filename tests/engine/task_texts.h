// task_texts.h: tasks and their examples as words that a test can name.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text/tokenizer_files.h"
#include "engine/training/run.h"
#include "engine/training/task.h"
#include "engine/training/tasks/tokenizer_text.h"

namespace tasks_test {

using namespace engine;

// Enough examples of a stream to see what it is made of.
inline constexpr uint64_t kExamples = 20000;

inline const Task& named(std::string_view name) {
  const Task* const task = find_task(name);
  EXPECT_NE(task, nullptr) << name;
  return *task;
}

// "the big red house", without tokens that have a duty.
inline std::string text_of(const Task& task, const std::vector<Index>& ids) {
  std::string text;
  for (const Index id : ids) {
    const std::string& token = task.vocabulary().tokens.at(static_cast<size_t>(id));
    if (token.starts_with('<') && id != task.vocabulary().unknown) continue;
    if (!text.empty()) text += ' ';
    text += token;
  }
  return text;
}

inline std::string label_text(const Task& task, const TaskCase& example) {
  std::vector<Index> ids;
  std::ranges::copy_if(example.labels, std::back_inserter(ids), [](Index id) { return id != kNoLabel; });
  return text_of(task, ids);
}

inline text::ModelTokenizer tokenizer_of(const Task& task) {
  auto tokenizer = text::read_tokenizer_json(tokenizer_text(task));
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().key;
  return std::move(tokenizer).value();
}

// "the big red <unk>"
inline std::string cut(const Task& task, std::string_view typed) {
  const auto pieces = tokenizer_of(task).encode_plain(typed);
  EXPECT_TRUE(pieces.ok()) << typed;
  std::string cut;
  for (const text::Piece& piece : *pieces) {
    if (!cut.empty()) cut += ' ';
    cut += piece.name;
  }
  return cut;
}

// What the model reads: ids, hidden words put back; or the signs of a picture's numbers, which tell the
// colours apart whatever the noise.
inline std::vector<Index> read_by_model(const Task& task, const TaskCase& example) {
  std::vector<Index> read = example.source;
  for (size_t row = 0; row < read.size(); ++row) {
    const bool is_scored = std::ranges::find(example.scored, static_cast<Index>(row)) != example.scored.end();
    if (task.vocabulary().mask >= 0 && read[row] == task.vocabulary().mask && !is_scored)
      read[row] = example.labels[row];
  }
  for (Index i = 0; i < example.patches.size(); ++i) read.push_back(example.patches.data()[i] > 0 ? 1 : 0);
  return read;
}

// The ids of words with spaces between them; -1 where a star stands.
inline std::vector<Index> ids_of(const Task& task, std::string_view words) {
  std::vector<Index> ids;
  std::istringstream stream{std::string(words)};
  for (std::string word; stream >> word;) {
    const auto& tokens = task.vocabulary().tokens;
    const auto found = std::ranges::find(tokens, word);
    EXPECT_TRUE(word == "*" || found != tokens.end()) << word;
    ids.push_back(word == "*" ? -1 : found - tokens.begin());
  }
  return ids;
}

// The first example that the model reads as these words, a star standing for any.
inline std::optional<TaskCase> example_of(const Task& task, std::string_view words) {
  const std::vector<Index> wanted = ids_of(task, words);
  const auto fits = [&](const TaskCase& example) {
    std::vector<Index> read = read_by_model(task, example);
    std::erase_if(read, [&](Index id) {
      const std::string& token = task.vocabulary().tokens[static_cast<size_t>(id)];
      return token.starts_with("<2") || token == "<bos>" || token == "<eos>";
    });
    return std::ranges::equal(wanted, read, [](Index want, Index id) { return want < 0 || want == id; });
  };
  const auto held = std::ranges::find_if(task.held_out(), fits);
  if (held != task.held_out().end()) return *held;
  for (uint64_t index = 0; index < 300000; ++index) {
    TaskCase example = task.example(0, index);
    if (fits(example)) return example;
  }
  ADD_FAILURE() << words << " is never said";
  return std::nullopt;
}

// "rouge<red", for each row of the aim: the word that the row says, and those that it should look at.
inline std::vector<std::string> looks(const Task& task, const TaskCase& example, std::string_view aim) {
  const auto word = [&](Index id) { return task.vocabulary().tokens.at(static_cast<size_t>(id)); };
  std::vector<std::string> all;
  for (const AimedRow& aimed : example.aims) {
    if (task.aims()[static_cast<size_t>(aimed.aim)].name != aim) continue;
    const auto row = static_cast<size_t>(aimed.row);
    const bool is_read = task.aims()[static_cast<size_t>(aimed.aim)].attention == AimedAttention::kEncoder;
    std::string look = word(is_read ? example.source[row] : example.labels[row]);
    for (const Index key : aimed.keys) look += '<' + word(example.source[static_cast<size_t>(key)]);
    all.push_back(look);
  }
  return all;
}

inline std::string group_of(const Task& task, const TaskCase& example) {
  return std::string(task.groups()[static_cast<size_t>(example.group)].name);
}

}  // namespace tasks_test
