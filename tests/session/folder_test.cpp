// What a folder holds, in an order that people expect.
#include "app/session/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "app/session/file_purpose.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  void TearDown() override { fs::remove_all(path_); }

  void file(const std::string& name, int hours_old = 0) const {
    std::ofstream(path_ / name) << "12345";
    fs::last_write_time(path_ / name, fs::file_time_type::clock::now() - std::chrono::hours(hours_old));
  }
  std::vector<std::string> names(bool by_name) const {
    Folder folder = read_folder(path_, file_purpose("open").endings);
    sort_entries(folder.entries, by_name);
    std::vector<std::string> all;
    for (const FolderEntry& entry : folder.entries) all.push_back(entry.name);
    return all;
  }

  fs::path path_;
};

TEST_F(FolderTest, ShowsFoldersAndFilesOfTheKindAndNothingHidden) {
  for (const char* name : {"a.headlight", "B.JSON", ".hidden.headlight", "notes.txt", "headlight", "json"})
    file(name);
  fs::create_directory(path_ / "lessons");
  fs::create_directory(path_ / ".git");
  fs::create_symlink("/nowhere", path_ / "gone.headlight");
  EXPECT_THAT(names(true), testing::ElementsAre("lessons", "a.headlight", "B.JSON"));
  const Folder folder = read_folder(path_, file_purpose("open").endings);
  for (const FolderEntry& entry : folder.entries)
    EXPECT_EQ(entry.bytes, entry.is_folder ? 0 : 5) << entry.name;
  EXPECT_FALSE(folder.error.has_value());
}

TEST_F(FolderTest, CountsNumbersInNamesAsPeopleDo) {
  for (const char* name : {"page 10.json", "page 2.json", "Page 1.json", "page 02b.json", "a.json"})
    file(name);
  EXPECT_THAT(names(true),
              testing::ElementsAre("a.json", "Page 1.json", "page 2.json", "page 02b.json", "page 10.json"));
}

TEST_F(FolderTest, OrPutsTheNewestFirst) {
  file("a.json", 3);
  file("b.json", 1);
  file("c.json", 2);
  fs::create_directory(path_ / "z");
  EXPECT_THAT(names(false), testing::ElementsAre("z", "b.json", "c.json", "a.json"));
}

TEST_F(FolderTest, SaysWhyAFolderCannotBeRead) {
  file("a.json");
  const auto reason = [&](const fs::path& path) {
    const Folder folder = read_folder(path, file_purpose("open").endings);
    return folder.error ? folder.error->key : "";
  };
  EXPECT_EQ(reason(path_ / "nowhere"), "error.no_file");
  EXPECT_EQ(reason(path_ / "a.json"), "error.not_a_folder");
  EXPECT_EQ(reason(path_), "");
}

TEST_F(FolderTest, APathIsWholeWithoutDetours) {
  fs::create_directory(path_ / "lessons");
  EXPECT_EQ(read_folder(path_ / "lessons/../lessons/", {}).path, (path_ / "lessons").string());
  EXPECT_EQ(read_folder("/", {}).path, "/");
  EXPECT_EQ(path_from(path_, "a/../b"), path_ / "b");
  EXPECT_EQ(path_from(path_, "/etc"), "/etc");
  ASSERT_EQ(setenv("HOME", path_.c_str(), 1), 0);
  EXPECT_EQ(path_from("/etc", "~/x"), path_ / "x");
  EXPECT_EQ(existing_folder(path_ / "no/such/folder"), path_);
}

TEST(FilePurpose, AFileFallsOnTheWindowForWhatItsEndingSays) {
  ASSERT_NE(purpose_of_drop("/x/Talk.HEADLIGHT"), nullptr);
  EXPECT_EQ(purpose_of_drop("/x/Talk.HEADLIGHT")->name, "open");
  EXPECT_EQ(purpose_of_drop("/x/talk.json")->name, "open");
  EXPECT_EQ(purpose_of_drop("/x/talk"), nullptr);
  EXPECT_EQ(purpose_of_drop("/x/talk.exe"), nullptr);
  EXPECT_THAT(droppable_endings(), testing::HasSubstr(".headlight, .json"));
}

}  // namespace
}  // namespace app
