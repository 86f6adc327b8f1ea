// What scripts build on with a trained model: every command of before reads one, and its numbers are
// PyTorch's.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "tests/shell/checkpoint_case.h"

namespace app {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class EveryCheckpoint : public testing::TestWithParam<std::string> {
 protected:
  CommandLine input() const { return input_of_case(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(Goldens, EveryCheckpoint,
                         testing::Values("gpt2", "gpt2_bare", "gpt2_f16", "gpt2_bf16", "bert",
                                         "bert_old_names", "distilbert", "roberta", "roberta_padded", "vit",
                                         "marian", "bart", "t5", "t5_v11", "llama", "llama_linear",
                                         "llama_llama3", "llama_yarn", "qwen2", "mistral", "qwen3", "gpt_neo",
                                         "gpt_neox", "gpt_neox_in_turn", "opt", "gemma", "gemma2", "mbart",
                                         "pegasus", "vit_new_names", "vit_grey", "t5_encoder", "torch_mha",
                                         "torch_mha_cross", "torch_mha_nobias", "torch_mha_batch",
                                         "torch_encoder_layer", "torch_encoder_layer_pre", "torch_encoder",
                                         "torch_decoder_layer", "torch_decoder", "torch_transformer",
                                         "torch_mha_bias_kv", "torch_mha_zero_attn", "torch_mha_added"),
                         [](const auto& tested) { return tested.param; });

TEST_P(EveryCheckpoint, AgreesWithEveryStageOfPyTorch) {
  const TemporaryFolder folder;
  const auto written = write_goldens(GetParam(), folder / "stages");
  const Ran ran = headlight(with({"compare"}, input(), {"--expect", folder / "stages", "--json"}));
  ASSERT_EQ(ran.exit_code, 0) << ran.err << ran.out;
  const json compared = json::parse(ran.out);
  EXPECT_EQ(compared["stages"].size(), written.size());
  EXPECT_TRUE(compared["first"].is_null());
  for (const json& row : compared["stages"]) EXPECT_EQ(row["verdict"], "agrees") << row;
}

TEST_P(EveryCheckpoint, ExplainsACellOfItsLastStage) {
  const std::string last = addresses(input()).back();
  const std::string text = run(with({"explain", "--stage", last, "--cell", "0,0"}, input()));
  EXPECT_THAT(text, StartsWith(last + "[0,0]"));
  EXPECT_NEAR(number_after(text, "result"), number_after(text, "forward"), 1e-4) << text;
}

TEST_P(EveryCheckpoint, PrintsTheSameNumbersTwice) {
  const std::string last = addresses(input()).back();
  const CommandLine trace = with({"trace", "--stage", last, "--format", "json"}, input());
  EXPECT_EQ(run(trace), run(trace));
}

TEST_P(EveryCheckpoint, IsInspectedWithEveryTensor) {
  const json about = json::parse(run({"inspect", "--json", "--model", folder_of(GetParam())}));
  EXPECT_FALSE(about["family"].get<std::string>().empty());
  size_t bytes = 0;
  for (const json& tensor : about["tensors"]) bytes += tensor["bytes"].get<size_t>();
  EXPECT_EQ(about["bytes"], bytes);
  const std::string text = run({"inspect", "--model", folder_of(GetParam())});
  for (const json& tensor : about["tensors"])
    EXPECT_THAT(text, HasSubstr("\n" + tensor["name"].get<std::string>() + "\t"));
}

TEST_P(EveryCheckpoint, ExportsAPictureOfItsLastStage) {
  const TemporaryFolder folder;
  const std::string last = addresses(input()).back();
  run(with({"export", "--stage", last, "--out", folder / "last.png"}, input()));
  EXPECT_THAT(bytes_of(folder / "last.png"), StartsWith("\x89PNG"));
}

TEST(Model, TokenizesAsItsCaseSays) {
  for (const char* name : {"gpt2", "bert", "roberta", "marian", "bart", "t5", "llama"}) {
    const json fed = case_of(name);
    CommandLine input = {"tokenize", "--json", "--model", folder_of(name), "--text", fed["text"]};
    if (fed.contains("pair")) input.insert(input.end(), {"--pair", fed["pair"]});
    const json printed = json::parse(run(input));
    std::vector<int> ids, segments;
    for (const json& token : printed["tokens"]) {
      ids.push_back(token["id"]);
      segments.push_back(token["segment"]);
    }
    EXPECT_EQ(ids, fed["ids"].get<std::vector<int>>()) << name;
    if (fed.contains("segments")) {
      EXPECT_EQ(segments, fed["segments"].get<std::vector<int>>()) << name;
    }
    input.erase(input.begin() + 1);
    EXPECT_EQ(split(run(input), '\n').size(), ids.size()) << name;
  }
}

std::string listed(const json& numbers) {
  std::string list;
  for (const json& number : numbers) list.append(list.empty() ? "" : ",").append(number.dump());
  return list;
}

TEST(Model, ReadsNumbersOfTokensInThePlaceOfAText) {
  for (const char* name : {"gpt2", "llama"}) {
    const json typed =
        stage("probabilities", {"--model", folder_of(name), "--ids", listed(case_of(name)["ids"])});
    EXPECT_EQ(typed, stage("probabilities", input_of_case(name))) << name;
  }
}

TEST(Model, ReadsSegmentsThatAreGiven) {
  const json fed = case_of("bert");
  const CommandLine ids = {"--model", folder_of("bert"), "--ids", listed(fed["ids"])};
  const json own = stage("input", with(ids, {"--segments", listed(fed["segments"])}));
  EXPECT_EQ(own, stage("input", input_of_case("bert")));
  const json other = stage("segment.ids", with(input_of_case("bert"), {"--segments", "1,0,0,0,0,0,0,0,1"}));
  std::vector<double> numbers;
  for (const json& row : other["values"]) numbers.push_back(row[0]);
  EXPECT_EQ(numbers, (std::vector<double>{1, 0, 0, 0, 0, 0, 0, 0, 1}));
}

TEST(Model, ReadsNumbersOfTokensInThePlaceOfATarget) {
  for (const char* name : {"t5", "bart", "marian"}) {
    const json fed = case_of(name);
    const CommandLine ids = {"--model",   folder_of(name), "--text",
                             fed["text"], "--target-ids",  listed(fed["target_ids"])};
    EXPECT_EQ(stage("probabilities", ids), stage("probabilities", input_of_case(name))) << name;
  }
}

TEST(Model, ComparesOneWrongNumberAndNamesIt) {
  const TemporaryFolder folder;
  write_goldens("gpt2", folder / "stages");
  const std::string wrong = "decoder.0.self.head.1.weights";
  const json right = stage(wrong, input_of_case("gpt2"));
  std::vector<double> numbers;
  for (const json& row : right["values"])
    for (const json& number : row) numbers.push_back(number);
  const auto side = static_cast<int64_t>(right["values"].size());
  numbers[static_cast<size_t>(2 * side + 1)] += 0.01;
  write_npy(folder / ("stages/" + wrong + ".npy"), side, side, numbers);
  const CommandLine compare = with({"compare"}, input_of_case("gpt2"), {"--expect", folder / "stages"});
  const Ran ran = headlight(compare);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err, "");
  const auto lines = split(ran.out, '\n');
  EXPECT_THAT(lines.back(), HasSubstr(wrong));
  const auto differing = std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.starts_with(wrong + "\t0.01\t") && line.ends_with("differs\t[2,1]");
  });
  EXPECT_EQ(differing, 1) << ran.out;
  EXPECT_EQ(headlight(with(compare, {"--tolerance", "0.1"})).exit_code, 0);
  const json printed = json::parse(headlight(with(compare, {"--json"})).out);
  EXPECT_EQ(printed["first"], wrong);
}

TEST(Model, ComparesAnotherShapeAndAFileOfNoStage) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "mine");
  write_npy(folder / "mine/decoder.0.self.head.0.scores.npy", 2, 3, std::vector<double>(6));
  write_npy(folder / "mine/decoder.0.self.head.0.wieghts.npy", 1, 1, {1});
  const Ran ran = headlight(with({"compare"}, input_of_case("gpt2"), {"--expect", folder / "mine"}));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("2 × 3"));
  EXPECT_THAT(ran.out, HasSubstr("decoder.0.self.head.0.weights"));
  std::filesystem::remove(folder / "mine/decoder.0.self.head.0.scores.npy");
  EXPECT_EQ(headlight(with({"compare"}, input_of_case("gpt2"), {"--expect", folder / "mine"})).exit_code, 2);
}

TEST(Model, GeneratesTheSameTokensAndTheirText) {
  // Marian's files ask for beams, which the error stream says are not followed.
  const auto printed_by = [](const CommandLine& command) {
    const Ran ran = headlight(command);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.out;
  };
  for (const char* name : {"gpt2", "llama", "marian", "t5", "bart"}) {
    const CommandLine generate = with({"generate", "--tokens", "5", "--json"}, input_of_case(name));
    const std::string printed = printed_by(generate);
    EXPECT_EQ(printed_by(generate), printed);
    const json made = json::parse(printed);
    ASSERT_GE(made["generated"].size(), 1U);
    // The first is the most probable of the trace.
    const auto last = stage("probabilities", input_of_case(name))["values"].back().get<std::vector<double>>();
    EXPECT_EQ(made["generated"][0]["id"], std::max_element(last.begin(), last.end()) - last.begin()) << name;
    const auto lines = split(printed_by(with({"generate", "--tokens", "5"}, input_of_case(name))), '\n');
    EXPECT_EQ(lines.size(), made["generated"].size() + 1) << name;
  }
}

TEST(Model, KeepsTheSettingsOfItsFilesUnlessOthersAreGiven) {
  const CommandLine input = input_of_case("gpt2");
  const json masked = stage("decoder.0.self.head.0.weights", input);
  EXPECT_EQ(masked["values"][0][1], 0.0);
  const json open = stage("decoder.0.self.head.0.weights", with(input, {"--mask", "none"}));
  EXPECT_GT(open["values"][0][1].get<double>(), 0);
  const json off =
      stage("decoder.0.self.head.0.output", with(input, {"--head-off", "decoder.0.self.head.0"}));
  for (const json& number : off["values"][0]) EXPECT_EQ(number, 0.0);
}

TEST(Model, ReadsABatchOfLines) {
  const CommandLine batch = {"--batch", "--model", folder_of("gpt2"), "--text",
                             "the cat sat\nthe cat sat on the mat"};
  const auto all = addresses(batch);
  EXPECT_NE(std::find(all.begin(), all.end(), "batch.1.probabilities"), all.end());
}

}  // namespace
}  // namespace app
