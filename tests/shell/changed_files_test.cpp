// changed_files_test.cpp: a checkpoint that is cut short, overwritten or replaced while a command runs: what
// is printed and written is of the files as they were, or as they are, or nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include "app/cli/cli.h"
#include "app/shell/shot.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/written_checkpoint.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using testing::HasSubstr;

const DrawnGpt2 kOld{.seed = 1};
const DrawnGpt2 kNew{.seed = 2};

enum class Disturbance { kCut, kOverwritten, kReplaced };

// In the place of the new weights' first bytes, all of them, or the file.
void disturb(const fs::path& model, Disturbance how, const std::string& bytes) {
  const fs::path weights = model / "model.safetensors";
  if (how == Disturbance::kCut) return fs::resize_file(weights, bytes.size() / 3);
  const fs::path written = how == Disturbance::kReplaced ? model / "new" : weights;
  std::fstream file(written, how == Disturbance::kReplaced ? std::ios::out | std::ios::binary
                                                           : std::ios::in | std::ios::out | std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (how == Disturbance::kReplaced) fs::rename(written, weights);
}

std::string ids(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list.append(list.empty() ? "" : ",").append(std::to_string(i * 7 % 64));
  return list;
}

// What a command printed and wrote.
struct Said {
  int exit_code = 0;
  std::string out;
  std::string written;
};

class ChangedFiles : public ScratchFolder {
 protected:
  Said say(const CommandLine& command) const {
    fs::remove(folder_ / "out.npy");
    fs::remove(folder_ / "out.png");
    const Ran ran = headlight(with(command, {"--model", (folder_ / "model").string(), "--ids", ids(200)}));
    return {ran.exit_code, ran.out, bytes_of(folder_ / "out.npy") + bytes_of(folder_ / "out.png")};
  }

  std::vector<CommandLine> commands() const {
    const std::string stage = "decoder.3.self.head.1.weights";
    return {{"trace", "--stage", "logits"},
            {"trace", "--stage", stage, "--out", (folder_ / "out.npy").string()},
            {"explain", "--stage", stage, "--cell", "90,40"},
            {"generate", "--tokens", "2"},
            {"measure", "--attention", "window"},
            {"export", "--stage", stage, "--out", (folder_ / "out.png").string()},
            {"shot", "--stage", stage, "--size", "640x480", "--out", (folder_ / "out.png").string()}};
  }
};

TEST_F(ChangedFiles, AtARandomMomentGiveNoWrongNumber) {
  const fs::path model = folder_ / "model";
  const std::string bytes = kNew.weights();
  std::mt19937 random(20261122);
  int refused = 0;
  for (const CommandLine& command : commands()) {
    kOld.write(model);
    const auto start = Clock::now();
    const Said old_said = say(command);
    const std::chrono::duration<double> takes = Clock::now() - start;
    ASSERT_EQ(old_said.exit_code, 0) << command.front();
    kNew.write(model);
    const Said new_said = say(command);
    ASSERT_NE(old_said.out + old_said.written, new_said.out + new_said.written) << command.front();
    for (const Disturbance how : {Disturbance::kCut, Disturbance::kOverwritten, Disturbance::kReplaced}) {
      kOld.write(model);
      auto running = std::async(std::launch::async, [&] { return say(command); });
      std::this_thread::sleep_for(takes * std::uniform_real_distribution(0.0, 1.0)(random));
      disturb(model, how, bytes);
      const Said said = running.get();
      if (said.exit_code != 0) {
        ++refused;
        EXPECT_EQ(said.out + said.written, "") << command.front();
        continue;
      }
      const bool is_old = said.out == old_said.out && said.written == old_said.written;
      const bool is_new = said.out == new_said.out && said.written == new_said.written;
      EXPECT_TRUE(is_old || (is_new && how != Disturbance::kCut))
          << command.front() << ", disturbed in way " << static_cast<int>(how);
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(ChangedFiles, OfWeightsThatNothingUsesEveryCommandTellsByName) {
  DrawnGpt2{.unused = {"h.4.down", "h.4.up"}}.write(folder_ / "model");
  for (const CommandLine& command : commands()) {
    const Ran ran = headlight(with(command, {"--model", (folder_ / "model").string(), "--ids", ids(100)}));
    EXPECT_EQ(ran.exit_code, 0) << command.front();
    EXPECT_THAT(ran.err, HasSubstr("h.4.down, h.4.up")) << command.front();
    EXPECT_EQ(split(ran.err, '\n').size(), 1U) << command.front();
  }
}

// A command that prints the input's text, and disturbs the model before.
Disturbance g_how = Disturbance::kCut;
fs::path g_model;
Printed run_disturbed(const Request& request) {
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  disturb(g_model, g_how, kNew.weights());
  return std::string("numbers\n");
}

TEST_F(ChangedFiles, AnyCommandPrintsNothingThen) {
  g_model = folder_ / "model";
  const std::array<Command, 1> commands = {{{"disturbed", "help.stages", {}, run_disturbed}}};
  const std::string model = g_model.string();
  const std::string tokens = ids(8);
  const std::array<const char*, 6> arguments = {"headlight",   "disturbed", "--model",
                                                model.c_str(), "--ids",     tokens.c_str()};
  for (const Disturbance how : {Disturbance::kCut, Disturbance::kOverwritten, Disturbance::kReplaced}) {
    g_how = how;
    kOld.write(g_model);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const auto outcome =
        run_command_line(static_cast<int>(arguments.size()), arguments.data(), {commands, "no interface"});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("changed on the disk"));
    EXPECT_EQ(outcome.exit_code, 1);
  }
}

// A command that writes a file in time, and disturbs the model after.
fs::path g_written;
Printed run_written(const Request& request) {
  const auto trace = make_trace(request.document);
  if (!trace) return trace.error();
  if (auto bad = request.watch.check_for_file()) return *bad;
  std::ofstream(g_written) << "numbers\n";
  disturb(g_model, g_how, kNew.weights());
  return std::string("written\n");
}

TEST_F(ChangedFiles, AFileThatWasWrittenBeforeStandsAndIsNamed) {
  g_model = folder_ / "model";
  g_written = folder_ / "out.txt";
  const std::array<Command, 1> commands = {{{"writes", "help.stages", {}, run_written}}};
  const std::string model = g_model.string();
  const std::string tokens = ids(8);
  const std::array<const char*, 6> arguments = {"headlight",   "writes", "--model",
                                                model.c_str(), "--ids",  tokens.c_str()};
  for (const Disturbance how : {Disturbance::kCut, Disturbance::kOverwritten, Disturbance::kReplaced}) {
    g_how = how;
    kOld.write(g_model);
    testing::internal::CaptureStdout();
    const auto outcome =
        run_command_line(static_cast<int>(arguments.size()), arguments.data(), {commands, "no interface"});
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "written\n");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(bytes_of(g_written), "numbers\n");
  }
}

}  // namespace
}  // namespace app
