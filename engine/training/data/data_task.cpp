// data_task.cpp: examples, and the sizes of the model that learns them.
#include "engine/training/data/data_task.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/core/draw.h"
#include "engine/training/data/data_cutting.h"
#include "engine/training/tasks/rule_task.h"

namespace engine {
namespace {

constexpr std::array kWordGroups = {TaskGroup{"next_words"}};
constexpr std::array kCharacterGroups = {TaskGroup{"next_characters"}};
constexpr std::array kSubwordGroups = {TaskGroup{"next_subwords"}};
constexpr std::array kTableGroups = {TaskGroup{"table_rows"}};

}  // namespace

DataTask::DataTask(DataContent content) : content_(std::move(content)) {
  for (const DataExample& example : content_.held_out) held_out_.push_back(case_of(example));
}

TaskCase DataTask::case_of(const DataExample& example) const {
  TaskCase made;
  made.source = content_.read(example.source);
  if (is_table()) made.target = content_.read(example.target);
  made.labels = content_.labels(is_table() ? example.target : example.source);
  return made;
}

TaskCase DataTask::example(uint64_t seed, uint64_t index) const {
  const RandomStream stream(seed, "data");
  Draw choices(stream, index);
  return case_of(content_.drawn(choices));
}

std::span<const TaskGroup> DataTask::groups() const {
  switch (content_.kind) {
    case DataKind::kWords:
      return kWordGroups;
    case DataKind::kCharacters:
      return kCharacterGroups;
    case DataKind::kSubwords:
      return kSubwordGroups;
    case DataKind::kTable:
      break;
  }
  return kTableGroups;
}

std::optional<Cutting> DataTask::cutting() const {
  Cutting cutting = data_cutting(
      content_.kind, std::span(content_.vocabulary.tokens).subspan(data_duty_tokens(content_.kind).size()));
  if (content_.kind == DataKind::kSubwords) cutting.merges = content_.merges;
  return cutting;
}

// As much in a step as keeps it near a tenth of a second. Whole words are few examples each: a text's lines
// are read so often that their words are learned, and not so often that the lines are learned by heart.
Recipe DataTask::recipe() const {
  constexpr Index kRowsOfStep = 1536;
  constexpr Index kTimesRead = 16;
  constexpr Index kFewestSteps = 120;
  constexpr Index kUsualSteps = 400;
  Recipe recipe = is_table()
                      ? small_recipe(Architecture::kTransformer, {.heads = 2}, Task::labels())
                      : small_recipe(Architecture::kDecoder, {.layers = 2, .heads = 2}, Task::labels());
  const Index longest = std::max(source_length(), target_length());
  const Index batch = std::clamp<Index>(kRowsOfStep / longest, 16, 64);
  const Index steps =
      content_.kind == DataKind::kWords ? kTimesRead * content_.summary.learned / batch : kUsualSteps;
  recipe.batch = static_cast<int>(batch);
  recipe.steps = static_cast<int>(std::clamp(steps, kFewestSteps, kUsualSteps));
  return recipe;
}

Result<std::shared_ptr<const DataTask>> make_data_task(std::string_view name, std::string_view text,
                                                       DataKind kind, Index tokens) {
  auto content = read_data_content(name, text, kind, tokens);
  if (!content) return content.error();
  return std::make_shared<const DataTask>(std::move(content).value());
}

}  // namespace engine
