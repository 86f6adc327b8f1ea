// A model that is being trained, open in memory, is the model that its folder would be opened as.
#include "engine/training/own_files.h"

#include <gtest/gtest.h>

#include <cstring>

#include "app/export/model_folder.h"
#include "engine/training/run.h"
#include "tests/engine/scratch_folder.h"

namespace exporter {
namespace {

using engine::Index;
using Opened = std::shared_ptr<const loaders::Checkpoint>;

class OwnFiles : public ScratchFolder, public testing::WithParamInterface<const char*> {
 protected:
  OwnFiles() : task_(*engine::find_task(GetParam())) {
    engine::Recipe recipe = task_.recipe();
    recipe.batch = 4;
    engine::TrainingRun run(task_, recipe);
    EXPECT_TRUE(run.advance().value().ok());
    const engine::TrainingRecord record{.task = std::string(task_.name()), .recipe = recipe, .steps = 1};
    EXPECT_FALSE(save_model(folder_ / "kept", run.model(), task_, record, false).has_value());
    const auto opened = loaders::open_checkpoint((folder_ / "kept").string());
    EXPECT_TRUE(opened.ok()) << (opened ? "" : opened.error().key);
    if (opened) on_disk_ = *opened;
    in_memory_ = engine::checkpoint_in_memory(
        "name", std::make_shared<const engine::TrainedModel>(run.model(), run.model().numbers()), task_,
        engine::task_tokenizer(task_));
  }

  const engine::Task& task_;
  Opened on_disk_;
  Opened in_memory_;
};

TEST_P(OwnFiles, HaveTheSameSettings) {
  ASSERT_NE(on_disk_, nullptr);
  engine::Config config = on_disk_->config;
  config.checkpoint = "name";
  EXPECT_EQ(in_memory_->config, config);
  EXPECT_EQ(in_memory_->labels, on_disk_->labels);
  EXPECT_EQ(in_memory_->decoder_start, on_disk_->decoder_start);
  EXPECT_EQ(in_memory_->asked, on_disk_->asked);
  EXPECT_EQ(in_memory_->is_own, on_disk_->is_own);
  EXPECT_EQ(in_memory_->description.family, on_disk_->description.family);
  EXPECT_EQ(in_memory_->description.parameters, on_disk_->description.parameters);
  EXPECT_EQ(in_memory_->description.bytes, on_disk_->description.bytes);
  EXPECT_EQ(in_memory_->description.precisions, on_disk_->description.precisions);
  EXPECT_EQ(in_memory_->image.has_value(), on_disk_->image.has_value());
  if (!in_memory_->image || !on_disk_->image) return;
  EXPECT_EQ(in_memory_->image->size, on_disk_->image->size);
  EXPECT_EQ(in_memory_->image->patch, on_disk_->image->patch);
  EXPECT_EQ(in_memory_->image->mean, on_disk_->image->mean);
  EXPECT_EQ(in_memory_->image->deviation, on_disk_->image->deviation);
  EXPECT_EQ(in_memory_->image->rescale, on_disk_->image->rescale);
}

TEST_P(OwnFiles, HaveTheSameWeights) {
  ASSERT_NE(on_disk_, nullptr);
  const auto& kept = on_disk_->tensors.tensors();
  const auto& lent = in_memory_->tensors.tensors();
  ASSERT_EQ(kept.size(), lent.size());
  for (size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(lent[i].name, kept[i].name);
    EXPECT_EQ(lent[i].shape, kept[i].shape) << kept[i].name;
    ASSERT_EQ(lent[i].bytes, kept[i].bytes) << kept[i].name;
    EXPECT_EQ(std::memcmp(lent[i].data, kept[i].data, kept[i].bytes), 0) << kept[i].name;
  }
}

TEST_P(OwnFiles, CutATextInTheSameWay) {
  ASSERT_NE(on_disk_, nullptr);
  ASSERT_EQ(in_memory_->tokenizer != nullptr, on_disk_->tokenizer != nullptr);
  if (!in_memory_->tokenizer) return;
  std::vector<std::string> sentences = task_.shown();
  sentences.emplace_back("a word that nobody knows: Ω");
  for (const std::string& sentence : sentences) {
    const auto lent = in_memory_->tokenizer->encode(sentence);
    const auto kept = on_disk_->tokenizer->encode(sentence);
    ASSERT_TRUE(lent.ok() && kept.ok()) << sentence;
    EXPECT_EQ(lent->pieces, kept->pieces) << sentence;
    EXPECT_EQ(lent->segments, kept->segments) << sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, OwnFiles,
                         testing::Values("phrase", "numbers", "who", "repeat", "reverse", "shapes"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace exporter
