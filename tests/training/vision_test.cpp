// The vision systems: what holds of each whatever it has learned, and that a batch learns what its examples
// say.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

#include "engine/gradients/gradient_stages.h"
#include "engine/training/systems/drawing_tasks.h"
#include "engine/training/systems/few_shots.h"
#include "engine/training/systems/system_run.h"
#include "engine/vision/run.h"
#include "engine/world/targets.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

Matrix a_picture(uint64_t index = 0) {
  return world::pixels_of(world::draw_scene(3, index));
}

Matrix values(const Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

Matrix run(const VisionSystem& system, const SystemParameters& parameters, const std::string& address,
           const SystemSettings& settings = {}) {
  return values(*run_system(system, parameters.source(), a_picture(), settings), address);
}

TEST(Vision, SystemsHaveTheSizesOfTheirRecipes) {
  const auto numbers = [](const VisionSystem& system) {
    return count_numbers(SystemParameters(system, 0).tensors());
  };
  EXPECT_EQ(numbers(vit_system()), 88'704);  // the recipe's without the bias of 12 logits
  EXPECT_EQ(numbers(detr_system()), 284'241);
  EXPECT_EQ(numbers(transunet_system()), 140'613 + 2 * 192);  // and the statistics of 192 channels
  EXPECT_EQ(numbers(context_transformer_system()), 75'954 + 552);
  EXPECT_EQ(numbers(taming_system()), 15'211 + 217'664);
  EXPECT_EQ(numbers(dalle_system()), 15'211 + 219'661 + 2 * (64 + 65));  // two words more
  EXPECT_EQ(numbers(imagegpt_system()), 86'981 - 7 * 48);                // without the offsets of seven norms
  EXPECT_EQ(numbers(transgan_system()), 226'860);
}

TEST(Vision, EveryNumberIsFinite) {
  for (const VisionSystem* const system : vision_systems()) {
    const SystemParameters parameters(*system, 1);
    const auto trace = run_system(*system, parameters.source(), a_picture());
    for (const Stage& stage : trace->stages()) {
      Matrix numbers = values(*trace, stage.address);
      // What a mask hides has a score of minus infinity.
      const bool is_masked = stage.address.ends_with(".mask") || stage.address.ends_with(".masked");
      if (is_masked) numbers = (numbers.array() == -kInfinity).select(0.0F, numbers);
      EXPECT_TRUE(numbers.allFinite()) << system->name() << " " << stage.address;
    }
  }
}

// A picture that did not change is not read again.
TEST(Vision, AnUnchangedPictureIsReused) {
  for (const VisionSystem* const system : vision_systems()) {
    const SystemParameters parameters(*system, 1);
    const auto before = run_system(*system, parameters.source(), a_picture());
    const auto again = run_system(*system, parameters.source(), a_picture(), {}, before);
    EXPECT_GT(again->reused(), again->size() / 2) << system->name();
  }
}

TEST(Vision, PermutedQueriesOfDetrPermuteItsAnswers) {
  const SystemParameters parameters(detr_system(), 2);
  const Matrix boxes = run(detr_system(), parameters, "decoder.2.boxes");
  const Matrix logits = run(detr_system(), parameters, "decoder.2.logits");
  Matrix& queries = *parameters.find("queries.weight")->numbers;
  const Eigen::PermutationMatrix<Eigen::Dynamic> order(Eigen::VectorXi{{3, 0, 4, 1, 2}});
  queries = order * queries;
  EXPECT_LT((run(detr_system(), parameters, "decoder.2.boxes") - order * boxes).cwiseAbs().maxCoeff(), 1e-5F);
  EXPECT_LT((run(detr_system(), parameters, "decoder.2.logits") - order * logits).cwiseAbs().maxCoeff(),
            1e-4F);
}

TEST(Vision, AQueryThatIsOffIsSeenByNoOther) {
  const SystemParameters parameters(detr_system(), 2);
  const SystemSettings off{.off = {"query.3"}};
  const Matrix weights = run(detr_system(), parameters, "decoder.1.self.head.0.weights", off);
  for (const Index query : {0, 1, 2, 4}) EXPECT_EQ(weights(query, 3), 0);
  // Others no longer depend on it.
  const Matrix before = run(detr_system(), parameters, "decoder.2.boxes", off);
  parameters.find("queries.weight")->numbers->row(3).setConstant(7);
  const Matrix after = run(detr_system(), parameters, "decoder.2.boxes", off);
  for (const Index query : {0, 1, 2, 4}) EXPECT_EQ(Matrix(before.row(query)), Matrix(after.row(query)));
}

// The gate at 0 lets nothing through: the scores of the detector, exactly.
TEST(Vision, AClosedGateIsTheDetectorItself) {
  const SystemParameters parameters(context_transformer_system(), 2);
  EXPECT_EQ(run(context_transformer_system(), parameters, "enriched"),
            run(context_transformer_system(), parameters, "kinds"));
  EXPECT_EQ(run(context_transformer_system(), parameters, "logits"),
            run(context_transformer_system(), parameters, "logits", {.off = {"context"}}));
  parameters.find("gate")->numbers->setOnes();
  EXPECT_NE(run(context_transformer_system(), parameters, "logits"),
            run(context_transformer_system(), parameters, "logits", {.off = {"context"}}));
}

// A picture of 64 x 64, of which convolutions alone reach no further than 30 pixels.
TEST(Vision, OnlyTheTransformerCarriesAPatchAcrossALargePicture) {
  constexpr Grid kLarge = {64, 64};
  const auto last_logits = [&](const Matrix& pixels, const SystemSettings& settings) {
    const Network::Source source = [](const ParameterName& name) -> Parameter {
      return std::make_shared<const Matrix>(name.role == ParameterRole::kNormVariance
                                                ? Matrix::Ones(name.rows, name.columns).eval()
                                                : drawn(name.rows, name.columns, name.name));
    };
    TraceBuilder builder({}, {});
    Network network(builder, "", source, "note.seeded");
    const int given = network.given_pixels("pixels", pixels, network.pixels_of(kLarge));
    transunet_system().add_stages(network, {given, kLarge}, settings);
    const auto trace = std::move(builder).build();
    return Matrix(values(*trace, "logits").bottomRows(1));
  };
  const Matrix pixels = drawn(kLarge.pixels(), 3, "large picture");
  Matrix changed = pixels;
  changed.topRows(4).setConstant(1);
  const SystemSettings bare{.off = {"transformer"}};
  EXPECT_EQ(last_logits(pixels, bare), last_logits(changed, bare));
  EXPECT_NE(last_logits(pixels, {}), last_logits(changed, {}));
}

TEST(Vision, WithoutItsSkipsTransUnetReadsTheSmallMapAlone) {
  const SystemParameters parameters(transunet_system(), 4);
  const Matrix joined = run(transunet_system(), parameters, "up.0.joined", {.off = {"skip.0", "skip.1"}});
  EXPECT_EQ(Matrix(joined.rightCols(16)), Matrix::Zero(joined.rows(), 16).eval());
  EXPECT_NE(Matrix(run(transunet_system(), parameters, "up.0.joined").rightCols(16)),
            Matrix::Zero(256, 16).eval());
}

// An example's numbers, as if they were typed over the zeros in their places.
Edits typed(const SystemExample& example) {
  Edits edits;
  for (const auto& [address, numbers] : example.inputs) {
    StageEdits& stage = edits.emplace_back(StageEdits{address, {}});
    for (Index i = 0; i < numbers.size(); ++i)
      stage.cells.push_back({i / numbers.cols(), i % numbers.cols(), double{numbers.data()[i]}});
  }
  return edits;
}

// One example's gradients by its trace, every operation handing its own on.
Gradients traced(const SystemTask& task, const SystemParameters& parameters, SystemExample example) {
  const LearningPlan learning = plan_learning(task, parameters, 1);
  BatchRunner runner(parameters.tensors(), learning.plan);
  for (const auto& [name, numbers] : example.inputs) {
    const auto place = runner.plan().inputs.find(name);
    if (place != runner.plan().inputs.end()) runner.input(place->second, 0) = numbers;
  }
  runner.forward(0, learning.decided);
  task.decide([&](const std::string& address) { return runner.of_example(*runner.find(address), 0); },
              example);
  TraceBuilder builder({}, {});
  Network network(builder, "", parameters.source(), "note.trained", Network::Phase::kTraining);
  builder.set_edits(typed(example));
  task.add_stages(network);
  const auto forward = std::move(builder).build();
  const auto trace = with_gradients(*forward, {forward->find("loss").value(), 0, 0});
  Gradients gradients = zero_gradients(parameters.tensors());
  for (int stage = 0; stage < forward->size(); ++stage) {
    for (size_t i = 0; i < gradients.size(); ++i) {
      if (forward->place(stage).matrix != parameters.tensors()[i].numbers.get()) continue;
      const auto found = trace->find("gradient." + forward->stage(stage).address);
      if (!found) continue;
      const Trace::Place place = forward->place(stage);
      gradients[i].block(place.row, place.column, forward->stage(stage).rows,
                         forward->stage(stage).columns) +=
          trace->read(*found, 0, 0, trace->stage(*found).rows, trace->stage(*found).columns);
    }
  }
  return gradients;
}

class VisionTask : public testing::TestWithParam<const SystemTask*> {};

TEST_P(VisionTask, LearnsFromABatchWhatItsExamplesSay) {
  const SystemTask& task = *GetParam();
  // Batch normalisation ties the examples of a batch together: there one is a batch.
  const bool is_alone = &task == &transunet_task();
  const Index count = is_alone ? 1 : 3;
  SystemRecipe recipe = task.recipe();
  recipe.batch = static_cast<int>(count);
  recipe.chunk = count;
  recipe.optimiser.clip = 0;
  SystemRun run(task, recipe);
  Gradients expected = zero_gradients(run.parameters().tensors());
  for (Index i = 0; i < count; ++i) {
    const Gradients own = traced(task, run.parameters(), task.example(recipe.seed, static_cast<uint64_t>(i)));
    for (size_t tensor = 0; tensor < own.size(); ++tensor)
      expected[tensor] += own[tensor] / static_cast<float>(count);
  }
  run.advance();
  float largest = 0;
  for (const Matrix& gradient : expected) largest = std::max(largest, gradient.cwiseAbs().maxCoeff());
  ASSERT_GT(largest, 0);
  for (size_t tensor = 0; tensor < expected.size(); ++tensor)
    EXPECT_LT((run.gradients()[tensor] - expected[tensor]).cwiseAbs().maxCoeff(), 1e-4F * largest)
        << run.parameters().tensors()[tensor].name.name;
}

TEST_P(VisionTask, LearnsTheSameEveryTime) {
  SystemRecipe recipe = GetParam()->recipe();
  recipe.steps = 3;
  const auto learn = [&] {
    SystemRun run(*GetParam(), recipe);
    double loss = 0;
    while (!run.is_done()) loss = run.advance();
    run.take_statistics();
    return std::pair(loss, copy_numbers(run.parameters().tensors()));
  };
  EXPECT_EQ(learn(), learn());
}

TEST_P(VisionTask, ItsLossFallsWithinAFewSteps) {
  SystemRecipe recipe = GetParam()->recipe();
  recipe.optimiser.warmup = 1;
  recipe.steps = 1000;
  SystemRun run(*GetParam(), recipe);
  const double first = run.advance();
  double last = first;
  for (int i = 0; i < 25; ++i) last = run.advance();
  EXPECT_LT(last, first - 0.2 * std::abs(first));
}

std::string task_name(const testing::TestParamInfo<const SystemTask*>& one) {
  std::string name(one.param->system().name());
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Looking, VisionTask, testing::ValuesIn(system_tasks().begin(), system_tasks().end()),
                         task_name);

// Of systems that draw; codes are those of an autoencoder that has learned nothing yet.
std::vector<const SystemTask*> drawing_tasks() {
  static const auto autoencoder =
      std::make_shared<const SystemParameters>(autoencoder_task().first(autoencoder_task().recipe().seed));
  static const std::array kStreams = {taming_task(autoencoder), dalle_task(autoencoder), imagegpt_task()};
  std::vector<const SystemTask*> tasks;
  for (const auto& task : kStreams) tasks.push_back(task.get());
  return tasks;
}
INSTANTIATE_TEST_SUITE_P(Drawing, VisionTask, testing::ValuesIn(drawing_tasks()), task_name);
INSTANTIATE_TEST_SUITE_P(Codes, VisionTask, testing::Values(&autoencoder_task()),
                         [](const auto&) { return std::string("autoencoder"); });

TEST(FewShotsOf, DrawsSoManyOfEachClass) {
  for (const int shots : {1, 5, 20}) {
    std::vector<int> counts(world::kNovelClasses, 0);
    for (const world::NovelScene& novel : draw_shots(shots, 2))
      ++counts.at(static_cast<size_t>(novel.novel_class));
    EXPECT_EQ(counts, std::vector<int>(world::kNovelClasses, shots));
  }
}

TEST(FewShotsOf, TheSameShotsTeachTheSame) {
  const SystemParameters detector(context_transformer_system(), 5);
  const auto shots = read_novel(detector, draw_shots(1, 0));
  const auto asked = read_novel(detector, held_out_novel(20));
  const FewShots once(detector, shots, true);
  const FewShots again(detector, shots, true);
  EXPECT_EQ(copy_numbers(once.parameters().tensors()), copy_numbers(again.parameters().tensors()));
  EXPECT_EQ(once.accuracy(asked), again.accuracy(asked));
  // The detector stays as it is.
  EXPECT_EQ(once.parameters().find("kinds.weight")->numbers, detector.find("kinds.weight")->numbers);
}

}  // namespace
}  // namespace engine
