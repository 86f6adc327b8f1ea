// folder_fields_test.cpp: every field of a model's files is followed, known to have no effect, or told.
#include "engine/loaders/folder_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/changed_checkpoint.h"

namespace loaders {
namespace {

using nlohmann::json;
using testing::Contains;

class FolderFields : public ChangedCheckpoint {
 protected:
  // What a field of config.json does.
  static FieldUse use_of(const Checkpoint& checkpoint, std::string_view field) {
    for (const FolderField& each : checkpoint.description.fields) {
      if (each.file == "config.json" && each.field == field) return each.use;
    }
    ADD_FAILURE() << field << " is not listed";
    return FieldUse::kUnknown;
  }
};

std::vector<std::string> keys(const std::vector<engine::Error>& notes) {
  std::vector<std::string> names;
  for (const engine::Error& note : notes) names.push_back(note.key);
  return names;
}

TEST_F(FolderFields, OfTheGoldenModelsAreAllKnown) {
  for (const char* const name : {"bart",          "bert",
                                 "distilbert",    "gemma",
                                 "gemma2",        "gpt2",
                                 "gpt_neo",       "gpt_neox",
                                 "llama",         "marian",
                                 "mbart",         "mistral",
                                 "opt",           "pegasus",
                                 "qwen2",         "qwen3",
                                 "roberta",       "t5",
                                 "t5_encoder",    "vit",
                                 "vit_grey",      "vit_new_names",
                                 "torch_decoder", "torch_encoder",
                                 "torch_mha",     "torch_transformer"}) {
    take(name);
    const auto opened = open();
    ASSERT_TRUE(opened.ok()) << name << ": " << opened.error().key;
    for (const FolderField& field : (*opened)->description.fields)
      EXPECT_NE(field.use, FieldUse::kUnknown) << name << ": " << field.field;
  }
}

TEST_F(FolderFields, ThatNobodyKnowsAreTold) {
  take("gpt2");
  config_["attention_softener"] = 2;
  config_["wobble"] = nullptr;  // says nothing
  const auto opened = open();
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(use_of(**opened, "attention_softener"), FieldUse::kUnknown);
  EXPECT_EQ(use_of(**opened, "wobble"), FieldUse::kNoEffect);
  EXPECT_EQ(use_of(**opened, "n_embd"), FieldUse::kFollowed);
  const std::vector<engine::Error>& notes = (*opened)->description.notes;
  ASSERT_THAT(keys(notes), Contains("notice.fields_unknown"));
  EXPECT_EQ(argument(notes.back(), "names"), "attention_softener");
  EXPECT_EQ(argument(notes.back(), "file"), "config.json");
}

// The table's promise: whatever such a field says, a model that does not read it gives the same numbers.
TEST_F(FolderFields, WithoutEffectChangeNoNumber) {
  take("gpt2");
  const engine::Matrix before = stage_of("gpt2", "logits");
  const json whole = config_;
  size_t tried = 0;
  for (const IdleField& idle : idle_fields()) {
    if (idle.file != "config.json") continue;
    config_ = whole;
    config_[std::string(idle.field)] = "x";
    const auto opened = open();
    // A family that reads the field refuses a value of another type.
    if (!opened || use_of(**opened, idle.field) == FieldUse::kFollowed) continue;
    ++tried;
    EXPECT_EQ(use_of(**opened, idle.field), FieldUse::kNoEffect) << idle.field;
    EXPECT_EQ(stage_of("gpt2", "logits"), before) << idle.field;
  }
  EXPECT_GT(tried, 40U);
}

TEST(IdleFields, AreListedOnceEachWithThePlaceThatIgnoresThem) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const IdleField& idle : idle_fields()) {
    EXPECT_TRUE(seen.emplace(idle.file, idle.field).second) << idle.file << " " << idle.field;
    EXPECT_FALSE(idle.where.empty()) << idle.field;
  }
}

}  // namespace
}  // namespace loaders
