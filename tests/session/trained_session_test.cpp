// A session of a trained model: it is opened off the interface's thread, and its files may change.
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "app/document/document_line.h"
#include "app/document/input_watch.h"
#include "app/session/session.h"
#include "engine/labs/positions/positions_lab.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/written_checkpoint.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class TrainedSession : public ScratchFolder {
 protected:
  TrainedSession() : model_(folder_ / "gpt2") {
    fs::copy(fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/gpt2", model_);
    document_.text = "the cat";
    EXPECT_FALSE(checkpoints::use(model_.string(), document_).has_value());
  }

  // The weights' file with other bytes at its end, as a later time of training has.
  void train_on() const {
    const fs::path weights = model_ / "model.safetensors";
    const auto earlier = fs::last_write_time(weights);
    std::fstream file(weights, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-4, std::ios::end);
    const float number = 0.25F;
    file.write(reinterpret_cast<const char*>(&number), sizeof number);
    file.close();
    fs::last_write_time(weights, earlier + std::chrono::seconds(2));
  }

  fs::path model_;
  Document document_;
};

TEST_F(TrainedSession, RunsAModelThatIsOpenAtOnce) {
  const Session session({document_, {}});
  ASSERT_NE(session.trace(), nullptr);
  ASSERT_NE(session.checkpoint(), nullptr);
  EXPECT_EQ(session.checkpoint()->path, model_.string());
}

TEST_F(TrainedSession, OpensAModelOnAnotherThread) {
  // Another path is another model, which nobody has opened.
  const fs::path moved = folder_ / "moved";
  fs::rename(model_, moved);
  document_.config.checkpoint = moved.string();
  Session session({document_, {}});
  EXPECT_EQ(session.trace(), nullptr);
  EXPECT_FALSE(session.error().has_value());
  session.settle();
  ASSERT_NE(session.trace(), nullptr) << (session.error() ? session.error()->key : "");
  EXPECT_EQ(session.checkpoint()->path, moved.string());
}

TEST_F(TrainedSession, SaysWhyAModelCannotBeOpened) {
  document_.config.checkpoint = (folder_ / "none").string();
  Session session({document_, {}});
  session.settle();
  EXPECT_EQ(session.trace(), nullptr);
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.error()->key, "error.no_file");
}

TEST_F(TrainedSession, ShowsNoNumbersOfAModelThatWasCutShort) {
  Session session({document_, {}});
  ASSERT_NE(session.trace(), nullptr);
  fs::resize_file(model_ / "model.safetensors", 1000);
  session.apply({}, 1);
  EXPECT_EQ(session.trace(), nullptr);
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.error()->key, "error.model_changed");
  // Nor after going back to it.
  Requests requests;
  requests.edit("", [](State& state) { state.document.config.temperature = 2; });
  session.apply(requests, 2);
  Requests back;
  back.undo();
  session.apply(back, 3);
  session.settle();
  EXPECT_EQ(session.trace(), nullptr);
  EXPECT_TRUE(session.error().has_value());
}

TEST_F(TrainedSession, ShowsNoNumbersOfAModelThatWasOverwrittenUntilItIsOpenedAgain) {
  Session session({document_, {}});
  ASSERT_NE(session.trace(), nullptr);
  train_on();
  session.apply({}, 1);
  EXPECT_EQ(session.trace(), nullptr);
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.error()->key, "error.model_changed");
  session.run_again();
  session.settle();
  EXPECT_NE(session.trace(), nullptr);
  EXPECT_FALSE(session.error().has_value());
}

TEST_F(TrainedSession, LosesThePinnedRunOfAModelThatWasOverwritten) {
  document_.baseline = to_line(document_);
  document_.config = engine::Config();
  document_.focus = Focus();
  Session session({document_, {}});
  session.settle();
  const auto pinned = session.baseline_trace();
  ASSERT_NE(pinned, nullptr);
  session.apply({}, 1);
  EXPECT_EQ(session.baseline_trace(), pinned);
  train_on();
  session.apply({}, 2);
  session.settle();
  // Its own numbers are not touched, and the pinned run is made of the files as they are now.
  EXPECT_NE(session.trace(), nullptr);
  ASSERT_NE(session.baseline_trace(), nullptr);
  EXPECT_NE(session.baseline_trace(), pinned);
}

TEST_F(TrainedSession, ALabStandsBesideATrainedModel) {
  engine::positions_lab_of(document_.config).is_on = true;
  const Session session({document_, {}});
  ASSERT_NE(session.trace(), nullptr) << session.error()->key;
  EXPECT_TRUE(session.trace()->find("lab.positions.product").has_value());
}

TEST_F(TrainedSession, AWeightsFileThatWasAskedForAloneHasNoOthersBesideIt) {
  const std::string own = (model_ / "model.safetensors").string();
  ASSERT_FALSE(checkpoints::use(own, document_).has_value());
  const InputWatch watch(document_);
  std::ofstream(model_ / "step-200.safetensors") << "being written";
  EXPECT_FALSE(watch.check().has_value());
  std::ofstream(model_ / "config.json", std::ios::app) << " ";
  ASSERT_TRUE(watch.check().has_value());
  EXPECT_EQ(watch.check()->key, "error.model_changed");
}

TEST_F(TrainedSession, KeepsTheNumbersOfAModelThatWasReplaced) {
  Session session({document_, {}});
  ASSERT_NE(session.trace(), nullptr);
  fs::copy(model_ / "model.safetensors", folder_ / "new");
  fs::rename(folder_ / "new", model_ / "model.safetensors");
  session.apply({}, 1);
  EXPECT_NE(session.trace(), nullptr);
  EXPECT_FALSE(session.error().has_value());
}

// The numbers that a session comes to show; none where it shows none.
std::optional<engine::Matrix> shown(Session& session) {
  session.settle();
  session.apply({}, 1);
  if (!session.trace()) return std::nullopt;
  const int logits = session.trace()->find("logits").value();
  const engine::Stage& stage = session.trace()->stage(logits);
  return session.trace()->read(logits, 0, 0, stage.rows, stage.columns);
}

TEST_F(TrainedSession, ShowsNoWrongNumberOfFilesThatChangeWhileItRuns) {
  const fs::path folder = folder_ / "drawn";
  const DrawnGpt2 earlier{.seed = 1};
  const DrawnGpt2 later{.seed = 2};
  const std::string bytes = later.weights();
  const fs::path weights = folder / "model.safetensors";
  earlier.write(folder);
  document_ = {};
  ASSERT_FALSE(checkpoints::use(folder.string(), document_).has_value());
  for (engine::Index i = 0; i < 150; ++i) document_.ids.push_back(i * 7 % 64);
  const auto numbers = [&] {
    Session session({document_, {}});
    return shown(session);
  };
  const auto before = numbers();
  later.write(folder);
  const auto after = numbers();
  ASSERT_TRUE(before && after && *before != *after);
  std::mt19937 random(14);
  int refused = 0;
  for (int round = 0; round < 60; ++round) {
    earlier.write(folder);
    std::jthread disturber([&, wait = random() % 60'000, how = round % 3] {
      std::this_thread::sleep_for(std::chrono::microseconds(wait));
      if (how == 0) return fs::resize_file(weights, bytes.size() / 3);
      const fs::path written = how == 1 ? weights : folder / "new";
      std::ofstream(written, std::ios::binary | (how == 1 ? std::ios::in : std::ios::trunc))
          .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      if (how == 2) fs::rename(written, weights);
    });
    Session session({document_, {}});
    session.settle();
    disturber.join();
    const auto made = shown(session);
    if (made) {
      EXPECT_TRUE(*made == *before || *made == *after) << round;
    } else {
      ++refused;
      EXPECT_TRUE(session.error().has_value()) << round;
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(TrainedSession, RunsAgainWithTheFilesAsTheyAreNow) {
  Session session({document_, {}});
  const auto before = session.checkpoint();
  ASSERT_NE(before, nullptr);
  train_on();
  session.run_again();
  session.settle();
  ASSERT_NE(session.checkpoint(), nullptr);
  EXPECT_NE(session.checkpoint(), before);
}

TEST_F(TrainedSession, ATraceOfOlderFilesIsNotTakenBack) {
  Session session({document_, {}});
  const auto before = session.checkpoint();
  Requests requests;
  requests.edit("", [](State& state) { state.document.config.temperature = 2; });
  session.apply(requests, 2);
  train_on();
  Requests back;
  back.undo();
  session.apply(back, 3);
  session.settle();
  ASSERT_NE(session.checkpoint(), nullptr);
  EXPECT_NE(session.checkpoint(), before);
}

}  // namespace
}  // namespace app
