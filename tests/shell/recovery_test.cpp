// What is typed outlives the program.
#include "app/shell/recovery.h"

#include <gtest/gtest.h>

#include "app/shell/exports.h"
#include "program.h"

namespace app {
namespace {

Document with_text(const std::string& text) {
  Document document;
  document.text = text;
  return document;
}

TEST(Recovery, OffersWhatAWindowThatDidNotEndWellLeft) {
  const TemporaryFolder folder;
  const std::string path = folder / "state/open-session";
  {
    Recovery recovery(path);
    EXPECT_FALSE(recovery.left_behind().has_value());
    recovery.keep(with_text("precious 漢字"), 100);
  }
  const Recovery next(path);
  ASSERT_TRUE(next.left_behind().has_value());
  EXPECT_EQ(next.left_behind()->text, "precious 漢字");
}

TEST(Recovery, AGoodEndLeavesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder / "open-session";
  Recovery recovery(path);
  recovery.keep(with_text("done"), 100);
  recovery.forget();
  EXPECT_FALSE(Recovery(path).left_behind().has_value());
}

TEST(Recovery, WritesAtMostTwiceASecondAndLosesNothingAfterThat) {
  const TemporaryFolder folder;
  const std::string path = folder / "open-session";
  Recovery recovery(path);
  recovery.keep(with_text("a"), 100);
  recovery.keep(with_text("ab"), 100.1);
  EXPECT_EQ(Recovery(path).left_behind()->text, "a");
  ASSERT_TRUE(recovery.due(100.1).has_value());
  EXPECT_NEAR(*recovery.due(100.1), 0.4, 1e-9);
  recovery.keep(with_text("ab"), 100.6);
  EXPECT_EQ(Recovery(path).left_behind()->text, "ab");
  EXPECT_FALSE(recovery.due(100.6).has_value());
}

TEST(Recovery, AFileThatIsNoSessionIsNoOffer) {
  const TemporaryFolder folder;
  const std::string path = folder / "open-session";
  Recovery(path).keep(with_text("x"), 0);
  std::filesystem::resize_file(path, 20);
  EXPECT_FALSE(Recovery(path).left_behind().has_value());
}

TEST(Recovery, AFolderThatCannotBeMadeStopsNothing) {
  Recovery recovery("/dev/null/headlight/open-session");
  recovery.keep(with_text("x"), 0);
  EXPECT_FALSE(Recovery("/dev/null/headlight/open-session").left_behind().has_value());
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
