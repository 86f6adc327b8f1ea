// Files in the window: opened, saved, dropped, kept; whatever goes wrong, the open work stays as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "app/document/document_line.h"
#include "app/shell/file_desk.h"
#include "program.h"
#include "tests/shell/documents.h"

namespace app {
namespace {

class FileDeskTest : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name) << content;
    return folder_ / name;
  }
  std::string session_file(const std::string& name, const std::string& text) const {
    return file(name, to_line(with_text(text)));
  }
  void type(const std::string& text) {
    Requests requests;
    requests.edit("", [&](State& state) { set_text(state, text); });
    session_.apply(requests, now_ += 10);
  }
  void undo() {
    Requests requests;
    requests.undo();
    session_.apply(requests, now_ += 10);
  }
  void open(const std::string& path) { desk_.carry_out({"open", path}, now_ += 10); }
  void save(const std::string& path) { desk_.carry_out({"save", path}, now_ += 10); }
  const std::string& text() const { return session_.document().text; }
  std::string notice() const { return session_.notice() ? session_.notice()->key : ""; }
  std::string reason() const {
    for (const auto& [name, value] : session_.notice()->arguments) {
      if (name == "reason") return value;
    }
    return "";
  }
  std::vector<std::string> recent() const {
    std::vector<std::string> all;
    for (const RecentSession& row : session_.desk().recent)
      all.push_back(row.text.empty() ? row.path : "kept " + row.text);
    return all;
  }

  TemporaryFolder folder_;
  Session session_{{with_text("first"), {}}};
  FileDesk desk_{session_, folder_ / "state"};
  double now_ = 0;
};

TEST_F(FileDeskTest, OpensWhatItSaved) {
  type("saved");
  save(folder_ / "talk.headlight");
  EXPECT_EQ(notice(), "files.saved");
  type("other");
  open(folder_ / "talk.headlight");
  EXPECT_EQ(text(), "saved");
  EXPECT_EQ(session_.file(), folder_ / "talk.headlight");
}

TEST_F(FileDeskTest, UndoReturnsTheEarlierWorkWithItsOwnFile) {
  type("mine");
  save(folder_ / "mine.headlight");
  type("mine, changed");
  open(session_file("yours.headlight", "yours"));
  EXPECT_EQ(notice(), "files.set_aside");
  EXPECT_EQ(session_.file(), folder_ / "yours.headlight");
  undo();
  EXPECT_EQ(text(), "mine, changed");
  EXPECT_EQ(session_.file(), folder_ / "mine.headlight") << "saving now must not write over the other file";
  EXPECT_TRUE(session_.is_changed());
  undo();
  EXPECT_FALSE(session_.is_changed()) << "the file holds what is shown";
}

TEST_F(FileDeskTest, ANameChosenLateIsThatOfTheEarlierStepsToo) {
  type("a");
  type("b");
  save(folder_ / "talk.headlight");
  undo();
  EXPECT_EQ(session_.file(), folder_ / "talk.headlight");
  EXPECT_TRUE(session_.is_changed()) << "the file holds the later step";
}

TEST_F(FileDeskTest, TheTitleNamesTheFileAndMarksChanges) {
  EXPECT_EQ(desk_.title(), "Headlight");
  type("changed");
  EXPECT_EQ(desk_.title(), "• Untitled – Headlight");
  save(folder_ / "talk.headlight");
  EXPECT_EQ(desk_.title(), "talk.headlight – Headlight");
  Requests look;
  look.edit("", [](State& state) { focus_on(state, "tokens"); });
  session_.apply(look, now_ += 10);
  EXPECT_EQ(desk_.title(), "talk.headlight – Headlight") << "looking elsewhere changes nothing";
  type("again");
  EXPECT_EQ(desk_.title(), "• talk.headlight – Headlight");
  undo();
  EXPECT_EQ(desk_.title(), "talk.headlight – Headlight");
}

TEST_F(FileDeskTest, WhatAnotherIsOpenedOverIsKeptBeyondTheWindowsEnd) {
  type("precious");
  open(session_file("a.headlight", "a"));
  type("also precious");
  Requests requests;
  requests.open_example(0);
  session_.apply(requests, now_ += 10);
  desk_.keep_set_aside();
  Session next({with_text("first"), {}});
  const FileDesk desk(next, folder_ / "state");
  std::vector<std::string> texts;
  for (const RecentSession& row : next.desk().recent) texts.push_back(row.text);
  EXPECT_THAT(texts, testing::IsSupersetOf({"precious", "also precious"}));
}

TEST_F(FileDeskTest, WhatWasNotChangedIsNotKept) {
  open(session_file("a.headlight", "a"));
  open(session_file("b.headlight", "b"));
  desk_.ended();
  EXPECT_THAT(recent(), testing::ElementsAre(folder_ / "b.headlight", folder_ / "a.headlight"));
}

TEST_F(FileDeskTest, TheLastSessionCanBeOpenedAgainAndHasNoFile) {
  type("last");
  desk_.ended();
  Session next({with_text("first"), {}});
  FileDesk desk(next, folder_ / "state");
  ASSERT_EQ(next.desk().recent.size(), 1U);
  EXPECT_EQ(next.desk().recent.front().text, "last");
  desk.carry_out({"open", next.desk().recent.front().path}, 1);
  EXPECT_EQ(next.document().text, "last");
  EXPECT_EQ(next.file(), "") << "saving it asks for a name";
  desk.ended();
  EXPECT_EQ(KeptSessions(folder_.path() / "state/sessions").list().size(), 1U) << "once, however often";
}

TEST_F(FileDeskTest, KeepsAFewAndTheNewest) {
  KeptSessions kept(folder_.path() / "kept");
  for (int i = 0; i < 9; ++i) kept.keep(with_text("text " + std::to_string(i)));
  std::vector<std::string> texts;
  for (const auto& one : kept.list()) texts.push_back(one.text);
  EXPECT_THAT(texts, testing::ElementsAre("text 8", "text 7", "text 6", "text 5", "text 4"));
}

TEST_F(FileDeskTest, WhatCannotBeOpenedLeavesTheOpenWork) {
  type("mine");
  ASSERT_EQ(mkfifo((folder_ / "pipe.headlight").c_str(), 0600), 0);
  const State before = session_.state();
  const std::string nested(10'000, '[');
  for (const auto& [path, words] :
       {std::pair{file("newer.headlight", R"({"headlight":7})"), "format 7"},
        {file("cut.headlight", R"({"headlight":1,"text":"the c)"), "cut off"},
        {file("deep.headlight", "{\"headlight\":1,\"text\":" + nested), "brackets"},
        {file("types.headlight", R"({"headlight":1,"heads":"four"})"), "heads"},
        {file("huge.headlight", R"({"headlight":1,"heads":18446744073709551615})"), "heads"},
        {file("large.headlight", std::string(20'000'000, ' ')), "16 MB"},
        {file("bytes.headlight", "{\"headlight\":1,\"text\":\"\xFF\"}"), "UTF-8"},
        {file("empty.headlight", ""), "no session"},
        {folder_ / "pipe.headlight", "pipe"},
        {std::string("/dev/zero"), "device"},
        {folder_.path().string(), "folder"},
        {folder_ / "gone.headlight", "gone.headlight"}}) {
    open(path);
    ASSERT_TRUE(session_.notice().has_value()) << path;
    EXPECT_TRUE(session_.notice()->is_error) << path;
    EXPECT_EQ(notice(), "files.not_opened") << path;
    EXPECT_THAT(reason(), testing::HasSubstr(words));
    EXPECT_EQ(session_.state(), before) << path;
    EXPECT_EQ(session_.file(), "") << path;
  }
}

TEST_F(FileDeskTest, WhatCannotBeSavedIsSaidAndStaysUnsaved) {
  type("mine");
  for (const std::string& path : {folder_.path().string(), folder_ / "no/such/folder/a.headlight"}) {
    save(path);
    EXPECT_EQ(notice(), "files.not_saved") << path;
    EXPECT_EQ(session_.file(), "");
  }
  EXPECT_THAT(recent(), testing::IsEmpty());
}

TEST_F(FileDeskTest, TheListOfRecentFilesIsShortAndKnowsWhatIsGone) {
  for (int i = 0; i < 12; ++i) save(folder_ / ("talk " + std::to_string(i) + ".headlight"));
  open(folder_ / "talk 5.headlight");
  ASSERT_EQ(recent().size(), Recent::kMost);
  EXPECT_EQ(recent().front(), folder_ / "talk 5.headlight");
  EXPECT_EQ(recent()[1], folder_ / "talk 11.headlight");
  std::filesystem::remove(folder_ / "talk 11.headlight");
  open(folder_ / "talk 5.headlight");
  EXPECT_FALSE(session_.desk().recent[1].is_there);
  desk_.carry_out({"forget", folder_ / "talk 11.headlight"}, now_);
  EXPECT_THAT(recent(), testing::Not(testing::Contains(folder_ / "talk 11.headlight")));
}

TEST_F(FileDeskTest, AFileThatFallsOnTheWindowIsOpened) {
  desk_.dropped({session_file("a.headlight", "a")}, 1);
  EXPECT_EQ(text(), "a");
}

TEST_F(FileDeskTest, OfSeveralTheFirstThatCanBeOpenedIs) {
  desk_.dropped({folder_.path(), file("notes.docx", ""), session_file("b.headlight", "b"),
                 session_file("c.headlight", "c")},
                1);
  EXPECT_EQ(text(), "b");
  EXPECT_EQ(notice(), "files.first_of_many");
}

TEST_F(FileDeskTest, AFolderOrAnUnknownKindIsASentence) {
  desk_.dropped({folder_.path()}, 1);
  EXPECT_EQ(notice(), "files.dropped_folder");
  desk_.dropped({file("notes.docx", "")}, 1);
  EXPECT_EQ(notice(), "files.dropped_unknown");
  EXPECT_TRUE(session_.notice()->is_error);
  desk_.dropped({}, 1);
  EXPECT_EQ(text(), "first");
}

// The command line reads the file that the window writes, and the line; each command.
TEST(SessionOption, EveryCommandReadsALineAndAFile) {
  const TemporaryFolder folder;
  Document document = with_text("one two three");
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kDecoder;
  std::ofstream(folder / "talk.headlight") << to_lines(document);
  const std::string cell = "decoder.0.self.head.0.weights";
  const std::vector<std::vector<std::string>> commands = {
      {"stages"},
      {"trace", "--stage", cell, "--format", "csv"},
      {"explain", "--stage", cell, "--cell", "1,1"},
      {"generate", "--tokens", "2"},
      {"export", "--stage", cell, "--out", folder / "a.svg"},
      {"shot", "--out", folder / "a.png"}};
  for (const auto& command : commands) {
    std::vector<std::string> printed;
    for (const std::string& session : {to_line(document), folder / "talk.headlight"}) {
      std::vector<std::string> arguments = command;
      arguments.insert(arguments.end(), {"--session", session});
      const Ran ran = headlight(arguments);
      EXPECT_EQ(ran.exit_code, 0) << command.front() << ": " << ran.err;
      printed.push_back(ran.out);
    }
    EXPECT_EQ(printed[0], printed[1]) << command.front();
    EXPECT_NE(printed[0], "") << command.front();
  }
}

}  // namespace
}  // namespace app
