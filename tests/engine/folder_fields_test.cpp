// folder_fields_test.cpp: every field of a model's files is followed, known to have no effect, or told.
#include "engine/loaders/folder_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

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

// Rows of one family say nothing of another's.
TEST_F(FolderFields, WithoutEffectAreThoseOfTheFamily) {
  const auto use_in = [&](const char* name, const char* field) {
    take(name);
    config_[field] = "x";
    const auto opened = open();
    EXPECT_TRUE(opened.ok()) << name << " " << field;
    return opened ? use_of(**opened, field) : FieldUse::kUnknown;
  };
  EXPECT_EQ(use_in("bert", "pooler_type"), FieldUse::kNoEffect);
  EXPECT_EQ(use_in("gpt2", "pooler_type"), FieldUse::kUnknown);
  EXPECT_EQ(use_in("llama", "pretraining_tp"), FieldUse::kNoEffect);
  EXPECT_EQ(use_in("opt", "pretraining_tp"), FieldUse::kUnknown);
  EXPECT_EQ(use_in("mistral", "attention_bias"), FieldUse::kNoEffect);
  EXPECT_EQ(use_in("gpt2", "attention_bias"), FieldUse::kUnknown);
  for (const char* const name : {"bert", "gpt2", "llama", "t5", "vit"})
    EXPECT_EQ(use_in(name, "torch_dtype"), FieldUse::kNoEffect) << name;
}

// Every file of a folder is listed: the vocabulary that is read and one that is not, and each field.
TEST_F(FolderFields, OfTheOtherFilesAreListed) {
  take("bert");
  const auto fields_with = [&](const std::string& settings) {
    write("vocab.txt", "[UNK]\n[CLS]\n[SEP]\n[PAD]\n[MASK]\ntea\n");
    write("tokenizer.model", "older");
    write("tokenizer_config.json", settings);
    write("special_tokens_map.json", R"({"pad_token": "[PAD]", "wobble": "x"})");
    write("added_tokens.json", R"({"<x>": 6})");
    write("generation_config.json", R"({"top_k": 3})");
    std::map<std::string, FieldUse> uses;
    const auto opened = open();
    EXPECT_EQ(key_of(opened), "");
    for (const FolderField& field : (*opened)->description.fields)
      uses[field.file + " " + field.field] = field.use;
    return uses;
  };
  auto uses = fields_with("{}");
  EXPECT_EQ(uses.at("vocab.txt "), FieldUse::kFollowed);
  EXPECT_EQ(uses.at("tokenizer.model "), FieldUse::kNoEffect);
  EXPECT_EQ(uses.at("special_tokens_map.json pad_token"), FieldUse::kFollowed);
  EXPECT_EQ(uses.at("special_tokens_map.json wobble"), FieldUse::kUnknown);
  EXPECT_EQ(uses.at("added_tokens.json "), FieldUse::kFollowed);
  EXPECT_EQ(uses.at("generation_config.json top_k"), FieldUse::kNoEffect);
  uses = fields_with(R"({"added_tokens_decoder": {"6": {"content": "<y>"}}})");
  EXPECT_EQ(uses.at("tokenizer_config.json added_tokens_decoder"), FieldUse::kFollowed);
  EXPECT_EQ(uses.at("special_tokens_map.json pad_token"), FieldUse::kNoEffect);
  EXPECT_EQ(uses.at("added_tokens.json "), FieldUse::kNoEffect);
}

TEST_F(FolderFields, OfGenerationAreFollowedOrSaidWhyNot) {
  take("gpt2");
  write("generation_config.json",
        R"({"eos_token_id": 2, "min_p": 0.1, "use_cache": true, "wobble": 1, "length_penalty": 2.0})");
  std::map<std::string, FieldUse> uses;
  const auto opened = open();
  for (const FolderField& field : (*opened)->description.fields) {
    if (field.file == "generation_config.json") uses[field.field] = field.use;
  }
  EXPECT_EQ(uses, (std::map<std::string, FieldUse>{{"eos_token_id", FieldUse::kFollowed},
                                                   {"min_p", FieldUse::kNoEffect},
                                                   {"use_cache", FieldUse::kNoEffect},
                                                   {"wobble", FieldUse::kUnknown},
                                                   {"length_penalty", FieldUse::kNoEffect}}));
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
