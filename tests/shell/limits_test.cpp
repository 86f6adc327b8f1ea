// On a machine that gives little: fewer threads, no memory, files that may not grow, no room for temporary
// ones.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>

#include "tests/shell/contract.h"
#include "tests/shell/program.h"

namespace app {
namespace {

using testing::HasSubstr;

void expect_one_sentence(const Ran& ran, const std::string& words) {
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(split(ran.err, '\n').size(), 1U) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr(words));
}

// A stack larger than all memory: no thread starts.
TEST(Limits, WithoutThreadsTheNumbersAreTheSame) {
  std::string text = "a";
  for (int i = 0; i < 150; ++i) text += " b" + std::to_string(i);
  const std::vector<std::string> asked = {"trace",  "--stage", kWeights,   "--model", "seeded",
                                          "--text", text,      "--format", "csv"};
  const Ran alone = headlight_under("ulimit -s 16000000 && ulimit -v 4000000", asked);
  ASSERT_EQ(alone.exit_code, 0) << alone.err;
  EXPECT_EQ(alone.out, headlight(asked).out);
}

TEST(Limits, WithoutMemoryAFigureIsRefusedInASentence) {
  const TemporaryFolder folder;
  const auto exported_in = [&](int megabytes) {
    return headlight_under("ulimit -v " + std::to_string(megabytes * 1000),
                           {"export", "--stage", kWeights, "--out", folder / "weights.pdf"});
  };
  // Pango needs more than this is in all.
  expect_one_sentence(exported_in(90), "memory");
  for (int megabytes = 100; megabytes <= 240; megabytes += 10) {
    const Ran ran = exported_in(megabytes);
    if (ran.exit_code != 0) expect_one_sentence(ran, "memory");
  }
  EXPECT_EQ(exported_in(1500).exit_code, 0);
}

// In blocks of 512 bytes.
TEST(Limits, AFileThatMayNotGrowIsAnErrorAndLeavesNothing) {
  const TemporaryFolder folder;
  const Ran ran =
      headlight_under("ulimit -f 4", {"export", "--stage", kWeights, "--out", folder / "big.png"});
  expect_one_sentence(ran, "big.png");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Limits, NoRoomForTemporaryFilesIsSaidOfTheirFolder) {
  const TemporaryFolder folder;
  const Ran ran = headlight({"animate", "--out", folder / "film.mp4"}, "", {"TMPDIR=/proc"});
  expect_one_sentence(ran, "/proc");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

// A pseudo-terminal that reads to the end of what was printed.
std::string printed_on_a_terminal(const std::vector<std::string>& arguments) {
  const int reader = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (reader < 0 || ::grantpt(reader) != 0 || ::unlockpt(reader) != 0) return "no terminal";
  EXPECT_EQ(headlight(arguments, ::ptsname(reader)).exit_code, 0);
  std::string printed;
  std::array<char, 4096> some{};
  for (ssize_t count = 0; (count = ::read(reader, some.data(), some.size())) > 0;)
    printed.append(some.data(), static_cast<size_t>(count));
  ::close(reader);
  return printed;
}

TEST(Limits, WhatTurnsATerminalsLettersIsSpelledOut) {
  const std::vector<std::string> asked = {"trace", "--text",  "a \u202Ec", "--format",
                                          "csv",   "--stage", kWeights};
  EXPECT_THAT(headlight(asked).out, HasSubstr("⟨E2 80 AE⟩"));
  const std::string printed = printed_on_a_terminal(asked);
  EXPECT_THAT(printed, HasSubstr(",a,"));
  EXPECT_THAT(printed, testing::Not(HasSubstr("\u202E")));
}

TEST(Limits, AVeryLongPathKeepsTheReason) {
  const std::string path = "/" + std::string(5000, 'a') + "/end.headlight";
  const Ran ran = headlight({"stages", "--session", path});
  expect_one_sentence(ran, "end.headlight");
  EXPECT_THAT(ran.err, HasSubstr("File name too long"));
}

}  // namespace
}  // namespace app
