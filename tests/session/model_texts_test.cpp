// How a document's texts become a model's tokens: the encoder's and the decoder's each by what the folder has
// for it, and one that the model has no vector for is refused where it is used.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/sentencepiece_cases.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using engine::Index;
using nlohmann::json;
using testing::ElementsAre;

class ModelTexts : public ScratchFolder {
 protected:
  ModelTexts() {
    fs::copy(fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/marian", folder_,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }

  engine::Result<engine::Example> read(const std::string& text, const std::string& target) {
    const auto opened = checkpoints::open(folder_.string());
    if (!opened) return opened.error();
    Document document;
    document.config = (*opened)->config;
    document.text = text;
    document.target = target;
    auto input = checkpoint_input(document);
    if (!input) return input.error();
    return std::move(input->examples.front());
  }
};

// Marian's: a source </s>, and behind the start a target that the decoder has yet to end.
TEST_F(ModelTexts, AreCutByTheirSidesOwnModels) {
  using sentencepiece_cases::piece;
  const std::string begin = piece("<unk>", 0, 2) + piece("<s>", 0, 3) + piece("</s>", 0, 3) + piece("▁", -10);
  const std::string letters = piece("c", -9) + piece("a", -9) + piece("t", -9);
  const std::string settings = sentencepiece_cases::settings(sentencepiece_cases::kUnigram);
  fs::remove(folder_ / "tokenizer.json");
  write("source.spm", begin + letters + piece("▁cat", -2) + settings);
  write("target.spm", begin + letters + settings);
  const auto example = read("cat", "cat");
  ASSERT_TRUE(example.ok()) << example.error().key;
  EXPECT_THAT(example->source.ids, ElementsAre(4, 0));
  EXPECT_THAT(example->target->ids, ElementsAre(41, 2, 15, 13, 32));
}

TEST_F(ModelTexts, AreRefusedWhereTheTableHasNoRowForAToken) {
  json tokenizer = json::parse(std::ifstream(folder_ / "tokenizer.json"));
  json token = tokenizer["added_tokens"].front();
  token["id"] = 42;
  token["content"] = "<more>";
  tokenizer["added_tokens"].push_back(token);
  write("tokenizer.json", tokenizer.dump());
  const auto without = read("the cat", "a");
  ASSERT_TRUE(without.ok()) << without.error().key;
  EXPECT_THAT(without->source.ids, ElementsAre(3, 4, 0));
  for (const auto& [text, target] : {std::pair("the <more>", "a"), {"the", "a <more>"}}) {
    const auto refused = read(text, target);
    ASSERT_FALSE(refused.ok()) << text;
    EXPECT_EQ(refused.error().key, "error.token_beyond") << text;
    const std::vector<std::pair<std::string, std::string>> arguments = {
        {"token", "<more>"}, {"id", "42"}, {"largest", "41"}};
    EXPECT_EQ(refused.error().arguments, arguments) << text;
  }
}

}  // namespace
}  // namespace app
