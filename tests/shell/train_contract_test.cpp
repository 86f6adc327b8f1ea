// What scripts build on about training: the tasks, what a run prints and writes, the models in the box, and
// what is refused.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/text/tr.h"
#include "engine/training/everyday/everyday.h"
#include "engine/training/recipe_settings.h"
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// The last line that a command prints.
std::string last_line(const CommandLine& arguments) {
  CommandLine lines = split(run(arguments), '\n');
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines.empty() ? "" : lines.back();
}

class TrainContract : public testing::Test {
 protected:
  TrainContract()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("headlight_") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
  }
  ~TrainContract() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path folder_;
};

TEST_F(TrainContract, TasksSayWhatToLookFor) {
  const json tasks = json::parse(run({"tasks", "--json"}));
  ASSERT_EQ(tasks.size(), 14U);
  EXPECT_EQ(tasks[0]["name"], "phrase");
  for (const json& task : tasks) EXPECT_GT(task["look_for"].get<std::string>().size(), 40U) << task["name"];
}

TEST_F(TrainContract, TasksWriteEverydaySentences) {
  const CommandLine english = split(run({"tasks", "--text", "en", "--lines", "3", "--seed", "1"}), '\n');
  EXPECT_EQ(english.size(), 3U);
  EXPECT_EQ(run({"tasks", "--text", "zh-Hans", "--lines", "3"}),
            engine::everyday_text(engine::EverydayScript::kSimplified, 0, 3));
  EXPECT_NE(headlight({"tasks", "--text", "fr"}).err.find("zh-Hant"), std::string::npos);
  EXPECT_NE(headlight({"tasks", "--lines", "3"}).err.find("--text"), std::string::npos);
  EXPECT_NE(headlight({"tasks", "--text", "en", "--json"}).exit_code, 0);
}

TEST_F(TrainContract, ARunPrintsItsFiguresAndWritesAModel) {
  const Ran ran = headlight(
      {"train", "--task", "reverse", "--steps", "30", "--seed", "3", "--out", folder_.string(), "--json"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.err.find("step 30 of 30"), std::string::npos) << ran.err;
  const json said = json::parse(ran.out);
  EXPECT_EQ(said["task"], "reverse");
  EXPECT_EQ(said["seed"], 3);
  EXPECT_EQ(said["steps"], 30);
  EXPECT_GT(said["loss"].get<double>(), 0);
  EXPECT_GT(said["held_out_loss"].get<double>(), 0);
  EXPECT_LE(said["exact"].get<double>(), 1);
  EXPECT_EQ(said["habits"][0]["head"], "decoder.0.cross.head.0");
  EXPECT_EQ(said["habits"][0]["habit"], "anti_diagonal");
  for (const char* file : {"config.json", "model.safetensors", "tokenizer.json", "training.json", "model.py"})
    EXPECT_TRUE(fs::exists(folder_ / file)) << file;
  EXPECT_FALSE(fs::exists(folder_ / "training.safetensors"));
  EXPECT_FALSE(line_of("decoder.0.cross.head.0.weights",
                       {"--model", folder_.string(), "--source", "ABCDEFGH", "--target", "HGFEDCBA"})
                   .empty());
}

// What is typed is what the record says; the heads share the width, and the feed-forward keeps its part of
// it.
TEST_F(TrainContract, SettingsOfTheRecipeAreOptions) {
  const Ran ran = headlight({"train",
                             "--task",
                             "reverse",
                             "--steps",
                             "3",
                             "--out",
                             folder_.string(),
                             "--layers",
                             "2",
                             "--heads",
                             "4",
                             "--width",
                             "48",
                             "--batch",
                             "8",
                             "--norm",
                             "post",
                             "--positions",
                             "alibi",
                             "--lr",
                             "0.001",
                             "--warmup",
                             "2",
                             "--schedule",
                             "paper",
                             "--decay",
                             "0.1",
                             "--clip",
                             "0",
                             "--seed",
                             "5",
                             "--json",
                             "--embedding-size",
                             "0.25"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json recipe = json::parse(bytes_of(folder_ / "training.json"))["recipe"];
  const json expected{{"encoder_layers", 2},
                      {"decoder_layers", 2},
                      {"heads", 4},
                      {"d_model", 48},
                      {"d_k", 12},
                      {"d_v", 12},
                      {"d_ff", 96},
                      {"batch", 8},
                      {"norm", "post"},
                      {"positions", "alibi"},
                      {"lr", 0.001},
                      {"warmup", 2},
                      {"schedule", "paper"},
                      {"decay", 0.1},
                      {"clip", 0.0},
                      {"seed", 5},
                      {"embedding_size", 0.25},
                      {"steps", 3}};
  for (const auto& [name, value] : expected.items()) EXPECT_EQ(recipe[name], value) << name;
  EXPECT_FALSE(recipe.contains("rate_changes"));
}

TEST_F(TrainContract, LearnedPositionsHaveThePlacesOfTheTask) {
  const Ran ran = headlight({"train", "--task", "grammar", "--steps", "1", "--positions", "learned",
                             "--layers", "1", "--heads", "2", "--batch", "8", "--out", folder_.string()});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json recipe = json::parse(bytes_of(folder_ / "training.json"))["recipe"];
  EXPECT_EQ(recipe["positions"], "learned");
  EXPECT_LT(recipe["context"], 64);
}

TEST_F(TrainContract, TheSameSeedWritesTheSameModel) {
  for (const char* run : {"one", "other"}) {
    const Ran ran = headlight(
        {"train", "--task", "reverse", "--steps", "3", "--out", (folder_ / run).string(), "--half"});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
  }
  const std::string one = bytes_of(folder_ / "one" / "model.safetensors");
  EXPECT_GT(one.size(), 10'000U);
  EXPECT_EQ(one, bytes_of(folder_ / "other" / "model.safetensors"));
}

TEST_F(TrainContract, ModelsOfTheBoxTranslate) {
  const auto translated = [](const std::string& model, const std::string& source) {
    return last_line({"generate", "--model", model, "--source", source, "--tokens", "12"});
  };
  EXPECT_EQ(translated("numbers", "three hundred five"), "三百零五");
  EXPECT_EQ(translated("numbers", "三百零五"), "three hundred five");
  EXPECT_EQ(translated("phrase", "the old green bridge hides a blue car"),
            "le vieux pont vert cache une voiture bleue");
}

TEST_F(TrainContract, InspectSaysWhatAModelGotRight) {
  const json about = json::parse(run({"inspect", "--model", "numbers", "--json"}));
  EXPECT_EQ(about["held_out"]["examples"], 3000);
  EXPECT_GT(about["held_out"]["right"], 2970);
  EXPECT_NE(run({"inspect", "--model", "numbers"}).find(" of 3000 unseen examples right"), std::string::npos);
}

// Without a picture, its own first one.
TEST_F(TrainContract, ShapesDrawsItsFirstScene) {
  const json named = stage("probabilities", {"--model", "shapes"});
  EXPECT_EQ(named["columns"][1], "red square");
  EXPECT_GT(named["values"][0][1].get<double>(), 0.9);
}

// The picture that every course shows.
TEST_F(TrainContract, ItLooksAtTheNounThatIsMeant) {
  const auto weights = [](const std::string& why) {
    return stage(
        "encoder.1.self.head.0.weights",
        {"--model", "who", "--text", "the animal did not cross the street because it was too " + why});
  };
  constexpr size_t kIt = 9;  // behind the start token
  constexpr size_t kAnimal = 2;
  constexpr size_t kStreet = 7;
  EXPECT_GT(weights("tired")["values"][kIt][kAnimal].get<double>(), 0.9);
  EXPECT_GT(weights("wide")["values"][kIt][kStreet].get<double>(), 0.9);
}

// In every language: the label, the description, and both of each choice.
TEST(TrainWords, EverySettingOfARecipeHasThem) {
  for (const LanguageInfo& language : languages()) {
    const auto& all = words(language.language).all();
    const auto expect_words = [&](const std::string& key) {
      EXPECT_TRUE(all.contains(key)) << language.code << " " << key;
      EXPECT_TRUE(all.contains(key + ".tip")) << language.code << " " << key;
    };
    for (const engine::RecipeSetting& row : engine::recipe_settings()) {
      expect_words(std::string(row.words));
      if (const auto* const choice = std::get_if<engine::RecipeChoice>(&row.value)) {
        for (const engine::SettingChoice& one : choice->choices) expect_words(one.words);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Training, BadInput,
    testing::Values(Bad{"NothingToLearn", {"train"}, {"--task", "--resume"}},
                    Bad{"UnknownTask", {"train", "--task", "poetry"}, {"“poetry”", "phrase, numbers"}},
                    Bad{"NoSteps", {"train", "--task", "copy", "--steps", "0"}, {"--steps", "“0”"}},
                    Bad{"NoRate", {"train", "--task", "copy", "--lr", "0"}, {"--lr", "“0”"}},
                    Bad{"UnknownNorm", {"train", "--task", "copy", "--norm", "rms"}, {"post, pre, b2t"}},
                    Bad{"HeadsThatDoNotDivideTheWidth",
                        {"train", "--task", "copy", "--width", "32", "--heads", "3"},
                        {"32", "3 heads"}},
                    Bad{"TooManyLayers", {"train", "--task", "copy", "--layers", "129"}, {"--layers", "128"}},
                    Bad{"NoExamples", {"train", "--task", "copy", "--batch", "0"}, {"--batch", "“0”"}},
                    Bad{"PositionsThatNoTaskLearns",
                        {"train", "--task", "copy", "--positions", "relative"},
                        {"--positions", "sinusoidal, learned, rotary, alibi, none"}},
                    Bad{"UnknownSchedule",
                        {"train", "--task", "copy", "--schedule", "linear"},
                        {"--schedule", "constant, cosine, paper"}},
                    Bad{"NoRunToGoOnWith", {"train", "--resume", "/nowhere"}, {"/nowhere"}},
                    Bad{"AnotherSeedForTheSameRun",
                        {"train", "--resume", "/nowhere", "--seed", "4"},
                        {"--resume", "--seed"}},
                    Bad{"OtherLayersForTheSameRun",
                        {"train", "--resume", "/nowhere", "--layers", "4"},
                        {"--resume", "--layers"}}),
    name_of_bad);

}  // namespace
}  // namespace app
