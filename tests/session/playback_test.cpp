// The film of a stage shows every cell exactly once, in order, and what it shows on the way was computed.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "app/document/document_line.h"
#include "app/session/examples.h"
#include "app/session/session.h"

namespace app {
namespace {

using engine::Index;

Document seeded_transformer() {
  Document document;
  document.text = "the cat sat on the mat";
  document.target = "le chat est assis";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  document.focus.stage = "encoder.0.self.head.0.scores";
  return document;
}

std::shared_ptr<const engine::Trace> trace_of(const Document& document) {
  auto made = make_trace(document);
  EXPECT_TRUE(made.ok());
  return *made;
}

int stage_of(const engine::Trace& trace, const std::string& address) {
  return trace.find(address).value();
}

// Cells in the order in which they first appear.
std::vector<std::pair<Index, Index>> cells_of(const PlayPlan& plan) {
  std::vector<std::pair<Index, Index>> cells;
  for (Index i = 0; i < plan.steps(); ++i) {
    const PlayStep step = plan.step(i);
    if (step.done > 1) continue;
    for (Index row = step.row; row < step.row + step.rows; ++row) {
      for (Index column = step.column; column < step.column + step.columns; ++column)
        cells.emplace_back(row, column);
    }
  }
  return cells;
}

TEST(PlayPlan, CoversEachCellOfEveryStageExactlyOnce) {
  const auto trace = trace_of(seeded_transformer());
  std::set<std::string_view> operations;
  for (int stage = 0; stage < trace->size(); ++stage) {
    const engine::Stage& played = trace->stage(stage);
    operations.insert(played.operation->name());
    const auto cells = cells_of(PlayPlan(*trace, stage));
    const std::set<std::pair<Index, Index>> once(cells.begin(), cells.end());
    EXPECT_EQ(cells.size(), once.size()) << played.address;
    ASSERT_EQ(static_cast<Index>(once.size()), played.rows * played.columns) << played.address;
    EXPECT_EQ(*once.rbegin(), std::pair(played.rows - 1, played.columns - 1)) << played.address;
  }
  EXPECT_GE(operations.size(), 12U) << "the trace has nearly every operation";
}

TEST(PlayPlan, EveryStageEndsWithAllShownAndNoneLit) {
  const auto trace = trace_of(seeded_transformer());
  for (int stage = 0; stage < trace->size(); ++stage) {
    const PlayPlan plan(*trace, stage);
    const engine::Stage& played = trace->stage(stage);
    const engine::Cell last{stage, played.rows - 1, played.columns - 1};
    EXPECT_FALSE(plan.shows({stage, 0, 0}, 0)) << played.address;
    EXPECT_TRUE(plan.shows(last, plan.length())) << played.address;
    EXPECT_FALSE(plan.at(plan.length()).has_value()) << played.address;
    EXPECT_TRUE(plan.step(plan.steps() - 1).is_whole()) << played.address;
  }
}

TEST(PlayPlan, ShowsTheCellsOfTheStepsThatAreDoneAndNoOther) {
  const auto trace = trace_of(seeded_transformer());
  for (const char* address :
       {"encoder.0.self.head.0.scores", "encoder.0.self.head.0.weights", "encoder.0.self.head.0.output",
        "decoder.1.cross.concat", "encoder.0.ffn.hidden"}) {
    const int stage = stage_of(*trace, address);
    const PlayPlan plan(*trace, stage);
    for (Index i = 0; i < plan.steps(); ++i) {
      std::set<std::pair<Index, Index>> appeared;
      for (Index before = 0; before <= i; ++before) {
        const PlayStep step = plan.step(before);
        for (Index row = step.row; row < step.row + step.rows; ++row) {
          for (Index column = step.column; column < step.column + step.columns; ++column)
            appeared.emplace(row, column);
        }
      }
      for (Index row = 0; row < trace->stage(stage).rows; ++row) {
        for (Index column = 0; column < trace->stage(stage).columns; ++column) {
          ASSERT_EQ(plan.shows({stage, row, column}, static_cast<double>(i) + 1),
                    appeared.contains({row, column}))
              << address << " step " << i << " at " << row << "," << column;
        }
      }
    }
  }
}

TEST(PlayPlan, LastsASensibleTimeHoweverManyTokens) {
  for (const int tokens : {2, 12, 64, 300}) {
    Document document;
    document.text.clear();
    for (int i = 0; i < tokens; ++i) document.text += "w" + std::to_string(i) + " ";
    const auto trace = trace_of(document);
    for (const char* step : {"q", "scores", "weights", "output"}) {
      const PlayPlan plan(*trace, stage_of(*trace, std::string("encoder.0.self.head.0.") + step));
      EXPECT_GE(plan.seconds(), 2.5) << step << " of " << tokens;
      EXPECT_LE(plan.seconds(), 32) << step << " of " << tokens;
    }
  }
}

TEST(PlayPlan, TimeAndPositionAreTheSameThing) {
  const auto trace = trace_of(seeded_transformer());
  for (int stage = 0; stage < trace->size(); stage += 7) {
    const PlayPlan plan(*trace, stage);
    for (const double part : {0.0, 0.01, 0.3, 0.77, 0.99, 1.0}) {
      const double position = part * plan.length();
      EXPECT_NEAR(plan.position_at(plan.seconds_at(position)), position, 1e-9);
      EXPECT_GE(plan.next_change(position), 0);
    }
  }
}

TEST(PlayPlan, ARowOfASoftmaxIsFirstItsExponentialsThenTheirShares) {
  const auto trace = trace_of(seeded_transformer());
  const int weights = stage_of(*trace, "encoder.0.self.head.1.weights");
  const int scores = trace->stage(weights).inputs[0];
  const PlayPlan plan(*trace, weights);
  ASSERT_EQ(plan.step(4).parts, 2);
  const auto first = row_so_far(*trace, weights, plan.step(4));
  const auto second = row_so_far(*trace, weights, plan.step(5));
  const double peak = trace->read_row(scores, 2).maxCoeff();
  double sum = 0;
  for (const double number : first) sum += number;
  for (Index key = 0; key < 6; ++key) {
    const auto i = static_cast<size_t>(key);
    EXPECT_NEAR(first[i], std::exp(trace->at(scores, 2, key) - peak), 1e-5);
    EXPECT_NEAR(second[i], first[i] / sum, 1e-5);
  }
}

TEST(PlayPlan, ARowOfAWeightedSumGrowsValueByValue) {
  const auto trace = trace_of(seeded_transformer());
  const int output = stage_of(*trace, "encoder.0.self.head.1.output");
  const auto& inputs = trace->stage(output).inputs;
  const PlayPlan plan(*trace, output);
  ASSERT_EQ(plan.steps(), 36);
  for (Index j = 0; j < 6; ++j) {
    const auto numbers = row_so_far(*trace, output, plan.step(6 * 3 + j));
    for (Index column = 0; column < trace->stage(output).columns; ++column) {
      double expected = 0;
      for (Index key = 0; key <= j; ++key)
        expected += static_cast<double>(trace->at(inputs[0], 3, key)) * trace->at(inputs[1], key, column);
      EXPECT_NEAR(numbers[static_cast<size_t>(column)], expected, 1e-4);
    }
  }
}

TEST(PlayPlan, AMaskedRowIsFirstItsScores) {
  Document document;
  document.config.causal = true;
  const auto trace = trace_of(document);
  const int masked = stage_of(*trace, "encoder.0.self.head.0.masked");
  const PlayPlan plan(*trace, masked);
  const auto scores = row_so_far(*trace, masked, plan.step(0));
  const auto hidden = row_so_far(*trace, masked, plan.step(1));
  EXPECT_FLOAT_EQ(static_cast<float>(scores[3]), trace->at(trace->stage(masked).inputs[0], 0, 3));
  EXPECT_TRUE(std::isinf(hidden[3]));
}

TEST(PlayPlan, AMaskPutInPlaceOfAScoreComesAfterTheScore) {
  Document document;
  document.config.causal = true;
  document.config.mask_in_place = true;
  const auto trace = trace_of(document);
  const int masked = stage_of(*trace, "encoder.0.self.head.0.masked");
  const PlayPlan plan(*trace, masked);
  ASSERT_EQ(plan.step(0).parts, 2);
  const auto scores = row_so_far(*trace, masked, plan.step(0));
  EXPECT_FLOAT_EQ(static_cast<float>(scores[3]), trace->at(trace->stage(masked).inputs[0], 0, 3));
  EXPECT_TRUE(std::isinf(row_so_far(*trace, masked, plan.step(1))[3]));
}

TEST(PlayPlan, ANumberTypedByHandStaysWhatWasTyped) {
  Document document;
  document.config.edits = {{"encoder.0.self.head.0.weights", {{1, 0, 0.25f}}}};
  const auto trace = trace_of(document);
  const int weights = stage_of(*trace, "encoder.0.self.head.0.weights");
  const PlayPlan plan(*trace, weights);
  for (const Index step : {2, 3}) {
    const auto numbers = row_so_far(*trace, weights, plan.step(step));
    ASSERT_EQ(numbers.size(), 4U);
    EXPECT_FLOAT_EQ(static_cast<float>(numbers[0]), 0.25f);
  }
}

TEST(PlayPlan, OnlyTheRowOfAFollowedTokenIsPlayed) {
  const auto trace = trace_of(seeded_transformer());
  const int stage = stage_of(*trace, "encoder.0.self.head.0.scores");
  const auto cells = cells_of(PlayPlan(*trace, stage, 2));
  ASSERT_EQ(cells.size(), 6U);
  for (const auto& [row, column] : cells) EXPECT_EQ(row, 2);
}

class Playing : public testing::Test {
 protected:
  void arrange(const std::function<void(Playback&)>& change) {
    Requests requests;
    requests.arrange([&](Desk& desk) { change(desk.playback); });
    session_.apply(requests, now_);
  }
  void pass(double seconds) { session_.apply({}, now_ += seconds); }
  void go_to(const std::string& stage) {
    Requests requests;
    requests.edit("walk", [stage](State& state) { focus_on(state, stage); });
    session_.apply(requests, now_);
  }
  double position() const { return session_.desk().playback.position; }
  void play() {
    arrange([](Playback& playback) { playback.is_open = playback.is_playing = true; });
  }

  Session session_{State{seeded_transformer(), {}}};
  double now_ = 1;
};

TEST_F(Playing, TimeMovesItOnAndItStopsAtTheEnd) {
  play();
  const double whole = session_.play_plan()->seconds();
  pass(whole / 2);
  EXPECT_GT(position(), 0);
  EXPECT_LT(position(), session_.play_plan()->length());
  EXPECT_TRUE(session_.desk().playback.is_playing);
  pass(whole);
  EXPECT_EQ(position(), session_.play_plan()->length());
  EXPECT_FALSE(session_.desk().playback.is_playing);
  EXPECT_FALSE(session_.plays_on_in().has_value());
}

TEST_F(Playing, TwiceAsFastIsTwiceAsFar) {
  play();
  pass(2);
  const double once = position();
  arrange([](Playback& playback) {
    playback.position = 0;
    playback.speed = 2;
  });
  pass(2);
  EXPECT_NEAR(position(), 2 * once, 1e-9);
}

TEST_F(Playing, TimeStandsStillWhilePaused) {
  play();
  pass(1);
  arrange([](Playback& playback) { playback.is_playing = false; });
  const double before = position();
  pass(100);
  EXPECT_EQ(position(), before);
  EXPECT_FALSE(session_.plays_on_in().has_value());
  arrange([](Playback& playback) { playback.is_playing = true; });
  EXPECT_EQ(position(), before) << "the time of the pause does not count";
}

TEST_F(Playing, ALoopBeginsAnew) {
  play();
  arrange([](Playback& playback) { playback.loops = true; });
  pass(session_.play_plan()->seconds() + 0.5);
  EXPECT_EQ(position(), 0);
  EXPECT_TRUE(session_.desk().playback.is_playing);
}

TEST_F(Playing, AnotherStageBeginsAnew) {
  play();
  pass(3);
  go_to("encoder.0.self.head.0.weights");
  EXPECT_EQ(position(), 0);
  EXPECT_TRUE(session_.desk().playback.is_playing);
}

TEST_F(Playing, TheCurrentCellIsTheExplainedOneUntilAnotherIsPointedAt) {
  play();
  arrange([](Playback& playback) {
    playback.is_playing = false;
    playback.position = 9;
  });
  const int stage = session_.focused_stage();
  EXPECT_EQ(session_.explained_cell(), (engine::Cell{stage, 1, 2}));
  Requests requests;
  requests.hover({stage, 0, 1});
  session_.apply(requests, now_);
  EXPECT_EQ(session_.explained_cell(), (engine::Cell{stage, 0, 1}));
  EXPECT_FALSE(session_.explained_step().has_value());
}

TEST_F(Playing, IsNeitherUndoneNorSaved) {
  const std::string line = to_line(session_.document());
  play();
  pass(2);
  EXPECT_FALSE(session_.can_undo());
  EXPECT_EQ(to_line(session_.document()), line);
}

TEST_F(Playing, EveryNextChangeIsTheFirstDifference) {
  play();
  for (int i = 0; i < 2000 && session_.plays_on_in(); ++i) pass(*session_.plays_on_in());
  EXPECT_FALSE(session_.desk().playback.is_playing) << "waiting from change to change comes to the end";
}

}  // namespace
}  // namespace app
