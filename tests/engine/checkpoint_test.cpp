// checkpoint_test.cpp: what the golden checkpoints of every family compute is what PyTorch computes, stage by
// stage.
#include "engine/loaders/checkpoint.h"

#include <gtest/gtest.h>

#include "engine/model/generate.h"
#include "tests/engine/checkpoints.h"

namespace engine {
namespace {

constexpr double kTolerance = 1e-4;

loaders::DoubleMatrix golden_stage(const loaders::TensorInfo& tensor) {
  loaders::DoubleMatrix numbers(tensor.shape.at(0), tensor.shape.at(1));
  for (size_t i = 0; i < tensor.count(); ++i) numbers.data()[i] = loaders::number_at<double>(tensor, i);
  return numbers;
}

// The largest difference of all stages; every stage over the tolerance fails.
double compare_stages(const std::string& name, const Trace& trace) {
  const auto golden = loaders::TensorSet::open(checkpoint_folder(name) + "/stages.safetensors");
  EXPECT_TRUE(golden.ok()) << name;
  double largest = 0;
  for (const loaders::TensorInfo& stage : golden->tensors()) {
    const auto index = trace.find(stage.name);
    EXPECT_TRUE(index.has_value()) << name << " has no " << stage.name;
    if (!index) continue;
    const double difference = relative_difference(numbers_of(trace, stage.name), golden_stage(stage));
    EXPECT_LE(difference, kTolerance) << name << " " << stage.name;
    largest = std::max(largest, difference);
  }
  EXPECT_FALSE(golden->tensors().empty());
  return largest;
}

class Goldens : public testing::TestWithParam<std::string> {};

TEST_P(Goldens, EveryStageIsAsPyTorchComputesIt) {
  const CheckpointPtr checkpoint = open_or_fail(checkpoint_folder(GetParam()));
  ASSERT_TRUE(checkpoint);
  const Fed fed = fed_case(GetParam(), *checkpoint);
  for (const bool lean : {false, true}) {
    const auto trace = run_case(*checkpoint, fed, lean);
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->is_lean(), lean);
    const double largest = compare_stages(GetParam(), *trace);
    std::printf("%s%s: %.2g\n", GetParam().c_str(), lean ? " lean" : "", largest);
  }
}

INSTANTIATE_TEST_SUITE_P(Checkpoints, Goldens, testing::ValuesIn(checkpoint_cases()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace engine
