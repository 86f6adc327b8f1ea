// checkpoint_gradients_test.cpp: gradients through a checkpoint of every kind of layer against PyTorch's
// autograd in float64. Refresh: /usr/bin/python3 tests/tools/checkpoint_gradients.py tests/golden/checkpoints
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/gradients/gradient_stages.h"
#include "tests/engine/checkpoints.h"

namespace engine {
namespace {

std::vector<std::string> cases_with_gradients() {
  std::vector<std::string> names;
  for (const std::string& name : checkpoint_cases()) {
    if (std::filesystem::exists(checkpoint_folder(name) + "/gradients.json")) names.push_back(name);
  }
  return names;
}

class CheckpointGradients : public testing::TestWithParam<std::string> {};

TEST_P(CheckpointGradients, AreAsPyTorchComputesThem) {
  const std::string folder = checkpoint_folder(GetParam());
  const CheckpointPtr checkpoint = open_or_fail(folder);
  ASSERT_TRUE(checkpoint);
  const FedArray fed = fed_case(GetParam(), *checkpoint);
  std::ifstream file(folder + "/gradients.json");
  const auto target = parse_target(nlohmann::json::parse(file)["target"].get<std::string>());
  ASSERT_TRUE(target.ok());
  const auto made = with_gradients(*run_case(*checkpoint, fed), fed.config, {.target = *target});
  ASSERT_TRUE(made.ok()) << made.error().key;
  const auto golden = loaders::TensorSet::open(folder + "/gradients.safetensors");
  ASSERT_TRUE(golden.ok());
  EXPECT_GT(golden->tensors().size(), 20U);
  for (const loaders::TensorInfo& stage : golden->tensors()) {
    const std::string address = gradient_address(stage.name);
    ASSERT_TRUE((*made)->find(address)) << address;
    loaders::DoubleMatrix numbers(stage.shape.at(0), stage.shape.at(1));
    for (size_t i = 0; i < stage.count(); ++i) numbers.data()[i] = loaders::number_at<double>(stage, i);
    EXPECT_LE(relative_difference(numbers_of(**made, address), numbers), 1e-4) << address;
  }
}

TEST(CheckpointGradientGoldens, AreThereForEveryKindOfLayer) {
  EXPECT_EQ(cases_with_gradients().size(), 13U);
}

INSTANTIATE_TEST_SUITE_P(Checkpoints, CheckpointGradients, testing::ValuesIn(cases_with_gradients()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace engine
