// What is typed outlives the program.
#include "app/shell/recovery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "app/document/document_limits.h"
#include "app/session/exploring.h"
#include "app/shell/exports.h"
#include "program.h"
#include "tests/shell/documents.h"

namespace app {
namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  return files;
}

// A window that keeps this and then dies.
void crash_with(const std::filesystem::path& folder, const std::string& text) {
  Recovery(folder).keep(with_text(text), 100);
}

std::string left_in(const std::filesystem::path& folder) {
  const Recovery recovery(folder);
  return recovery.left_behind() != nullptr ? recovery.left_behind()->text : "";
}

TEST(Recovery, OffersWhatAWindowThatDidNotEndWellLeft) {
  const TemporaryFolder folder;
  const std::string state = folder / "state";
  EXPECT_EQ(left_in(state), "");
  crash_with(state, "precious 漢字");
  EXPECT_EQ(left_in(state), "precious 漢字");
}

TEST(Recovery, AGoodEndLeavesNothing) {
  const TemporaryFolder folder;
  Recovery recovery(folder.path());
  recovery.keep(with_text("done"), 100);
  recovery.forget();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Recovery, ASecondCrashBeforeTheAnswerLosesNeitherText) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "first");
  {
    Recovery second(folder.path());
    second.keep(with_text("second"), 100);
  }
  Recovery third(folder.path());
  std::vector<std::string> texts;
  for (; third.left_behind() != nullptr; third.answered()) texts.push_back(third.left_behind()->text);
  EXPECT_THAT(texts, testing::UnorderedElementsAre("first", "second"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Recovery, WhatCannotBeKeptElsewhereStaysForTheNextWindowAndIsOfferedOnce) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "precious");
  {
    Recovery next(folder.path());
    next.answered(false);
    EXPECT_EQ(next.left_behind(), nullptr);
  }
  EXPECT_EQ(left_in(folder.path()), "precious");
}

TEST(Recovery, WhatNoWindowCanReadIsToldOnceAndCanBeRemoved) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "precious");
  std::ofstream(folder / "open-session-1.json") << R"({"headlight":1,"text":"cut o)";
  std::ofstream(folder / "open-session-2.json") << R"({"headlight":99})";
  ASSERT_EQ(::mkfifo((folder / "open-session-3.json").c_str(), 0600), 0);
  const std::filesystem::path part = folder / ".open-session-4.json.a1b2c3";
  std::ofstream(part) << "{";
  std::filesystem::last_write_time(part,
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  std::ofstream(folder / ".open-session-5.json.d4e5f6") << "{";

  Recovery first(folder.path());
  EXPECT_EQ(first.left_behind()->text, "precious");
  EXPECT_EQ(first.unreadable().size(), 3U);
  EXPECT_TRUE(Recovery(folder.path()).unreadable().empty());
  EXPECT_EQ(files_of(first.unreadable_folder()).size(), 3U);
  first.remove_unreadable();
  EXPECT_FALSE(std::filesystem::exists(first.unreadable_folder()));
  // A newer Headlight's, and what is being written, are left alone.
  EXPECT_TRUE(std::filesystem::exists(folder / "open-session-2.json"));
  EXPECT_TRUE(std::filesystem::exists(folder / ".open-session-5.json.d4e5f6"));
}

TEST(Recovery, AGoodEndWithoutAnAnswerKeepsTheOffer) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "precious");
  {
    Recovery next(folder.path());
    next.keep(with_text("other"), 100);
    next.forget();
  }
  EXPECT_EQ(left_in(folder.path()), "precious");
}

TEST(Recovery, ALivingWindowsTextIsNeitherOfferedNorTakenAway) {
  const TemporaryFolder folder;
  Recovery living(folder.path());
  living.keep(with_text("live"), 100);
  {
    Recovery other(folder.path());
    EXPECT_EQ(other.left_behind(), nullptr);
    other.keep(with_text("other"), 100);
    other.forget();
  }
  living.keep(with_text("live on"), 101);
  ASSERT_FALSE(files_of(folder.path()).empty());
  std::string kept;
  for (const auto& file : files_of(folder.path())) kept += bytes_of(file);
  EXPECT_THAT(kept, testing::HasSubstr("live on"));
}

TEST(Recovery, OneWindowAtATimeOffersWhatWasLeft) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "precious");
  const Recovery first(folder.path());
  ASSERT_NE(first.left_behind(), nullptr);
  EXPECT_EQ(left_in(folder.path()), "");
}

TEST(Recovery, WritesAtMostTwiceASecondAndLosesNothingAfterThat) {
  const TemporaryFolder folder;
  {
    Recovery recovery(folder.path());
    recovery.keep(with_text("a"), 100);
    recovery.keep(with_text("ab"), 100.1);
    ASSERT_TRUE(recovery.due(100.1).has_value());
    EXPECT_NEAR(*recovery.due(100.1), 0.4, 1e-9);
  }
  EXPECT_EQ(left_in(folder.path()), "a") << "the second came too soon";
  const TemporaryFolder later;
  {
    Recovery recovery(later.path());
    recovery.keep(with_text("a"), 100);
    recovery.keep(with_text("ab"), 100.1);
    recovery.keep(with_text("ab"), 100.6);
    EXPECT_FALSE(recovery.due(100.6).has_value());
  }
  EXPECT_EQ(left_in(later.path()), "ab");
}

TEST(Recovery, WhatCouldNotBeWrittenIsWrittenLater) {
  const TemporaryFolder folder;
  const std::filesystem::path state = folder / "state";
  std::ofstream(state) << "a file where the folder belongs";
  {
    Recovery recovery(state);
    recovery.keep(with_text("precious"), 100);
    ASSERT_TRUE(recovery.due(100).has_value());
    EXPECT_NEAR(*recovery.due(100), Recovery::kRetry, 1e-9);
    std::filesystem::remove(state);
    recovery.keep(with_text("precious"), 100 + Recovery::kRetry);
    EXPECT_FALSE(recovery.due(200).has_value());
  }
  EXPECT_EQ(left_in(state), "precious");
}

// The largest that the fields take, with a pinned run as large.
TEST(Recovery, TheLargestTextsAreReadBack) {
  for (const char* letter : {"\"", "漢", "👩", "\x01"}) {
    std::string most;
    for (size_t i = 0; i < kMostCharacters; ++i) most += letter;
    Session session({Document(), {}});
    for (std::string Document::*const text : {&Document::text, &Document::target, &Document::pair}) {
      Requests requests;
      requests.edit("", [&](State& state) { state.document.*text = most; });
      requests.edit("", [&](State& state) { state.document.*text += "a"; });
      requests.edit("", pin_baseline);
      session.apply(requests, 0);
      ASSERT_EQ(session.document().*text, most) << "all of them, and no letter more";
    }
    const TemporaryFolder folder;
    Recovery(folder.path()).keep(session.document(), 100);
    const Recovery next(folder.path());
    ASSERT_NE(next.left_behind(), nullptr) << letter;
    EXPECT_EQ(*next.left_behind(), session.document());
  }
}

TEST(Recovery, AFileThatIsNoSessionIsNoOffer) {
  const TemporaryFolder folder;
  crash_with(folder.path(), "x");
  for (const auto& file : files_of(folder.path())) {
    if (file.extension() == ".json") std::filesystem::resize_file(file, 20);
  }
  EXPECT_EQ(left_in(folder.path()), "");
}

TEST(Recovery, AFolderThatCannotBeMadeStopsNothing) {
  crash_with("/dev/null/headlight", "x");
  EXPECT_EQ(left_in("/dev/null/headlight"), "");
}

TEST(Recovery, QuotesOnlyTheBeginningOfALongTextAndCutsNoCharacter) {
  std::string ideographs;
  std::string families;
  for (int i = 0; i < 1000; ++i) {
    ideographs += "漢";
    families += "👩‍👩‍👧";
  }
  std::string sixty;
  for (int i = 0; i < 60; ++i) sixty += "漢";
  EXPECT_EQ(beginning(ideographs), sixty + "…");
  const std::string cut = beginning(families);
  EXPECT_LE(cut.size(), 310U);
  EXPECT_EQ((cut.size() - std::string("…").size()) % std::string("👩‍👩‍👧").size(), 0U);
  EXPECT_EQ(beginning("two\nlines"), "two lines");
}

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A process that types the time, again and again, and keeps it as the window does, until it is killed.
// `newest` is what it typed last, in memory that outlives it.
[[noreturn]] void type_until_killed(const std::filesystem::path& folder, std::atomic<double>& newest) {
  Recovery recovery(folder);
  while (true) {
    newest = seconds();
    recovery.keep(with_text(std::to_string(newest.load())), newest);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST(Recovery, KilledAtAnyMomentItHasLostNoMoreThanTheLastSecond) {
  constexpr size_t kProcesses = 20;
  const TemporaryFolder folder;
  constexpr size_t kBytes = kProcesses * sizeof(std::atomic<double>);
  void* const shared = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto* const newest = static_cast<std::atomic<double>*>(shared);
  std::array<pid_t, kProcesses> processes{};
  for (size_t i = 0; i < kProcesses; ++i) {
    processes.at(i) = fork();
    if (processes.at(i) == 0) type_until_killed(folder.path() / std::to_string(i), newest[i]);
  }
  std::mt19937 random(7);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for (const pid_t process : processes) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 90));
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  for (size_t i = 0; i < kProcesses; ++i) {
    const std::string left = left_in(folder.path() / std::to_string(i));
    ASSERT_FALSE(left.empty()) << "no session that can be opened was left by process " << i;
    EXPECT_LE(newest[i].load() - std::stod(left), 1.0) << "process " << i;
  }
  munmap(shared, kBytes);
}

TEST(Exports, WritesTheStageAndEveryHeadAndSaysWhere) {
  const TemporaryFolder folder;
  const Session session({Document(), {}});
  const Notice one = carry_out({ExportScope::kStage, "svg", folder.path()}, session);
  EXPECT_FALSE(one.is_error) << one.key;
  EXPECT_TRUE(std::filesystem::exists(folder / "encoder.0.self.head.0.scores.svg"));
  const Notice again = carry_out({ExportScope::kStage, "svg", folder.path()}, session);
  EXPECT_TRUE(std::filesystem::exists(folder / "encoder.0.self.head.0.scores-2.svg"))
      << "an export writes over none";
  EXPECT_NE(one.arguments, again.arguments);
  carry_out({ExportScope::kHeads, "csv", folder.path()}, session);
  for (const char* head : {"0", "1", "2", "3"}) {
    EXPECT_TRUE(
        std::filesystem::exists(folder / ("encoder.0.self.head." + std::string(head) + ".scores.csv")));
  }
}

TEST(Exports, OfAViewThatCannotBeDrawnYetSaySoAndWriteNoPicture) {
  const TemporaryFolder folder;
  for (const char* const view : {"lines", "grid", "heads", "model"}) {
    State state;
    state.document.focus.view = view;
    const Session session(state);
    for (const ExportRequest& request : {ExportRequest{ExportScope::kStage, "png", folder.path()},
                                         {ExportScope::kStage, "svg", folder.path()},
                                         {ExportScope::kCopy, "png", folder.path()}}) {
      const Notice notice = carry_out(request, session);
      EXPECT_TRUE(notice.is_error) << view;
      EXPECT_EQ(notice.key, "error.view_not_drawn");
      EXPECT_THAT(words(Language::kEnglish)(notice.key, notice.arguments),
                  testing::Not(testing::HasSubstr("view.")));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << view;
    EXPECT_FALSE(carry_out({ExportScope::kStage, "csv", folder / view}, session).is_error);
    std::filesystem::remove_all(folder / view);
  }
}

TEST(Exports, WritesTheHandoutAndEveryStage) {
  const TemporaryFolder folder;
  const Session session({Document(), {}});
  EXPECT_FALSE(carry_out({ExportScope::kHandout, "pdf", folder.path()}, session).is_error);
  EXPECT_EQ(bytes_of(folder / "handout.pdf").substr(0, 5), "%PDF-");
  EXPECT_FALSE(carry_out({ExportScope::kAllStages, "npy", folder.path()}, session).is_error);
  EXPECT_TRUE(std::filesystem::exists(folder / "stages/encoder.0.self.output.npy"));
}

// Changes the session's text as a person does.
void type(Session& session, const std::string& text) {
  Requests requests;
  requests.edit("", [&](State& state) { set_text(state, text); });
  session.apply(requests, 0);
}

TEST(Exports, WritesNothingOfATextThatCannotBeRun) {
  const TemporaryFolder folder;
  Session session({Document(), {}});
  type(session, "");
  const Notice notice = carry_out({ExportScope::kHandout, "pdf", folder.path()}, session);
  EXPECT_TRUE(notice.is_error);
  EXPECT_EQ(notice.key, "error.no_tokens");
  EXPECT_FALSE(std::filesystem::exists(folder / "handout.pdf"));
}

TEST(Exports, AHandoutMadeDuringALongRunIsThatOfTheTraceThatIsShown) {
  const TemporaryFolder folder;
  Session session({Document(), {}});
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "w" + std::to_string(i) + " ";
  type(session, text);
  if (!session.computing()) GTEST_SKIP() << "the run was over before it could be exported";
  carry_out({ExportScope::kHandout, "pdf", folder.path()}, session);
  const Session idle({Document(), {}});
  const TemporaryFolder expected;
  carry_out({ExportScope::kHandout, "pdf", expected.path()}, idle);
  EXPECT_TRUE(bytes_of(folder / "handout.pdf") == bytes_of(expected / "handout.pdf"));
}

TEST(Exports, AFolderThatCannotBeMadeIsSaid) {
  const Session session({Document(), {}});
  const Notice notice = carry_out({ExportScope::kStage, "png", "/dev/null/folder"}, session);
  EXPECT_TRUE(notice.is_error);
  EXPECT_EQ(notice.key.substr(0, 6), "error.");
}

}  // namespace
}  // namespace app
