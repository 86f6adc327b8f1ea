// data_task.h: something to learn that is made of somebody's own text: lines to go on with, or a table of
// sources and targets.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/training/data/data_content.h"
#include "engine/training/task.h"

namespace engine {

// A decoder that says the next word, character or subword of a text's lines, or an encoder-decoder that says
// the target of a table's source.
class DataTask final : public Task {
 public:
  explicit DataTask(DataContent content);

  std::string_view name() const override { return content_.name; }
  const TaskVocabulary& vocabulary() const override { return content_.vocabulary; }
  Recipe recipe() const override;
  Index source_length() const override { return content_.source_length; }
  Index target_length() const override { return content_.target_length; }
  TaskCase example(uint64_t seed, uint64_t index) const override;
  const std::vector<TaskCase>& held_out() const override { return held_out_; }
  std::span<const TaskGroup> groups() const override;
  Counted counted() const override { return is_table() ? Counted::kExamples : Counted::kRows; }
  std::optional<Cutting> cutting() const override;
  const DataSummary* data() const override { return &content_.summary; }
  std::vector<std::string> shown() const override { return content_.shown; }

 private:
  bool is_table() const { return content_.kind == DataKind::kTable; }
  TaskCase case_of(const DataExample& example) const;

  DataContent content_;
  std::vector<TaskCase> held_out_;
};

// The task of a file's text. `name`: the file's, without its folder; `tokens`: as in read_data_content().
// Errors: those of read_rows, those of a tokenizer (error.tokenizer_effort, error.tokenizer_grows), and with
// the file: error.data_few (count, needed: different examples), error.data_one_target (target: that of every
// row), error.data_vocabulary (asked, count: of subwords, those that the text has pairs for).
Result<std::shared_ptr<const DataTask>> make_data_task(std::string_view name, std::string_view text,
                                                       DataKind kind, Index tokens = 0);

}  // namespace engine
