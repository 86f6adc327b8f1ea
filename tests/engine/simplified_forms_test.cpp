// Which simplified character stands for a traditional one, by the steps of a tokenizer that reads both.
#include "engine/text/simplified_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/loaders/box.h"
#include "engine/loaders/checkpoint.h"

namespace text {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

json replace(const char* typed, const char* read) {
  return {{"type", "Replace"}, {"pattern", {{"String", typed}}}, {"content", read}};
}

std::map<std::string, std::string> forms(const json& steps) {
  const json normalizer = {{"type", "Sequence"}, {"normalizers", steps}};
  return simplified_forms(&normalizer);
}

TEST(SimplifiedForms, AreWhatIsReplacedByACharacter) {
  EXPECT_THAT(forms({{{"type", "NFC"}}, replace("头发", "頭髮"), replace("来", "來"), replace("发", "發")}),
              ElementsAre(Pair("來", "来"), Pair("發", "发"), Pair("頭", "头"), Pair("髮", "发")));
}

TEST(SimplifiedForms, TheFirstRowCountsAndThoseOfOneBeforeThoseOfTwo) {
  EXPECT_THAT(forms({replace("里面", "裏面"), replace("裡", "裏"), replace("里", "裏")}),
              ElementsAre(Pair("裏", "裡")));
}

TEST(SimplifiedForms, OtherStepsHaveNone) {
  EXPECT_THAT(forms({replace("’", "'"), replace("a", "b"), replace("来来来", "來來來"), replace("来了", "來"),
                     json{{"type", "Lowercase"}}, json("text"),
                     json{{"type", "Replace"}, {"pattern", {{"Regex", "来"}}}, {"content", "來"}}}),
              IsEmpty());
  const json alone = replace("来", "來");
  EXPECT_THAT(simplified_forms(&alone), IsEmpty());
  EXPECT_THAT(simplified_forms(nullptr), IsEmpty());
}

TEST(SimplifiedForms, PoemHasThoseOfItsCharactersAndOtherModelsNone) {
  const auto opened = [](const char* name) {
    return loaders::open_checkpoint(loaders::box_folder(name)->string()).value()->tokenizer;
  };
  const auto form = [](const ModelTokenizer& tokenizer, const char* token) {
    return tokenizer.simplified(tokenizer.find(token).value());
  };
  const auto poem = opened("poem");
  EXPECT_EQ(form(*poem, "來"), "来");
  EXPECT_EQ(form(*poem, "覺"), "觉");
  EXPECT_EQ(form(*poem, "春"), "");
  Index forms = 0;
  for (Index id = 0; id < static_cast<Index>(poem->vocabulary()->size()); ++id)
    forms += poem->simplified(id).empty() ? 0 : 1;
  EXPECT_GT(forms, 1000);
  EXPECT_EQ(poem->simplified(-1), "");
  EXPECT_EQ(form(*opened("prose-zh"), "來"), "");
}

}  // namespace
}  // namespace text
