// Whatever is wrong with a trained model or with what it is fed, the program says so in one sentence.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "tests/shell/bad_input.h"
#include "tests/shell/checkpoint_case.h"

namespace app {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A copy of a golden checkpoint, to be spoiled.
class SpoiledModel : public testing::Test {
 protected:
  std::string copy(const std::string& name) {
    const std::string path = folder_ / name;
    std::filesystem::copy(folder_of(name), path, std::filesystem::copy_options::recursive);
    return path;
  }

  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  // Replaces a part of a file, wherever it stands, by another of the same length.
  static void replace(const std::string& path, const std::string& from, const std::string& to) {
    ASSERT_EQ(from.size(), to.size());
    std::string bytes = bytes_of(path);
    size_t at = bytes.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    for (; at != std::string::npos; at = bytes.find(from, at)) bytes.replace(at, from.size(), to);
    write(path, bytes);
  }

  // Whatever command opens it.
  static void expect_refused_by_all(const std::string& model, const std::vector<std::string>& named) {
    expect_refused({"stages", "--model", model, "--text", "the cat"}, named);
    expect_refused({"inspect", "--model", model}, named);
    expect_refused({"tokenize", "--model", model, "--text", "the cat"}, named);
    expect_refused({"generate", "--model", model, "--tokens", "1"}, named);
  }

  TemporaryFolder folder_;
};

TEST_F(SpoiledModel, NothingThere) {
  expect_refused_by_all(folder_ / "nowhere", {"nowhere", "crafted"});
  expect_refused_by_all("", {"crafted"});
}

TEST_F(SpoiledModel, AFolderOfNothing) {
  std::filesystem::create_directories(folder_ / "empty");
  expect_refused_by_all(folder_ / "empty", {"empty"});
}

TEST_F(SpoiledModel, NoConfig) {
  const std::string model = copy("gpt2");
  std::filesystem::remove(model + "/config.json");
  expect_refused_by_all(model, {"config.json"});
}

TEST_F(SpoiledModel, AConfigOfNoKnownKind) {
  const std::string model = copy("gpt2");
  write(model + "/config.json", R"({"model_type":"mamba"})");
  expect_refused_by_all(model, {"mamba", "GPT-2"});
}

TEST_F(SpoiledModel, AConfigThatIsNoJson) {
  const std::string model = copy("gpt2");
  write(model + "/config.json", "{");
  expect_refused_by_all(model, {"config.json"});
}

TEST_F(SpoiledModel, OnlyWeightsThatCanRunCode) {
  const std::string model = copy("gpt2");
  std::filesystem::rename(model + "/model.safetensors", model + "/pytorch_model.bin");
  expect_refused_by_all(model, {"safetensors"});
}

TEST_F(SpoiledModel, ATruncatedFile) {
  const std::string model = copy("gpt2");
  const std::string weights = model + "/model.safetensors";
  for (const auto length : {0UL, 5UL, 100UL, std::filesystem::file_size(weights) - 3}) {
    std::filesystem::resize_file(weights, length);
    expect_refused_by_all(model, {"model.safetensors"});
    std::filesystem::copy(folder_of("gpt2") + "/model.safetensors", weights,
                          std::filesystem::copy_options::overwrite_existing);
  }
}

TEST_F(SpoiledModel, ATensorThatIsMissing) {
  const std::string model = copy("bert");
  replace(model + "/model.safetensors", "attention.self.query.weight", "attention.self.quern.weight");
  expect_refused({"inspect", "--model", model}, {"query.weight"});
}

TEST_F(SpoiledModel, ATensorOfWholeNumbers) {
  const std::string model = copy("gpt2");
  replace(model + "/model.safetensors", R"("F32")", R"("I32")");
  expect_refused({"inspect", "--model", model}, {"I32"});
}

TEST_F(SpoiledModel, ASettingThatDoesNotFitTheTensors) {
  const std::string model = copy("gpt2");
  nlohmann::json config = nlohmann::json::parse(bytes_of(model + "/config.json"));
  config["vocab_size"] = config["vocab_size"].get<int>() + 1;
  write(model + "/config.json", config.dump());
  expect_refused_by_all(model, {"wte.weight"});
}

TEST(ModelInput, NumbersOfTokensBeyondTheVocabulary) {
  const std::string model = folder_of("gpt2");
  expect_refused({"stages", "--model", model, "--ids", "1,999999"}, {"999999", "largest"});
  for (const char* ids : {"1,x", "-1", "1.5", "1,,2", ""})
    expect_refused({"stages", "--model", model, "--ids", ids}, {"1,2,3"});
  expect_refused({"stages", "--model", model, "--ids", "1", "--text", "a"}, {"--ids", "--text"});
}

TEST(ModelInput, SegmentsThatDoNotFit) {
  const CommandLine bert = {"stages", "--model", folder_of("bert"), "--text", "the cat"};
  expect_refused(with(bert, {"--segments", "0,1"}), {"--segments", "2", "4", "tokenize"});
  expect_refused(with(bert, {"--segments", "0,0,0,9"}), {"--segments", "9", "1"});
  expect_refused(with(bert, {"--segments", "0,0,0,x"}), {"--segments", "x"});
  expect_refused(with(bert, {"--batch", "--segments", "0,0,0,1"}), {"--segments", "--batch"});
  expect_refused({"stages", "--model", folder_of("gpt2"), "--text", "a", "--segments", "0"}, {"--segments"});
}

TEST(ModelInput, NumbersOfATargetThatDoNotFit) {
  const CommandLine t5 = {"stages", "--model", folder_of("t5"), "--text", "the cat"};
  expect_refused(with(t5, {"--target-ids", "0,999999"}), {"999999", "largest"});
  expect_refused(with(t5, {"--target-ids", "0,a"}), {"--target-ids", "a"});
  expect_refused(with(t5, {"--target-ids", "0", "--target", "a"}), {"--target-ids", "--target"});
  expect_refused({"stages", "--model", folder_of("gpt2"), "--text", "a", "--target-ids", "0"},
                 {"--target-ids"});
}

TEST(ModelInput, WhatTheModelDoesNotRead) {
  const std::string picture = folder_of("vit") + "/image.png";
  expect_refused({"stages", "--model", folder_of("gpt2"), "--image", picture}, {"--image", "--text"});
  expect_refused({"stages", "--model", folder_of("vit"), "--text", "a cat"}, {"--text", "--image"});
  expect_refused({"stages", "--model", folder_of("vit")}, {"--image"});
  expect_refused({"stages", "--model", folder_of("torch_mha")}, {"--input-npy", "input"});
  expect_refused({"stages", "--model", folder_of("torch_mha"), "--text", "a"}, {"--text", "--input-npy"});
  expect_refused({"stages", "--model", folder_of("torch_mha_cross"), "--input-npy", "x.npy"}, {"query"});
  expect_refused({"stages", "--model", folder_of("gpt2"), "--target", "a"}, {"--target"});
  expect_refused({"stages", "--model", folder_of("gpt2"), "--input-npy", "x.npy"}, {"--input-npy"});
  expect_refused({"tokenize", "--model", folder_of("vit"), "--text", "a"}, {"--image"});
}

TEST(ModelInput, SizesThatTheFilesSay) {
  for (const char* option : {"--d-model", "--heads", "--layers", "--d-ff", "--seed", "--context"})
    expect_refused({"stages", "--model", folder_of("gpt2"), option, "2"}, {option});
  expect_refused({"stages", "--model", folder_of("gpt2"), "--tokenizer", "bytes"}, {"--tokenizer"});
}

TEST(ModelInput, WithoutATrainedModel) {
  for (const char* option : {"--pair", "--ids", "--target-ids", "--segments", "--image", "--input-npy",
                             "--mask-npy", "--key-padding-npy"})
    expect_refused({"stages", option, "1"}, {option, "--model"});
  expect_refused({"inspect"}, {"inspect", "--model"});
  expect_refused({"tokenize", "--text", "a"}, {"tokenize", "--model"});
}

TEST(ModelInput, TextBeyondThePositions) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "the cat ";
  expect_refused({"stages", "--model", folder_of("gpt2"), "--text", text}, {"positions"});
}

TEST(ModelInput, ArraysThatDoNotFit) {
  const TemporaryFolder folder;
  write_npy(folder / "wide.npy", 3, 7, std::vector<double>(21));
  write_npy(folder / "mask.npy", 2, 2, std::vector<double>(4));
  write_npy(folder / "nan.npy", 5, 5, std::vector<double>(25, std::nan("")));
  std::ofstream(folder / "text.npy") << "no array";
  const CommandLine mha = {"stages", "--model", folder_of("torch_mha")};
  const std::string input = folder_of("torch_mha") + "/input.npy";
  expect_refused(with(mha, {"--input-npy", folder / "wide.npy"}), {"wide.npy", "7", "16"});
  expect_refused(with(mha, {"--input-npy", folder / "text.npy"}), {"text.npy"});
  expect_refused(with(mha, {"--input-npy", folder / "none.npy"}), {"none.npy"});
  expect_refused(with(mha, {"--input-npy", input, "--mask-npy", folder / "mask.npy"}), {"mask.npy", "2 × 2"});
  expect_refused(with(mha, {"--input-npy", "query=" + input}), {"query, key, value"});
  std::vector<double> numbers(48, 0.5);
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), 1e300}) {
    numbers[35] = bad;  // row 2, column 3 of (3, 16)
    write_npy(folder / "bad.npy", 3, 16, numbers);
    expect_refused(with(mha, {"--input-npy", folder / "bad.npy"}), {"bad.npy", "[2, 3]"});
  }
  expect_refused(with(mha, {"--input-npy", "query=" + input + ",keys=" + input}), {"keys="});
  expect_refused(with(mha, {"--input-npy", "source=" + input}), {"input"});
}

TEST(ModelInput, BatchesOfArraysThatDoNotFit) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const std::string& shape, size_t count) {
    write_npy(folder / name, shape, std::vector<double>(count));
    return folder / name;
  };
  const CommandLine batch = {"stages", "--model", folder_of("torch_mha_batch"), "--input-npy",
                             folder_of("torch_mha_batch") + "/input.npy"};
  expect_refused(with(batch, {"--mask-npy", write("masks.npy", "3, 4, 4", 48)}), {"masks.npy", "3", "2"});
  expect_refused(with(batch, {"--key-padding-npy", write("keys.npy", "3, 4", 12)}), {"keys.npy", "3", "2"});
  expect_refused(with(batch, {"--mask-npy", write("four.npy", "2, 1, 4, 4", 32)}),
                 {"four.npy", "2, 1, 4, 4"});
  expect_refused(
      {"stages", "--model", folder_of("torch_mha_batch"), "--input-npy", write("many.npy", "65, 1, 8", 520)},
      {"many.npy", "65", "64"});
  const std::string two = write("two.npy", "2, 3, 12", 72);
  const std::string key = write("key.npy", "3, 5, 10", 150);
  const std::string value = write("value.npy", "2, 5, 8", 80);
  expect_refused({"stages", "--model", folder_of("torch_mha_cross"), "--input-npy",
                  "query=" + two + ",key=" + key + ",value=" + value},
                 {"key", "3", "query", "2"});
}

// Every number of a stage of the layer under a mask.
std::vector<double> masked(const std::string& mask) {
  const std::string input = folder_of("torch_mha") + "/input.npy";
  const nlohmann::json stage_json =
      stage("encoder.0.self.head.0.weights",
            {"--model", folder_of("torch_mha"), "--input-npy", input, "--mask-npy", mask});
  std::vector<double> numbers;
  for (const auto& row : stage_json["values"]) {
    for (const auto& number : row) numbers.push_back(number.get<double>());
  }
  return numbers;
}

TEST(ModelInput, WholeNumbersOfAMaskAreAdded) {
  const TemporaryFolder folder;
  std::vector<int64_t> whole(36, 0);
  std::vector<double> real(36, 0);
  std::vector<uint8_t> hidden(36, 0);
  for (const auto& [at, number] : {std::pair(3, -2), std::pair(7, 5), std::pair(11, -1000000000)})
    real[static_cast<size_t>(at)] = static_cast<double>(whole[static_cast<size_t>(at)] = number);
  hidden[3] = 1;
  write_npy(folder / "whole.npy", 6, 6, whole);
  write_npy(folder / "real.npy", 6, 6, real);
  write_npy(folder / "none.npy", 6, 6, std::vector<int64_t>(36, 0));
  write_npy(folder / "no.npy", 6, 6, std::vector<double>(36, 0));
  write_npy(folder / "bool.npy", 6, 6, hidden, "|b1");
  EXPECT_EQ(masked(folder / "whole.npy"), masked(folder / "real.npy"));
  EXPECT_NE(masked(folder / "whole.npy"), masked(folder / "no.npy"));
  EXPECT_EQ(masked(folder / "none.npy"), masked(folder / "no.npy"));
  EXPECT_EQ(masked(folder / "bool.npy").at(3), 0);
}

TEST(ModelInput, ZerosAndOnesOfAMaskAskWhatTheyMean) {
  const TemporaryFolder folder;
  std::vector<uint8_t> numbers(36, 0);
  numbers[3] = 1;
  write_npy(folder / "whole.npy", 6, 6, numbers);
  write_npy(folder / "padding.npy", 1, 6, std::vector<int64_t>{0, 0, 0, 0, 1, 1});
  const CommandLine mha = {"stages", "--model", folder_of("torch_mha"), "--input-npy",
                           folder_of("torch_mha") + "/input.npy"};
  expect_refused(with(mha, {"--mask-npy", folder / "whole.npy"}), {"whole.npy", "bool", "float"});
  expect_refused(with(mha, {"--key-padding-npy", folder / "padding.npy"}), {"padding.npy", "bool"});
}

// Padding of numbers is a mask whose rows are equal; a decoder's memory has no such mask.
TEST(ModelInput, NumbersOfPaddingAreAddedToTheScoresOfTheirKey) {
  const TemporaryFolder folder;
  const std::vector<double> row = {0, 1.5, -2, 0.25, 0, -1};
  std::vector<double> rows;
  for (int i = 0; i < 6; ++i) rows.insert(rows.end(), row.begin(), row.end());
  write_npy(folder / "padding.npy", 1, 6, row);
  write_npy(folder / "rows.npy", 6, 6, rows);
  const std::string weights = "encoder.0.self.head.1.weights";
  const CommandLine mha = {"trace",
                           "--stage",
                           weights,
                           "--format",
                           "csv",
                           "--model",
                           folder_of("torch_mha"),
                           "--input-npy",
                           folder_of("torch_mha") + "/input.npy"};
  const std::string added = run(with(mha, {"--key-padding-npy", folder / "padding.npy"}));
  EXPECT_EQ(added, run(with(mha, {"--mask-npy", folder / "rows.npy"})));
  EXPECT_NE(added, run(mha));
  write_npy(folder / "memory.npy", 1, 7, std::vector<double>(7, 0.5));
  const std::string decoder = folder_of("torch_decoder_layer");
  expect_refused({"stages", "--model", decoder, "--input-npy",
                  "source=" + decoder + "/source.npy,target=" + decoder + "/target.npy", "--key-padding-npy",
                  folder / "memory.npy"},
                 {"memory.npy", "decoder"});
}

TEST(ModelInput, OnlyExactAttentionHasKeysOfItsOwn) {
  const std::string model = folder_of("torch_mha_bias_kv");
  const CommandLine stages = {"stages", "--model", model, "--input-npy", model + "/input.npy"};
  run(with(stages, {}));
  expect_refused(with(stages, {"--attention", "linformer"}), {"torch_mha_bias_kv", "add_bias_kv", "exact"});
}

TEST(ModelInput, PicturesThatAreNone) {
  const TemporaryFolder folder;
  const std::string whole = bytes_of(folder_of("vit") + "/image.png");
  std::ofstream(folder / "cut.png", std::ios::binary) << whole.substr(0, whole.size() / 2);
  const CommandLine vit = {"stages", "--model", folder_of("vit")};
  expect_refused(with(vit, {"--image", folder / "cut.png"}), {"cut.png"});
  expect_refused(with(vit, {"--image", folder / "none.png"}), {"none.png"});
  expect_refused(with(vit, {"--image", folder_of("vit") + "/config.json"}), {"config.json"});
}

TEST(ModelInput, NothingToCompareWith) {
  const TemporaryFolder folder;
  const CommandLine compare = with({"compare"}, input_of_case("gpt2"));
  expect_refused(compare, {"--expect"}, 2);
  expect_refused(with(compare, {"--expect", folder.path().string()}), {".npy"}, 2);
  expect_refused(with(compare, {"--expect", folder / "nowhere"}), {"nowhere"}, 2);
  expect_refused(with(compare, {"--expect", folder.path().string(), "--tolerance", "much"}), {"--tolerance"},
                 2);
  expect_refused({"compare", "--model", folder / "none", "--expect", "x"}, {"none"}, 2);
}

TEST(ModelInput, WhatCannotBeGenerated) {
  expect_refused(with({"generate", "--tokens", "2"}, input_of_case("bert")), {"decoder"});
  expect_refused(with({"generate", "--tokens", "2"}, input_of_case("torch_transformer")), {"next"});
}

TEST(ModelInput, SettingsOfAnotherModel) {
  const std::string line =
      R"({"headlight":1,"model":"checkpoint","checkpoint":")" + folder_of("gpt2") + R"("})";
  expect_refused({"stages", "--session", line}, {"gpt2", "--model"});
  expect_refused({"stages", "--session", R"({"headlight":1,"model":"checkpoint","checkpoint":"/nowhere"})"},
                 {"/nowhere"});
}

TEST_F(SpoiledModel, OfTheBoxWithAnswersThatAreNoTokens) {
  const std::string model = folder_ / "who";
  std::filesystem::copy(std::string(HEADLIGHT_BUILD_DIR) + "/models/who", model,
                        std::filesystem::copy_options::recursive);
  json config = json::parse(bytes_of(model + "/config.json"));
  for (const json& asked : {json(7), json({108}), json({-1}), json({48, 48}), json({1.5}), json({"it"}),
                            json(std::vector<int>(200, 0))}) {
    config["asked_token_ids"] = asked;
    write(model + "/config.json", config.dump());
    expect_refused({"guess", "--model", model, "--text", "it"}, {"asked_token_ids"});
  }
  config.erase("asked_token_ids");
  write(model + "/config.json", config.dump());
  expect_refused({"guess", "--model", model, "--text", "it"}, {"<mask>"});
}

}  // namespace
}  // namespace app
