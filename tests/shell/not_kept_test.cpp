// What cannot be kept is said once, with where and why; and again after it could be.
#include "app/shell/not_kept.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/export/file.h"
#include "app/shell/kept_sessions.h"
#include "app/shell/preferences_file.h"
#include "app/shell/recent.h"
#include "app/shell/recovery.h"
#include "program.h"
#include "tests/shell/documents.h"

namespace app {
namespace {

using testing::HasSubstr;

// A folder that cannot be created, until the file in its way is taken away.
class NotKeptTest : public testing::Test {
 protected:
  void SetUp() override { std::ofstream(folder_ / "file") << "in the way"; }
  void make_room() { std::filesystem::remove(folder_ / "file"); }

  // The sentence of the notice that stands; empty where none does.
  std::string sentence() const {
    const auto& notice = session_.notice();
    return notice ? words(Language::kEnglish)(notice->key, notice->arguments) : "";
  }
  void dismiss() {
    Requests requests;
    requests.dismiss_notice();
    session_.apply(requests, 1);
  }

  TemporaryFolder folder_;
  std::filesystem::path state_ = folder_ / "file/headlight";
  Session session_{{Document(), {}}};
  NotKeptNotice notice_;
};

TEST_F(NotKeptTest, TheOpenSessionIsSaidOnceUntilItWasKept) {
  Recovery recovery(state_);
  double now = 100;
  const auto keep = [&](const std::string& text) {
    now += 100;
    recovery.keep(with_text(text), now);
    notice_.follow(session_, {recovery.failed(), {}, {}});
  };
  keep("a");
  EXPECT_THAT(sentence(), HasSubstr(state_.string()));
  EXPECT_THAT(sentence(), HasSubstr("cannot be created"));
  EXPECT_THAT(sentence(), HasSubstr("Ctrl+S"));
  EXPECT_TRUE(session_.notice()->is_error) << "it stays until it is read";
  dismiss();
  keep("ab");
  EXPECT_EQ(sentence(), "") << "once";
  make_room();
  keep("abc");
  EXPECT_EQ(sentence(), "");
  EXPECT_FALSE(recovery.failed().has_value());
  std::filesystem::remove_all(folder_ / "file");
  std::ofstream(folder_ / "file") << "again";
  keep("abcd");
  EXPECT_THAT(sentence(), HasSubstr(state_.string())) << "it could be kept in between";
}

TEST_F(NotKeptTest, WithoutAHomeItIsSaidToo) {
  Recovery recovery("");
  recovery.keep(with_text("a"), 100);
  notice_.follow(session_, {recovery.failed(), {}, {}});
  EXPECT_THAT(sentence(), HasSubstr("HOME"));
}

TEST_F(NotKeptTest, AnotherNoticeOnlyPutsItOff) {
  Recovery recovery(state_);
  recovery.keep(with_text("a"), 100);
  session_.notify({"notice.session_copied", {}, 0, false, {}});
  notice_.follow(session_, {recovery.failed(), {}, {}});
  EXPECT_EQ(session_.notice()->key, "notice.session_copied");
  dismiss();
  notice_.follow(session_, {recovery.failed(), {}, {}});
  ASSERT_TRUE(session_.notice().has_value());
  EXPECT_EQ(session_.notice()->key, "notice.work_not_kept");
}

TEST_F(NotKeptTest, OneNoticeStandsForAllThatFails) {
  const engine::Error why = not_kept_without_home();
  notice_.follow(session_, {why, {}, {}});
  dismiss();
  notice_.follow(session_, {why, why, why});
  EXPECT_FALSE(session_.notice().has_value());
  notice_.follow(session_, {{}, why, why});
  EXPECT_FALSE(session_.notice().has_value());
  notice_.follow(session_, {});
  notice_.follow(session_, {{}, {}, why});
  ASSERT_TRUE(session_.notice().has_value());
  EXPECT_EQ(session_.notice()->key, "notice.preferences_not_kept");
  dismiss();
  notice_.follow(session_, {why, {}, why});
  ASSERT_TRUE(session_.notice().has_value()) << "graver than what was said";
  EXPECT_EQ(session_.notice()->key, "notice.work_not_kept");
}

TEST_F(NotKeptTest, PreferencesAndRecentSessionsNameTheirFolder) {
  PreferencesFile preferences(state_ / "preferences.json");
  Kept kept;
  kept.preferences.text_size = 150;
  preferences.keep(kept, 100);
  preferences.flush();
  Recent recent(state_);
  recent.add("/a.headlight");
  KeptSessions sessions(state_);
  for (const auto& failed : {preferences.failed(), recent.failed(), sessions.keep(with_text("a"))}) {
    ASSERT_TRUE(failed.has_value());
    EXPECT_EQ(failed->key, "not_kept.no_folder");
    EXPECT_THAT(words(Language::kEnglish)(*failed), HasSubstr(state_.string()));
  }
  make_room();
  kept.preferences.text_size = 175;
  preferences.keep(kept, 200);
  preferences.flush();
  recent.add("/b.headlight");
  EXPECT_FALSE(preferences.failed().has_value());
  EXPECT_FALSE(recent.failed().has_value());
  EXPECT_FALSE(sessions.keep(with_text("a")).has_value());
}

TEST_F(NotKeptTest, AReadOnlyDiskAndAFullOneAreToldApart) {
  const auto sentence_of = [](int number) {
    return words(Language::kEnglish)(not_kept_in("/home/a", exporter::write_error("/home/a/file", number)));
  };
  EXPECT_THAT(sentence_of(ENOSPC), HasSubstr("full"));
  EXPECT_THAT(sentence_of(EROFS), HasSubstr("not permitted"));
  EXPECT_THAT(sentence_of(EACCES), HasSubstr("not permitted"));
  EXPECT_THAT(sentence_of(EIO), HasSubstr("Input/output error"));
  for (const int number : {ENOSPC, EROFS, EACCES, EIO})
    EXPECT_THAT(sentence_of(number), HasSubstr("/home/a"));
}

}  // namespace
}  // namespace app
