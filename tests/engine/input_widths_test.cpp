// Attention alone whose inputs and output have widths of their own.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/model/settings.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

const std::vector<std::string> kFiveWords = {"the", "cat", "saw", "the", "dog"};

Config with_widths(Index i_q, Index i_k, Index i_v, Index d_o = 0) {
  Config config = seeded_config(8, 2, 4, 3);
  config.i_q = i_q;
  config.i_k = i_k;
  config.i_v = i_v;
  config.d_o = d_o;
  return config;
}

using Sides = std::pair<Index, Index>;

Sides shape_at(const Trace& trace, const std::string& address) {
  const Stage& stage = trace.stage(stage_index(trace, address));
  return {stage.rows, stage.columns};
}

TEST(InputWidths, GiveEachProjectionTheWidthOfItsInput) {
  const auto trace = run(kFiveWords, with_widths(6, 5, 7, 9));
  EXPECT_EQ(shape_at(*trace, "query.input"), (Sides{5, 6}));
  EXPECT_EQ(shape_at(*trace, "key.input"), (Sides{5, 5}));
  EXPECT_EQ(shape_at(*trace, "value.input"), (Sides{5, 7}));
  EXPECT_EQ(shape_at(*trace, head_address(1, "wq")), (Sides{4, 6}));
  EXPECT_EQ(shape_at(*trace, head_address(1, "wk")), (Sides{4, 5}));
  EXPECT_EQ(shape_at(*trace, head_address(1, "wv")), (Sides{3, 7}));
  EXPECT_EQ(shape_at(*trace, "encoder.0.self.wo"), (Sides{9, 6}));
  EXPECT_EQ(shape_at(*trace, "encoder.0.self.output"), (Sides{5, 9}));
  EXPECT_FALSE(trace->find("input").has_value());
}

TEST(InputWidths, OneWidthIsOneSetOfVectors) {
  const auto two = run(kFiveWords, with_widths(6, 5, 5));
  EXPECT_FALSE(two->find("value.input").has_value());
  const Stage& value = two->stage(stage_index(*two, head_address(0, "v")));
  EXPECT_EQ(two->stage(value.inputs[0]).address, "key.input");
  const auto one = run(kFiveWords, with_widths(5, 5, 5));
  EXPECT_EQ(shape_at(*one, "input"), (Sides{5, 5}));
  EXPECT_FALSE(one->find("query.input").has_value());
}

TEST(InputWidths, ThoseOfTheModelChangeNothing) {
  const auto plain = run(kFiveWords, with_widths(0, 0, 0));
  const auto said = run(kFiveWords, with_widths(8, 8, 8, 8));
  ASSERT_EQ(plain->size(), said->size());
  for (int stage = 0; stage < plain->size(); ++stage) {
    const std::string& address = plain->stage(stage).address;
    EXPECT_EQ(numbers_of(*plain, address), numbers_of(*said, address)) << address;
  }
}

TEST(InputWidths, AnotherKeyMovesOnlyWhatReadsIt) {
  Config config = with_widths(6, 5, 7);
  const auto before = run(kFiveWords, config);
  config.edits = {{"key.input", {{2, 1, 4.0}}}};
  const auto after = run(kFiveWords, config);
  EXPECT_EQ(numbers_of(*before, head_address(0, "q")), numbers_of(*after, head_address(0, "q")));
  EXPECT_EQ(numbers_of(*before, head_address(0, "v")), numbers_of(*after, head_address(0, "v")));
  const Matrix moved =
      numbers_of(*after, head_address(0, "scores")) - numbers_of(*before, head_address(0, "scores"));
  EXPECT_GT(moved.col(2).cwiseAbs().minCoeff(), 0);
  EXPECT_EQ(moved.col(1).cwiseAbs().maxCoeff(), 0);
}

// Scores need no common width, so every row of weights still sums to 1, whatever the widths.
TEST(InputWidths, EveryRowOfWeightsSumsToOneAtAnyWidths) {
  for (const auto& [i_q, i_k, i_v] :
       {std::tuple<Index, Index, Index>{1, 2, 3}, {16, 1, 1}, {2, 9, 2}, {3, 3, 1}}) {
    const auto trace = run(kFiveWords, with_widths(i_q, i_k, i_v, 1));
    const Matrix weights = numbers_of(*trace, head_address(1, "weights"));
    EXPECT_TRUE(weights.rowwise().sum().isOnes(1e-6F));
  }
}

TEST(InputWidths, ABatchReadsTheSameTables) {
  Input input = single_input({kFiveWords, std::vector<bool>(5, false)});
  input.examples.push_back(input.examples.front());
  input.is_batch = true;
  const Config config = with_widths(6, 5, 7);
  const auto trace = forward(*make_model(config), input, config);
  EXPECT_EQ(numbers_of(*trace, "batch.0.key.input"), numbers_of(*trace, "batch.1.key.input"));
  const auto tables = std::count_if(trace->stages().begin(), trace->stages().end(), [](const Stage& stage) {
    return stage.kind == StageKind::kEmbeddingTable;
  });
  EXPECT_EQ(tables, 3);
}

TEST(InputWidths, SayWhatCannotBe) {
  EXPECT_EQ(check(with_widths(-1, 0, 0))->key, "error.size");
  EXPECT_EQ(check(with_widths(0, 0, 0, kMaxWidth + 1))->key, "error.size");
  Config learned = with_widths(6, 0, 0);
  learned.positions = PositionKind::kLearned;
  EXPECT_EQ(check(learned)->key, "error.widths_learned");
  Config grid = with_widths(0, 5, 0);
  grid.positions = PositionKind::kGrid;
  EXPECT_EQ(check(grid)->key, "error.grid_odd");
  Config crafted;
  crafted.i_k = 8;
  EXPECT_EQ(check(crafted)->key, "error.crafted_size");
  Config layers = with_widths(6, 5, 7, 9);
  layers.architecture = Architecture::kEncoder;
  EXPECT_FALSE(check(layers).has_value());
  EXPECT_EQ(layers.output_width(), 8);
}

// Types a golden's numbers into a model of its widths.
void type_numbers(Config& config, const std::string& address, const Matrix& numbers) {
  StageEdits typed{address, {}};
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column)
      typed.cells.push_back({row, column, static_cast<double>(numbers(row, column))});
  }
  config.edits.push_back(std::move(typed));
  std::sort(config.edits.begin(), config.edits.end(),
            [](const StageEdits& one, const StageEdits& other) { return one.address < other.address; });
}

Config golden_config(const GoldenJson& golden) {
  Config config = with_widths(golden["widths"][0].get<Index>(), golden["widths"][1].get<Index>(),
                              golden["widths"][2].get<Index>(), golden["d_o"].get<Index>());
  config.n_heads = golden["heads"].get<Index>();
  config.d_k = golden["d_k"].get<Index>();
  config.d_v = golden["d_v"].get<Index>();
  const GoldenJson& inputs = golden["inputs"];
  const bool shared = config.i_q == config.i_k && config.i_q == config.i_v;
  for (const auto& [letter, name] :
       {std::pair{"q", "query."}, std::pair{"k", "key."}, std::pair{"v", "value."}}) {
    if (const auto table = golden_input(inputs, std::string("table.") + letter))
      type_numbers(config, (shared ? "" : name) + std::string("embedding.table"), *table);
    const Matrix all = *golden_input(inputs, std::string("w") + letter);
    const Index width = all.rows() / config.n_heads;
    for (Index head = 0; head < config.n_heads; ++head)
      type_numbers(config, head_address(static_cast<int>(head), std::string("w") + letter),
                   all.middleRows(head * width, width));
  }
  type_numbers(config, "encoder.0.self.wo", *golden_input(inputs, "wo"));
  return config;
}

TEST(InputWidths, EveryStageAgreesWithPyTorch) {
  const auto names = goldens_of_kind("widths");
  EXPECT_EQ(names.size(), 3U);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    std::vector<std::string> tokens;
    for (Index i = 0; i < golden["stages"]["encoder.0.self.output"]["shape"][0].get<Index>(); ++i)
      tokens.push_back("x" + std::to_string(i));
    const auto trace = run(tokens, golden_config(golden));
    EXPECT_EQ(first_difference(*trace, golden["stages"], [](const std::string& at) { return at; }), "")
        << name;
  }
}

}  // namespace
}  // namespace engine
