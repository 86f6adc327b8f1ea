// A folder of somebody's own numbers is compared stage by stage, whatever lies in it.
#include "app/session/homework.h"

#include <cmath>
#include <limits>
#include <stop_token>

#include "app/document/document.h"
#include "app/session/homework_look.h"
#include "app/session/layer_arrays.h"
#include "engine/core/parallel.h"
#include "homework_folder.h"

namespace app {
namespace {

constexpr double kTolerance = 1e-4;
const std::string kHead = "encoder.0.self.head.0.";

class HomeworkTest : public HomeworkFolder {
 protected:
  HomeworkTest() {
    Document document;
    document.config.causal = true;
    trace_ = make_trace(document).value();
  }
  Homework checked() const { return check_homework(trace_, folder_.string()); }
  engine::Matrix ours(const std::string& address) const { return numbers_of(*trace_, address); }
  static const HomeworkRow& row_of(const Homework& homework, const std::string& address) {
    for (const HomeworkRow& row : homework.rows) {
      if (row.address == address) return row;
    }
    ADD_FAILURE() << address;
    return homework.rows.front();
  }

  std::shared_ptr<const engine::Trace> trace_;
};

TEST_F(HomeworkTest, OurOwnNumbersAgree) {
  save_all(*trace_);
  const Homework found = checked();
  EXPECT_EQ(found.rows.size(), trace_->stages().size());
  for (const HomeworkRow& row : found.rows)
    EXPECT_EQ(standing(found, row, 0), Standing::kAgrees) << row.address;
  EXPECT_FALSE(first_differing(found, 0).has_value());
}

TEST_F(HomeworkTest, TheFirstInTheOrderOfTheComputationIsNamedWithItsCell) {
  save_all(*trace_);
  engine::Matrix scores = ours(kHead + "scores");
  scores(2, 1) += 3;
  scores(0, 0) += 1;
  save(kHead + "scores", scores);
  save("encoder.0.self.output", 2 * ours("encoder.0.self.output"));
  const Homework found = checked();
  const auto first = first_differing(found, kTolerance);
  ASSERT_TRUE(first.has_value());
  const HomeworkRow& row = found.rows[*first];
  EXPECT_EQ(row.address, kHead + "scores");
  EXPECT_EQ(row.row, 2);
  EXPECT_EQ(row.column, 1);
  EXPECT_NEAR(row.absolute, 3, 1e-4);
  EXPECT_NEAR(row.relative, 3 / ours(kHead + "scores").cwiseAbs().maxCoeff(), 1e-5);
}

TEST_F(HomeworkTest, TheToleranceDecidesAnew) {
  const engine::Matrix scores = ours(kHead + "scores");
  engine::Matrix near = scores;
  near(1, 1) += 0.001F * scores.cwiseAbs().maxCoeff();
  save(kHead + "scores", near);
  const Homework found = checked();
  EXPECT_TRUE(first_differing(found, 1e-4).has_value());
  EXPECT_FALSE(first_differing(found, 1e-2).has_value());
}

TEST_F(HomeworkTest, MinusInfinityAndAFiniteMaskAreTheSame) {
  engine::Matrix mask = ours(kHead + "mask");
  for (float& number : mask.reshaped()) number = std::isinf(number) ? -1e9F : number;
  save(kHead + "mask", mask);
  EXPECT_FALSE(first_differing(checked(), kTolerance).has_value());
}

TEST_F(HomeworkTest, WhatIsNoNumberDiffersWithoutEnd) {
  engine::Matrix scores = ours(kHead + "scores");
  scores(3, 2) = std::numeric_limits<float>::quiet_NaN();
  save(kHead + "scores", scores);
  const Homework found = checked();
  const HomeworkRow& row = row_of(found, kHead + "scores");
  EXPECT_EQ(standing(found, row, 1e9), Standing::kDiffers);
  EXPECT_TRUE(std::isinf(row.absolute));
  EXPECT_EQ(row.row, 3);
  EXPECT_EQ(row.column, 2);
}

TEST_F(HomeworkTest, EachBadFileIsOneRowAndStopsNothing) {
  save(kHead + "q", ours(kHead + "q").transpose());
  write(kHead + "k.npy", "no array");
  write(kHead + "scorse.npy", "misspelt");
  write("notes.txt", "not looked at");
  std::filesystem::create_directories(folder_ / "folder.npy");
  save(kHead + "weights", 2 * ours(kHead + "weights"));
  const Homework found = checked();
  EXPECT_EQ(standing(found, row_of(found, kHead + "q"), kTolerance), Standing::kShape);
  EXPECT_EQ(standing(found, row_of(found, kHead + "k"), kTolerance), Standing::kFailed);
  EXPECT_EQ(row_of(found, kHead + "k").error->key, "error.npy_magic");
  EXPECT_EQ(standing(found, row_of(found, kHead + "v"), kTolerance), Standing::kMissing);
  const HomeworkRow& misspelt = found.rows.back();
  EXPECT_EQ(misspelt.address, kHead + "scorse");
  ASSERT_TRUE(misspelt.error.has_value());
  EXPECT_EQ(misspelt.error->arguments.back().second, kHead + "scores");
  EXPECT_EQ(standing(found, row_of(found, kHead + "weights"), kTolerance), Standing::kDiffers);
  EXPECT_EQ(found.rows.size(), trace_->stages().size() + 1);
}

TEST_F(HomeworkTest, AFolderThatCannotBeUsedSaysWhy) {
  EXPECT_EQ(checked().error->key, "error.homework_none");
  EXPECT_EQ(check_homework(trace_, (folder_ / "gone").string()).error->key, "error.no_file");
  write("file", "");
  EXPECT_EQ(check_homework(trace_, (folder_ / "file").string()).error->key, "error.not_a_folder");
}

TEST_F(HomeworkTest, GoesOnAFileAtATimeAndReadsOnlyWhatWasSavedAgain) {
  save_all(*trace_);
  Homework found = begin_homework(trace_, folder_.string());
  EXPECT_EQ(found.done, 0U);
  found = go_on(std::move(found), 0);
  EXPECT_EQ(found.done, 1U);
  std::stop_source stopped;
  stopped.request_stop();
  {
    const std::stop_token token = stopped.get_token();
    const engine::Stoppable stoppable(token);
    EXPECT_EQ(go_on(found, 100).done, found.done);
  }
  found = go_on(std::move(found), 100);
  ASSERT_TRUE(found.is_done());
  save(kHead + "scores", engine::Matrix::Zero(1, 1));
  const Homework again = begin_homework(trace_, folder_.string(), &found);
  for (const HomeworkRow& row : again.rows)
    EXPECT_EQ(row.is_compared, row.address != kHead + "scores") << row.address;
}

TEST_F(HomeworkTest, ALookSaysWhatFollowsFromAnEarlierMistake) {
  const engine::Matrix scores = ours(kHead + "scores");
  save(kHead + "scaled", scores);
  save(kHead + "masked", scores + ours(kHead + "mask"));
  save(kHead + "weights", ours(kHead + "weights") * 2);
  const Homework found = checked();
  const HomeworkLook scaled = look_closely(found, row_of(found, kHead + "scaled"), kTolerance);
  ASSERT_FALSE(scaled.mistakes.empty());
  EXPECT_EQ(scaled.mistakes.front().key, "mistake.no_scale");
  EXPECT_EQ(scaled.follows_from, "");
  const HomeworkLook masked = look_closely(found, row_of(found, kHead + "masked"), kTolerance);
  EXPECT_EQ(masked.follows_from, kHead + "scaled");
  const HomeworkLook weights = look_closely(found, row_of(found, kHead + "weights"), kTolerance);
  EXPECT_EQ(weights.follows_from, "");
}

TEST_F(HomeworkTest, AWholeLayerComesInAsOneArray) {
  const auto heads = stages_of_layer(*trace_, "encoder.0.self.weights");
  ASSERT_EQ(heads.size(), 4U);
  std::vector<engine::Matrix> arrays;
  for (const int head : heads) arrays.push_back(numbers_of(*trace_, trace_->stage(head).address));
  arrays[2](1, 0) += 1;
  for (const bool is_batch_of_one : {false, true}) {
    save_stack("encoder.0.self.weights", arrays, is_batch_of_one);
    const Homework found = checked();
    for (size_t head = 0; head < heads.size(); ++head) {
      const HomeworkRow& row = row_of(found, trace_->stage(heads[head]).address);
      EXPECT_EQ(standing(found, row, kTolerance), head == 2 ? Standing::kDiffers : Standing::kAgrees) << head;
    }
    EXPECT_EQ(row_of(found, kHead + "scores").path, "");
    EXPECT_EQ(found.rows.size(), trace_->stages().size()) << "the file is no row of its own";
  }
  save(trace_->stage(heads[2]).address, ours(trace_->stage(heads[2]).address));
  EXPECT_FALSE(first_differing(checked(), kTolerance)) << "a head's own file comes first";
  save("encoder.0.self.output", ours("encoder.0.self.output"));
  EXPECT_EQ(row_of(checked(), kHead + "output").path, "") << "a stage of its own is no layer's array";
}

TEST_F(HomeworkTest, ALayersArrayWithTooFewHeadsSaysWhichIsMissing) {
  save_stack("encoder.0.self.weights", {ours(kHead + "weights")}, false);
  const Homework found = checked();
  EXPECT_EQ(standing(found, row_of(found, kHead + "weights"), kTolerance), Standing::kAgrees);
  const HomeworkRow& row = row_of(found, "encoder.0.self.head.1.weights");
  ASSERT_TRUE(row.error);
  EXPECT_EQ(row.error->key, "error.homework_heads");
}

TEST_F(HomeworkTest, SideBySideIsTheirsMinusOurs) {
  const int stage = trace_->find(kHead + "scores").value();
  const auto theirs = std::make_shared<const engine::Matrix>(ours(kHead + "scores") * 3);
  const auto shown = side_by_side(*trace_, stage, theirs);
  const int difference = shown->find("difference").value();
  EXPECT_NEAR(shown->at(difference, 1, 1), 2 * ours(kHead + "scores")(1, 1), 1e-3);
  const auto other =
      side_by_side(*trace_, stage, std::make_shared<const engine::Matrix>(engine::Matrix::Zero(2, 9)));
  EXPECT_FALSE(other->find("difference").has_value());
}

}  // namespace
}  // namespace app
