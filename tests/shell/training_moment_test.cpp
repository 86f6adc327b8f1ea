// A model named by its training: the numbers that `train` writes, and names that are refused.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/document/learning/trainings.h"
#include "engine/kernels/instructions.h"
#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

namespace fs = std::filesystem;

TEST(TrainingMoment, HasTheWeightsThatTrainWrites) {
  const fs::path folder = fs::path(testing::TempDir()) / "headlight_training_moment";
  fs::remove_all(folder);
  // With the instructions of this process: others give other last digits.
  const std::string instructions(engine::name_of(engine::instructions()));
  const Ran ran =
      headlight({"train", "--task", "reverse", "--steps", "20", "--seed", "3", "--out", folder.string()}, "",
                {"HEADLIGHT_INSTRUCTIONS=" + instructions});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const auto written = loaders::TensorSet::open(folder / "model.safetensors");
  ASSERT_TRUE(written.ok());
  const auto moment = trainings::open_moment(R"(training:{"task":"reverse","steps":20,"seed":3,"step":20})");
  ASSERT_TRUE(moment.ok());
  ASSERT_EQ(written->tensors().size(), (*moment)->tensors.tensors().size());
  for (const loaders::TensorInfo& tensor : written->tensors()) {
    const loaders::TensorInfo* const trained = (*moment)->tensors.find(tensor.name);
    ASSERT_NE(trained, nullptr) << tensor.name;
    ASSERT_EQ(trained->bytes, tensor.bytes) << tensor.name;
    EXPECT_EQ(std::memcmp(trained->data, tensor.data, tensor.bytes), 0) << tensor.name;
  }
  fs::remove_all(folder);
}

Bad refused(const char* name, const std::string& model, std::vector<std::string> named) {
  return {name, {"tokenize", "--model", "training:" + model, "--text", "A B"}, std::move(named)};
}

INSTANTIATE_TEST_SUITE_P(
    TrainingMoment, BadInput,
    testing::Values(
        refused("BrokenJson", R"({"task":)", {R"(training:{"task":)"}),
        refused("NoObject", "[]", {"training:[]"}),
        refused("TaskOfALaterVersion", R"({"task":"poetry","step":3})", {"“poetry”", "phrase, numbers"}),
        refused("StepBeyondTheLast", R"({"task":"reverse","steps":4,"step":5})", {"4 steps", "step 5"}),
        refused("NoStep", R"({"task":"reverse","steps":4})", {"from 0 to 4"}),
        refused("StepBelowZero", R"({"task":"reverse","step":-1})", {"“step”", "-1"}),
        refused("RateBelowZero", R"({"task":"reverse","lr":-1,"step":0})", {"“lr”", "-1"}),
        refused("LongName", R"({"task":")" + std::string(100'000, 'x') + R"("})", {"xxx…"}),
        refused("RunThatDiverges", R"({"task":"reverse","lr":50,"decay":1,"clip":0,"warmup":0,"step":200})",
                {"diverged", "step"}),
        refused("FileThatIsGone",
                R"({"data":{"path":"/nowhere/x.txt","kind":"words","bytes":3,"fingerprint":"3"},"step":0})",
                {"/nowhere/x.txt"})),
    name_of_bad);

}  // namespace
}  // namespace app
