// A run that is stopped before its end, by Ctrl+C or by force: what it had kept is still there, and it goes
// on as if it had not been stopped.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/shell/program.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> learning_copy(const fs::path& folder) {
  return {"train", "--task", "copy", "--steps", "400", "--seed", "5", "--out", folder.string()};
}

// Sends a signal as soon as the run has kept something to go on from; a minute at most.
Ran stopped_by(int signal, const fs::path& folder) {
  return headlight(learning_copy(folder), "", {}, [&](pid_t process) {
    for (int tries = 0; tries < 60'000 && !fs::exists(folder / "training.safetensors"); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(process, signal);
  });
}

class StoppedRun : public testing::TestWithParam<int> {};

TEST_P(StoppedRun, GoesOnAsIfItHadNotBeen) {
  std::signal(SIGHUP, SIG_DFL);  // nohup ignores it, here and in what is started from here
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole";
  ASSERT_EQ(headlight(learning_copy(whole)).exit_code, 0);
  const fs::path stopped = folder.path() / "stopped";
  const Ran ran = stopped_by(GetParam(), stopped);
  if (GetParam() == SIGKILL) {
    EXPECT_EQ(ran.exit_code, 128 + SIGKILL);
  } else {
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_NE(ran.err.find("--resume"), std::string::npos) << ran.err;
  }
  EXPECT_FALSE(fs::exists(stopped / "model.safetensors")) << "it ended before it could be stopped";
  const Ran on = headlight({"train", "--resume", stopped.string()});
  ASSERT_EQ(on.exit_code, 0) << on.err;
  EXPECT_EQ(on.err.find("step 1 of 400"), std::string::npos) << "it began again";
  EXPECT_EQ(bytes_of(stopped / "model.safetensors"), bytes_of(whole / "model.safetensors"));
  EXPECT_EQ(bytes_of(stopped / "training.json"), bytes_of(whole / "training.json"));
  EXPECT_FALSE(fs::exists(stopped / "training.safetensors"));
}

INSTANTIATE_TEST_SUITE_P(Training, StoppedRun, testing::Values(SIGINT, SIGHUP, SIGTERM, SIGKILL),
                         [](const auto& one) {
                           return one.param == SIGINT    ? "ByCtrlC"
                                  : one.param == SIGHUP  ? "WithItsTerminal"
                                  : one.param == SIGTERM ? "Politely"
                                                         : "ByForce";
                         });

}  // namespace
}  // namespace app
